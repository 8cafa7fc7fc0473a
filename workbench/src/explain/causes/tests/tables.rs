//! Hash tables with incomplete keys.

use super::*;

/// Counts that are kept from one question to the next.
type Table = HashMap<(String, u32), i128>;

/// The divide of a program with such a table. `key`: what is left of the first four fields of a FEN.
fn with_table(table: &mut Table, question: &Question, key: fn(&mut [String])) -> DivideText {
    with_table_above(0, table, question, key)
}

/// The same if only nodes with more plies below them than these are looked up.
fn with_table_above(
    plies: u32,
    table: &mut Table,
    question: &Question,
    key: fn(&mut [String]),
) -> DivideText {
    fn count(
        plies: u32,
        table: &mut Table,
        key: fn(&mut [String]),
        position: &Position,
        depth: u32,
    ) -> i128 {
        if depth <= plies {
            return perft(position, depth);
        }
        let fen = position.fen(CastlingStyle::Standard);
        let mut fields: Vec<String> = fen.split(' ').take(4).map(str::to_owned).collect();
        key(&mut fields);
        let key_of = (fields.join(" "), depth);
        if let Some(&known) = table.get(&key_of) {
            return known;
        }
        let mut sum = 0;
        for &mv in position.legal_moves().iter() {
            sum += count(plies, table, key, &position.play(mv), depth - 1);
        }
        table.insert(key_of, sum);
        sum
    }
    divide(&position(question), |child| {
        count(plies, table, key, child, question.depth - 1)
    })
}

#[test]
fn keys_of_a_table() {
    check_among::<Table>(
        "key-without-side",
        |table, question| with_table(table, question, |fields| fields[1].clear()),
        &[
            "3k4/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1",
        ],
        4,
    );
    check::<Table>(
        "key-without-castling",
        |table, question| with_table(table, question, |fields| fields[2].clear()),
        &[
            "k7/p7/P7/8/8/3p1p1p/3P1P1P/4K2R b - - 0 1",
            "k7/p7/P7/8/8/3p1p1p/3P1P1P/4K2R b K - 0 1",
        ],
        3,
    );
    check::<Table>(
        "key-without-en-passant",
        |table, question| with_table(table, question, |fields| fields[3].clear()),
        &[EN_PASSANT],
        4,
    );
    // All pawns and their opponents look the same.
    check::<Table>(
        "key-without-piece",
        |table, question| {
            with_table(table, question, |fields| {
                fields[0] = fields[0].to_lowercase();
            })
        },
        &["k7/p7/P7/8/8/3p4/4P3/2K5 b - - 0 1"],
        4,
    );
}

#[test]
fn keys_of_a_table_without_the_last_ply() {
    check::<Table>(
        "key-without-side",
        |table, question| with_table_above(1, table, question, |fields| fields[1].clear()),
        &[
            "8/8/8/3k4/5R2/8/5K2/8 w - - 0 1",
            "8/8/8/8/4k3/5R2/5K2/8 b - - 0 1",
        ],
        3,
    );
}

#[test]
fn too_few_bits_of_a_key() {
    // Not even the imitations know which positions are confused.
    let causes = causes::<Table>(
        |table, question| {
            with_table(table, question, |fields| {
                let text = fields.join(" ");
                let sum = text.bytes().fold(7u64, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
                fields.fill(String::new());
                fields[0] = (sum >> 20 & 0x7ff).to_string();
            })
        },
        &[START, CASTLING, MATES, EN_PASSANT],
        3,
    );
    let ids: Vec<_> = causes.iter().map(|cause| cause.0).collect();
    assert_eq!(ids, ["key-too-short"]);
}
