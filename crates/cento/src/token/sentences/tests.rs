//! Where sentences end, in many scripts.

use icu_segmenter::SentenceSegmenter;
use icu_segmenter::options::SentenceBreakInvariantOptions;
use proptest::prelude::*;

use super::{LONGEST, is_without_capitals};
use crate::token::{Tokenizer, Tokens, Words};

fn tokens(text: &str) -> Tokens {
    let (words, mut tokens) = (Words::default(), Tokens::default());
    words.tokenize(text, &mut tokens);
    words.sentences(text, &mut tokens);
    tokens
}

/// The text of each sentence, from its first to its last word.
fn sentences(text: &str) -> Vec<&str> {
    let tokens = tokens(text);
    let spans = tokens.sentences.iter();
    spans
        .map(|&span| &text[tokens.bytes_of(span).range()])
        .collect()
}

/// Joins pieces, each of which must be one sentence.
fn check(marked: &str) {
    let pieces: Vec<&str> = marked.split('¦').collect();
    let text = pieces.concat();
    let expected: Vec<&str> = pieces.iter().flat_map(|piece| one(piece)).collect();
    assert_eq!(sentences(&text), expected, "{text}");
}

/// From the first to the last word of a piece.
fn one(piece: &str) -> Option<&str> {
    let mut tokens = Tokens::default();
    Words::default().tokenize(piece, &mut tokens);
    let (first, last) = (tokens.spans.first()?, tokens.spans.last()?);
    Some(&piece[first.begin as usize..last.end as usize])
}

#[test]
fn marks_end_sentences() {
    check("The tide came in.¦ The boats went out.¦ Did they?¦ They did!¦ All of them");
    check("Wait... ¦What?¦ He paused... then went on.¦ So…¦ Yes.");
    check("He said it (twice).¦ Nobody heard.");
    check("One thing; another: a third, and a fourth.");
}

#[test]
fn quotes_and_brackets_belong_to_what_they_close() {
    check("\"It was due.\" ¦She nodded.¦ (\"Was it?\") ¦Nobody asked.");
    check("\"Who is there?\" he asked.¦ \"Nobody!\" she cried.¦ It was so.");
    check("“Stop!”, he said.¦ “Go on.” ¦They went.");
    check("He left (why?) and came back.¦ «Да!» ¦Он ушёл.");
    check("He came in.¦—“Well?” ¦He looked up, and—how he laughed!—sat down.");
    check("— Vous partez ?¦ demanda-t-il.¦ — Oui, dit Marie.¦ — Ah !¦ — Adieu.");
    check("– Куда? – спросил он.¦ – Туда! – сказала она.");
    check("Dr.-Ing. Weber kam.¦ The U.K.-Based firm went.");
    check("As was shown.[12] ¦Others disagree.[3][4] ¦So it stands.");
}

#[test]
fn abbreviations_end_nothing() {
    check("Mr. Smith met Dr. Jones, Mrs. Brown and Prof. Green at St. Mary.¦ They spoke.");
    check("See vol. 3, No. 5, pp. 12 and p. 7, e.g. Fig. 2, i.e. Table 1, cf. Brown.¦ Then go on.");
    check("It was No. 5.¦ I said no.¦ Nobody asked.");
    check("He said no. ¦I left, with No. V and vol. II of it.");
    check("See 93 S. Ct. 705, 9th Cir. 1990, under R. Civ. P. 12.¦ It was so.");
    check("M. Dupont et Mme. Durand sont venus.¦ Ils ont vu M. Le Goff.");
    check("Vers 500 av. J.-C. Rome existait, selon l’art. L. 5.¦ Elle était petite.");
    check("Nach § 5 Abs. 2 gilt das, inkl. Steuer.¦ Es ist so.");
    check("Fue a EE. UU. ayer.¦ Volvió de EE. UU. ¦El viaje fue largo.");
    check("Das ist z. B. Haus und Hof, d. h. Alles, bzw. Nichts usw. Dinge.¦ Und so fort.");
    check("El Sr. García y la Sra. López viven en la Avda. Central, núm. 5.¦ Son felices.");
    check("Smith Inc. Bought it from Jones Jr. ¦Then.");
    check(
        "Это проф. Иванов, ул. Ленина, т. е. Москва, и т. д. Потом он ушёл.¦ Да, и т. д. ¦Он ушёл.",
    );
    check("It was 5 p.m. on Monday, at 6 a.m. Greenwich time.¦ It was 5 p.m. ¦They left.");
}

