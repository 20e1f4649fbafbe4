//! Arguments that several verbs take, and how they are read.

use std::path::PathBuf;

use anyhow::{Result, bail};
use cento::align::AlignOptions;
use cento::find::{Label, LabelOptions, Labels, MIN_MEMORY, Preset};
use cento::offsets::OffsetUnit;
use cento::read::{Content, Fields, FrameOptions, ReadOptions};
use clap::Args;

use crate::idle::For;

/// How rows are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadArgs {
    /// Name of the field with the id; `@line` numbers rows as FILE:LINE
    #[arg(long, value_name = "NAME", default_value = "id")]
    id_field: String,
    /// Name of the field with the text
    #[arg(long, value_name = "NAME", default_value = "text")]
    text_field: String,
    /// Name of the field with the date
    #[arg(long, value_name = "NAME", default_value = "date")]
    date_field: String,
    /// Name of the field with the series: newspaper, site, author
    #[arg(long, value_name = "NAME", default_value = "series")]
    series_field: String,
    /// Name of the field with the title
    #[arg(long, value_name = "NAME", default_value = "title")]
    title_field: String,
    /// Name of the field with a web page, in rows that have no text
    #[arg(long, value_name = "NAME", default_value = "html")]
    html_field: String,
    /// What is read of web pages: `readable` (what they are about), `dsc` (where tags are fewest) or `all`
    #[arg(long, value_name = "HOW", default_value_t)]
    content: Content,
}

impl ReadArgs {
    pub(crate) fn fields(&self) -> Fields {
        Fields {
            id: self.id_field.clone(),
            text: self.text_field.clone(),
            date: self.date_field.clone(),
            series: self.series_field.clone(),
            title: self.title_field.clone(),
            html: self.html_field.clone(),
        }
    }

    /// What is taken of web pages.
    pub(crate) fn content(&self) -> Content {
        self.content
    }

    /// For what is read outside of a run.
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            fields: self.fields(),
            content: self.content,
            ..ReadOptions::default()
        }
    }
}

/// What is left out of web pages.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct FrameArgs {
    /// Keep what most pages of a site have: it is left out of web pages before they are compared
    #[arg(long)]
    keep_frames: bool,
}

impl FrameArgs {
    pub(crate) fn keep(&self) -> bool {
        self.keep_frames
    }

    /// When something is a frame, unless frames are kept.
    pub(crate) fn options(&self) -> Option<FrameOptions> {
        (!self.keep_frames).then(FrameOptions::default)
    }
}

/// Labels by name; `none` is no label.
fn labels(names: &str) -> std::result::Result<Labels, cento::Error> {
    match names {
        "none" => Ok(Labels::default()),
        names => names
            .split(',')
            .map(|name| name.trim().parse::<Label>().map_err(or_none))
            .collect(),
    }
}

/// Says that there is also a name for no label.
fn or_none(error: cento::Error) -> cento::Error {
    cento::Error::Usage(format!("{error}; `none` leaves nothing out"))
}

/// Refuses `-` where it is given more than once.
pub(crate) fn stdin_once<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<()> {
    if arguments
        .into_iter()
        .filter(|argument| *argument == "-")
        .count()
        > 1
    {
        bail!("standard input can be read once: `-` is given more than once");
    }
    Ok(())
}

/// What counts as a passage.
#[derive(Debug, Args)]
#[command(next_help_heading = "Passages")]
pub(crate) struct PassageArgs {
    /// The fewest words of a passage, edits included [default: the preset's; 15]
    #[arg(long, value_name = "N")]
    min_tokens: Option<u32>,
    /// The most words between two parts of one passage, on either side [default: the preset's; 25]
    #[arg(long, value_name = "N")]
    max_gap: Option<u32>,
    /// The least share of words in a passage that are the same on both sides
    /// [default: the preset's; 0.5]
    #[arg(long, value_name = "SHARE")]
    min_identity: Option<f64>,
    /// What offsets count: char (code points), byte (of UTF-8) or utf16
    #[arg(long, value_name = "UNIT", default_value = "char")]
    pub(crate) offsets: OffsetUnit,
    /// Files, folders or globs with texts that never count: licences, notices, standing phrases
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) ignore: Vec<String>,
}

impl PassageArgs {
    /// What is given of what tells how passages are put together.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&'static str, For)> + use<> {
        let all = [
            ("--min-tokens", self.min_tokens.is_some()),
            ("--max-gap", self.max_gap.is_some()),
            ("--min-identity", self.min_identity.is_some()),
        ];
        let given = all.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(name, _)| (name, For::Passages))
    }

    pub(crate) fn options(&self, preset: &Preset) -> AlignOptions {
        let AlignOptions {
            min_tokens,
            max_gap,
            min_identity,
        } = preset.align;
        AlignOptions {
            min_tokens: self.min_tokens.unwrap_or(min_tokens),
            max_gap: self.max_gap.unwrap_or(max_gap),
            min_identity: self.min_identity.unwrap_or(min_identity),
        }
    }
}

