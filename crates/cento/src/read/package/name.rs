//! Names of entries, as parts of a package call each other.

/// The entry that a target means, from a part. Steps above the top stay at the top: a name is only a name.
pub(in crate::read) fn resolve(part: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let target = target.split('#').next().unwrap_or_default();
    let (base, target) = match target.strip_prefix('/') {
        Some(absolute) => ("", absolute),
        None => (
            part.rsplit_once('/').map_or("", |(folder, _)| folder),
            target,
        ),
    };
    let mut steps = Vec::new();
    for step in base.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    unescape(&steps.join("/"))
}

/// `%20` and the like.
fn unescape(name: &str) -> String {
    if !name.contains('%') {
        return name.to_owned();
    }
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digit = |at: usize| {
            let digit = behind.get(at).map(|&byte| char::from(byte))?;
            digit
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.push(high << 4 | low);
            rest = behind.get(2..).unwrap_or_default();
        } else {
            bytes.push(first);
            rest = behind;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_stay_inside() {
        let from = |target| resolve("ppt/slides/slide1.xml", target);
        assert_eq!(from("../media/a%20b.png"), "ppt/media/a b.png");
        assert_eq!(from("/ppt/media/a.png"), "ppt/media/a.png");
        assert_eq!(from("slide2.xml"), "ppt/slides/slide2.xml");
        assert_eq!(from("../../../../etc/passwd"), "etc/passwd");
        assert_eq!(from("..\\media\\a.png"), "ppt/media/a.png");
        assert_eq!(from("a%zz%4"), "ppt/slides/a%zz%4");
        assert_eq!(resolve("", "ppt/p.xml"), "ppt/p.xml");
    }
}
