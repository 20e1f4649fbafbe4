//! Power cuts: an index is as it was after the last commit that returned, or after the one that was
//! under way, wherever the power is cut.

use std::sync::Arc;

use cento::index::Snapshot;
use cento::read::Document;

use crate::common::Random;
use crate::history::{Model, Step, Story, Texts, contents};
use crate::machine::{Machine, Moment};

pub(crate) const SCHEME: &str = "winnow:k=3,window=4";

/// What the index holds after each replacement of the manifest; none before the first.
pub(crate) type Models = Vec<Option<Model>>;

/// Cuts the power of machines, and looks at what is left.
pub(crate) struct Cuts {
    random: Random,
    texts: Texts,
    /// Images that were looked at.
    images: usize,
    /// How many of them held something else than what was seen before the cut.
    lost: usize,
    /// How often a process was ended before the power was cut.
    kills: usize,
}

impl Cuts {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            texts: Texts::new(seed ^ 1, 20),
            images: 0,
            lost: 0,
            kills: 0,
        }
    }

    pub(crate) fn further(&mut self) -> Step {
        Step::Add(vec![self.texts.document()])
    }

    /// Opens what a power cut at `moment` has left, compares it with what may be in it, and goes on with it.
    pub(crate) fn cut(&mut self, moment: &Moment, models: &Models) {
        self.images += 1;
        let disk = Arc::new(moment.image(&mut self.random));
        let may_be = &models[moment.durable_commits..=moment.commits];
        let model = match Snapshot::on(disk.clone()) {
            Ok(snapshot) => {
                let found = contents(&snapshot).expect("all documents");
                let is_one = may_be.iter().flatten().any(|model| *model == found);
                assert!(is_one, "{found:#?}\nis none of {may_be:#?}");
                assert_eq!(snapshot.verify().len(), 0);
                Some(found)
            }
            Err(error) => {
                assert!(may_be.contains(&None), "{error}");
                None
            }
        };
        self.lost += usize::from(model != models[moment.commits]);
        if self.random.below(100) == 0 {
            // The power is cut again while what is left is put in order.
            self.kill(&disk.now(), &vec![model.clone()]);
        }
        go_on(disk, model, &self.further());
    }

    /// Cuts the power at all moments, more often where something is made durable.
    fn cut_all(&mut self, moments: &[Moment], models: &Models, times: usize) {
        for moment in moments {
            for _ in 0..times * if moment.is_at_sync { 2 } else { 1 } {
                self.cut(moment, models);
            }
        }
    }

    /// Ends the process at `moment`; another goes on, and the power is cut then.
    pub(crate) fn kill(&mut self, moment: &Moment, models: &Models) {
        self.kills += 1;
        let machine = Arc::new(moment.killed());
        machine.record();
        let mut models = models[..=moment.commits].to_vec();
        let model = models[moment.commits].clone();
        if model.is_none() {
            models.push(Some(Model::default()));
        }
        let after = go_on(machine.clone(), model, &self.further());
        models.resize(machine.now().commits + 1, Some(after));
        self.cut_all(&machine.moments(), &models, 1);
    }
}

/// Opens an index for writing, or makes one where there is none, and takes a step. Gives what it holds then.
pub(crate) fn go_on(disk: Arc<Machine>, model: Option<Model>, step: &Step) -> Model {
    let mut story = match model {
        Some(model) => Story::open(disk.clone(), model).expect("an index"),
        None => Story::new(disk.clone(), SCHEME).expect("an index"),
    };
    let before = contents(story.writer().snapshot()).expect("all documents");
    assert_eq!(before, story.model);
    story.take(step).expect("a step");
    let snapshot = Snapshot::on(disk).expect("an index");
    assert_eq!(contents(&snapshot).expect("all documents"), story.model);
    assert_eq!(snapshot.verify().len(), 0);
    story.model
}

/// What happened in histories.
#[derive(Debug, Default)]
struct Seen {
    adds: usize,
    replacements: usize,
    removals: usize,
    compactions: usize,
    merges: usize,
}

fn history(seed: u64, cuts: &mut Cuts, seen: &mut Seen) {
    let machine = Arc::new(Machine::default());
    machine.record();
    let mut texts = Texts::new(seed, 20);
    let mut models: Models = vec![None, Some(Model::default())];
    let mut story = Story::new(machine.clone(), SCHEME).expect("an index");
    let mut moments = machine.moments();
    for _ in 0..12 {
        let step = texts.step();
        let before = (machine.now().commits, story.model.clone());
        story.take(&step).expect("a step");
        // The first replacement is the commit; those behind it merge segments.
        let commits = machine.now().commits - before.0;
        models.resize(models.len() + commits, Some(story.model.clone()));
        moments.extend(machine.moments());
        seen.note(&step, &before.1, commits);
    }
    cuts.cut_all(&moments, &models, 2);
    for moment in &moments {
        if cuts.random.below(8) == 0 {
            cuts.kill(moment, &models);
        }
    }
}

impl Seen {
    fn note(&mut self, step: &Step, before: &Model, commits: usize) {
        let is_there = |id: &String| before.documents.iter().any(|old| old.id == *id);
        match step {
            Step::Add(documents) => {
                let old = |new: &&Document| is_there(&new.id);
                let replacements = documents.iter().filter(old).count();
                self.replacements += replacements;
                self.adds += documents.len() - replacements;
                self.merges += commits.saturating_sub(1);
            }
            Step::Remove(ids) => {
                self.removals += ids.iter().filter(|id| is_there(id)).count();
                self.merges += commits.saturating_sub(1);
            }
            Step::Compact => self.compactions += commits,
            Step::Reopen => {}
        }
    }
}

/// A process that ends right behind the replacement of the manifest leaves it for the next to see, and not
/// on the disk for certain. The next must not remove what the manifest before it names.
#[test]
fn files_go_after_the_manifest_that_does_not_name_them_is_durable() {
    let machine = Arc::new(Machine::default());
    let mut texts = Texts::new(7, 20);
    let mut story = Story::new(machine.clone(), SCHEME).expect("an index");
    for _ in 0..2 {
        let step = Step::Add(vec![texts.document()]);
        story.take(&step).expect("a step");
    }
    machine.record();
    story.take(&Step::Compact).expect("a step");
    let moments = machine.moments();
    let is_seen = |moment: &&Moment| moment.commits > moment.durable_commits;
    let between: Vec<&Moment> = moments.iter().filter(is_seen).collect();
    assert!(!between.is_empty());
    let models = vec![Some(story.model); machine.now().commits + 1];
    let mut cuts = Cuts::new(7);
    for _ in 0..20 {
        between.iter().for_each(|moment| cuts.kill(moment, &models));
    }
}

#[test]
fn a_power_cut_leaves_the_last_commit_or_the_one_under_way() {
    let (mut cuts, mut seen) = (Cuts::new(1), Seen::default());
    for seed in 0..12 {
        history(seed, &mut cuts, &mut seen);
    }
    assert!(cuts.images >= 20_000, "{} images", cuts.images);
    // Cuts that change nothing are easily survived.
    assert!(cuts.lost >= 300, "{} images with less", cuts.lost);
    assert!(cuts.kills >= 100, "{} processes ended", cuts.kills);
    let Seen {
        adds,
        replacements,
        removals,
        compactions,
        merges,
    } = seen;
    let least = [adds, replacements, removals, compactions, merges]
        .into_iter()
        .min();
    assert!(least >= Some(5), "{least:?}");
}
