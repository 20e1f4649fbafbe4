//! What the process that takes PDF files apart says, as the library understands it.

use super::document::sound;

pub(super) fn run(data: &[u8]) {
    let said = format!("cento-pdf\t1\n{}", String::from_utf8_lossy(data));
    if let Some(mut document) = cento::read::said(&said) {
        document.id = "input.pdf".into();
        sound(&document);
        assert!(document.text.len() <= 2 * said.len());
        assert!(!document.text.contains(cento::token::Object::MARK));
    }
}