/// From where on passages get labels.
#[derive(Debug, Args)]
#[command(next_help_heading = "Labels")]
pub(crate) struct LabelArgs {
    /// A passage of fewer words than this is a phrase ...
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().phrase_tokens)]
    phrase_tokens: u32,
    /// ... when it stands in so many documents
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().phrase_documents)]
    phrase_documents: u32,
    /// A passage in this share of the documents of one series is a frame ...
    #[arg(long, value_name = "SHARE", default_value_t = LabelOptions::default().frame_share)]
    frame_share: f64,
    /// ... when the series has so many
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().frame_documents)]
    frame_documents: u32,
    /// Documents that have a text with slots changed, for it to be a template
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().template_documents)]
    template_documents: u32,
    /// The share of the words outside its slots that must be the same
    #[arg(long, value_name = "SHARE", default_value_t = LabelOptions::default().template_fixed)]
    template_fixed: f64,
    /// The share of all differences that must be in its slots
    #[arg(long, value_name = "SHARE", default_value_t = LabelOptions::default().template_slots)]
    template_slots: f64,
    /// A passage in so many documents is spam ...
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().spam_documents)]
    spam_documents: u32,
    /// ... when these are of so many series ...
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().spam_series)]
    spam_series: u32,
    /// ... each of which has it in so many documents, on average ...
    #[arg(long, value_name = "N", default_value_t = LabelOptions::default().spam_repeats)]
    spam_repeats: f64,
    /// ... and it is this share or more of half of them
    #[arg(long, value_name = "SHARE", default_value_t = LabelOptions::default().spam_share)]
    spam_share: f64,
    /// Leave out passages with these labels, and pairs that have no other: `alias`, `template`, `phrase`, `frame`, `spam`, or `none` [default:
    /// `frame,spam` where web pages are read, else `none`]
    #[arg(long, value_name = "LABELS", value_parser = labels)]
    without: Option<Labels>,
}

impl LabelArgs {
    /// Which passages are left out.
    pub(crate) fn without(&self) -> Option<Labels> {
        self.without
    }

    pub(crate) fn options(&self) -> LabelOptions {
        LabelOptions {
            phrase_tokens: self.phrase_tokens,
            phrase_documents: self.phrase_documents,
            frame_share: self.frame_share,
            frame_documents: self.frame_documents,
            template_documents: self.template_documents,
            template_fixed: self.template_fixed,
            template_slots: self.template_slots,
            spam_documents: self.spam_documents,
            spam_series: self.spam_series,
            spam_repeats: self.spam_repeats,
            spam_share: self.spam_share,
        }
    }
}

/// What a run may take of the machine.
#[derive(Debug, Args)]
#[command(next_help_heading = "Resources")]
pub(crate) struct ResourceArgs {
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// Threads to work on [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
}

impl ResourceArgs {
    pub(crate) fn memory(&self) -> usize {
        self.memory.bytes()
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    pub(crate) fn temp(&self) -> PathBuf {
        self.temp.clone().unwrap_or_else(std::env::temp_dir)
    }
}

/// Memory that is kept to.
#[derive(Debug, Args)]
pub(crate) struct MemoryArgs {
    /// Memory to stay under, such as 256M or 2G [default: half of what there is, at most 4G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<usize>,
}

impl MemoryArgs {
    fn bytes(&self) -> usize {
        self.memory.unwrap_or_else(|| {
            let half = total_memory().map_or(usize::MAX, |total| total / 2);
            half.clamp(MIN_MEMORY, 4 << 30)
        })
    }

    /// What is wrong with it, if anything.
    pub(crate) fn mistake(&self) -> Option<String> {
        (self.bytes() < MIN_MEMORY).then(|| {
            format!(
                "--memory is less than {} MiB, the least that a run can keep to",
                MIN_MEMORY >> 20
            )
        })
    }

    /// So many bytes, if that is enough.
    pub(crate) fn checked(&self) -> Result<usize> {
        match self.mistake() {
            Some(mistake) => bail!(mistake),
            None => Ok(self.bytes()),
        }
    }
}

/// The machine's memory in bytes, where the system tells.
fn total_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// Reads `512`, `512K`, `256M`, `1.5G`.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let trimmed = text.trim();
    let number = trimmed
        .trim_end_matches(['B', 'b'])
        .trim_end_matches(['i', 'I']);
    let (number, unit) = match number.chars().last() {
        Some('k' | 'K') => (&number[..number.len() - 1], 1u64 << 10),
        Some('m' | 'M') => (&number[..number.len() - 1], 1 << 20),
        Some('g' | 'G') => (&number[..number.len() - 1], 1 << 30),
        Some('t' | 'T') => (&number[..number.len() - 1], 1 << 40),
        _ => (number, 1),
    };
    match number.trim().parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok((number * unit as f64) as usize),
        _ => Err("a size is a number with K, M or G behind it, such as 256M".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_with_any_unit() {
        for (text, bytes) in [
            ("0", 0),
            ("64", 64),
            ("2k", 2048),
            ("256M", 256 << 20),
            ("1.5GiB", 3 << 29),
            ("1 gb", 1 << 30),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1", "lots", "1X", "nan"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
