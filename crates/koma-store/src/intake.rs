//! From files to a store: read, replayed and packed on all cores, written by one.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use koma_kifu::{ReadOptions, Remark, read};
use rayon::prelude::*;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::{FileMark, Imported, Prepared, Store, StoreError};

/// A file to be taken in.
pub struct Intake {
    /// What people call it.
    pub name: String,
    /// Gives its bytes, on whichever thread has time for it.
    pub load: Box<dyn FnOnce() -> io::Result<Vec<u8>> + Send>,
}

/// What came of a file.
#[derive(Clone, Debug)]
pub struct Report {
    /// What people call it.
    pub name: String,
    /// Its text, for the places of remarks; empty where there are none.
    pub text: String,
    /// Everything odd about it.
    pub remarks: Vec<Remark>,
    /// What happened to it.
    pub fate: Fate,
}

/// What happened to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was read; so many games go to the store.
    Read(usize),
    /// It had been imported before, byte by byte the same.
    Known,
    /// It could not be opened.
    Unreadable(String),
}

/// Games in one transaction. Larger ones are quicker, smaller ones lose less to a crash.
const BATCH_GAMES: usize = 2_000;

/// Bytes in one transaction.
const BATCH_WEIGHT: usize = 48 << 20;

/// Bytes that are read and not yet written.
const MOST_WAITING: usize = 128 << 20;

/// How long the writer waits for more. Whoever reads may be waiting for it to write: for ever, if
/// it had no end.
const PATIENCE: Duration = Duration::from_millis(200);

/// A file on its way to the store.
struct Done {
    mark: FileMark,
    games: Vec<Prepared>,
    weight: usize,
}

impl Store {
    /// Takes in files. Those that are in already are skipped; each of the others is in with all its
    /// games or not at all, whenever this is stopped. `tell` hears about every file, on any thread.
    ///
    /// Games with errors are taken in as far as they could be read. Of the same game in several files
    /// the first one in their order stays, whichever was read first.
    ///
    /// # Panics
    ///
    /// If the runtime has one thread only: this one is kept busy.
    pub async fn take_in(
        &self,
        files: impl Iterator<Item = Intake> + Send,
        options: &ReadOptions,
        tell: &(dyn Fn(Report) + Sync),
    ) -> Result<Imported, StoreError> {
        let known = self.all_imported().await?;
        let gate = Gate::default();
        let files = Mutex::new(files.enumerate());
        let (sender, receiver) = mpsc::channel(1024);
        let work = |sender: mpsc::Sender<(usize, Option<Done>)>| {
            let _guard = OpenAtPanic(&gate);
            while let Some((place, file)) = next(&files) {
                let done = one(file, options, &known, tell);
                gate.enter(place, done.as_ref().map_or(0, |done| done.weight));
                // The writer has failed and gone: there is nobody to read for.
                if sender.blocking_send((place, done)).is_err() {
                    return;
                }
            }
        };
        let mut in_order = InOrder { receiver, gate: &gate, early: HashMap::new(), next: 0 };
        let mut total = Imported::default();
        let runtime = tokio::runtime::Handle::current();
        tokio::task::block_in_place(|| {
            std::thread::scope(|scope| {
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                for _ in 0..threads {
                    let sender = sender.clone();
                    scope.spawn(|| work(sender));
                }
                drop(sender);
                let written: Result<(), StoreError> = runtime.block_on(async {
                    while let Some(first) = in_order.next().await {
                        let (batch, marks, weight) = batch(first, &mut in_order).await;
                        let imported = self.import(batch, &marks).await?;
                        total.added += imported.added;
                        total.duplicates += imported.duplicates;
                        gate.leave(weight);
                    }
                    Ok(())
                });
                // Readers that wait are let through to find that nobody listens.
                in_order.receiver.close();
                gate.open();
                written
            })
        })?;
        Ok(total)
    }
}

/// What was read, in the order of the files.
struct InOrder<'a> {
    receiver: mpsc::Receiver<(usize, Option<Done>)>,
    gate: &'a Gate,
    /// What was read before its turn.
    early: HashMap<usize, Option<Done>>,
    /// The place of the file whose turn it is.
    next: usize,
}

