//! Words and where they stand, in many scripts.

use std::ops::Range;

use cento::hash::token_hash;
use cento::token::{Normalizer, Tokenizer, Tokens, Words};
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use icu_properties::props::{
    DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use proptest::prelude::*;

fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    Words::default().tokenize(text, &mut tokens);
    tokens
}

/// The slices of the text that its tokens point at.
fn words(text: &str) -> Vec<&str> {
    tokens(text)
        .spans
        .iter()
        .map(|span| &text[span.range()])
        .collect()
}

fn hashes(text: &str) -> Vec<u64> {
    tokens(text).hashes
}

#[test]
fn spans_slice_to_the_words_in_every_script() {
    for (script, text, expected) in [
        (
            "Latin",
            "The quick, brown fox.",
            &["The", "quick", "brown", "fox"][..],
        ),
        (
            "Latin with accents",
            "Où est l’été à Škoda?",
            &["Où", "est", "l", "été", "à", "Škoda"],
        ),
        (
            "Latin with combining marks",
            "(E\u{301}te\u{301} a\u{323}\u{302}m)",
            &["E\u{301}te\u{301}", "a\u{323}\u{302}m"],
        ),
        (
            "Vietnamese",
            "Tiếng Việt, rất đẹp",
            &["Tiếng", "Việt", "rất", "đẹp"],
        ),
        (
            "Greek",
            "Ἐν ἀρχῇ ἦν ὁ Λόγος·",
            &["Ἐν", "ἀρχῇ", "ἦν", "ὁ", "Λόγος"],
        ),
        (
            "Cyrillic",
            "«Война и мир» — роман",
            &["Война", "и", "мир", "роман"],
        ),
        (
            "Arabic",
            "السلام عليكم، كيف حالك؟",
            &["السلام", "عليكم", "كيف", "حالك"],
        ),
        ("Arabic with vowels", "بِسْمِ ٱللَّهِ", &["بِسْمِ", "ٱللَّهِ"]),
        ("Arabic digits", "عام ٢٠٢٤.", &["عام", "٢٠٢٤"]),
        (
            "Persian with a joiner",
            "می\u{200c}خواهم بروم",
            &["می\u{200c}خواهم", "بروم"],
        ),
        ("Hebrew", "שלום, עולם!", &["שלום", "עולם"]),
        (
            "Hebrew with points",
            "בְּרֵאשִׁית בָּרָא אֱלֹהִים",
            &["בְּרֵאשִׁית", "בָּרָא", "אֱלֹהִים"],
        ),
        (
            "Devanagari",
            "नमस्ते दुनिया। क्या हाल है?",
            &["नमस्ते", "दुनिया", "क्या", "हाल", "है"],
        ),
        ("Bengali", "আমার সোনার বাংলা", &["আমার", "সোনার", "বাংলা"]),
        ("Tamil", "தமிழ் மொழி, வாழ்க!", &["தமிழ்", "மொழி", "வாழ்க"]),
        ("Georgian", "გამარჯობა, მსოფლიო!", &["გამარჯობა", "მსოფლიო"]),
        ("Armenian", "Բարեւ, աշխարհ։", &["Բարեւ", "աշխարհ"]),
        ("Ethiopic", "ሰላም፡ዓለም።", &["ሰላም", "ዓለም"]),
        ("Korean", "안녕하세요, 세계!", &["안녕하세요", "세계"]),
        (
            "Chinese",
            "我们今天去北京。",
            &["我们", "今天", "去", "北京"],
        ),
        (
            "Japanese",
            "東京に行く、カメラ。",
            &["東京", "に", "行く", "カメラ"],
        ),
        ("Thai", "สวัสดีชาวโลก", &["สวัสดี", "ชาว", "โลก"]),
        ("Lao", "ສະບາຍດີໂລກ", &["ສະບາຍດີ", "ໂລກ"]),
        ("Khmer", "សួស្តីពិភពលោក", &["សួស្តី", "ពិភពលោក"]),
        ("Burmese", "မင်္ဂလာပါကမ္ဘာ", &["မင်္ဂလာ", "ပါ", "ကမ္ဘာ"]),
        (
            "mixed directions",
            "the word שלום means peace, سلام too",
            &["the", "word", "שלום", "means", "peace", "سلام", "too"],
        ),
        (
            "marks of direction",
            "\u{202b}שלום\u{202c} \u{2067}سلام\u{2069}",
            &["שלום", "سلام"],
        ),
        (
            "mixed scripts in one run",
            "用iPhone拍照",
            &["用", "iPhone", "拍照"],
        ),
        (
            "beyond the basic plane",
            "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐔𐐯𐑅𐐨𐑉𐐯𐐻",
            &["𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "𐐔𐐯𐑅𐐨𐑉𐐯𐐻"],
        ),
        ("no words", "… — 🙂 !?\u{301}", &[]),
        ("emoji between words", "yes🙂no 👩‍👩‍👧 ok", &["yes", "no", "ok"]),
    ] {
        assert_eq!(words(text), expected, "{script}");
    }
}

#[test]
fn an_apostrophe_of_any_kind_splits_in_any_text() {
    for text in ["don't", "don’t"] {
        assert_eq!(words(text), ["don", "t"]);
    }
    assert_eq!(hashes("I don't, café"), hashes("I don’t, cafe\u{301}"));
    assert_eq!(hashes("so don't go"), hashes("so don’t go"));
    assert_eq!(words("naïve don't naïve"), ["naïve", "don", "t", "naïve"]);
    assert_eq!(words("x_y-z 3.14"), ["x", "y", "z", "3", "14"]);
}

#[test]
fn spellings_of_one_word_are_one_token() {
    for same in [
        &["STRASSE", "Straße", "straße", "strasse"][..],
        &["ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "οδυσσευσ"],
        &["ÉTÉ", "été", "e\u{301}te\u{301}", "E\u{301}TE\u{301}"],
        &["ＡＢＣ１", "abc1", "ABC1", "𝐀𝐁𝐂𝟏"],
        &["ﬁsh", "fish", "FISH"],
        &["co\u{ad}operate", "cooperate", "COOPERATE"],
        &["МИР", "мир"],
        &["ԲԱՐԵՎ", "բարեվ"],
        &["가", "\u{1100}\u{1161}"],
        &["ǅ", "ǆ", "Ǆ", "dž", "DŽ"],
        &["Å", "\u{212b}", "A\u{30a}", "å"],
    ] {
        for spelling in same {
            assert_eq!(
                hashes(spelling),
                hashes(same[0]),
                "{spelling} and {}",
                same[0]
            );
            assert_eq!(hashes(spelling).len(), 1, "{spelling}");
        }
    }
    for (one, other) in [("resume", "résumé"), ("o", "0"), ("и", "й"), ("は", "ば")] {
        assert_ne!(hashes(one), hashes(other), "{one} and {other}");
    }
}

#[test]
fn long_ascii_words_are_folded_like_short_ones() {
    for length in [1, 63, 64, 65, 66, 200] {
        let (upper, lower) = ("A".repeat(length), "a".repeat(length));
        assert_eq!(
            hashes(&upper),
            [token_hash(lower.as_bytes())],
            "{length} letters"
        );
        assert_eq!(
            hashes(&format!("é {lower} é"))[1],
            token_hash(lower.as_bytes())
        );
    }
}

/// The definition, character by character: a run begins with a letter or digit and goes on with
/// letters, digits and marks; characters without a form may stand inside. True for runs with a
/// letter of a script that puts no spaces between words.
fn runs(text: &str) -> Vec<(Range<usize>, bool)> {
    let mut runs: Vec<(Range<usize>, bool)> = Vec::new();
    let mut open = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if is_word(c) {
            if !open {
                runs.push((at..end, false));
            }
            open = true;
        } else if !open || !(is_mark(c) || is_joiner(c)) {
            open = false;
            continue;
        }
        let run = runs.last_mut().expect("a run is open");
        if !is_joiner(c) {
            run.0.end = end;
        }
        run.1 |= is_word(c) && is_unspaced(c);
    }
    runs
}

fn is_word(c: char) -> bool {
    let wordy = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Number);
    !is_joiner(c) && wordy.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

fn is_joiner(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

fn is_unspaced(c: char) -> bool {
    [
        Script::Han,
        Script::Hiragana,
        Script::Katakana,
        Script::Thai,
        Script::Lao,
        Script::Khmer,
        Script::Myanmar,
    ]
    .contains(&CodePointMapData::<Script>::new().get(c))
}

/// What is wrong with the tokens of a text, by the definition.
fn mistake(text: &str) -> Result<(), String> {
    let Tokens { hashes, spans, .. } = tokens(text);
    let normalizer = Normalizer::default();
    if hashes.len() != spans.len() {
        return Err("as many hashes as spans".to_owned());
    }
    let mut reached = 0;
    for (span, hash) in spans.iter().zip(&hashes) {
        let range = span.range();
        if range.start < reached || range.is_empty() {
            return Err(format!("{range:?} behind {reached}"));
        }
        reached = range.end;
        let slice = text
            .get(range.clone())
            .ok_or("off the boundaries of characters")?;
        if !slice.chars().any(is_word) {
            return Err(format!("no letter in {slice:?} at {range:?}"));
        }
        if *hash != token_hash(normalizer.normalize(slice).as_bytes()) {
            return Err(format!("not the hash of the normal form of {slice:?}"));
        }
    }
    let mut found = spans.iter().map(|span| span.range());
    for (run, unspaced) in runs(text) {
        let mut at = run.start;
        loop {
            let next = found.next().ok_or(format!("nothing for {run:?}"))?;
            if next.start != at || next.end > run.end {
                return Err(format!("{next:?} in {run:?}"));
            }
            at = next.end;
            if at == run.end {
                break;
            }
            if !unspaced {
                return Err(format!("{next:?} is not all of {run:?}"));
            }
        }
    }
    match found.next() {
        Some(more) => Err(format!("{more:?} is in no run")),
        None => Ok(()),
    }
}

/// Characters of all kinds, most of them where trouble is likely.
fn any_char() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::char::range('!', '~'),
        2 => Just(' '),
        1 => prop::sample::select(vec!['\u{ad}', '\u{200c}', '\u{200d}', '\u{301}', '\u{323}', '\u{34f}', '\u{fe0f}', '\u{20e3}']),
        1 => prop::sample::select(vec!['’', 'ʼ', '·', '_', '\u{3099}', '\u{309a}', '゛', 'ー', '々', 'ｶ', 'ﾞ', '①', '²', '½', 'Ⅷ']),
        1 => prop::char::range('\u{a0}', '\u{24f}'),
        1 => prop::char::range('\u{300}', '\u{36f}'),
        1 => prop::char::range('\u{370}', '\u{5ff}'),
        1 => prop::char::range('\u{600}', '\u{6ff}'),
        1 => prop::char::range('\u{900}', '\u{dff}'),
        1 => prop::char::range('\u{e00}', '\u{eff}'),
        1 => prop::char::range('\u{1000}', '\u{10ff}'),
        1 => prop::char::range('\u{1780}', '\u{17ff}'),
        1 => prop::char::range('\u{3040}', '\u{30ff}'),
        1 => prop::char::range('\u{4e00}', '\u{4fff}'),
        1 => prop::char::range('\u{ac00}', '\u{acff}'),
        1 => prop::char::range('\u{1f300}', '\u{1faff}'),
        1 => any::<char>(),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    prop::collection::vec(any_char(), 0..40).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn tokens_are_the_runs_of_the_definition(text in any_text()) {
        prop_assert_eq!(mistake(&text), Ok(()), "{:?}", text);
    }

    #[test]
    fn the_fast_path_never_changes_the_split(ascii in "[ -~\n]{0,60}", around in "[é語ש🙂\u{2026}]") {
        let plain = tokens(&ascii);
        let spaced = tokens(&format!("{around} {ascii} {around}"));
        let shift = around.len() as u32 + 1;
        let inner: Vec<_> = spaced
            .spans
            .iter()
            .zip(&spaced.hashes)
            .filter(|(span, _)| span.begin >= shift && (span.end - shift) as usize <= ascii.len())
            .map(|(span, hash)| (span.begin - shift, span.end - shift, *hash))
            .collect();
        let expected: Vec<_> = plain.spans.iter().zip(&plain.hashes).map(|(s, h)| (s.begin, s.end, *h)).collect();
        prop_assert_eq!(inner, expected);
        // The same words through the slow path: a soft hyphen in each that is no part of it.
        let hyphened: String = ascii
            .chars()
            .flat_map(|c| if c.is_ascii_alphanumeric() { vec![c, '\u{ad}'] } else { vec![c] })
            .collect();
        prop_assert_eq!(hashes(&hyphened), plain.hashes);
    }

    #[test]
    fn composed_and_decomposed_text_have_the_same_tokens(text in any_text()) {
        let composed = ComposingNormalizer::new_nfc();
        let decomposed = DecomposingNormalizer::new_nfd();
        let expected = hashes(&text);
        prop_assert_eq!(hashes(&composed.normalize(&text)), expected.clone(), "{:?} composed", &text);
        prop_assert_eq!(hashes(&decomposed.normalize(&text)), expected, "{:?} decomposed", &text);
    }

    #[test]
    fn joiners_make_no_difference(text in any_text(), at in prop::collection::vec(0usize..40, 0..6)) {
        let without: String = text.chars().filter(|&c| !is_joiner(c)).collect();
        let mut with: Vec<char> = without.chars().collect();
        for (i, at) in at.into_iter().enumerate() {
            with.insert(at.min(with.len()), ['\u{ad}', '\u{200b}', '\u{200d}', '\u{202e}', '\u{feff}'][i % 5]);
        }
        let expected = hashes(&without);
        prop_assert_eq!(hashes(&text), expected.clone(), "{:?}", &text);
        prop_assert_eq!(hashes(&String::from_iter(&with)), expected, "{:?}", &with);
    }

    #[test]
    fn case_makes_no_difference(text in "[a-zA-Zà-þÀ-Þα-ωА-яԱ-Ֆა-ჰ ,.]{0,40}") {
        let expected = hashes(&text);
        prop_assert_eq!(hashes(&text.to_uppercase()), expected.clone());
        prop_assert_eq!(hashes(&text.to_lowercase()), expected);
    }

    #[test]
    fn tokens_are_appended_and_spans_index_the_new_text(one in any_text(), two in any_text()) {
        let (first, second) = (tokens(&one), tokens(&two));
        let mut both = first.clone();
        Words::default().tokenize(&two, &mut both);
        prop_assert_eq!(both.hashes, [first.hashes, second.hashes].concat());
        prop_assert_eq!(both.spans, [first.spans, second.spans].concat());
    }
}

#[test]
fn joiners_make_no_difference_to_the_dictionary() {
    for text in ["我们今天去北京", "東京に行く", "สวัสดีชาวโลก", "សួស្តីពិភពលោក"]
    {
        let joined: String = text.chars().flat_map(|c| ['\u{ad}', c]).skip(1).collect();
        assert_eq!(hashes(&joined), hashes(text), "{text}");
    }
}

#[test]
fn decomposed_kana_is_split_as_composed_is() {
    let decomposed = DecomposingNormalizer::new_nfd();
    for text in ["ガラスの仮面", "私はパンを食べました", "東京で学んだ言葉"]
    {
        assert_eq!(hashes(&decomposed.normalize(text)), hashes(text), "{text}");
    }
}

#[test]
fn what_is_not_seen_hides_no_word() {
    let plain = hashes("a copy of the password, кошка and 東京に行く人");
    let hidden = "a c\u{43e}py \u{202e}of th\u{200b}\u{200b}e pass\u{ad}w\u{2066}ord\u{feff}, кoшка and 東京\u{200b}に行く人";
    let tokens = tokens(hidden);
    assert_eq!(tokens.hashes, plain);
    assert_eq!((tokens.hidden.words, tokens.hidden.characters), (2, 5));
    let slices: Vec<&str> = tokens
        .spans
        .iter()
        .map(|span| &hidden[span.range()])
        .collect();
    assert_eq!(slices[1..4], ["c\u{43e}py", "of", "th\u{200b}\u{200b}e"]);
    // Scripts that are written with joiners have nothing hidden in them.
    for text in ["می\u{200c}خواهم", "क्\u{200d}ष", "plain", "葛\u{e0100}飾"] {
        let mut tokens = Tokens::default();
        Words::default().tokenize(text, &mut tokens);
        assert_eq!(tokens.hidden.count(), 0, "{text}");
    }
}
