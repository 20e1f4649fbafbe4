//! From where on a passage gets a label.

use serde::Serialize;

/// Where the labels begin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LabelOptions {
    /// *phrase*: a passage of fewer tokens than this ...
    pub phrase_tokens: u32,
    /// ... in so many documents.
    pub phrase_documents: u32,
    /// *frame*: a passage in this share of the documents of one series ...
    pub frame_share: f64,
    /// ... that has so many.
    pub frame_documents: u32,
    /// *template*: the same text with words changed at the same places, in so many documents ...
    pub template_documents: u32,
    /// ... where this share of the words outside those places is the same, and ...
    pub template_fixed: f64,
    /// ... this share of all differences is at those places; from seven documents on, a share that is
    /// smaller in proportion.
    pub template_slots: f64,
    /// *spam*: a passage in so many documents ...
    pub spam_documents: u32,
    /// ... of so many series ...
    pub spam_series: u32,
    /// ... that have it in so many documents each, on average ...
    pub spam_repeats: f64,
    /// ... and of half of which it is this share or more.
    pub spam_share: f64,
}

impl Default for LabelOptions {
    fn default() -> Self {
        Self {
            phrase_tokens: 20,
            phrase_documents: 10,
            frame_share: 0.5,
            frame_documents: 5,
            template_documents: 3,
            template_fixed: 0.9,
            template_slots: 0.5,
            spam_documents: 10,
            spam_series: 3,
            spam_repeats: 2.0,
            spam_share: 0.5,
        }
    }
}

impl LabelOptions {
    /// No labels at all.
    pub(crate) const NONE: Self = Self {
        phrase_tokens: 0,
        phrase_documents: u32::MAX,
        frame_share: 1.0,
        frame_documents: u32::MAX,
        template_documents: u32::MAX,
        template_fixed: 1.0,
        template_slots: 1.0,
        spam_documents: u32::MAX,
        spam_series: u32::MAX,
        spam_repeats: f64::MAX,
        spam_share: 1.0,
    };

    /// Says everything that is wrong with the options.
    pub(crate) fn mistakes(&self, out: &mut Vec<String>) {
        for (name, share) in [
            ("frame share", self.frame_share),
            ("template's fixed share", self.template_fixed),
            ("template's share of differences", self.template_slots),
            ("spam's share of a document", self.spam_share),
        ] {
            if !(0.0..=1.0).contains(&share) {
                out.push(format!("the {name} must be between 0 and 1"));
            }
        }
        if self.template_documents < 3 {
            out.push("a template takes at least 3 documents".to_owned());
        }
        if self.spam_repeats.is_nan() || self.spam_repeats < 1.0 {
            out.push("spam is in at least 1 document of each series".to_owned());
        }
    }
}