impl InOrder<'_> {
    /// The next file that has games. Nothing is lost if this is dropped while it waits.
    async fn next(&mut self) -> Option<Done> {
        loop {
            while let Some(done) = self.early.remove(&self.next) {
                self.next += 1;
                self.gate.turn_of(self.next);
                if done.is_some() {
                    return done;
                }
            }
            let (place, done) = self.receiver.recv().await?;
            self.early.insert(place, done);
        }
    }
}

fn next<T>(files: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    files.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Reads a file and makes its games ready; `None` where there is nothing to store.
fn one(
    file: Intake,
    options: &ReadOptions,
    known: &HashSet<[u8; 32]>,
    tell: &(dyn Fn(Report) + Sync),
) -> Option<Done> {
    let Intake { name, load } = file;
    let report = |name, fate| Report { name, text: String::new(), remarks: Vec::new(), fate };
    let bytes = match load() {
        Ok(bytes) => bytes,
        Err(error) => {
            tell(report(name, Fate::Unreadable(error.to_string())));
            return None;
        }
    };
    let digest = *blake3::hash(&bytes).as_bytes();
    if known.contains(&digest) {
        tell(report(name, Fate::Known));
        return None;
    }
    let options = ReadOptions { name: Some(name.clone()), ..options.clone() };
    let reading = read(&bytes, &options);
    drop(bytes);
    let source: Arc<str> = Arc::from(&*name);
    let ready = |record| Prepared::of(record).from_file(&source);
    let games: Vec<Prepared> = match &reading.records[..] {
        [record] => vec![ready(record)],
        records => records.par_iter().map(ready).collect(),
    };
    let mark = FileMark { digest, name: name.clone(), games: games.len() };
    let text = if reading.remarks.is_empty() { String::new() } else { reading.text };
    tell(Report { name, text, remarks: reading.remarks, fate: Fate::Read(games.len()) });
    if games.is_empty() {
        return None;
    }
    let weight = games.iter().map(Prepared::weight).sum();
    Some(Done { mark, games, weight })
}

/// The next files, up to the size of a transaction or until no more have been read.
async fn batch(first: Done, in_order: &mut InOrder<'_>) -> (Vec<Prepared>, Vec<FileMark>, usize) {
    let (mut games, mut marks, mut weight) = (first.games, vec![first.mark], first.weight);
    while games.len() < BATCH_GAMES && weight < BATCH_WEIGHT {
        let Ok(Some(done)) = timeout(PATIENCE, in_order.next()).await else { break };
        games.extend(done.games);
        marks.push(done.mark);
        weight += done.weight;
    }
    (games, marks, weight)
}

/// Lets so many bytes wait and holds up whoever brings more.
#[derive(Default)]
struct Gate {
    state: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    bytes: usize,
    /// The place of the file the writer cannot go on without: it is never held up.
    next: usize,
    /// Nobody is held up any more.
    is_open: bool,
}

impl Gate {
    fn enter(&self, place: usize, weight: usize) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // What alone is too much comes in alone.
        let is_held = |state: &mut Waiting| {
            let is_full = state.bytes > 0 && state.bytes + weight > MOST_WAITING;
            is_full && state.next != place && !state.is_open
        };
        let state = self.changed.wait_while(state, is_held);
        state.unwrap_or_else(PoisonError::into_inner).bytes += weight;
    }

    fn leave(&self, weight: usize) {
        self.change(|state| state.bytes = state.bytes.saturating_sub(weight));
    }

    fn turn_of(&self, place: usize) {
        self.change(|state| state.next = place);
    }

    fn open(&self) {
        self.change(|state| state.is_open = true);
    }

    fn change(&self, change: impl FnOnce(&mut Waiting)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

/// A reader that dies leaves a gap in the order, and the others must not wait for it for ever.
struct OpenAtPanic<'a>(&'a Gate);

impl Drop for OpenAtPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.open();
        }
    }
}
