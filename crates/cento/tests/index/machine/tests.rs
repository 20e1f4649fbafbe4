//! The machine loses what it may lose, and nothing else.

use cento::index::Disk;

use super::{Machine, Moment, SECTOR};
use crate::common::Random;

/// A machine with an old file that is durable, and a new one that is not.
fn with_new_file() -> Machine {
    let machine = Machine::default();
    for (name, byte) in [("old", 1), ("new", 2)] {
        let mut file = machine.create(name).expect("a file");
        file.write(&[byte; 2000]).expect("room");
        if name == "old" {
            file.finish().expect("a disk");
            machine.sync().expect("a disk");
        }
    }
    machine
}

/// How many of a thousand images are so.
fn count(machine: &Machine, is_so: impl Fn(&Moment) -> bool) -> usize {
    let mut random = Random::new(1);
    let images = (0..1000).map(|_| machine.image(&mut random).now());
    images.filter(is_so).count()
}

#[test]
fn what_is_durable_outlives_a_power_cut() {
    let machine = with_new_file();
    let is_whole = |now: &Moment| now.read("old").is_ok_and(|bytes| *bytes == [1; 2000]);
    assert_eq!(count(&machine, is_whole), 1000);
}

#[test]
fn what_is_not_durable_may_be_lost_in_any_part() {
    let machine = with_new_file();
    let count = |is_so: fn(&[u8]) -> bool| {
        count(&machine, |now| {
            now.read("new").is_ok_and(|bytes| is_so(&bytes))
        })
    };
    let some = [
        count(|bytes| *bytes == [2; 2000]),
        count(|bytes| bytes.is_empty()),
        count(|bytes| (1..2000).contains(&bytes.len())),
        count(|bytes| bytes.len() == 2000 && bytes[..SECTOR] == [0; SECTOR]),
        count(|bytes| bytes.len() == 2000 && bytes[0] == 2 && bytes[SECTOR] == 0),
        1000 - count(|_| true),
    ];
    assert!(some.into_iter().all(|count| count > 10), "{some:?}");
}

#[test]
fn names_change_in_any_order() {
    let machine = with_new_file();
    machine.rename("new", "old").expect("a disk");
    machine.create("other").expect("a file");
    let has = |now: &Moment, names: [&str; 1]| now.names.keys().eq(names);
    let is_old = |now: &Moment| now.read("old").is_ok_and(|bytes| *bytes == [1; 2000]);
    let some = [
        // The new name is there, and the bytes are not.
        count(&machine, |now| {
            now.read("old").is_ok_and(|bytes| bytes.is_empty())
        }),
        count(&machine, |now| has(now, ["old"]) && is_old(now)),
        count(&machine, |now| {
            now.names.contains_key("other") && is_old(now)
        }),
        count(&machine, |now| has(now, ["old"]) && !is_old(now)),
    ];
    assert!(some.into_iter().all(|count| count > 10), "{some:?}");
    machine.sync().expect("a disk");
    assert_eq!(
        count(&machine, |now| is_old(now) || now.names.len() != 2),
        0
    );
}
