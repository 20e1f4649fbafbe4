//! Work on many threads, results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use crate::error::{Error, Result};

/// Takes pieces from `produce`, has `work` done on `threads` threads, and gives the results to
/// `consume` in the order the pieces came in.
///
/// Pieces whose `weight`s exceed `limit` together are never under way at once (one alone always
/// is), so that memory stays bounded however far the threads drift apart. The first error ends it.
pub(crate) fn ordered<I: Send, O: Send>(
    threads: usize,
    limit: usize,
    mut produce: impl FnMut() -> Result<Option<(usize, I)>> + Send,
    work: impl Fn(I) -> Result<O> + Sync,
    mut consume: impl FnMut(O) -> Result<()>,
) -> Result<()> {
    if threads <= 1 {
        while let Some((_, piece)) = produce()? {
            consume(work(piece)?)?;
        }
        return Ok(());
    }
    let scales = Scales {
        weight: Mutex::new(0),
        lighter: Condvar::new(),
    };
    let stop = AtomicBool::new(false);
    let (to_work, pieces) = crossbeam_channel::bounded(threads);
    // Unbounded, but never longer than the pieces under way.
    let (to_consume, results) = crossbeam_channel::unbounded();
    thread::scope(|scope| {
        let producer_results = to_consume.clone();
        let (scales, stop, work) = (&scales, &stop, &work);
        scope.spawn(move || {
            for order in 0usize.. {
                match produce() {
                    Ok(Some((weight, piece))) => {
                        if !scales.add(weight, limit, stop)
                            || to_work.send((order, weight, piece)).is_err()
                        {
                            return;
                        }
                    }
                    Ok(None) => return,
                    Err(error) => {
                        // Comes after all earlier results, as it would on one thread.
                        let _ = producer_results.send((order, 0, Err(error)));
                        return;
                    }
                }
            }
        });
        for _ in 0..threads {
            let (pieces, to_consume) = (pieces.clone(), to_consume.clone());
            scope.spawn(move || {
                for (order, weight, piece) in pieces {
                    let result = work(piece);
                    if stop.load(Ordering::Relaxed)
                        || to_consume.send((order, weight, result)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop((pieces, to_consume));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        'all: for (order, weight, result) in results {
            waiting.insert(order, (weight, result));
            while let Some((weight, result)) = waiting.remove(&next) {
                next += 1;
                outcome = result.and_then(&mut consume);
                scales.take(weight);
                if outcome.is_err() {
                    break 'all;
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
        scales.take(usize::MAX);
        outcome
    })
}

/// The weight of what is under way.
struct Scales {
    weight: Mutex<usize>,
    lighter: Condvar,
}

impl Scales {
    /// Waits until `more` fits; false when there is no need any more.
    fn add(&self, more: usize, limit: usize, stop: &AtomicBool) -> bool {
        let weight = self.weight.lock().unwrap_or_else(PoisonError::into_inner);
        let mut weight = self
            .lighter
            .wait_while(weight, |weight| {
                *weight > 0 && *weight + more > limit && !stop.load(Ordering::Relaxed)
            })
            .unwrap_or_else(PoisonError::into_inner);
        *weight += more;
        !stop.load(Ordering::Relaxed)
    }

    fn take(&self, less: usize) {
        let mut weight = self.weight.lock().unwrap_or_else(PoisonError::into_inner);
        *weight = weight.saturating_sub(less);
        self.lighter.notify_all();
    }
}

/// Does `work` for each of `0..count` on `threads` threads, each with a state of its own; returns
/// the states, in no particular order.
pub(crate) fn each<S: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<()> + Sync,
) -> Result<Vec<S>> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = state();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(state);
            }
            if let Err(error) = work(&mut state, index) {
                next.store(count, Ordering::Relaxed);
                return Err(error);
            }
        }
    };
    if threads <= 1 || count <= 1 {
        return Ok(vec![run()?]);
    }
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(run)).collect();
        handles
            .into_iter()
            .map(|handle| {
                handle
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect::<Result<Vec<S>, Error>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_errors_stop() {
        for threads in [1, 2, 5] {
            let mut pieces = 0..1000;
            let mut found = Vec::new();
            let slow_when_even = |i: usize| {
                if i.is_multiple_of(2) {
                    thread::yield_now();
                }
                Ok(i * 3)
            };
            ordered(
                threads,
                10,
                || Ok(pieces.next().map(|i| (i % 4, i))),
                slow_when_even,
                |o| {
                    found.push(o);
                    Ok(())
                },
            )
            .unwrap();
            assert_eq!(found, (0..1000).map(|i| i * 3).collect::<Vec<_>>());

            let mut pieces = 0..;
            let mut consumed = 0;
            let outcome = ordered(
                threads,
                10,
                || Ok(pieces.next().map(|i| (1, i))),
                |i: usize| if i == 50 { Err(Error::Stopped) } else { Ok(i) },
                |_| {
                    consumed += 1;
                    Ok(())
                },
            );
            assert!(matches!(outcome, Err(Error::Stopped)));
            assert_eq!(consumed, 50, "all results before the error are consumed");
        }
    }

    #[test]
    fn each_index_is_worked_on_once() {
        for threads in [1, 3] {
            let states = each(threads, 100, Vec::new, |seen, i| {
                seen.push(i);
                Ok(())
            })
            .unwrap();
            let mut all: Vec<usize> = states.concat();
            all.sort_unstable();
            assert_eq!(all, (0..100).collect::<Vec<_>>());
        }
    }
}
