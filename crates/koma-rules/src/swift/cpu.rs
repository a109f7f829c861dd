//! The same code for two kinds of processors: with BMI2's bit gathering, and without.
//!
//! A processor is a token: whoever holds a [`Bmi2`] has asked for it at run time, so its methods
//! are safe to call. [`on_this_machine!`] chooses once, outside every loop.

use super::survey::Survey;
use super::tables::Tables;
use crate::Move;
use crate::board::{CELLS, Planes, Set, SetBoard};

/// A processor: how it looks up slides, and the hot loops compiled for it. What stands here is for
/// any processor.
pub(crate) trait Cpu: Copy {
    /// The squares a slider of `group` reaches, the first man on each line included.
    #[inline(always)]
    fn slides<const W: usize, const C: usize>(
        self,
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        tables.goes(side, group, square, occupied)
    }

    /// The squares on which a man of `group` would take along its lines.
    #[inline(always)]
    fn covers<const W: usize, const C: usize>(
        self,
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        tables.covers(side, group, square, occupied)
    }

    /// [`super::crossed::survey`], compiled for this processor.
    fn survey<const W: usize, const C: usize>(
        self,
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
        royal: usize,
    ) -> Survey<W> {
        super::crossed::survey(self, tables, planes, cells, side, royal)
    }

    /// [`super::perft::count`] for the guards that know of more moves, compiled for this processor.
    fn count_otherwise<const W: usize, const C: usize>(
        self,
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> u64 {
        super::perft::count::<Self, true, W, C>(self, tables, planes, cells, side)
    }

    /// The recursion of [`super::perft()`], compiled for this processor.
    fn perft<const W: usize, const C: usize>(
        self,
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &mut [u8; CELLS],
        side: usize,
        depth: u32,
    ) -> u64 {
        super::perft::node(self, tables, planes, cells, side, depth)
    }

    /// [`super::generate::list`], compiled for this processor.
    fn list<const W: usize, const C: usize>(
        self,
        tables: &Tables<W, C>,
        board: &SetBoard<W, C>,
        side: usize,
        moves: &mut Vec<Move>,
    ) {
        super::generate::list(self, tables, board, side, moves);
    }

    /// Does a task, compiled for this processor.
    fn run<T: Task>(self, task: T) -> T::Out {
        task.go(self)
    }
}

/// Work that is compiled for each processor. `go` is always inlined.
pub(crate) trait Task {
    type Out;

    fn go<P: Cpu>(self, cpu: P) -> Self::Out;
}

/// Does a task with the best processor this machine has.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Out {
    on_this_machine!(cpu => cpu.run(task))
}

/// Does something with the best processor this machine has.
macro_rules! on_this_machine {
    ($cpu:ident => $do:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($cpu) = $crate::swift::cpu::Bmi2::detect() {
            return $do;
        }
        let $cpu = $crate::swift::cpu::Any;
        $do
    }};
}
pub(super) use on_this_machine;

/// Takes this machine for one without bit gathering from now on, in the whole program: a test
/// compares what both come to.
pub(crate) fn as_on_any_processor() {
    #[cfg(target_arch = "x86_64")]
    Bmi2::forget();
}

/// Any processor: rays and their first men.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Any;

impl Cpu for Any {}

