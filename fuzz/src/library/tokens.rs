//! Any text: spans lie in it, in order, on character boundaries.

use cento::token::{Language, Object, Stems, StopWords, Tokenizer, Tokens, Words};

pub(super) fn run(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    let mut tokens = Tokens::default();
    let words = Words::default();
    words.tokenize(text, &mut tokens);
    assert_eq!(tokens.hashes.len(), tokens.spans.len());
    let mut from = 0;
    for span in &tokens.spans {
        assert!(span.begin >= from && span.begin < span.end);
        assert!(text.get(span.range()).is_some());
        from = span.end;
    }
    words.sentences(text, &mut tokens);
    let mut from = 0;
    for span in &tokens.sentences {
        assert!(span.begin == from && span.begin < span.end);
        assert!(span.len() <= 128);
        from = span.end;
    }
    assert_eq!(from as usize, tokens.len());
    // The language changes with the text, so that all are tried.
    let language = Language::all().nth(text.len() % 36).unwrap_or_default();
    Stems::new(language, &StopWords::Language, true).fill(&words, text, &mut tokens);
    assert_eq!(tokens.stems.len(), tokens.len());
    // A list of all its words leaves none; objects are no words.
    let Ok(list) = StopWords::list(text) else {
        return;
    };
    assert_eq!(
        list.to_string().parse::<StopWords>().ok().as_ref(),
        Some(&list)
    );
    Stems::new(language, &list, true).fill(&words, text, &mut tokens);
    let is_all = !text.contains(['#', Object::MARK]);
    assert!(!is_all || tokens.stems.iter().all(|&stem| stem == Stems::STOP));
}
