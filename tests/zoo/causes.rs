//! The true cause of each bug.

mod sentences;

use workbench::explain::Cause;
use workbench::imitate;

use self::sentences::sentences;
use crate::support::classic::Bug;

/// Whether the cause describes the bug: its sentence is neither wider nor narrower.
pub(super) fn is_true(bug: Bug, cause: &Cause) -> bool {
    let precise = sentences(bug);
    let general = imitate::defects().chain(imitate::table_defects());
    let mut general = general.filter(|defect| defect.id == cause.id);
    true_causes(bug).contains(&cause.id)
        && match precise {
            [] => general.any(|defect| defect.sentence == cause.sentence),
            _ => precise.contains(&cause.sentence.as_str()),
        }
}

/// Whether no known defect describes the bug.
pub(super) fn has_no_name(bug: Bug) -> bool {
    true_causes(bug).is_empty()
}

/// The defects of [`workbench::imitate`] that describe the bug; nothing for crashes and hangs.
fn true_causes(bug: Bug) -> &'static [&'static str] {
    match bug {
        Bug::KnightLacksStep => &["knight-moves-missing"],
        Bug::KnightsWrap => &["knights-wrap"],
        Bug::KnightsTakeOwn => &["knights-capture-own-pieces"],
        Bug::KingLacksStep => &["king-moves-missing"],
        Bug::KingOnlyCaptures => &["quiet-moves-missing"],
        Bug::KingWraps => &["kings-wrap"],
        Bug::KingNeverCaptures => &["king-captures-missing"],
        Bug::BishopLacksDirection | Bug::RookLacksDirection => &["slider-direction-missing"],
        Bug::QueensMoveLikeRooks => &["queen-diagonals-missing"],
        Bug::SlidersPassCaptures => &["sliders-jump-over-enemy-pieces"],
        Bug::SlidersPassOwnPawns => &["sliders-jump-over-own-pieces"],
        Bug::KnightTableLacksEntry | Bug::KingTableLacksEntry => &["step-missing-from-table"],
        Bug::KnightsNeverCapture => &["captures-missing"],
        Bug::RooksTakeOwnPawns => &["sliders-capture-own-pieces"],
        Bug::SlidersStopAfterSix | Bug::BishopsStopAfterFive | Bug::QueensStopAfterThree => {
            &["sliders-stop-early"]
        }
        Bug::NoDoublePush | Bug::BlackNeverPushesTwice | Bug::RookPawnsNeverPushTwice => {
            &["double-pushes-missing"]
        }
        Bug::PushesTwiceFromThird => &["double-push-from-wrong-rank"],
        Bug::DoublePushJumps => &["double-push-jumps"],
        Bug::DoublePushCaptures => &["double-push-onto-piece"],
        Bug::PawnsCaptureStraight => &["push-onto-piece"],
        Bug::PawnsMoveDiagonally => &["pawn-captures-nothing"],
        Bug::PawnsWrap => &["pawn-captures-wrap"],
        Bug::NoCaptureTowardAFile | Bug::BlackPawnsCaptureOnlyTowardHFile => {
            &["pawn-captures-towards-a-file-missing"]
        }
        Bug::NoCaptureOnHFile => &["pawn-captures-on-edge-missing"],
        Bug::OnlyQueens => &["only-queen-promotions"],
        Bug::NoKnights => &["knight-promotions-missing"],
        Bug::NoBishops => &["bishop-promotions-missing"],
        Bug::NoRooks => &["rook-promotions-missing"],
        Bug::QueensAndKnights => &["only-queen-and-knight-promotions"],
        Bug::OnlyQueensByCapture => &["under-promotions-by-capture-missing"],
        Bug::NoPromotionByCapture => &["promotions-by-capture-missing"],
        Bug::NoPromotionByPush => &["promotions-by-push-missing"],
        Bug::NoPromotionOnEdge => &["promotions-on-edge-missing"],
        Bug::NoCaptureFromAFile => &["edge-pawn-captures-missing"],
        Bug::PromotionsTwice | Bug::EnPassantTwice | Bug::CastlingTwice => &["moves-listed-twice"],
        Bug::QueenPromotionTwice => &["moves-listed-twice"],
        Bug::PromotesToKing => &["promotion-to-king"],
        Bug::MayStayPawn => &["promotion-to-pawn"],
        Bug::StaysPawn | Bug::BlackNeverPromotes => &["pawn-stays-a-pawn"],
        Bug::StaysPawnByCapture => &["pawn-stays-a-pawn-by-capture"],
        Bug::AlwaysBecomesQueen => &["promoted-piece-always-queen"],
        Bug::KnightBecomesBishop | Bug::RookBecomesQueen => &["promoted-piece-of-other-kind"],
        Bug::PromotionsUntested => &["promotions-expose-king"],
        Bug::NoEnPassant | Bug::BlackNeverTakesEnPassant => &["en-passant-missing"],
        Bug::EnPassantOnlyTowardHFile => &["en-passant-towards-a-file-missing"],
        Bug::EnPassantOnlyTowardAFile => &["en-passant-towards-h-file-missing"],
        Bug::EnPassantNotOnEdge | Bug::EnPassantNotFromEdge => &["en-passant-on-edge-missing"],
        Bug::EnPassantWraps => &["en-passant-wraps"],
        Bug::EnPassantUntested => &["en-passant-exposes-king"],
        Bug::EnPassantRankPinIgnored => &["en-passant-opens-rank"],
        Bug::EnPassantDiagonalPinIgnored => {
            &["en-passant-by-pinned-pawn", "en-passant-opens-diagonal"]
        }
        Bug::PinnedPawnsNeverTakeEnPassant => &["en-passant-along-pin-missing"],
        Bug::EveryPieceTakesEnPassant | Bug::EnPassantSquareAsChecker => {
            &["en-passant-by-other-pieces"]
        }
        Bug::DoublePushSetsNothing | Bug::BlackDoublePushSetsNothing => {
            &["en-passant-square-not-set"]
        }
        Bug::EnPassantSquareAfterSinglePush => &["en-passant-square-after-single-push"],
        Bug::EnPassantSquareIsPawnSquare => &["en-passant-square-wrong"],
        Bug::EnPassantSquareStays
        | Bug::EnPassantSquareStaysAfterCapture
        | Bug::EnPassantSquareStaysAfterCastling
        | Bug::EnPassantSquareStaysAfterKingMoves => &["en-passant-square-not-cleared"],
        Bug::EnPassantLeavesPawn => &["en-passant-keeps-captured-pawn"],
        Bug::EnPassantTakesWrongPawn => &["en-passant-removes-wrong-square"],
        // The square ahead is the one that the pawn has left: nothing stands there.
        Bug::EnPassantTakesAhead => &["en-passant-keeps-captured-pawn"],
        Bug::NoCastling | Bug::BlackNeverCastles | Bug::CastlingNotListed => &["castling-missing"],
        Bug::NoQueensideCastling => &["castling-with-a-file-rook-missing"],
        Bug::CastlesThroughCheck | Bug::CastlesThroughCheckQueenside => &["castling-through-check"],
        Bug::CastlesOutOfCheck => &["castling-out-of-check"],
        Bug::CastlesIntoCheck => &["castling-into-check"],
        Bug::CastlesOutOfPawnCheck => &["castling-ignores-pawn-attacks"],
        Bug::PathIgnoresPawns => &["castling-ignores-pawn-attacks"],
        Bug::PathIgnoresKnights => &["castling-ignores-knight-attacks"],
        Bug::PathIgnoresKing => &["castling-ignores-king-attacks"],
        Bug::PathIgnoresDiagonals => &["castling-ignores-diagonal-attacks"],
        Bug::KnightSquareMustBeSafe => &["castling-rejected-when-b-file-attacked"],
        Bug::RookMustBeSafe => &["castling-rejected-when-rook-attacked"],
        Bug::QueensideKnightSquareIgnored | Bug::OnlyKingPathIsFree => {
            &["castling-with-b-file-occupied"]
        }
        Bug::QueenSquareIgnored | Bug::RookTargetMayBeOccupied => {
            &["castling-onto-occupied-rook-square"]
        }
        Bug::OwnRooksDoNotBlock => &["castling-through-rooks"],
        Bug::EnemiesDoNotBlock => &["castling-through-enemy-pieces"],
        Bug::CastlingLeavesRook | Bug::QueensideLeavesRook => &["castling-leaves-rook"],
        Bug::CastlingLosesRook => &["castling-loses-rook"],
        Bug::CastlingCopiesRook => &["castling-copies-rook"],
        Bug::QueensideRookToB => &["castling-wrong-rook-square"],
        Bug::QueensideKingToB | Bug::CastlingSwapsSquares => &["castling-wrong-king-square"],
        Bug::RightSurvivesCapturedRook | Bug::RightSurvivesCaptureOfQueensideRook => {
            &["castling-right-kept-after-rook-captured"]
        }
        Bug::RightSurvivesPromotionCapture => {
            &["castling-right-kept-after-rook-captured-by-promotion"]
        }
        Bug::CapturedRookClearsOther | Bug::RookMoveClearsOther => {
            &["right-lost-through-wrong-rook"]
        }
        Bug::CapturedRookEndsBoth => &["both-rights-lost-by-rook-capture"],
        Bug::CapturedRookEndsMoverRight => &["capturer-loses-castling-right"],
        Bug::RookMoveKeepsRight | Bug::BlackRookMoveKeepsRight => {
            &["castling-right-kept-after-rook-move"]
        }
        Bug::RookMoveEndsBoth => &["both-rights-lost-by-rook-move"],
        Bug::KingMoveKeepsRights | Bug::KingMoveKeepsQueenside | Bug::BlackKingMoveKeepsRights => {
            &["castling-right-kept-after-king-move"]
        }
        Bug::KingMoveEndsAllRights => &["king-move-ends-all-rights"],
        Bug::CastlingKeepsRights | Bug::CastlingKeepsOtherRight => {
            &["castling-right-kept-after-castling"]
        }
        Bug::RightsAreFlipped => &["castling-right-comes-back"],
        Bug::RookShields => &["castling-with-pinned-rook"],
        Bug::OnlyBetweenKingAndRookIsFree => &["castling-tests-between-king-and-rook-only"],
        Bug::KingInPlaceNeverCastles => &["castling-with-king-in-place-missing"],
        Bug::NeedsTwoKingSteps => &["castling-only-by-two-steps"],
        Bug::XFenTakesInnerRook => &["fen-castling-inner-rook"],
        Bug::ShredderFenIgnored => &["fen-castling-ignored", "fen-castling-files-ignored"],
        Bug::NoLegalityTest => &["king-left-in-check"],
        Bug::PinsIgnored => &["pins-ignored"],
        Bug::PawnPinsIgnored => &["pawn-pins-ignored"],
        Bug::KnightPinsIgnored => &["knight-pins-ignored"],
        Bug::DiagonalPinsIgnored => &["diagonal-pins-ignored"],
        Bug::StraightPinsIgnored => &["straight-pins-ignored"],
        Bug::QueenPinsIgnored => &["pins-by-queens-ignored"],
        Bug::PinnedMayCapture => &["pinned-pieces-may-capture"],
        Bug::ChecksIgnored => &["checks-ignored"],
        Bug::DoubleCheckAsSingle => &["double-checks-ignored"],
        Bug::KingTakesProtected => &["king-captures-protected-pieces"],
        Bug::KingUntested => &["king-moves-into-check"],
        Bug::KingShadow => &["king-retreats-along-ray"],
        Bug::KingsTouch => &["kings-may-touch"],
        Bug::PawnsGiveNoCheck => &["pawn-attacks-unseen"],
        Bug::PawnAttacksPointBackward | Bug::BlackPawnsAttackUpward => &["pawn-attacks-reversed"],
        Bug::PawnAttacksOneSide => &["pawn-attacks-one-side"],
        Bug::KingAttackLacksStep => &["king-attack-step-unseen"],
        Bug::KnightsGiveNoCheck => &["knight-attacks-unseen"],
        Bug::KnightAttackLacksStep => &["knight-attack-step-unseen"],
        Bug::QueensGiveNoDiagonalCheck => &["queen-diagonal-attacks-unseen"],
        Bug::SlidersCheckFromAfarOnly => &["adjacent-sliders-unseen"],
        Bug::SlidersCheckWithinSix => &["distant-sliders-unseen"],
        Bug::FilesGiveNoCheck => &["file-attacks-unseen"],
        Bug::OnlyKingEvades => &["only-the-king-answers-checks"],
        Bug::NoBlocks => &["blocks-of-checks-missing"],
        Bug::NoCaptureOfChecker => &["captures-of-the-checker-missing"],
        Bug::KingNeverTakesChecker => &["king-captures-of-the-checker-missing"],
        Bug::NoDoublePushBlocks => &["double-push-blocks-missing"],
        Bug::NoPromotionEvasions => &["promotions-in-check-missing"],
        Bug::NoPromotionBlocks => &["promotion-blocks-missing"],
        Bug::NoEnPassantEvasions => &["en-passant-evasion-missing"],
        Bug::NoPawnBlocks => &["pawn-blocks-missing"],
        Bug::NoKingMovesInDoubleCheck => &["king-moves-in-double-check-missing"],
        Bug::RootUntested => &["root-moves-untested"],
        Bug::LastPlyUntested => &["last-ply-untested"],
        Bug::CapturedNotRestored | Bug::CapturedQueenNotRestored => {
            &["unmake-does-not-restore-captured-piece"]
        }
        Bug::CapturedNotRestoredAfterPromotion => {
            &["unmake-does-not-restore-captured-piece-after-promotion"]
        }
        Bug::CapturedPawnNotRestored => &["unmake-does-not-restore-en-passant-pawn"],
        Bug::CapturedPawnRestoredOnTarget => &["unmake-restores-en-passant-pawn-on-wrong-square"],
        Bug::CapturedPawnRestoredWithOwnColor | Bug::CapturedRestoredWithOwnColor => {
            &["unmake-restores-captured-piece-in-wrong-colour"]
        }
        Bug::CapturedRestoredAsPawn => &["unmake-restores-pawn-for-captured-piece"],
        Bug::PromotedNotTurnedBack => &["unmake-leaves-promoted-piece"],
        Bug::PromotedNotTurnedBackAfterCapture => &["unmake-leaves-promoted-piece-after-capture"],
        Bug::CastlingRookNotPutBack | Bug::QueensideRookNotPutBack | Bug::BlackRookNotPutBack => {
            &["unmake-does-not-return-castling-rook"]
        }
        Bug::RightsNotRestored => &["unmake-does-not-restore-rights"],
        Bug::RightsNotRestoredAfterCapture => {
            &["unmake-does-not-restore-rights-after-rook-capture"]
        }
        Bug::RightsNotRestoredAfterCastling => &["unmake-does-not-restore-rights-after-castling"],
        Bug::EnPassantSquareNotRestored | Bug::EnPassantSquareClearedByUnmake => {
            &["unmake-does-not-restore-en-passant-square"]
        }
        Bug::StaleKing => &["king-square-stale"],
        Bug::StaleKingAfterCapture => &["king-square-stale-after-capture"],
        Bug::StaleKingAfterCastling => &["king-square-stale-after-castling"],
        Bug::StaleKingAfterUnmake => &["unmake-king-square-stale"],
        Bug::ListKeepsCaptured => &["piece-list-keeps-captured-piece"],
        Bug::ListGetsCapturedTwice => &["piece-list-gets-captured-piece-twice"],
        Bug::KeyWithoutSide => &["key-without-side"],
        Bug::KeyWithoutEnPassant | Bug::KeyKeepsEnPassant => &["key-without-en-passant"],
        Bug::KeyWithoutRights | Bug::KeyOfRightsIsThatOfSide | Bug::KeyKeepsRights => {
            &["key-without-castling"]
        }
        Bug::KeyWithoutBlackKing | Bug::KeyWithoutColor | Bug::KeyWithoutPawns => {
            &["key-without-piece"]
        }
        Bug::KeyKeepsCastlingRook => &["key-of-castling"],
        Bug::KeyOfPromotionIsPawn => &["key-of-promotion"],
        Bug::KeyNotRestored => &["key-not-restored"],
        Bug::TableIgnoresDepth | Bug::TableAcceptsDeeper => &["key-without-depth"],
        Bug::TableComparesNothing | Bug::TableComparesFourBits => &["key-too-short"],
        Bug::TableKeepsByte => &["table-counts-overflow"],
        Bug::MatesAreLeaves | Bug::StalematesAreLeaves | Bug::FinishedGamesAreLeaves => {
            &["mates-are-leaves"]
        }
        Bug::StopsAtRepetition => &["repetition-ends-the-tree"],
        Bug::StopsAtFiftyMoves => &["fifty-move-rule-ends-the-tree"],
        Bug::StopsWithoutMaterial => &["insufficient-material-ends-the-tree"],
        Bug::CountsInnerNodes => &["interior-nodes-are-counted"],
        Bug::CountsOnePlyDeeper => &["counts-one-ply-too-deep"],
        Bug::CountsOnePlyLess => &["counts-one-ply-too-few"],
        Bug::DepthCappedAtTwo => &["depth-is-limited"],
        Bug::TotalLacksReset | Bug::LinesLackReset => &["counter-is-not-reset"],
        Bug::LinesAreRunningTotals => &["counter-is-not-reset-between-moves"],
        Bug::TotalCountsRoot => &["root-is-counted"],
        Bug::TotalLacksLastMove => &["last-move-is-not-in-total"],
        Bug::TotalIsNumberOfMoves => &["total-is-number-of-moves"],
        Bug::CountsModulo256
        | Bug::CountsModulo65536
        | Bug::CountsAreSigned16
        | Bug::TotalModulo256
        | Bug::TotalModulo65536
        | Bug::TotalIsSigned16 => &["numbers-overflow"],
        Bug::TotalIsHalfPrecision | Bug::TotalHasThreeDigits => &["numbers-are-rounded"],
        Bug::FenIgnored => &["fen-ignored"],
        Bug::SecondPositionIgnored => &["position-set-once"],
        Bug::FenIgnoresSide => &["fen-side-ignored"],
        Bug::FenIgnoresRights => &["fen-castling-ignored"],
        Bug::FenIgnoresWhiteRights => &["fen-castling-white-ignored"],
        Bug::FenSwapsColorsOfRights => &["fen-castling-colours-swapped"],
        Bug::FenKeepsSide => &["side-kept-from-last-position"],
        Bug::FenIgnoresBlackRights => &["fen-castling-black-ignored"],
        Bug::FenGrantsRights => &["fen-castling-always-all", "castling-without-right"],
        Bug::FenKeepsRights => &["castling-rights-kept-from-last-position"],
        Bug::FenSwapsBlackRights => &["fen-castling-sides-swapped"],
        Bug::FenReadsFirstRight => &["fen-castling-first-letter-only"],
        Bug::FenReadsLastRight => &["fen-castling-last-letter-only"],
        Bug::FenIgnoresEnPassant => &["fen-en-passant-ignored"],
        Bug::FenIgnoresBlackEnPassant => &["fen-en-passant-black-ignored"],
        Bug::FenShiftsEnPassantFile | Bug::FenSwapsEnPassantRank | Bug::FenMirrorsEnPassantFile => {
            &["fen-en-passant-wrong"]
        }
        Bug::FenKeepsEnPassant => &["en-passant-kept-from-last-position"],
        Bug::MovesIgnored => &["moves-ignored"],
        Bug::OnlyFirstMovePlayed => &["moves-first-only"],
        Bug::LastMoveNotPlayed => &["moves-all-but-last"],
        Bug::PlayedPromotionIsQueen => &["moves-promotion-letter-ignored"],
        Bug::PlayedPromotionIsKnight => &["moves-promotion-always-knight"],
        Bug::PlayedPromotionStaysPawn => &["moves-promotion-stays-pawn"],
        Bug::PlayedCastlingLeavesRook => &["moves-castling-leaves-rook"],
        Bug::PlayedEnPassantLeavesPawn => &["moves-en-passant-leaves-pawn"],
        Bug::PlayedDoublePushSetsNothing => &["moves-en-passant-not-set"],
        Bug::PlayedMovesKeepRights => &["moves-castling-rights-kept"],
        Bug::PlayedMovesKeepEnPassant => &["moves-en-passant-not-cleared"],
        Bug::PlayedKingIsStale => &["moves-king-square-stale"],
        Bug::PlayedMovesKeepSide => &["moves-side-not-changed"],
        Bug::ListOf32
        | Bug::ListOf40
        | Bug::ListOf48
        | Bug::ListOf64
        | Bug::RootListOf20
        | Bug::Prints30Lines
        | Bug::Prints64Lines => &["list-is-limited"],
        Bug::FirstLineTwice | Bug::LastLineTwice => &["line-is-repeated"],
        Bug::FirstLineMissing | Bug::LastLineMissing => &["one-line-is-missing"],
        Bug::PromotionWithoutLetter => &["notation-promotion"],
        Bug::SquaresSwapped => &["notation-squares-swapped"],
        Bug::FilesFlipped => &["notation-files"],
        Bug::BlackMovesTurned => &["notation-turned"],
        Bug::CastlingAsNull | Bug::CastlingAsRookMove => &["notation-castling"],
        Bug::RanksFlipped => &["notation-ranks"],
        Bug::FenIgnoresK => &["fen-castling-letter-ignored"],
        Bug::EnPassantB4A3Missing
        | Bug::EnPassantOntoHFileMissing
        | Bug::EnPassantFromAFileMissing => &["en-passant-on-edge-missing"],
        Bug::BlackEnPassantOnlyTowardHFile => &["en-passant-towards-a-file-missing"],
        Bug::NoBlackDoublePushOnAFile => &["double-pushes-missing"],
        Bug::BlackPawnsNeverCaptureOnAFile => &["pawn-captures-on-edge-missing"],
        Bug::BlackNeverMakesKnights => &["knight-promotions-missing"],
        Bug::WhiteNeverPromotesOnAFile => &["promotions-on-edge-missing"],
        Bug::BlackRookBecomesQueen => &["promoted-piece-of-other-kind"],
        Bug::BlackKnightLacksStep => &["knight-moves-missing"],
        Bug::BishopsPassOwnPawns => &["sliders-jump-over-own-pieces"],
        Bug::BlackNeverCastlesQueenside => {
            &["castling-missing", "castling-with-a-file-rook-missing"]
        }
        Bug::CastlesThroughCheckBlackKingside => &["castling-through-check"],
        Bug::PathSeesPawnsAhead | Bug::PathSeesPawnsOneSide => {
            &["castling-sees-pawn-attacks-wrongly"]
        }
        Bug::WhitePathIgnoresPawns => &["castling-ignores-pawn-attacks"],
        Bug::QueensidePathIgnoresKnights => &["castling-ignores-knight-attacks"],
        Bug::WhiteKnightAttackLacksStep => &["knight-attack-step-unseen"],
        Bug::BlackKnightsGiveNoCheck => &["knight-attacks-unseen"],
        Bug::BlackPinsIgnored => &["pins-ignored"],
        Bug::SlidersNeverBlock | Bug::KnightsNeverBlock | Bug::BlackNeverBlocks => {
            &["blocks-of-checks-missing"]
        }
        Bug::KnightsNeverTakeChecker => &["captures-of-the-checker-missing"],
        Bug::BlackKingNeverTakesChecker => &["king-captures-of-the-checker-missing"],
        Bug::RookMoveKeepsQueensideRight => &["castling-right-kept-after-rook-move"],
        Bug::RightSurvivesCaptureOnH8 => &["castling-right-kept-after-rook-captured"],
        Bug::CapturedKnightNotRestored => &["unmake-does-not-restore-captured-piece"],
        Bug::KeyWithoutKnights => &["key-without-piece"],
        Bug::PinnedNeverMove => &["pinned-pieces-never-move"],
        Bug::RookInPlaceNeverCastles => &["castling-with-rook-in-place-missing"],
        Bug::KeyWithoutRightsInKeptTable => &["key-without-castling"],
        // No defect of the list describes them.
        Bug::TreeForgetsEnPassant | Bug::EnPassantOnlyInFirstAnswer => &[],
        Bug::FenAnyLetterIsEveryRight
        | Bug::FenOtherLetterIsBlackQueenside
        | Bug::FenKeepsWhiteRights
        | Bug::FenReadsTwoRights
        | Bug::FenIgnoresEnPassantOnAFile
        | Bug::FenShiftsBlackEnPassantFile
        | Bug::PlayedQueensideCastlingLeavesRook
        | Bug::PlayedBlackDoublePushSetsNothing
        | Bug::EnPassantD5E6Missing
        | Bug::NoDoublePushOnEFile
        | Bug::PawnsNeverCaptureQueens
        | Bug::DoublePushJumpsOwn
        | Bug::NoKnightsOnHFile
        | Bug::NoQueenPromotions
        | Bug::NoRooksByCapture
        | Bug::QueenLacksDirection
        | Bug::BishopsStopAfterFiveToH8
        | Bug::RooksNeverCaptureQueens
        | Bug::KingNeverCapturesPawns
        | Bug::NoCastlingWithQueen
        | Bug::PathIgnoresQueens
        | Bug::PathIgnoresBishops
        | Bug::CastlesOutOfKnightCheck
        | Bug::PawnsOnHFileGiveNoCheck
        | Bug::BishopsGiveNoCheckFromH8
        | Bug::KingsTouchDiagonally
        | Bug::RooksCheckWithinSix
        | Bug::KnightPinsByBishopsIgnored
        | Bug::PawnFilePinsIgnored
        | Bug::RookDiagonalPinsIgnored
        | Bug::KingTakesProtectedPawns
        | Bug::KingTakesWhatPawnsProtect
        | Bug::KingDiagonalShadow
        | Bug::PromotionCapturesUntested
        | Bug::NoBlocksOfBishops
        | Bug::RightSurvivesCaptureByKnight
        | Bug::EnPassantSquareStaysAfterKnightMoves
        | Bug::BlackMatesAreLeaves
        | Bug::CastlingTwiceQueenside
        | Bug::KnightPromotionTwice => &[],
        Bug::ListOverflowCrashes
        | Bug::CrashesInDoubleCheck
        | Bug::CrashesOnEmptyList
        | Bug::CrashesOnEnPassantFen
        | Bug::CrashesWithoutMoves
        | Bug::CrashesAtDepthThree
        | Bug::CrashesOnSecondQuestion
        | Bug::CrashesOnCastling
        | Bug::CrashesOnEnPassantCapture
        | Bug::HangsWithoutMoves
        | Bug::HangsOnPromotion
        | Bug::HangsOnEnPassant
        | Bug::None
        | Bug::NoneWithTable => &[],
    }
}