#[cfg(target_arch = "x86_64")]
pub(super) use bmi2::Bmi2;

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use std::arch::x86_64::{__cpuid, _pdep_u64, _pext_u64};
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::super::lines::{Answers, Line};
    use super::super::{crossed, generate, perft};
    use super::{CELLS, Cpu, Move, Planes, Set, SetBoard, Survey, Tables, Task};

    /// x86-64 with BMI2, and its bit gathering fast. There is one only on a machine that has it.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Bmi2(());

    /// Gives the features that the code below is compiled for to another macro.
    macro_rules! with_features {
        ($take:ident! { $($more:tt)* }) => {
            $take! { ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"] $($more)* }
        };
    }

    macro_rules! detected {
        ([$($feature:tt)*]) => { $(is_x86_feature_detected!($feature))&&* };
    }

    macro_rules! compiled_for {
        (@one [$($feature:literal)*] $item:item) => {
            $(#[target_feature(enable = $feature)])*
            $item
        };
        ($features:tt $($item:item)*) => { $(compiled_for! { @one $features $item })* };
    }

    /// A method of [`Cpu`] that does `$work`, compiled for this processor.
    macro_rules! method {
        ([$($feature:literal)*]
            $(#[$attr:meta])*
            fn $name:ident($($arg:ident: $of:ty),*) -> $out:ty = $work:path;
        ) => {
            $(#[$attr])*
            fn $name<const W: usize, const C: usize>(self, $($arg: $of),*) -> $out {
                $(#[target_feature(enable = $feature)])*
                fn compiled<const W: usize, const C: usize>(cpu: Bmi2, $($arg: $of),*) -> $out {
                    $work(cpu, $($arg),*)
                }
                // SAFETY: `self` proves that the machine has the features.
                unsafe { compiled(self, $($arg),*) }
            }
        };
    }

    /// Whether this machine has what the token stands for, once somebody has asked.
    static FOUND: AtomicU8 = AtomicU8::new(UNKNOWN);
    const UNKNOWN: u8 = 0;
    const HAS: u8 = 1;
    const LACKS: u8 = 2;

    impl Bmi2 {
        /// The token, if this machine has what it stands for.
        #[inline(always)]
        pub fn detect() -> Option<Self> {
            match FOUND.load(Ordering::Relaxed) {
                HAS => Some(Self(())),
                LACKS => None,
                _ => Self::ask(),
            }
        }

        #[cold]
        fn ask() -> Option<Self> {
            let has = with_features!(detected! {}) && !gathers_by_microcode();
            FOUND.store(if has { HAS } else { LACKS }, Ordering::Relaxed);
            has.then_some(Self(()))
        }

        /// From now on this machine is taken for one that lacks it; for tests.
        pub fn forget() {
            FOUND.store(LACKS, Ordering::Relaxed);
        }
    }

    /// AMD before Zen 3 (family 19h), and Hygon, gather bits in microcode: slower than rays.
    fn gathers_by_microcode() -> bool {
        let vendor = __cpuid(0);
        let name: Vec<u8> =
            [vendor.ebx, vendor.edx, vendor.ecx].into_iter().flat_map(u32::to_le_bytes).collect();
        let signature = __cpuid(1).eax;
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        is_slow(&name, family)
    }

    fn is_slow(vendor: &[u8], family: u32) -> bool {
        vendor == b"AuthenticAMD" && family < 0x19 || vendor == b"HygonGenuine"
    }

    impl Cpu for Bmi2 {
        #[inline(always)]
        fn slides<const W: usize, const C: usize>(
            self,
            tables: &Tables<W, C>,
            side: usize,
            group: usize,
            square: usize,
            occupied: Set<W>,
        ) -> Set<W> {
            let mut reached = Set::EMPTY;
            for line in tables.lines(side, group, square) {
                // SAFETY: `self` proves that the machine has the features.
                reached |= unsafe { along(line, line.answers, tables.answers(), occupied) };
            }
            reached
        }

        #[inline(always)]
        fn covers<const W: usize, const C: usize>(
            self,
            tables: &Tables<W, C>,
            side: usize,
            group: usize,
            square: usize,
            occupied: Set<W>,
        ) -> Set<W> {
            let mut reached = Set::EMPTY;
            for line in tables.lines(side, group, square) {
                // SAFETY: `self` proves that the machine has the features.
                reached |= unsafe { along(line, line.covers, tables.answers(), occupied) };
            }
            reached
        }

        with_features! { method! {
            fn survey(
                tables: &Tables<W, C>,
                planes: &Planes<W, C>,
                cells: &[u8; CELLS],
                side: usize,
                royal: usize
            ) -> Survey<W> = crossed::survey;
        } }

        with_features! { method! {
            fn count_otherwise(
                tables: &Tables<W, C>,
                planes: &Planes<W, C>,
                cells: &[u8; CELLS],
                side: usize
            ) -> u64 = perft::count::<Bmi2, true, W, C>;
        } }

        with_features! { method! {
            #[inline(always)]
            fn perft(
                tables: &Tables<W, C>,
                planes: &Planes<W, C>,
                cells: &mut [u8; CELLS],
                side: usize,
                depth: u32
            ) -> u64 = perft::node;
        } }

        with_features! { method! {
            fn list(
                tables: &Tables<W, C>,
                board: &SetBoard<W, C>,
                side: usize,
                moves: &mut Vec<Move>
            ) -> () = generate::list;
        } }

        #[inline]
        fn run<T: Task>(self, task: T) -> T::Out {
            // SAFETY: `self` proves that the machine has the features.
            unsafe { run(self, task) }
        }
    }

    with_features! { compiled_for! {
        #[inline]
        fn along<const W: usize>(
            line: &Line<W>,
            start: u32,
            answers: &Answers,
            occupied: Set<W>,
        ) -> Set<W> {
            let mut index = 0;
            let mut shift = 0;
            for (&word, &mask) in occupied.0.iter().zip(&line.mask.0) {
                index |= _pext_u64(word, mask) << shift;
                shift += mask.count_ones();
            }
            let mut answer = u64::from(answers.get(start as usize + index as usize));
            let mut reached = line.mask;
            for word in &mut reached.0 {
                let mask = *word;
                *word = _pdep_u64(answer, mask);
                answer >>= mask.count_ones() & 63;
            }
            reached
        }

        fn run<T: Task>(cpu: Bmi2, task: T) -> T::Out {
            task.go(cpu)
        }
    } }

    #[cfg(test)]
    mod tests {
        use super::is_slow;

        #[test]
        fn amd_before_zen_3_is_left_out() {
            assert!(is_slow(b"AuthenticAMD", 0x17) && is_slow(b"HygonGenuine", 0x18));
            assert!(!is_slow(b"AuthenticAMD", 0x19) && !is_slow(b"GenuineIntel", 6));
        }
    }
}