#[test]
fn initials_end_nothing_but_numerals_of_chapters_do() {
    check("J. R. R. Tolkien wrote it.¦ George W. Bush read it.¦ А. С. Пушкин родился в Москве.");
    check("Chapter I. ¦The beginning of it all");
    check("Book V. ¦Of laws");
    check("I. The beginning");
    check("IV. Of laws and customs");
    check("They live in the U.S. ¦The law is strict.¦ The U.S. Senate met.");
    check("He had vitamin C. ¦It helped.");
    // A letter that an apostrophe or hyphen parts from its word is no initial.
    check("He didn't.¦ John did.¦ It was Tom’s.¦ Mary knew.¦ Vas-y.¦ Paul est là.");
    check("זו חברה בע\"מ.¦ פרופ' לוי הגיע.");
}

#[test]
fn numbers_and_ordinals_are_whole() {
    check("It cost 3.14 or 1.000.000 euros.¦ In 1990. ¦The end.");
    check(
        "Er kam am 3. Mai und ging 1915. ¦Danach war der 1. Weltkrieg.¦ Es war der 24. 12. 1914.",
    );
    check("He was 21. ¦The next was 22.");
    check("It ended in 1990.¦ 5 ships came.");
    check("Go to example.com or www.example.org/page?id=5 now.¦ Done!");
}

#[test]
fn wrapped_lines_are_one_sentence() {
    check(
        "The tide came in at six in the morning, and all the\nboats went out at seven with\nMr.\nSmith.¦ So it was.",
    );
    check(
        "The tide came in at six in the morning, with all of the\nEnglish boats going out at seven again.",
    );
    check(
        "One line that has no end at all but goes on\r\nand on with another line.¦\r\n\r\nAnother.",
    );
}

#[test]
fn empty_lines_and_headings_end_sentences() {
    check("THE TIDE\n\n¦It came in at six");
    check("THE TIDE\n  \t\n¦it came in at six");
    check("The tide\n========\n¦it came in at six");
    check("The tide\n¦It came in at six in the morning, as it does on most days of the year.");
    check("one verse\n\n¦another verse\n\n¦a third");
    check("* first item\n¦* second item\n¦* third item");
    check("* it was a\n*very* good tide");
    check("# The tide\n¦it came in\n¦## again\n¦and went\nout");
    check(
        "we need\n¦- apples\n¦- pears that\n  are ripe\n¦- plums\n\n¦it was so\n- as he said - again",
    );
    check("a) first\n¦b) second\n¦(c) third");
    check("- first item.\n¦- second item.\n¦(1) third\n¦(2) fourth");
    check("- First item\n¦- Second item\n¦- Third item");
    check("1. First item\n¦2. Second item\n¦3. Third item");
    check("One page\u{c}¦another page");
}

#[test]
fn quoted_mail_and_its_answer_are_apart() {
    check(
        "> The tide came in\n> and the boats went out\n> at seven\n¦I do not think so\n¦> it was eight\n¦Neither do I",
    );
    check(">> deep in the\n>> past\n¦> less deep\n> than it was\n¦answer");
    check("Bob wrote:\n¦> the tide came in\n>\n¦> another paragraph");
    check("> > spaced marks\n> > go on\n¦> less");
    check("|> the tide came\n|> in\n¦I do not think so\n¦|> it was eight");
}

