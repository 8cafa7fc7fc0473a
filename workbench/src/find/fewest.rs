//! Which of the earlier questions an answer depends on.

use crate::ask::Error;

/// The limit of earlier questions that are repeated.
const MOST_EARLIER: usize = 2000;

/// The questions without which the test fails, in their order; `None` if it fails with all of them.
/// None of them can be left out alone.
///
/// The last questions are tried first: one, two, four and so on. From the first suffix that passes,
/// halves, quarters and so on are left out.
///
/// # Errors
/// The first error of the test.
pub(super) fn fewest<Q: Clone>(
    all: &[Q],
    mut test: impl FnMut(&[Q]) -> Result<bool, Error>,
) -> Result<Option<Vec<Q>>, Error> {
    let all = &all[all.len().saturating_sub(MOST_EARLIER)..];
    let mut number = 1;
    let mut fewest = loop {
        if number >= 2 * all.len() {
            return Ok(None);
        }
        let some = &all[all.len().saturating_sub(number)..];
        if test(some)? {
            break some.to_vec();
        }
        number *= 2;
    };
    let mut together = fewest.len().div_ceil(2);
    while together > 0 {
        let mut at = 0;
        while at < fewest.len() {
            let mut fewer = fewest.clone();
            fewer.drain(at..fewest.len().min(at + together));
            match test(&fewer)? {
                true => fewest = fewer,
                false => at += together,
            }
        }
        together /= 2;
    }
    Ok(Some(fewest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_needed_questions_remain_in_their_order() {
        let all: Vec<u32> = (0..100).collect();
        for needed in [vec![99], vec![3, 70], vec![0, 1, 2, 50]] {
            let has_all = |some: &[u32]| Ok(needed.iter().all(|one| some.contains(one)));
            assert_eq!(fewest(&all, has_all).ok(), Some(Some(needed.clone())));
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_helps() {
        assert_eq!(fewest(&[1, 2, 3], |_| Ok(false)).ok(), Some(None));
        assert_eq!(fewest(&[0; 0], |_| Ok(true)).ok(), Some(None));
    }
}
