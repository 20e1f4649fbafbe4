//! PDF: any bytes as a file, any bytes as what is drawn on a page, and any bytes as what the helper says.

#![no_main]

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use cento::read::{Input, Item, PdfOptions, ReadOptions, Source};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    match kind % 4 {
        0 => said(rest),
        1 => drawn(rest.to_vec()),
        _ => drawn(page(rest)),
    }
});

/// What is written of a file is what the library expects.
fn drawn(bytes: Vec<u8>) {
    let mut out = Vec::new();
    cento_pdf::write(bytes, &mut out).expect("in memory");
    let out = String::from_utf8(out).expect("text");
    assert!(out.starts_with("cento-pdf\t1\n"));
    let last = out.lines().last().unwrap_or_default();
    assert!(last == "end" || last.starts_with("refused\t"));
    for line in out.lines().filter(|line| line.starts_with("line")) {
        assert_eq!(line.split('\t').count(), 7);
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

/// Through the library, with a helper that says what is in the file.
fn said(bytes: &[u8]) {
    static HELPER: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, helper) = HELPER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder for one file");
        let helper = folder.path().join("helper");
        std::fs::write(&helper, "#!/bin/sh\nprintf 'cento-pdf\\t1\\n'\nexec cat\n").expect("a script");
        std::fs::set_permissions(&helper, std::fs::Permissions::from_mode(0o755)).expect("one that runs");
        (folder, helper)
    });
    let folder = tempfile::tempdir().expect("a folder for one file");
    let path = folder.path().join("input.pdf");
    std::fs::write(&path, bytes).expect("a file of a few bytes");
    let pdf = PdfOptions { helper: Some(helper.clone()), ..PdfOptions::default() };
    let options = ReadOptions { pdf, ..ReadOptions::default() };
    let Ok(mut input) = Input::open(&[path.display().to_string()], &options) else { return };
    while let Ok(Some(chunk)) = input.next_chunk() {
        chunk.parse(&mut |item| {
            if let Item::Document(document) = item {
                let layout = document.layout.expect("where its pages begin");
                let mut last = (0, 0);
                for block in layout.blocks {
                    assert!(document.text.is_char_boundary(block.begin as usize));
                    assert!((block.begin, block.page) >= last);
                    last = (block.begin, block.page);
                }
            }
        });
    }
}
