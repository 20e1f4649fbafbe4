use std::fmt::Write;

use super::*;
use crate::test_arguments;

/// Pages with a menu, a few sentences and a foot, each with other words.
fn pages(folder: &std::path::Path) -> PathBuf {
    let mut rows = String::new();
    for at in 0..12 {
        let sentence = format!(
            "The {at} boats that lay at the quay had been painted anew, and shone, in the sun."
        );
        let html = format!(
            "<div class=menu><a href=a>Home {at}</a> <a href=b>News {at}</a></div><article><p>{sentence}</p>\
             <p>{sentence} {sentence}</p></article><div class=footer>Copyright by number {at}</div>"
        );
        let id = if at == 0 {
            "hard::a".to_owned()
        } else {
            at.to_string()
        };
        let row = serde_json::json!({
            "id": id,
            "html": html,
            "with": [sentence],
            "without": [format!("Home {at}"), format!("by  number {at}")],
        });
        writeln!(rows, "{row}").unwrap();
    }
    let path = folder.join("pages.jsonl");
    std::fs::write(&path, rows).unwrap();
    path
}

#[test]
fn what_is_kept_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = pages(folder.path());
    let pages = pages::read(&path).unwrap();
    let everything = pages::texts(&path, Content::All).unwrap();
    let row = cells("all", &pages, |at| everything[at].as_deref());
    assert_eq!(
        row,
        [
            "all", "0.333", "1.000", "0.500", "0", "24", "0.500", "0.500"
        ]
    );
    let row = cells("none", &pages, |_| None);
    assert_eq!(row[1..5], ["0.000", "0.000", "0.000", "12"]);
}

#[test]
fn weights_learn_what_is_easy() {
    let folder = tempfile::tempdir().unwrap();
    let pages = pages::read(&pages(folder.path())).unwrap();
    let texts = folded(&pages, 3, 0);
    let row = cells("fitted", &pages, |at| Some(&texts[at]));
    assert_eq!(row[3], "1.000");
    let code = fit::fit(&pages.iter().collect::<Vec<_>>()).code();
    assert!(code.contains("FIRST_WEIGHTS") && code.contains("SECOND_WEIGHTS"));
}

#[test]
fn the_page_has_a_row_for_each_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = pages(folder.path());
    let other = folder.path().join("other.jsonl");
    std::fs::write(&other, "{\"id\":\"1\",\"text\":\"nothing\"}\n").unwrap();
    let out = folder.path().join("web.md");
    let text = |path: &PathBuf| path.to_str().unwrap().to_owned();
    let arguments: Arguments = test_arguments(&[
        "--pages",
        &text(&path),
        "--others",
        &text(&other),
        "--out",
        &text(&out),
        "--folds",
        "2",
        "--cuts",
        "1",
    ]);
    run(&arguments).unwrap();
    let page = std::fs::read_to_string(out).unwrap();
    for row in [
        "| `dsc` |",
        "| `readable` |",
        "| `all` | 0.333 |",
        "| other | 0.000 |",
        "| cut 1 |",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
}
