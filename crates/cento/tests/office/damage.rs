//! Damaged files: nothing panics, and what is refused says why.

use super::common::Random;
use super::deck::*;
use super::*;

/// Something of everything.
fn deck() -> Vec<u8> {
    let at = [0, 0, 100, 50];
    let table = format!(
        "<a:tbl><a:tr><a:tc><a:txBody>{}</a:txBody></a:tc></a:tr></a:tbl>",
        body("cell")
    );
    let mut slide = Slide::of(
        text(2, at, "Words")
            + &picture(3, at, "p")
            + &frame(4, at, &table)
            + &shape(5, at, "rect", "00FF00"),
    )
    .with("p", "image", "../media/p.png");
    slide.notes = Some("Notes".into());
    let picture = image::GrayImage::from_fn(40, 40, |x, y| image::Luma([(x * y / 7) as u8]));
    let mut png = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("encoded");
    Deck::of([slide.clone(), slide])
        .with("ppt/media/p.png", png.into_inner())
        .bytes()
}

fn reason(name: &str, bytes: &[u8]) -> &'static str {
    match read(name, bytes) {
        Item::Document(_) => "read",
        Item::Skipped(skipped) => skipped.reason.code(),
    }
}

#[test]
fn a_file_that_is_cut_short_is_broken() {
    let deck = deck();
    assert_eq!(reason("x.pptx", &deck), "read");
    for tenth in 0..10 {
        let cut = deck.len() * tenth / 10;
        assert_eq!(
            reason("x.pptx", &deck[..cut]),
            "broken_office",
            "{tenth} tenths"
        );
    }
    for cut in 0..deck.len() {
        let reason = reason("x.pptx", &deck[..cut]);
        assert_eq!(reason, "broken_office", "{cut} bytes");
    }
}

#[test]
fn flipped_bits_are_no_harm() {
    let deck = deck();
    let mut random = Random::new(3);
    let mut read = 0;
    for _ in 0..2000 {
        let mut flipped = deck.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(deck.len());
            flipped[at] ^= 1 << random.below(8);
        }
        match reason("x.pptx", &flipped) {
            "read" => read += 1,
            "broken_office" | "hostile" | "encrypted" => {}
            other => panic!("{other}"),
        }
    }
    assert!((200..1900).contains(&read), "{read} were read");
}

/// Checksums keep most damage from the parser: here it gets all.
#[test]
fn flipped_letters_in_parts_are_no_harm() {
    let mut random = Random::new(5);
    for _ in 0..500 {
        let at = [0, 0, 100, 50];
        let objects = text(2, at, "Words") + &group(7, at, at, &shape(5, at, "rect", "00FF00"));
        let mut objects = objects.into_bytes();
        for _ in 0..=random.below(4) {
            let at = random.below(objects.len());
            objects[at] = b"<>/\"=& :x"[random.below(9)];
        }
        let objects = String::from_utf8(objects).expect("ASCII");
        let reason = reason("x.pptx", &Deck::of([Slide::of(objects)]).bytes());
        assert!(
            matches!(reason, "read" | "broken_office" | "hostile"),
            "{reason}"
        );
    }
}
