//! More defects of making and unmaking moves: the side to move, and copies of pieces.

use super::super::board::{EMPTY, Special, kind, kind_of};
use super::super::defect::Effect::{Make, MakeState};
use super::super::defect::defects;
use super::super::kinds::{ANY, CAPTURE, CASTLE, DOUBLE_PUSH, EN_PASSANT, PROMOTION};

defects! {
    Make:
    "side-not-switched"
        "moves do not switch the side to move"
        [MakeState(ANY, |made, board| board.turn = made.us)];
    "side-not-switched-by-castling"
        "castling does not switch the side to move"
        [MakeState(CASTLE, |made, board| if made.mv.is_castle() {
            board.turn = made.us;
        })];
    "side-not-switched-by-en-passant"
        "en passant captures do not switch the side to move"
        [MakeState(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            board.turn = made.us;
        })];
    "side-not-switched-by-promotion"
        "promotions do not switch the side to move"
        [MakeState(PROMOTION, |made, board| if made.is_promotion() {
            board.turn = made.us;
        })];
    "side-not-switched-by-capture"
        "captures do not switch the side to move"
        [MakeState(CAPTURE, |made, board| if made.is_capture() {
            board.turn = made.us;
        })];
    "side-not-switched-by-double-push"
        "double pushes do not switch the side to move"
        [MakeState(DOUBLE_PUSH, |made, board| if made.mv.special == Special::DoublePush {
            board.turn = made.us;
        })];
    "moved-piece-stays-after-capture"
        "captures leave a copy of the piece on its old square"
        [Make(CAPTURE, |made, board| if made.is_capture() {
            board.put(made.mv.from, made.undo.moved);
        })];
    "capturing-piece-vanishes"
        "captures remove the piece that captures"
        [Make(CAPTURE, |made, board| if made.captures_on_destination() && kind_of(made.undo.moved) != kind::KING {
            board.put(made.mv.to, EMPTY);
        })];
}
