//! Decks of slides, made of real text and objects, some of which reuse each other's slides, some only a template.
//!
//! A template has objects and a few words that stand on slides of its decks, and a slide with a text of its own, as to
//! whom to write. A slide has words of a document, and objects. A valid pair: the second takes some slides of the
//! first, in order or not, rewords them, leaves out or adds an object here and there, and has slides of its own, in the same
//! template or in another. A template pair has the same template and nothing else in common.

use cento::token::{Object, ObjectKind};

use super::pairs::Maker;
use super::relations::{Relation, Relations};
use crate::material::{stretch, tokens};
use crate::random::Random;

/// How many relations of each kind, as the paper has them.
const VALID: usize = 244;
const TEMPLATES: usize = 46;

/// Templates that decks are made with.
const POOL: usize = 20;

/// Slides of a deck, from and to.
const SLIDES: [usize; 2] = [8, 30];

/// Largest share of reused words that is edited.
const EDITS: f64 = 0.15;

/// How often an object of a reused slide is left out, and another added.
const OBJECT_EDITS: f64 = 0.1;

/// How often a valid pair has one template.
const SAME_TEMPLATE: f64 = 0.6;

/// On which slides of a deck what is the template's stands.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Standing {
    /// On all, as where each is copied from a slide that has it.
    All,
    /// On the first, as where the program adds it to the others when they are shown.
    First,
}

/// What is the same in all decks of a kind: what stands on slides, and a last slide.
struct Template<'t> {
    objects: Vec<Object>,
    words: Vec<&'t str>,
    contact: Vec<&'t str>,
}

/// What an author put on a slide.
#[derive(Clone)]
struct Slide<'t> {
    words: Vec<&'t str>,
    objects: Vec<Object>,
}

/// Draws all that decks have.
struct Studio<'m, 't> {
    maker: &'m Maker<'t>,
    random: Random,
}

impl<'t> Studio<'_, 't> {
    fn from(&mut self, least: usize, most: usize) -> usize {
        least + self.random.below(most - least + 1)
    }

    fn words(&mut self, least: usize, most: usize) -> Vec<&'t str> {
        let texts = &self.maker.material.texts;
        let (text, count) = (self.random.below(texts.len()), self.from(least, most));
        stretch(&texts[text], count, &mut self.random).to_vec()
    }

    fn objects(&mut self, least: usize, most: usize) -> Vec<Object> {
        use ObjectKind::{Chart, Line, Picture, Shape, Table};
        let count = self.from(least, most);
        (0..count)
            .map(|_| {
                let kind = self
                    .random
                    .pick(&[Picture, Shape, Shape, Line, Chart, Table]);
                // Shapes and lines are much alike: few of them differ.
                let value = match kind {
                    Shape | Line => self.random.below(400) as u64,
                    _ => self.random.next(),
                };
                Object { kind, value }
            })
            .collect()
    }

    fn template(&mut self) -> Template<'t> {
        Template {
            objects: self.objects(1, 4),
            words: self.words(3, 10),
            contact: self.words(20, 60),
        }
    }

    fn slides(&mut self, count: usize) -> Vec<Slide<'t>> {
        (0..count)
            .map(|_| Slide {
                words: self.words(10, 60),
                objects: self.objects(0, 5),
            })
            .collect()
    }

    /// Some of the slides, reworded.
    fn reused(&mut self, slides: &[Slide<'t>]) -> Vec<Slide<'t>> {
        let taken = self.from(1, slides.len());
        let from = self.random.below(slides.len() - taken + 1);
        let mut slides = slides[from..from + taken].to_vec();
        if self.random.chance(0.5) {
            self.random.shuffle(&mut slides);
        }
        let edits = EDITS * self.random.unit();
        for slide in &mut slides {
            let editor = self.maker.editor();
            let words = std::slice::from_ref(&slide.words);
            slide.words = editor.edited(words, edits, &mut self.random).concat();
            slide.objects.retain(|_| !self.random.chance(OBJECT_EDITS));
            if self.random.chance(OBJECT_EDITS) {
                slide.objects.extend(self.objects(1, 1));
            }
        }
        slides
    }

    /// Its text, objects by their ids: those of the template first, as it was there before.
    fn deck(template: &Template<'t>, standing: Standing, slides: &[Slide<'t>]) -> String {
        let mut out: Vec<String> = Vec::new();
        for (at, slide) in slides.iter().enumerate() {
            if at == 0 || standing == Standing::All {
                out.extend(template.objects.iter().map(Object::to_string));
                out.extend(template.words.iter().map(|&word| word.to_owned()));
            }
            out.extend(slide.words.iter().map(|&word| word.to_owned()));
            out.extend(slide.objects.iter().map(Object::to_string));
        }
        out.extend(template.contact.iter().map(|&word| word.to_owned()));
        out.join(" ")
    }
}

/// Pairs of decks in the paper's proportions.
pub(super) fn made(maker: &Maker<'_>, standing: Standing, seed: u64) -> Relations {
    let mut studio = Studio {
        maker,
        random: Random::part(seed, u64::MAX),
    };
    let templates: Vec<Template<'_>> = (0..POOL).map(|_| studio.template()).collect();
    let mut relations = Relations::default();
    for number in 0..VALID + TEMPLATES {
        let is_valid = number < VALID;
        let count = studio.from(SLIDES[0], SLIDES[1]);
        let first = studio.slides(count);
        let template = studio.random.below(POOL);
        let count = studio.from(SLIDES[0], SLIDES[1]);
        let (mut second, mut other) = (studio.slides(count), template);
        if is_valid {
            let reused = studio.reused(&first);
            // A deck has the slides that it takes, and of its own what is left of its length.
            second.truncate(count.saturating_sub(reused.len()));
            let at = studio.random.below(second.len() + 1);
            second.splice(at..at, reused);
            if !studio.random.chance(SAME_TEMPLATE) {
                other = studio.random.below(POOL);
            }
        }
        let a = relations.documents.len();
        for (template, slides) in [(template, first), (other, second)] {
            let text = Studio::deck(&templates[template], standing, &slides);
            relations.documents.push(tokens(&text));
        }
        relations.pairs.push(Relation {
            a,
            b: a + 1,
            is_valid,
        });
    }
    relations
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn template_pairs_share_the_template_alone() {
        let text = |d: usize| (0..1000).map(move |w| format!("d{d}w{w}"));
        let texts: Vec<String> = (0..400)
            .map(|d| text(d).collect::<Vec<_>>().join(" "))
            .collect();
        let maker = Maker::new(texts.iter().map(String::as_str)).unwrap();
        let made = made(&maker, Standing::All, 1);
        let count = |is_valid| made.pairs.iter().filter(|p| p.is_valid == is_valid).count();
        assert_eq!((count(true), count(false)), (VALID, TEMPLATES));
        let mut mean = [0.0; 2];
        for pair in &made.pairs {
            let [x, y] = [pair.a, pair.b].map(|at| {
                let hashes = made.documents[at].hashes.iter().copied();
                hashes.collect::<HashSet<u64>>()
            });
            let shared = x.intersection(&y).count();
            if !pair.is_valid {
                // 4 objects, 10 words on all slides, 60 on one; and shapes, stretches met by chance.
                assert!(shared <= 160, "{shared}");
            }
            mean[usize::from(pair.is_valid)] += shared as f64 / count(pair.is_valid) as f64;
        }
        assert!(mean[1] > 2.0 * mean[0], "{mean:?}");
    }
}
