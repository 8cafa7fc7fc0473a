//! FENs and names.

use super::read;
use crate::chess::variant::{
    Crazyhouse, RacingKings, Rules as _, Standard, ThreeCheck, VARIANTS, VariantPosition, variant,
};
use crate::perft::Tree as _;
use crate::random::Random;

#[test]
fn the_start_of_racing_kings() {
    let start = VariantPosition::startpos(&RacingKings);
    assert_eq!(start.to_string(), "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
}

#[test]
fn checks_of_three_check_are_read_in_all_spellings() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (fields, written) in [
        ("0 1", "3+3 0 1"),
        ("", "3+3 0 1"),
        ("2+1 4 5", "2+1 4 5"),
        ("2+1", "2+1 0 1"),
        ("4 5 2+1", "2+1 4 5"),
        ("4 5 +0+0", "3+3 4 5"),
        ("4 5 +1+2", "2+1 4 5"),
        ("0+3 4 5", "0+3 4 5"),
    ] {
        let position = read(&ThreeCheck, &format!("{start} {fields}"));
        assert_eq!(
            position.to_string(),
            format!("{start} {written}"),
            "{fields}"
        );
    }
    for (fields, error) in [
        (
            "4+3 0 1",
            "column 54: the checks field is '4+3', but a side has 0 to 3 checks",
        ),
        (
            "0 1 +0+4",
            "column 58: the checks field is '+0+4', but a side has 0 to 3 checks",
        ),
        (
            "3+3 0 e2e4",
            "column 60: the move number field is the move 'e2e4'",
        ),
        ("0 1 3+3 3+3", "column 62: the checks field is '3+3'"),
    ] {
        let found = VariantPosition::from_fen(&ThreeCheck, &format!("{start} {fields}"));
        let found = found.expect_err("malformed").to_string();
        assert!(found.starts_with(error), "{fields}: {found}");
    }
}

#[test]
fn pockets_of_crazyhouse_are_read_in_all_spellings() {
    for (fen, written) in [
        (
            "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/Qn b - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[Qn] b - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[N3Pbp] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[NPPPbp] w - - 0 1",
        ),
        (
            "4k2Q~/1r~6/8/8/8/8/8/4K3 b - - 0 1",
            "4k2Q~/1r~6/8/8/8/8/8/4K3[] b - - 0 1",
        ),
    ] {
        assert_eq!(read(&Crazyhouse, fen).to_string(), written, "{fen}");
    }
    for (fen, error) in [
        (
            "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
            "column 20: the board field has the pocket '[K]', but",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1",
            "column 20: the board field has the pocket '[Q', but",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[3] w - - 0 1",
            "column 20: the board field has the pocket '[3]', but",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[31P] w - - 0 1",
            "column 1: the board field has 33 men with those in the pocket, but crazyhouse has at most 32",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[64P] w - - 0 1",
            "column 20: the board field has the pocket '[64P]', but",
        ),
        (
            "4k3/8/8/8/8/8/~8/4K3 w - - 0 1",
            "column 15: the board field has '~'",
        ),
        (
            "4k3/P~7/8/8/8/8/8/4K3 w - - 0 1",
            "column 6: the board field has '~'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[Qn] x - - 0 1",
            "column 25: the side to move field is 'x'",
        ),
    ] {
        let found = VariantPosition::from_fen(&Crazyhouse, fen).expect_err("malformed");
        assert!(found.to_string().starts_with(error), "{fen}: {found}");
    }
}

#[test]
fn every_variant_has_names_of_its_own() {
    let mut names = vec![Standard.name()];
    for rules in VARIANTS {
        names.push(rules.name());
        names.extend(rules.aliases());
        assert!(
            rules
                .name()
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        );
    }
    let different: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
    assert_eq!(
        variant("KOTH").map(|rules| rules.name()),
        Some("kingofthehill")
    );
    assert!(variant("chess").is_none());
}

#[test]
fn a_position_that_was_played_is_the_one_of_its_fen() {
    let mut random = Random::new(5);
    for &rules in VARIANTS {
        for _ in 0..100 {
            let mut position = VariantPosition::startpos(rules);
            let mut played = Vec::new();
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = random.pick(&moves);
                played.push(mv.to_string());
                position = position.play(mv);
                let same = read(rules, &format!("{position:#}"));
                assert_eq!(position.moves(), same.moves(), "{position:?} {played:?}");
                assert_eq!(position.key(), same.key(), "{position:?} {played:?}");
            }
        }
    }
}
