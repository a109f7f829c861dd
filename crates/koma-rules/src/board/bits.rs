//! Sets of squares in a fixed number of words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `i` is the square of index `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set<const W: usize>(pub [u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Self = Self([0; W]);

    #[inline(always)]
    pub fn of(square: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[square / 64] = 1 << (square % 64);
        set
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn has(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn count(self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether it holds two squares or more.
    #[inline(always)]
    pub fn is_several(self) -> bool {
        let mut seen = 0;
        let mut more = 0;
        for word in self.0 {
            more |= if seen == 0 { word & word.wrapping_sub(1) } else { word };
            seen |= word;
        }
        more != 0
    }

    /// The square of lowest index, if any.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        for (index, word) in self.0.into_iter().enumerate() {
            if word != 0 {
                return Some(index * 64 + (word.trailing_zeros() as usize & 63));
            }
        }
        None
    }

    /// The square of highest index, if any.
    #[inline(always)]
    pub fn last(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// Removes the square of lowest index and gives it.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let square = index * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(square);
            }
        }
        None
    }

    /// Calls `each` with every square, lowest first. Faster than iterating: a word at a time.
    #[inline(always)]
    pub fn each(self, mut each: impl FnMut(usize)) {
        for (index, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each(index * 64 + (word.trailing_zeros() as usize & 63));
                word &= word - 1;
            }
        }
    }

    /// [`Set::each`] for long bodies: `each` is called in one place, so that it becomes part of its
    /// caller, and is compiled for the same processor.
    #[inline(always)]
    pub fn each_at_length(self, mut each: impl FnMut(usize)) {
        let (mut index, mut word) = (0, self.0[0]);
        loop {
            while word == 0 {
                index += 1;
                if index >= W {
                    return;
                }
                word = self.0[index];
            }
            each(index * 64 + (word.trailing_zeros() as usize & 63));
            word &= word - 1;
        }
    }

    /// Every square `by` (1 to 63) indices higher.
    #[inline(always)]
    #[must_use]
    pub fn up(self, by: u32) -> Self {
        let mut set = self;
        for word in (0..W).rev() {
            let carry = if word > 0 { self.0[word - 1] >> (64 - by) } else { 0 };
            set.0[word] = self.0[word] << by | carry;
        }
        set
    }

    /// Every square `by` (1 to 63) indices lower.
    #[inline(always)]
    #[must_use]
    pub fn down(self, by: u32) -> Self {
        let mut set = self;
        for word in 0..W {
            let carry = if word + 1 < W { self.0[word + 1] << (64 - by) } else { 0 };
            set.0[word] = self.0[word] >> by | carry;
        }
        set
    }
}

impl<const W: usize> Iterator for Set<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.pop()
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! by_words {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl<const W: usize> $assign for Set<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $op other;
                }
            }
        }

        impl<const W: usize> $trait for Set<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                self $op other;
                self
            }
        }
    };
}

by_words!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
by_words!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
by_words!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> Not for Set<W> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_move_across_the_border_of_words() {
        let set: Set<2> = [0, 63, 80].into_iter().collect();
        assert_eq!(set.up(9).collect::<Vec<_>>(), [9, 72, 89]);
        assert_eq!(set.up(9).down(9), set);
        assert_eq!(set.down(17).collect::<Vec<_>>(), [46, 63]);
        assert_eq!((set.first(), set.last(), set.count()), (Some(0), Some(80), 3));
        assert!(set.is_several() && !Set::<2>::of(70).is_several());
    }
}
