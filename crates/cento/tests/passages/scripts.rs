//! Passages in all scripts: places are right in every unit.

use crate::common::Random;
use crate::library::{Doc, UNITS, find_with, options};

/// Words and what stands between them, in many scripts.
const SCRIPTS: &[(&[&str], &[&str])] = &[
    (
        &[
            "the", "Quick", "brown", "fox", "jumps", "over", "lazy", "dogs", "naïve", "café",
            "Straße",
        ],
        &[" ", ", ", ". ", "\n", " \u{2014} "],
    ),
    (
        &[
            "我们", "今天", "中国", "人民", "政府", "经济", "发展", "北京", "大学", "学生", "文化",
            "历史",
        ],
        &["", "", "", "，", "。"],
    ),
    (
        &[
            "ประเทศ",
            "ไทย",
            "ภาษา",
            "นักเรียน",
            "โรงเรียน",
            "รัฐบาล",
            "ประชาชน",
            "กรุงเทพ",
            "วัน",
            "เดือน",
        ],
        &["", "", "", " "],
    ),
    (
        &[
            "الكتاب",
            "مَدرسة",
            "السلام",
            "عليكم",
            "كان",
            "هذا",
            "البيت",
            "القديم",
            "لغة",
            "عربية",
        ],
        &[" ", " ", "، ", "؟ "],
    ),
    (
        &[
            "हिन्दी",
            "भाषा",
            "भारत",
            "सरकार",
            "क्षत्रिय",
            "विद्यालय",
            "लोग",
            "समय",
            "किताब",
            "पानी",
        ],
        &[" ", " ", "। "],
    ),
    (
        &[
            "日本",
            "東京",
            "ことば",
            "文化",
            "コンピュータ",
            "新聞",
            "歴史",
            "学校",
            "です",
            "ました",
        ],
        &["", "", "、", "。"],
    ),
    (
        &[
            "Привет",
            "мир",
            "война",
            "ёлка",
            "книга",
            "человек",
            "Ἀθῆναι",
            "λόγος",
            "ש\u{5c1}לום",
            "e\u{301}te\u{301}",
        ],
        &[" ", " ", ", ", "\u{a0}"],
    ),
    (
        &[
            "😀",
            "👩\u{200d}👩\u{200d}👧",
            "🇫🇷",
            "smile",
            "𝒳𝓎",
            "𐍈𐌰",
            "x",
            "42",
            "3",
            "co\u{ad}op",
        ],
        &[" ", "😀", " 🎉 ", "\u{200d}"],
    ),
];

fn piece(random: &mut Random, pieces: usize) -> Vec<String> {
    let (words, between) = SCRIPTS[random.below(SCRIPTS.len())];
    (0..pieces)
        .map(|_| {
            let word = words[random.below(words.len())];
            // What makes words rarer in scripts that have spaces.
            let number = match random.below(3) {
                0 => random.below(50).to_string(),
                _ => String::new(),
            };
            format!("{word}{number}{}", between[random.below(between.len())])
        })
        .collect()
}

fn collection(random: &mut Random) -> Vec<Doc> {
    let mut texts: Vec<Vec<String>> = Vec::new();
    (0..2 + random.below(6))
        .map(|n| {
            let mut text = Vec::new();
            for _ in 0..1 + random.below(5) {
                let other = texts.get(random.below(n + 1)).cloned();
                match other.filter(|other| !other.is_empty()) {
                    Some(other) if random.below(3) > 0 => {
                        let from = random.below(other.len());
                        let to = from + 1 + random.below(other.len() - from);
                        text.extend_from_slice(&other[from..to]);
                        if random.below(2) == 0 {
                            let at = random.below(text.len());
                            text[at] = piece(random, 1).concat();
                        }
                    }
                    _ => {
                        let pieces = random.below(60);
                        text.extend(piece(random, pieces));
                    }
                }
            }
            texts.push(text.clone());
            Doc {
                id: n.to_string(),
                text: text.concat(),
                ..Doc::default()
            }
        })
        .collect()
}

/// The runs check that every text is that of its place, and that no word is cut.
#[test]
fn places_are_right_in_every_script_and_unit() {
    let mut passages = 0;
    let mut edited = 0;
    for seed in 0..400 {
        let docs = collection(&mut Random::new(seed));
        let mut counts = Vec::new();
        for unit in UNITS {
            let mut options = options();
            options.offsets = unit;
            let results = find_with(&docs, None, &options);
            let found: Vec<_> = results
                .passages
                .iter()
                .map(|p| {
                    (
                        p.a_tokens,
                        p.b_tokens,
                        p.a_text.clone(),
                        p.b_text.clone(),
                        p.counts,
                    )
                })
                .collect();
            edited += found.iter().filter(|row| row.4.identity() < 1.0).count();
            counts.push(found);
        }
        assert_eq!(counts[0], counts[1], "seed {seed}");
        assert_eq!(counts[0], counts[2], "seed {seed}");
        passages += counts[0].len();
    }
    assert!(passages > 400 && edited > 100, "{passages} {edited}");
}

/// The same words, in two texts that stand on both sides of other scripts.
#[test]
fn a_copy_in_any_script_is_found_with_its_text() {
    for (nth, (words, between)) in SCRIPTS[..7].iter().enumerate() {
        let mut random = Random::new(1000 + nth as u64);
        let mut copy = String::new();
        for _ in 0..60 {
            copy.push_str(words[random.below(words.len())]);
            copy.push_str(between[random.below(between.len())]);
        }
        let copy = copy.trim_matches(|c: char| !c.is_alphanumeric());
        let docs = ["🎉 one alpha beta 日本 — ", "two ไทย gamma. Ж 🇫🇷 "].map(|before| Doc {
            id: before.to_owned(),
            text: format!("{before}{copy} // {before}"),
            ..Doc::default()
        });
        for unit in UNITS {
            let mut options = options();
            options.offsets = unit;
            let results = find_with(&docs, None, &options);
            let found = results
                .passages
                .iter()
                .any(|p| p.a_text == copy && p.b_text == copy);
            assert!(found, "{copy}: {:#?}", results.passages);
        }
    }
}
