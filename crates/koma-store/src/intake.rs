//! From files to a store: read, replayed and packed on all cores, written by one.

use std::collections::HashSet;
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
    /// Games with errors are taken in as far as they could be read.
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
        let files = Mutex::new(files);
        let (sender, mut receiver) = mpsc::channel::<Done>(1024);
        let work = |sender: mpsc::Sender<Done>| {
            while let Some(file) = next(&files) {
                if let Some(done) = one(file, options, &known, tell) {
                    gate.enter(done.weight);
                    // The writer has failed and gone: there is nobody to read for.
                    if sender.blocking_send(done).is_err() {
                        return;
                    }
                }
            }
        };
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
                    while let Some(first) = receiver.recv().await {
                        let (batch, marks, weight) = batch(first, &mut receiver).await;
                        let imported = self.import(batch, &marks).await?;
                        total.added += imported.added;
                        total.duplicates += imported.duplicates;
                        gate.leave(weight);
                    }
                    Ok(())
                });
                // Readers that wait are let through to find that nobody listens.
                receiver.close();
                gate.open();
                written
            })
        })?;
        Ok(total)
    }
}

fn next(files: &Mutex<impl Iterator<Item = Intake>>) -> Option<Intake> {
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
async fn batch(
    first: Done,
    receiver: &mut mpsc::Receiver<Done>,
) -> (Vec<Prepared>, Vec<FileMark>, usize) {
    let (mut games, mut marks, mut weight) = (first.games, vec![first.mark], first.weight);
    while games.len() < BATCH_GAMES && weight < BATCH_WEIGHT {
        let Ok(Some(done)) = timeout(PATIENCE, receiver.recv()).await else { break };
        games.extend(done.games);
        marks.push(done.mark);
        weight += done.weight;
    }
    (games, marks, weight)
}

/// Lets so many bytes wait and holds up whoever brings more.
#[derive(Default)]
struct Gate {
    waiting: Mutex<usize>,
    freed: Condvar,
}

impl Gate {
    fn enter(&self, weight: usize) {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // What alone is too much comes in alone.
        let is_full = |waiting: &mut usize| *waiting > 0 && *waiting + weight > MOST_WAITING;
        let mut waiting =
            self.freed.wait_while(waiting, is_full).unwrap_or_else(PoisonError::into_inner);
        *waiting += weight;
    }

    fn leave(&self, weight: usize) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_sub(weight);
        self.freed.notify_all();
    }

    fn open(&self) {
        self.leave(usize::MAX);
    }
}
