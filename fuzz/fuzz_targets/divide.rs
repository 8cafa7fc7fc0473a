//! No output of another program makes the reader of divides panic or list more moves than its bound.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::Position;
use workbench::ask::DivideText;
use workbench::find::compare_divide;

/// More lines than this are not read, whatever a program writes; a line can have several moves.
const MOST_MOVES: usize = 4097;

fuzz_target!(|text: &str| {
    let divide = DivideText::read(text);
    assert!(divide.listed() <= MOST_MOVES);
    let difference = compare_divide(Position::startpos(), 1, &divide);
    difference.expect("twenty leaves");
});
