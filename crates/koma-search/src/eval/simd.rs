//! Sums of neurons, compiled for AVX2 where the machine has it and for any processor. All numbers
//! are whole and no sum overflows, so both give the same.

use super::net::ONE;

/// Defines a function that runs as compiled for the best processor of this machine.
macro_rules! both_ways {
    ($(#[$doc:meta])* $name:ident, $fast:ident, $plain:ident, ($($arg:ident: $type:ty),*) $(-> $out:ty)?) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name($($arg: $type),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                #[target_feature(enable = "avx2")]
                fn $fast($($arg: $type),*) $(-> $out)? {
                    $plain($($arg),*)
                }
                // SAFETY: this machine has AVX2.
                return unsafe { $fast($($arg),*) };
            }
            $plain($($arg),*)
        }
    };
}

both_ways! {
    /// Adds a row to neurons, or takes it away.
    change, change_fast, change_plain, (view: &mut [i16], row: &[i16], more: bool)
}

both_ways! {
    /// Neurons with one row more and one less.
    replace, replace_fast, replace_plain,
    (before: &[i16], after: &mut [i16], more: &[i16], less: &[i16])
}

both_ways! {
    /// The sum of the squares of neurons between off and on, each times its weight.
    dot, dot_fast, dot_plain, (neurons: &[i16], weights: &[i16]) -> i32
}

#[inline(always)]
pub(super) fn change_plain(view: &mut [i16], row: &[i16], more: bool) {
    if more {
        view.iter_mut()
            .zip(row)
            .for_each(|(neuron, &weight)| *neuron = neuron.wrapping_add(weight));
    } else {
        view.iter_mut()
            .zip(row)
            .for_each(|(neuron, &weight)| *neuron = neuron.wrapping_sub(weight));
    }
}

#[inline(always)]
pub(super) fn replace_plain(before: &[i16], after: &mut [i16], more: &[i16], less: &[i16]) {
    for (((after, &before), &more), &less) in after.iter_mut().zip(before).zip(more).zip(less) {
        *after = before.wrapping_add(more).wrapping_sub(less);
    }
}

#[inline(always)]
pub(super) fn dot_plain(neurons: &[i16], weights: &[i16]) -> i32 {
    let of = |(&neuron, &weight): (&i16, &i16)| {
        let on = neuron.clamp(0, ONE as i16);
        // At most 255 times 127, so it fits.
        i32::from(on) * i32::from(on.wrapping_mul(weight))
    };
    neurons.iter().zip(weights).map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_processors_count_the_same() {
        let mut state = 9_u64;
        let mut random = move |limit: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) as i32).rem_euclid(2 * limit + 1) - limit
        };
        for length in [16, 32, 64, 128] {
            for _ in 0..200 {
                let mut row = |limit: i32| -> Vec<i16> {
                    (0..length).map(|_| random(limit) as i16).collect()
                };
                let (neurons, weights, more, less) = (row(2000), row(127), row(900), row(900));
                assert_eq!(dot(&neurons, &weights), dot_plain(&neurons, &weights));
                let exact: i64 = neurons
                    .iter()
                    .zip(&weights)
                    .map(|(&n, &w)| i64::from(n.clamp(0, 255)).pow(2) * i64::from(w))
                    .sum();
                assert_eq!(i64::from(dot(&neurons, &weights)), exact);
                let (mut a, mut b) = (neurons.clone(), neurons.clone());
                replace(&neurons, &mut a, &more, &less);
                replace_plain(&neurons, &mut b, &more, &less);
                assert_eq!(a, b);
                change(&mut a, &more, true);
                change_plain(&mut b, &more, true);
                change(&mut a, &less, false);
                change_plain(&mut b, &less, false);
                assert_eq!(a, b);
            }
        }
    }
}
