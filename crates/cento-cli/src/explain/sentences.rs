//! Sentences with what is left of their words, and what two of them share.

use std::io::{self, Write};

use cento::explain::{Asked, Met, Needs, Sentence, SentencesCompared, SentencesExplained};

use crate::style::{count, counted, one_line, percent};

/// The sentences of one text.
pub(super) fn print_one(explained: &SentencesExplained, out: &mut dyn Write) -> io::Result<()> {
    let all = &explained.sentences;
    let words = all.iter().map(|sentence| sentence.words.len() as u64);
    let counting = all.iter().flat_map(|sentence| &sentence.words);
    let counting = counting.filter(|word| word.stem.is_some()).count() as u64;
    writeln!(
        out,
        "{}; {}, {}, of which {} {}",
        explained.scheme.brief(),
        counted(all.len() as u64, "sentence"),
        counted(words.sum(), "word"),
        count(counting),
        if counting == 1 { "counts" } else { "count" },
    )?;
    for sentence in all {
        writeln!(out, "\n{}", headed(sentence))?;
        for word in &sentence.words {
            let place = format!("{}..{}", word.begin, word.end);
            writeln!(
                out,
                "  {place:<13} {:<20} {}",
                one_line(&word.text, 20),
                match &word.stem {
                    Some(stem) => one_line(stem, 40),
                    None => "left out: a stop word".to_owned(),
                }
            )?;
        }
    }
    Ok(())
}

/// Where a sentence stands, its signature if it has one, and its text.
fn headed(sentence: &Sentence) -> String {
    let signature = sentence.signature.as_ref();
    format!(
        "{}..{}  {}{}",
        sentence.begin,
        sentence.end,
        signature.map_or(String::new(), |signature| format!("{signature}  ")),
        one_line(&sentence.text, 70)
    )
}

/// Two texts.
pub(super) fn print_pair(explained: &SentencesCompared, out: &mut dyn Write) -> io::Result<()> {
    let e = explained;
    writeln!(out, "{}", e.verdict)?;
    for (side, other, tokens, sentences, share) in [
        ("a", "b", e.a_tokens, e.a_sentences, e.a_in_b),
        ("b", "a", e.b_tokens, e.b_sentences, e.b_in_a),
    ] {
        writeln!(
            out,
            "{side}: {}, {}, of which {} match one of {other}",
            counted(tokens as u64, "token"),
            counted(sentences as u64, "sentence"),
            percent(share),
        )?;
    }
    writeln!(out, "{}; {}", e.scheme.brief(), asked(&e.asked))?;
    if !e.best.is_empty() {
        writeln!(out, "\nsentences that share most, those that match first")?;
    }
    for met in &e.best {
        print_met(met, &e.asked, out)?;
    }
    Ok(())
}

/// What two sentences must have to match.
fn asked(asked: &Asked) -> String {
    let weight = match asked.min_weight {
        Some(weight) => format!("that weigh {weight} (--min-weight) among "),
        None => "of any weight, since words are not weighed among only ".to_owned(),
    };
    let near = asked.distance.map(|distance| {
        format!(
            "; and signatures that differ in at most {} (d)",
            counted(distance.into(), "bit")
        )
    });
    format!(
        "two match that share {} of the words of {} (--threshold), at least {} (--min-words), {weight}{}{}",
        percent(asked.threshold),
        match asked.of {
            "a" => "the one in a",
            _ => "the shorter",
        },
        counted(asked.min_words.into(), "word"),
        counted(asked.sentences.into(), "sentence"),
        near.unwrap_or_default(),
    )
}

fn print_met(met: &Met, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let verdict = match met.matches {
        true => "they match".to_owned(),
        false => format!("no match: it takes {}", needed(&met.needs)),
    };
    let near = met.bits.map(|bits| {
        let of = asked
            .distance
            .map_or(String::new(), |distance| format!(" of at most {distance}"));
        format!("; {}{of} differ", counted(bits.into(), "bit"))
    });
    writeln!(
        out,
        "\n{} of {} words: word overlap {:.3}, weighted overlap {:.3}, weight {:.2}{}\n{verdict}",
        met.shared,
        met.of,
        met.word_overlap,
        met.weighted_overlap,
        met.weight,
        near.unwrap_or_default(),
    )?;
    writeln!(out, "a: {}", headed(&met.a))?;
    writeln!(out, "b: {}", headed(&met.b))?;
    for word in &met.words {
        let forms = [&met.a, &met.b].map(|sentence| {
            let own = sentence.words.iter();
            let own = own.filter(|own| own.hash.as_ref() == Some(&word.hash));
            let forms: Vec<String> = own.map(|own| one_line(&own.text, 20)).collect();
            forms.join(", ")
        });
        writeln!(
            out,
            "  {:<20} {:<40} in {}, weight {:.2}",
            one_line(&word.stem, 20),
            forms.join(" / "),
            counted(word.sentences.into(), "sentence"),
            word.weight,
        )?;
    }
    Ok(())
}

/// What would have to be asked for; shares and weights are cut, not rounded, since what is less is enough.
fn needed(needs: &Needs) -> String {
    let cut = |number: f64| (number * 1000.0).floor() / 1000.0;
    let all = [
        needs
            .threshold
            .map(|share| format!("--threshold {}", cut(share))),
        needs.min_words.map(|words| format!("--min-words {words}")),
        needs
            .min_weight
            .map(|weight| format!("--min-weight {}", cut(weight))),
        needs.distance.map(|distance| format!("d={distance}")),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_enough() {
        let needs = Needs {
            threshold: Some(1.0 / 3.0),
            min_words: Some(2),
            min_weight: Some(0.7519),
            distance: Some(7),
        };
        assert_eq!(
            needed(&needs),
            "--threshold 0.333, --min-words 2, --min-weight 0.751, d=7"
        );
        assert_eq!(needed(&Needs::default()), "");
    }
}
