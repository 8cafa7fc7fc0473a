//! What is said about bugs that have a narrower sentence than their defect.

use crate::support::classic::Bug;

/// The sentences that are true; none if it is the general one of the defect.
pub(super) fn sentences(bug: Bug) -> &'static [&'static str] {
    match bug {
        Bug::KnightLacksStep => &["knights do not make one of their eight moves: that of d4-e6"],
        Bug::BlackKnightLacksStep => {
            &["knights do not make one of their eight moves: that of d4-e6 (only for Black)"]
        }
        Bug::KingLacksStep => &["kings do not make one of their eight moves: that of d4-c3"],
        Bug::BishopLacksDirection => &["bishops do not move in one direction, that of d4-c3"],
        Bug::RookLacksDirection => &["rooks do not move in one direction, that of d4-d5"],
        Bug::KingOnlyCaptures => &["kings have only captures"],
        Bug::KnightsNeverCapture => &["knights do not capture"],
        Bug::SlidersPassOwnPawns => {
            &["bishops, rooks and queens jump over pawns of their own side"]
        }
        Bug::BishopsPassOwnPawns => &["bishops jump over pawns of their own side"],
        Bug::SlidersPassCaptures => {
            &["bishops, rooks and queens continue behind pieces that they could capture"]
        }
        Bug::KnightTableLacksEntry => {
            &["a knight on d5 does not move to b4, and a knight on b4 does not attack d5"]
        }
        Bug::KingTableLacksEntry => {
            &["a king on g1 does not move to h1, and a king on h1 does not attack g1"]
        }
        Bug::RooksTakeOwnPawns => &["rooks capture pawns of their own side"],
        Bug::SlidersStopAfterSix => &["bishops, rooks and queens move at most 6 squares"],
        Bug::BishopsStopAfterFive => &["bishops move at most 5 squares"],
        Bug::QueensStopAfterThree => &["queens move at most 3 squares"],
        Bug::BlackNeverPushesTwice => &["double pushes are missing (only for Black)"],
        Bug::RookPawnsNeverPushTwice => &["double pushes on the a-file and the h-file are missing"],
        Bug::NoBlackDoublePushOnAFile => {
            &["double pushes on the a-file are missing (only for Black)"]
        }
        Bug::PushesTwiceFromThird => &["pawns make double pushes from their third rank as well"],
        Bug::DoublePushCaptures => &["double pushes capture enemy pieces"],
        Bug::PawnsCaptureStraight => &["pushes of pawns capture enemy pieces"],
        Bug::PawnsWrap => &["pawn captures wrap around both edges of the board"],
        Bug::BlackPawnsCaptureOnlyTowardHFile => {
            &["pawn captures towards the a-file are missing (only for Black)"]
        }
        Bug::NoCaptureOnHFile => &["pawns do not capture on the h-file, except en passant"],
        Bug::BlackPawnsNeverCaptureOnAFile => {
            &["pawns do not capture on the a-file, except en passant (only for Black)"]
        }
        Bug::NoCaptureFromAFile => &["pawns on the a-file do not capture, except en passant"],
        Bug::NoPromotionOnEdge => &["promotions on the a-file and the h-file are missing"],
        Bug::WhiteNeverPromotesOnAFile => {
            &["promotions on the a-file are missing (only for White)"]
        }
        Bug::BlackNeverPromotes => {
            &["a pawn that reaches the last rank stays a pawn (only for Black)"]
        }
        Bug::BlackNeverMakesKnights => &["promotions to a knight are missing (only for Black)"],
        Bug::PromotionsTwice => &["all promotions are listed twice"],
        Bug::EnPassantTwice => &["en passant captures are listed twice"],
        Bug::CastlingTwice => &["castling moves are listed twice"],
        Bug::QueenPromotionTwice => &["promotions to a queen are listed twice"],
        Bug::KnightBecomesBishop => &["a promotion to a knight puts a bishop on the board"],
        Bug::RookBecomesQueen => &["a promotion to a rook puts a queen on the board"],
        Bug::BlackRookBecomesQueen => {
            &["a promotion to a rook puts a queen on the board (only for Black)"]
        }
        Bug::BlackNeverTakesEnPassant => &["en passant captures are missing (only for Black)"],
        Bug::EnPassantNotOnEdge => {
            &["en passant captures onto the a-file and the h-file are missing"]
        }
        Bug::EnPassantNotFromEdge => {
            &["en passant captures by pawns on the a-file and the h-file are missing"]
        }
        Bug::EnPassantB4A3Missing => {
            &["en passant captures onto the a-file are missing (only for Black)"]
        }
        Bug::EnPassantOntoHFileMissing => &["en passant captures onto the h-file are missing"],
        Bug::EnPassantFromAFileMissing => {
            &["en passant captures by pawns on the a-file are missing"]
        }
        Bug::BlackEnPassantOnlyTowardHFile => {
            &["en passant captures towards the a-file are missing (only for Black)"]
        }
        Bug::EveryPieceTakesEnPassant => {
            &["knights that move to the en passant square capture the pawn"]
        }
        Bug::EnPassantSquareAsChecker => &["-"],
        Bug::BlackDoublePushSetsNothing => {
            &["double pushes do not set the en passant square (only for Black)"]
        }
        Bug::EnPassantSquareIsPawnSquare => &[
            "double pushes set the pawn's own square as the en passant square: it can be captured twice",
        ],
        Bug::EnPassantSquareStaysAfterCapture => {
            &["the en passant square is not cleared by captures"]
        }
        Bug::EnPassantSquareStaysAfterCastling => {
            &["the en passant square is not cleared by castling"]
        }
        Bug::EnPassantSquareStaysAfterKingMoves => {
            &["the en passant square is not cleared by moves of the king"]
        }
        Bug::BlackNeverCastles => &["castling is missing (only for Black)"],
        Bug::BlackNeverCastlesQueenside => &[
            "castling is missing (only for Black on the a-file side)",
            "castling with the rook on the a-file side is missing (only for Black)",
        ],
        Bug::CastlingNotListed => &["castling is missing among the moves of the root"],
        Bug::CastlesThroughCheckQueenside => &[
            "castling is allowed although the king crosses an attacked square (only on the a-file side)",
        ],
        Bug::CastlesThroughCheckBlackKingside => &[
            "castling is allowed although the king crosses an attacked square (only for Black on the h-file side)",
        ],
        Bug::CastlesOutOfPawnCheck => &["castling is allowed out of the check of a pawn"],
        Bug::PathIgnoresPawns => {
            &["castling does not see attacks by pawns, except on the destination of the king"]
        }
        Bug::WhitePathIgnoresPawns => &[
            "castling does not see attacks by pawns, except on the destination of the king (only for White)",
        ],
        Bug::PathIgnoresKnights => {
            &["castling does not see attacks by knights, except on the destination of the king"]
        }
        Bug::QueensidePathIgnoresKnights => &[
            "castling does not see attacks by knights, except on the destination of the king (only on the a-file side)",
        ],
        Bug::PathIgnoresKing => {
            &["castling does not see attacks by the king, except on the destination of the king"]
        }
        Bug::PathIgnoresDiagonals => {
            &["castling does not see attacks on diagonals, except on the destination of the king"]
        }
        Bug::PathSeesPawnsAhead => {
            &["castling takes pawns to attack the square in front of them, and no others"]
        }
        Bug::PathSeesPawnsOneSide => &["castling does not see attacks by pawns towards the a-file"],
        Bug::RookMustBeSafe => {
            &["castling is rejected when the rook or a square between king and rook is attacked"]
        }
        Bug::QueenSquareIgnored => &[
            "castling is allowed although a piece stands on the destination of the rook (only on the a-file side)",
        ],
        Bug::QueensideLeavesRook => &["castling does not move the rook (only on the a-file side)"],
        Bug::QueensideKingToB => &[
            "castling with the rook on the a-file side puts the king on the b-file and the rook on the c-file",
        ],
        Bug::CastlingSwapsSquares => {
            &["castling puts the king on the rook's square, and the rook on the king's square"]
        }
        Bug::RightSurvivesCaptureOfQueensideRook => {
            &["the castling right is kept after the rook was captured (only on the a-file side)"]
        }
        Bug::RightSurvivesCaptureOnH8 => &[
            "the castling right is kept after the rook was captured (only for captures by White on the h-file side)",
        ],
        Bug::CapturedRookClearsOther => {
            &["the capture of one rook ends the castling right with the other one"]
        }
        Bug::RookMoveClearsOther => {
            &["the move of one rook ends the castling right with the other one"]
        }
        Bug::BlackRookMoveKeepsRight => {
            &["the castling right is kept after the rook has moved (only for Black)"]
        }
        Bug::RookMoveKeepsQueensideRight => {
            &["the castling right is kept after the rook has moved (only on the a-file side)"]
        }
        Bug::KingMoveKeepsQueenside => {
            &["the castling rights are kept after the king has moved (only on the a-file side)"]
        }
        Bug::BlackKingMoveKeepsRights => {
            &["the castling rights are kept after the king has moved (only for Black)"]
        }
        Bug::CastlingKeepsOtherRight => &["castling ends only the right that it uses"],
        Bug::KnightAttackLacksStep => {
            &["attacks by knights in one of their eight directions, that of d4-c2, are not seen"]
        }
        Bug::WhiteKnightAttackLacksStep => &[
            "attacks by knights in one of their eight directions, that of d4-c2, are not seen (only for pieces of White)",
        ],
        Bug::KingAttackLacksStep => {
            &["attacks by kings in one of their eight directions, that of e5-d4, are not seen"]
        }
        Bug::BlackKnightsGiveNoCheck => {
            &["attacks by knights are not seen (only for pieces of Black)"]
        }
        Bug::PawnAttacksOneSide => &["attacks by pawns towards the a-file are not seen"],
        Bug::BlackPawnsAttackUpward => {
            &["pawns are taken to attack backward (only for pieces of Black)"]
        }
        Bug::SlidersCheckWithinSix => {
            &["attacks by bishops, rooks and queens from more than 6 squares away are not seen"]
        }
        Bug::BlackPinsIgnored => {
            &["pinned pieces may leave the line of the pin, except in check (only for Black)"]
        }
        Bug::PinnedMayCapture => {
            &["pinned pieces may leave the line of the pin to capture, except in check"]
        }
        Bug::SlidersNeverBlock => {
            &["moves of bishops, rooks and queens that block a check are missing"]
        }
        Bug::KnightsNeverBlock => &["moves of knights that block a check are missing"],
        Bug::BlackNeverBlocks => &["moves that block a check are missing (only for Black)"],
        Bug::KnightsNeverTakeChecker => {
            &["captures by knights of the piece that gives check are missing"]
        }
        Bug::BlackKingNeverTakesChecker => {
            &["captures by the king of the piece that gives check are missing (only for Black)"]
        }
        Bug::CapturedQueenNotRestored => &["unmake does not restore a queen that was captured"],
        Bug::CapturedKnightNotRestored => &["unmake does not restore a knight that was captured"],
        Bug::CapturedPawnRestoredWithOwnColor => &["-"],
        Bug::QueensideRookNotPutBack => {
            &["unmake does not put the castling rook back (only on the a-file side)"]
        }
        Bug::BlackRookNotPutBack => {
            &["unmake does not put the castling rook back (only for Black)"]
        }
        Bug::StopsAtRepetition => &["repeated positions are counted as leaves"],
        Bug::StopsAtFiftyMoves => {
            &["positions that are drawn by the fifty-move rule are counted as leaves"]
        }
        Bug::StopsWithoutMaterial => {
            &["positions with at most one knight or bishop besides the kings are counted as leaves"]
        }
        Bug::MatesAreLeaves => &["it counts checkmates above the last ply as leaves"],
        Bug::StalematesAreLeaves => &["it counts stalemates above the last ply as leaves"],
        Bug::FinishedGamesAreLeaves => {
            &["it counts checkmates and stalemates above the last ply as leaves"]
        }
        Bug::DepthCappedAtTwo => &["it counts at most 2 deep, whatever depth it is asked for"],
        Bug::FenIgnoresK => &["it ignores K in the castling field of a FEN"],
        Bug::KeyWithoutKnights => &["the keys of its hash table leave out knights"],
        Bug::KeyWithoutPawns => &["the keys of its hash table leave out pawns"],
        Bug::KeyWithoutBlackKing => &["the keys of its hash table leave out the black king"],
        Bug::KeyWithoutColor => {
            &["the keys of its hash table do not tell white pieces from black ones"]
        }
        Bug::TableAcceptsDeeper => {
            &["its hash table returns counts of greater depths, as a table of a search does"]
        }
        Bug::TableKeepsByte => &["the counts in its hash table have 8 bits"],
        Bug::CountsModulo256 => {
            &["its numbers are computed modulo 2^8, as in unsigned integers of 8 bits"]
        }
        Bug::TotalModulo256 => {
            &["its total is computed modulo 2^8, as in unsigned integers of 8 bits"]
        }
        Bug::CountsModulo65536 => {
            &["its numbers are computed modulo 2^16, as in unsigned integers of 16 bits"]
        }
        Bug::TotalModulo65536 => {
            &["its total is computed modulo 2^16, as in unsigned integers of 16 bits"]
        }
        Bug::CountsAreSigned16 => {
            &["its numbers are computed modulo 2^16, as in signed integers of 16 bits"]
        }
        Bug::TotalIsSigned16 => {
            &["its total is computed modulo 2^16, as in signed integers of 16 bits"]
        }
        Bug::TotalIsHalfPrecision => {
            &["its total is rounded to 11 binary digits, as in a floating point number of 16 bits"]
        }
        Bug::TotalHasThreeDigits => &["its total is rounded to 3 digits"],
        Bug::FenIgnored => {
            &["it ignores the FEN: the moves are played from where the last question has ended"]
        }
        Bug::SecondPositionIgnored => &[
            "it ignores all FENs but the first: later moves are played from where the last question has ended",
        ],
        Bug::FenSwapsEnPassantRank => {
            &["it reads the en passant square of a FEN on the rank of the other side"]
        }
        Bug::FenShiftsEnPassantFile => {
            &["it reads the en passant square of a FEN one file too far towards the a-file"]
        }
        Bug::FenMirrorsEnPassantFile => &[
            "it reads the file of the en passant square of a FEN from the other side of the board",
        ],
        Bug::ListOf32 => {
            &["its list has room for 32 moves: in positions with more, the others are left out"]
        }
        Bug::ListOf40 => {
            &["its list has room for 40 moves: in positions with more, the others are left out"]
        }
        Bug::ListOf48 => {
            &["its list has room for 48 moves: in positions with more, the others are left out"]
        }
        Bug::ListOf64 => {
            &["its list has room for 64 moves: in positions with more, the others are left out"]
        }
        Bug::Prints30Lines => &["it prints at most 30 moves, but its total includes the others"],
        Bug::Prints64Lines => &["it prints at most 64 moves, but its total includes the others"],
        Bug::RootListOf20 => &["its list of root moves has room for 20 moves"],
        Bug::CastlingAsNull => &["it prints castling as the null move 0000"],
        Bug::CastlingAsRookMove => &["it prints castling as a move of the rook"],
        Bug::FenSwapsBlackRights => &["it reads k as q and q as k in the castling field of a FEN"],
        Bug::PinsIgnored => &["pinned pieces may leave the line of the pin, except in check"],
        Bug::PawnPinsIgnored => &["pinned pawns may leave the line of the pin, except in check"],
        Bug::KnightPinsIgnored => &["pinned knights may move, except in check"],
        Bug::DiagonalPinsIgnored => &["pieces pinned on a diagonal may leave it, except in check"],
        Bug::StraightPinsIgnored => {
            &["pieces pinned on a rank or a file may leave it, except in check"]
        }
        Bug::QueenPinsIgnored => {
            &["pieces pinned by a queen may leave the line of the pin, except in check"]
        }
        _ => &[],
    }
}
