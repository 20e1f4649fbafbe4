//! PDF: any bytes as a file, and any bytes as what is drawn on a page.

#![allow(unreachable_pub, reason = "the tests have it in a module of their own")]

/// What a target does with any bytes.
pub type Body = fn(&[u8]);

/// The target, as those of the library.
pub const BODIES: &[(&str, Body)] = &[("pdf", run)];

fn run(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else {
        return;
    };
    let bytes = match kind % 2 {
        0 => rest.to_vec(),
        _ => page(rest),
    };
    let mut out = Vec::new();
    cento_pdf::write(bytes, &mut out).expect("in memory");
    // What is written is what the library expects.
    let out = String::from_utf8(out).expect("text");
    assert!(out.starts_with("cento-pdf\t1\n"));
    let last = out.lines().last().unwrap_or_default();
    assert!(last == "end" || last.starts_with("refused\t"));
    for line in out.lines().filter(|line| line.starts_with("line")) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), 7);
        assert!(
            fields[1..6]
                .iter()
                .all(|number| number.parse::<i64>().is_ok())
        );
    }
}

/// A file with a page of this content.
fn page(content: &[u8]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
        2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n\
        3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>\nendobj\n\
        4 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n"
        .to_vec();
    bytes.extend(format!("5 0 obj\n<< /Length {} >>\nstream\n", content.len()).bytes());
    bytes.extend(content);
    bytes.extend(b"\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n");
    bytes
}