#[test]
fn every_script_has_its_marks() {
    // French, Spanish, German, Russian.
    check("Où est l’été ?¦ Il est là !¦ « Vraiment ? » ¦Oui.");
    check("¿Qué pasa?¦ ¡Nada!¦ Todo está bien.¦ Ángel vino.");
    check("„Wer ist da?“, fragte er.¦ Niemand.¦ Öl ist teuer.");
    check("Die Fa. Müller liefert.¦ Das Öl ist teuer.");
    check("È partito due anni fa.¦ Poi è tornato.");
    check("Кто там?¦ Никого нет.¦ Он сказал: «Да».¦ И ушёл.");
    // Greek asks with a semicolon.
    check("Τι κάνεις;¦ Καλά είμαι.¦ Ἐν ἀρχῇ ἦν ὁ λόγος· καὶ θεὸς ἦν ὁ λόγος.");
    check("Τι κάνεις\u{37e} ¦Καλά.");
    // Arabic, Urdu, Persian.
    check("ما اسمك؟¦ اسمي أحمد.¦ أين تسكن؟");
    check("د. أحمد هنا.¦ وهو طبيب.");
    check("یہ ایک جملہ ہے۔¦ یہ دوسرا ہے۔");
    // Hindi, Bengali.
    check("यह पहला वाक्य है।¦ यह दूसरा है॥¦ क्या यह तीसरा है?¦ डॉ. राम आए।");
    check("कीमत रु. 500 है।¦ पृ. 5 देखें।");
    check("திரு. ராமன் வந்தார்.¦ எப்படி?");
    check("আমি ভাত খাই।¦ তুমি কী খাও?");
    // Chinese and Japanese.
    check("今天很好。¦2020年我们赢了！¦5比0。¦他买了GDP。¦iPhone很好。");
    check("今天天气很好。¦我们去公园吧！¦你去吗？¦“我去。”他说。");
    check("“好！”老人大声喊道，“我们走吧。”¦天黑了。¦“走吧。”他低着头说。¦我点头。");
    check("「真的嗎？」她問。¦「是。」¦他又說：「走吧。」");
    check("“好。”¦这是一本小说。¦“什么？”¦我知道。");
    check("東京に行く。¦「今日は晴れだ。」¦明日は雨だ！¦『本当？』");
    check("「はい。」と彼は言った。¦そして去った。");
    // Armenian, Ethiopic, Khmer, Burmese, Tibetan.
    check("Սա մի նախադասություն է։¦ Սա երկրորդն է:¦ Վերջ։");
    check("ሰላም ለዓለም።¦ እንዴት ነህ፧¦ ደህና ነኝ።");
    check("ខ្ញុំទៅផ្សារ។¦ គាត់ទៅសាលា។");
    check("ကျွန်တော်သွားတယ်။¦ သူလာတယ်။");
    // Georgian has no capitals.
    check("მე წავედი.¦ ის მოვიდა.¦ ვინ?");
    // Korean.
    check("\"가자!\"라고 말했다.¦ “갔다.”고 했다.¦ \"가자.\" ¦\"그래.\"");
    check("나는 학교에 갔다.¦ 너는 어디에 갔니?¦ 집에 갔다.");
}

#[test]
fn thai_ends_at_spaces() {
    let text = "วันนี้อากาศดีมากและฉันไปเดินเล่นที่สวนสาธารณะ พรุ่งนี้ฝนจะตกหนักและฉันจะอยู่บ้านทั้งวัน";
    assert_eq!(sentences(text).len(), 2);
    assert_eq!(sentences("ผมไป  เขามา"), ["ผมไป", "เขามา"]);
    assert_eq!(sentences("มี 5 คน"), ["มี 5 คน"]);
}

#[test]
fn nothing_is_too_long() {
    let words = |n: usize| (0..n).map(|i| format!("w{}", i * i % 9973));
    let plain = words(1000).collect::<Vec<_>>().join(" ");
    assert!(tokens(&plain).sentences.len() >= 1000 / LONGEST);
    // A copy that begins elsewhere comes to be cut at the same places.
    let ends = |text: &str| sentences(text).last().map(|last| last.len());
    let later = words(1000).skip(37).collect::<Vec<_>>().join(" ");
    assert_eq!(ends(&plain), ends(&later));
    // A line end before a semicolon before a comma.
    let long = |mark: &str| {
        let half = words(100).collect::<Vec<_>>().join(" ");
        format!("{half}{mark} {half}")
    };
    for mark in [",", ";", " and\n", "，"] {
        assert_eq!(
            tokens(&long(mark)).sentences[0].len(),
            100 + u32::from(mark.contains("and")),
            "{mark}"
        );
    }
}

#[test]
fn no_words_have_no_sentences() {
    for text in ["", " ", ".", "?!\n\n...", "\u{200d}", "> > >\n"] {
        assert!(sentences(text).is_empty(), "{text:?}");
    }
    assert_eq!(sentences("word"), ["word"]);
    assert_eq!(sentences(".\n\nword.\n\n."), ["word"]);
}

