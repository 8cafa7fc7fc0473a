//! Defects in the type of numbers: too few bits, or a floating point number.

use super::imitation::defect_table;
use super::ordered::{AlteredDivide, altered_divide};

defect_table! {
    "numbers-overflow"
        "its numbers overflow"
        overflowing();
    "numbers-are-rounded"
        "its numbers are rounded"
        rounded();
}

/// Which numbers have too few bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrapped {
    Total,
    /// The counts of the moves, of which the total is the sum.
    Lines,
    /// The counts of the moves when they are printed.
    LinesAsText,
    All,
}

/// Programs whose numbers have too few bits: the total, the counts of the moves, or both.
fn overflowing() -> Vec<AlteredDivide> {
    let mut variants = Vec::new();
    for (bits, signed) in [8, 16, 32]
        .into_iter()
        .flat_map(|bits| [(bits, false), (bits, true)])
    {
        let kind = if signed { "signed" } else { "unsigned" };
        for (what, wrapped) in [
            ("its total is", Wrapped::Total),
            ("its numbers are", Wrapped::All),
            ("its counts of the moves are", Wrapped::Lines),
            (
                "its total is right, but its counts of the moves are",
                Wrapped::LinesAsText,
            ),
        ] {
            let variant = altered_divide(move |divide| {
                if wrapped != Wrapped::Total {
                    for line in &mut divide.lines {
                        line.1 = wrap(line.1, bits, signed);
                    }
                }
                if matches!(wrapped, Wrapped::All | Wrapped::Lines) {
                    divide.total = divide.lines.iter().map(|line| line.1).sum();
                }
                if matches!(wrapped, Wrapped::All | Wrapped::Total) {
                    divide.total = wrap(divide.total, bits, signed);
                }
            });
            variants.push(variant.said(format!(
                "{what} computed modulo 2^{bits}, as in {kind} integers of {bits} bits"
            )));
        }
    }
    variants
}

/// The number as an integer of this many bits has it.
fn wrap(number: i128, bits: u32, signed: bool) -> i128 {
    let range = 1 << bits;
    let rest = number.rem_euclid(range);
    match signed && rest >= range / 2 {
        true => rest - range,
        false => rest,
    }
}

/// How exact a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precision {
    /// Binary digits.
    Bits(u32),
    /// Decimal digits.
    Digits(u32),
}

impl Precision {
    const ALL: [Precision; 7] = [
        Precision::Bits(8),
        Precision::Bits(11),
        Precision::Bits(24),
        Precision::Digits(3),
        Precision::Digits(4),
        Precision::Digits(5),
        Precision::Digits(6),
    ];

    /// The weight of the last digit that is kept.
    fn unit(self, number: i128) -> i128 {
        let (base, digits) = match self {
            Precision::Bits(bits) => (2, bits),
            Precision::Digits(digits) => (10, digits),
        };
        let most = i128::pow(base, digits);
        let mut unit = 1;
        while number.abs() / unit >= most {
            unit *= base;
        }
        unit
    }

    /// The number with this precision. Of two that are equally near, the even one is taken, as in
    /// floating point numbers.
    fn round(self, number: i128, to_nearest: bool) -> i128 {
        let unit = self.unit(number);
        let (quotient, rest) = (number / unit, number % unit);
        let up = to_nearest && (2 * rest > unit || 2 * rest == unit && quotient % 2 == 1);
        (quotient + i128::from(up)) * unit
    }

    fn sentence(self) -> String {
        match self {
            Precision::Digits(digits) => format!("rounded to {digits} digits"),
            Precision::Bits(bits) => {
                let width = if bits == 24 { 32 } else { 16 };
                format!(
                    "rounded to {bits} binary digits, as in a floating point number of {width} bits"
                )
            }
        }
    }
}

fn rounded() -> Vec<AlteredDivide> {
    let mut variants = Vec::new();
    for precision in Precision::ALL {
        for to_nearest in [true, false] {
            let round = move |number| precision.round(number, to_nearest);
            let text = precision.sentence();
            let total = altered_divide(move |divide| divide.total = round(divide.total));
            variants.push(total.said(format!("its total is {text}")));
            let all = altered_divide(move |divide| {
                for line in &mut divide.lines {
                    line.1 = round(line.1);
                }
                divide.total = round(divide.total);
            });
            variants.push(all.said(format!("its numbers are {text}")));
            // Each sum on the way is rounded.
            let sums = altered_divide(move |divide| {
                let add = |sum, line: &(String, i128)| round(sum + line.1);
                divide.total = divide.lines.iter().fold(0, add);
            });
            variants.push(sums.said(format!("its total is {text}")));
        }
    }
    // A number without its last digits, printed as thousands.
    variants.push(altered_divide(|divide| {
        divide.total = divide.total / 1000 * 1000
    }));
    variants
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Question;
    use crate::imitate::{Budget, Imitation};

    #[test]
    fn numbers_keep_their_leading_digits() {
        let half = Precision::Bits(11);
        assert_eq!(half.round(2047, true), 2047);
        assert_eq!(half.round(2049, true), 2048);
        assert_eq!(half.round(2051, true), 2052);
        assert_eq!(half.round(2051, false), 2050);
        assert_eq!(Precision::Digits(3).round(97_862, true), 97_900);
        assert_eq!(Precision::Digits(3).round(97_862, false), 97_800);
        let single = Precision::Bits(24);
        for number in [4_865_609_i128, 119_060_324, 193_690_690] {
            assert_eq!(
                single.round(number, true),
                number as f32 as i128,
                "{number}"
            );
        }
    }

    #[test]
    fn sentences_say_which_numbers_wrap_and_how() {
        let question = Question {
            fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            moves: &[],
            depth: 3,
            expected: 8902,
        };
        let mut budget = Budget::new(1_000_000);
        let programs = overflowing().into_iter().map(|mut program| {
            let counts = program.ask(&question, &mut budget).expect("counts");
            let line = counts.lines.iter().find(|line| line.0 == "b1c3");
            let sentence = program.sentence().expect("a sentence");
            (sentence, line.expect("440").1, counts.total)
        });
        let found: Vec<_> = programs.filter(|it| it.0.contains("2^8")).collect();
        let sentence = |what: &str, kind: &str| {
            format!("{what} computed modulo 2^8, as in {kind} integers of 8 bits")
        };
        let lines_only = "its total is right, but its counts of the moves are";
        assert_eq!(
            found,
            [
                (sentence("its total is", "unsigned"), 440, 198),
                (sentence("its numbers are", "unsigned"), 184, 198),
                (
                    sentence("its counts of the moves are", "unsigned"),
                    184,
                    2758
                ),
                (sentence(lines_only, "unsigned"), 184, 8902),
                (sentence("its total is", "signed"), 440, -58),
                (sentence("its numbers are", "signed"), -72, -58),
                (sentence("its counts of the moves are", "signed"), -72, -570),
                (sentence(lines_only, "signed"), -72, 8902),
            ]
        );
    }

    #[test]
    fn numbers_wrap() {
        assert_eq!(wrap(300, 8, false), 44);
        assert_eq!(wrap(200, 8, true), -56);
        assert_eq!(wrap(100, 8, true), 100);
    }
}
