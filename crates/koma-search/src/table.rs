//! The transposition table: what was found out about positions, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::report::Bound;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// [`koma_rules::Move::pack`]; 0 is none.
    pub mv: u32,
    pub score: i32,
    /// The static evaluation; [`NO_EVAL`] is none.
    pub eval: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// No evaluation is stored.
pub(crate) const NO_EVAL: i32 = i16::MIN as i32;

/// Depths are stored from here on.
const LEAST_DEPTH: i32 = -8;

const ENTRIES: usize = 4;

/// Entries that share a cache line. Each is two words: `key ^ data`, `data`, so that an entry torn
/// by two threads does not fit its key.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; ENTRIES]);

pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

/// Asks the processor to fetch what will soon be looked at.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect that could be seen.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The part of a key that an entry remembers.
const KEY_BITS: u64 = !0xffff;

impl Table {
    /// A table of at most so many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        Self { buckets: (0..count).map(|_| Bucket::default()).collect(), age: 0 }
    }

    pub fn clear(&mut self) {
        self.age = 0;
        for word in self.buckets.iter_mut().flat_map(|bucket| bucket.0.iter_mut().flatten()) {
            *word.get_mut() = 0;
        }
    }

    /// A new search begins: what is there is older now.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1) & 63;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            * self.buckets.len() as u128)
            >> 64;
        &self.buckets[index as usize]
    }

    /// Asks for what will soon be looked up.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let meta = check.load(Ordering::Relaxed) ^ data;
            (meta & KEY_BITS == key & KEY_BITS && meta & 3 != 0).then(|| unpack(meta, data))
        })
    }

    pub fn put(&self, key: u64, mut entry: Entry) {
        let mut worst = (0, i32::MAX);
        for (place, [check, data]) in self.bucket(key).0.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            let meta = check.load(Ordering::Relaxed) ^ data;
            let old = unpack(meta, data);
            if meta & 3 == 0 {
                worst = (place, i32::MIN);
                break;
            }
            if meta & KEY_BITS == key & KEY_BITS {
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                let young = (meta >> 2 & 63) as u8 == self.age;
                if young && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                worst = (place, i32::MIN);
                break;
            }
            let age = self.age.wrapping_sub((meta >> 2 & 63) as u8) & 63;
            let worth = old.depth - 6 * i32::from(age);
            if worth < worst.1 {
                worst = (place, worth);
            }
        }
        let (meta, data) = pack(key, entry, self.age);
        let [check, word] = &self.bucket(key).0[worst.0];
        check.store(meta ^ data, Ordering::Relaxed);
        word.store(data, Ordering::Relaxed);
    }

    /// How full it is, in thousandths.
    pub fn full(&self) -> u32 {
        let words = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let used = words.filter(|[check, data]| {
            let meta = check.load(Ordering::Relaxed) ^ data.load(Ordering::Relaxed);
            meta & 3 != 0 && (meta >> 2 & 63) as u8 == self.age
        });
        used.count() as u32
    }
}

fn pack(key: u64, entry: Entry, age: u8) -> (u64, u64) {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let depth = (entry.depth - LEAST_DEPTH).clamp(0, 255) as u64;
    let meta = key & KEY_BITS | depth << 8 | u64::from(age) << 2 | bound;
    let data = u64::from(entry.mv)
        | u64::from(entry.score as i16 as u16) << 32
        | u64::from(entry.eval as i16 as u16) << 48;
    (meta, data)
}

fn unpack(meta: u64, data: u64) -> Entry {
    Entry {
        mv: data as u32,
        score: i32::from((data >> 32) as u16 as i16),
        eval: i32::from((data >> 48) as u16 as i16),
        depth: (meta >> 8 & 255) as i32 + LEAST_DEPTH,
        bound: match meta & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_and_nothing_else() {
        let table = Table::new(1);
        let entry = |n: u64| Entry {
            mv: n as u32,
            score: n as i32 - 500,
            eval: if n.is_multiple_of(3) { NO_EVAL } else { -(n as i32) },
            depth: (n % 90) as i32 - 2,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][n as usize % 3],
        };
        let key = |n: u64| n.wrapping_mul(0xd6e8_feb8_6659_fd93);
        for n in 1..1_000 {
            assert_eq!(table.get(key(n)), None);
            table.put(key(n), entry(n));
            assert_eq!(table.get(key(n)), Some(entry(n)));
        }
    }
}