/// What any sentences must be.
fn hold(text: &str) {
    let tokens = tokens(text);
    let mut from = 0;
    for span in &tokens.sentences {
        assert_eq!(span.begin, from, "{text:?}");
        assert!(
            !span.is_empty() && span.len() as usize <= LONGEST,
            "{text:?}"
        );
        from = span.end;
    }
    assert_eq!(from as usize, tokens.len(), "{text:?}");
}

/// Pieces that meet in all the ways that matter.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Zé]{1,9}",
        4 => Just(" ".to_owned()),
        2 => proptest::sample::select(vec![
            ".", "!", "?", "...", "…", ";", ":", ",", "\n", "\r\n", "\n\n", "> ", ">>", "[1]", "(", ")", "\"", "”",
            "「", "」", "。", "।", "؟", "Mr.", "z. B.", "J. R.", "3.", "Chapter I.", "- ", "* ", "ไทย", "漢字", "と",
            "Ελλάδα", "Հայ", ".She went ", ".2 And ", "\n- ", "\nabc def\n", "²", "\u{ad}", "\u{200d}", "\u{301}", "\u{2028}", "\u{2029}",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

fn pieces() -> impl Strategy<Value = String> {
    proptest::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_token_is_in_one_sentence(text in pieces(), any in ".*") {
        hold(&text);
        hold(&any);
    }

    /// Reused memory changes nothing.
    #[test]
    fn the_same_text_has_the_same_sentences(a in pieces(), b in pieces()) {
        let (words, mut used) = (Words::default(), Tokens::default());
        for text in [&a, &b, &a] {
            used.clear();
            words.tokenize(text, &mut used);
            words.sentences(text, &mut used);
            prop_assert_eq!(&used, &tokens(text));
        }
    }

    /// What an empty line parts are two texts.
    #[test]
    fn texts_with_an_empty_line_between_are_apart(a in pieces(), b in pieces()) {
        let text = format!("{a}\n\n{b}");
        let (first, second) = (tokens(&a), tokens(&b));
        // A mark that continues a run must not begin the second.
        prop_assume!(tokens(&text).len() == first.len() + second.len());
        // Capitals tell of sentences only where there are some.
        let [whole, one, other] = [&text, &a, &b].map(|text| is_without_capitals(text));
        prop_assume!(whole == one && whole == other);
        let lengths = |tokens: &Tokens| tokens.sentences.iter().map(|span| span.len()).collect::<Vec<_>>();
        prop_assert_eq!(lengths(&tokens(&text)), [lengths(&first), lengths(&second)].concat());
    }

    /// In a line with capitals and spaces, without abbreviations, numbers and quotes they are those of the Unicode rules.
    #[test]
    fn plain_sentences_are_those_of_unicode(
        words in proptest::collection::vec(("[A-Z]?[a-z]{6,9}", "[ ,]|[.!?] | \\(|\\) |[.!?] ,"), 1..40)
    ) {
        let text: String = words.iter().flat_map(|(word, gap)| [word.as_str(), gap]).collect();
        prop_assume!(!is_without_capitals(&text));
        let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
        let ends: Vec<usize> = segmenter.segment_str(&text).skip(1).collect();
        let mut from = 0;
        let mut expected = Vec::new();
        for end in ends {
            expected.extend(one(&text[from..end]));
            from = end;
        }
        let found = sentences(&text);
        if tokens(&text).sentences.iter().all(|span| (span.len() as usize) < LONGEST / 2) {
            prop_assert_eq!(found, expected, "{}", text);
        }
    }
}

#[test]
fn french_quotes_have_a_space_before_them() {
    check("« Qui est là ? » demanda-t-il. ¦Personne.");
    check("«Qui est là?» demanda-t-il. ¦Personne.");
    check("Er rief: »Wer da!« ¦Niemand kam. ¦»Ich gehe.«");
}

#[test]
fn a_text_without_capitals_is_split_all_the_same() {
    check("hello there. ¦how are you? ¦fine thanks, mr. smith. ¦see e.g. the list.");
    // Where there are capitals, their lack tells.
    check("He wrote approx. forty lines of it. ¦They were good.");
}

#[test]
fn a_full_stop_without_a_space_ends_sentences_of_prose() {
    check("He went home.¦She stayed there.¦They never met");
    check("He left!¦She stayed?¦They met (twice).¦She did not.¦\"Why?\"¦Nobody knows.");
    check("It didn't.¦He did.¦It was so in 1990.¦The king died.¦I left.");
    check("He went...¦She stayed on.¦¿Qué pasa con ella?");
    check("Он ушёл домой.¦Она осталась там.¦Τι να κάνω.¦Η μέρα πέρασε.");
    check("She went to Paris.¦The others stayed in Rome.¦It was so");
    // In names, addresses, code and abbreviations it ends none.
    for whole in [
        "See www.Example.com or http://a.example/b.Txt or me@example.Com, please",
        "It was the U.S.A and Node.js with 3.5 or foo.Bar() and java.lang.String is one",
        "We use System.Collections.Generic here, and os.Path, for data.Frame(x) or obj.Name = 5",
        "He met Mr.Smith and Dr.Brown, approx.Ten of them, e.g.The first",
        "She has a Ph.D in it, and lives in St.Petersburg as ever.",
        "readme.Txt is there",
        "Nach Abs.Satz gilt das",
    ] {
        assert_eq!(sentences(whole).len(), 1, "{whole}: {:?}", sentences(whole));
    }
}

#[test]
fn the_mark_of_a_note_belongs_to_what_it_follows() {
    check("It stands here.[2] ¦Another one.[3][4] ¦So.");
    check("It has a footnote.1 ¦Next is another one!12 ¦Then \"so it is.\"3 ¦And this.1\n¦Then.");
    check("It has one.² ¦And another.¹² ¦И ещё.³ ¦Так и есть one!⁴ ¦So.");
    check("The area is 5 m² in all.¦ It is so.");
    // What has a number of its own is no end.
    check("See Fig.1 The thing in Abs.2 Das, of art.3 Code and lib.4 Dei, in version 2.1 The one.");
    check("It was .363 OBP even though.¦ It cost $3.50 The same day.");
}

#[test]
fn abbreviations_have_a_form() {
    check("Venne l'avv. Bianchi con il geom. Rossi e l'egr. Verdi.¦ Poi andarono.");
    check("Er wohnt Bahnhofstr. 5 in Berlin, Hauptstr. Ecke Nordstr. 7a.¦ Das Haus ist alt.");
    check("Er wohnt in der Bahnhofstr. ¦Das Haus ist alt.");
    check("Vgl. Hft. 3 und Bd. 4, Rdnr. 5, sz. 7.¦ So ist es.");
    // A short word is no abbreviation for that.
    check("I saw him.¦ 5 ships came.¦ Why try.¦ 3 men did.");
}

const SHORT: [&str; 3] = [
    "hey are you there\n¦yes what do you need\n¦can you send me the file\n¦sure give me a minute\n¦thanks a lot",
    "Hey are you there\n¦Yes what do you need\n¦Can you send me the file\n¦Sure, give me a minute\n¦Thanks a lot",
    "The sun is on the hill and far away\n¦The birds are in the old tree again\n¦We go along the river without end and sing\n\
     ¦And nobody is here\n¦To tell us all where to go when it is night",
];

#[test]
fn lines_without_marks_are_each_on_their_own() {
    for lines in SHORT {
        check(lines);
        check(&lines.replace('\n', "\r\n"));
        let quoted = lines.replace('\n', "\n> ");
        check(&format!("> {quoted}\n\n¦And so on"));
    }
    // Long ones too, where most had room for the next word; a question does no harm.
    check(
        "so i went down to the harbour yesterday and guess who was there\n¦who\n¦the keeper of the lighthouse\n\
         ¦really?\n¦yes he had not been seen for weeks and nobody had asked",
    );
    // In scripts without capitals.
    check("오늘 날씨가 좋다\n¦우리는 바다로 갔다\n¦배가 왔다\n¦다시 집으로");
    check("كان البحر هادئا\n¦وخرجت القوارب\n¦ثم عادت في المساء\n¦ولم يسأل أحد");
    check("Мы пошли домой\n¦Там никого не было\n¦Потом пришла она\n¦И стало тихо");
    // What is set in goes on with its item, and a small letter with its verse.
    check("apples and pears\n¦plums that are\n   very ripe\n¦cherries\n¦grapes");
    check(
        "The sun is on the hill\n¦The birds are in the tree\nof ours\n¦We go along the river\n¦And nobody is here\n\
           ¦To tell us where to go\n¦Or when to be there\n¦Nor why it is so\n¦And what it is for\n¦The end of it all",
    );
}

/// Prose in lines of at most so many columns.
fn wrapped(text: &str, columns: usize) -> String {
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 {
            let is_full = column + 1 + width > columns;
            lines.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        lines.push_str(word);
        column += width;
    }
    lines
}

const PROSE: [&str; 4] = [
    "The tide came in at six in the morning, and all the boats that were in the harbour went out at seven, since \
     nobody wanted to wait until the wind had changed. Mr. Smith stayed with the keeper of the lighthouse. What they \
     talked about while the others were away (so it was told later) nobody has ever heard.",
    "An diesem Morgen war das Meer ruhig und die Boote der Fischer lagen im Hafen am Ende der Stadt wo nur der Wärter \
     des Leuchtturms und sein alter Hund wohnten bis die Leute vom Amt für Küste und Hafen kamen und das Haus kauften",
    "nobody had thought of asking the keeper why he was leaving his house so early on every single day of the week \
     and when he came back he would not say a word about it even to those who had known him since he was a child and \
     who had been with him on the boats when the great storm came",
    "В то утро море было спокойным и все лодки которые стояли в гавани вышли в семь часов потому что никто не хотел \
     ждать пока переменится ветер а сторож маяка остался дома со своей старой собакой и никому ничего не сказал",
];

#[test]
fn wrapped_prose_is_not_cut_at_its_lines() {
    for text in PROSE {
        for columns in 36..100 {
            let text = wrapped(text, columns);
            let starts = |text: &str| -> Vec<u32> {
                let tokens = tokens(text);
                tokens.sentences.iter().map(|span| span.begin).collect()
            };
            assert_eq!(starts(&text), starts(&text.replace('\n', " ")), "{text}");
        }
    }
}

#[test]
fn a_list_is_its_items() {
    for sign in ["-", "*", "•", "–", "+", "●", "▪"] {
        check(&format!(
            "we need\n¦{sign} apples\n¦{sign} pears\n¦{sign} plums"
        ));
        check(&format!(
            "{sign} apples\n¦{sign} pears\n¦{sign} plums that are\n  very ripe\n¦{sign} grapes"
        ));
    }
    check("we need\n¦1. apples\n¦2. pears\n¦10) plums\n¦a) grapes\n¦(b) cherries");
    // One dash may be one of the sentence, and what an empty line parts is no second.
    check("we need\n- apples\n\n¦- pears");
    check(
        "It was - as he said to all of them\n- a very good year for those who had been there, it seems.",
    );
}

/// Whatever the lines are like, each is looked at a fixed number of times.
#[test]
fn lines_cost_the_same_however_many_there_are() {
    let lines: [&dyn Fn(usize) -> &'static str; 6] = [
        &|_| "a\n",
        &|_| "A b\n",
        &|at| ["a\n", "> a\n", ">> b\n"][at % 3],
        &|at| ["- a\n", "b\n"][at % 2],
        &|_| "so.1 ",
        &|_| "home.She went on ",
    ];
    for line in lines {
        let seconds = |count: usize| {
            let text: String = (0..count).map(line).collect();
            // The best of a few: others use the machine too.
            let times = (0..3).map(|_| {
                let begin = std::time::Instant::now();
                hold(&text);
                begin.elapsed().as_secs_f64()
            });
            times.fold(f64::MAX, f64::min)
        };
        let (few, many) = (seconds(1 << 14), seconds(1 << 18));
        // Sixteen times as many; were it quadratic, it would be 256 times.
        assert!(many < 80.0 * few.max(0.001), "{few} {many}");
    }
    // A line of any length is not read again for each of its neighbours.
    hold(&"a".repeat(1 << 20));
    hold(&format!("a\n{}\nb\nc\n", "word ".repeat(1 << 18)));
}
