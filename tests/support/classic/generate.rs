//! Pseudo-legal moves.

use super::attack::{DIAGONALS, KING_STEPS, KNIGHT_STEPS, LINES};
use super::board::{
    BISHOP, BLACK, Board, EMPTY, End, Flag, KING, KNIGHT, Move, OFF, PAWN, QUEEN, ROOK, WHITE,
    file, kind, piece, rank, side_of, square, step, wrapped,
};
use super::bug::Bug;

impl Board {
    /// The pseudo-legal moves: some may leave the king in check.
    pub(super) fn pseudo_legal(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.lists[self.side].clone() {
            match kind(self.at(from)) {
                PAWN => self.pawn_moves(from, &mut moves),
                KNIGHT => self.knight_moves(from, &mut moves),
                BISHOP => self.slides(from, &DIAGONALS, &mut moves),
                ROOK => self.slides(from, &LINES, &mut moves),
                QUEEN => {
                    if !self.has(Bug::QueensMoveLikeRooks) {
                        self.slides(from, &DIAGONALS, &mut moves);
                    }
                    self.slides(from, &LINES, &mut moves);
                    if self.has(Bug::QueensMoveLikeKnights) {
                        self.knight_moves(from, &mut moves);
                    }
                }
                KING => self.king_moves(from, &mut moves),
                _ => {}
            }
        }
        if !self.has(Bug::NoCastling) {
            self.castlings(&mut moves);
        }
        self.evade(&mut moves);
        let most = match self.bug {
            Bug::ListOf32 => 32,
            Bug::ListOf40 => 40,
            Bug::ListOf48 => 48,
            Bug::ListOf64 => 64,
            _ => 256,
        };
        let captures_en_passant = moves.iter().any(|mv| mv.flag == Flag::EnPassant);
        match self.bug {
            Bug::CrashesOnEnPassantCapture if captures_en_passant => {
                self.end = Some(End::Crashed("no pawn to capture"));
            }
            Bug::HangsOnEnPassant if captures_en_passant => self.end = Some(End::Hangs),
            Bug::PinnedNeverMove => {
                let king = self.kings[self.side];
                moves.retain(|mv| mv.from == king || !self.pins(mv.from));
            }
            Bug::PinnedQueensNeverMove => {
                moves.retain(|mv| kind(self.at(mv.from)) != QUEEN || !self.pins(mv.from));
            }
            Bug::PinnedPawnsNeverCapture => {
                let captures = |mv: &Move| kind(self.at(mv.from)) == PAWN && self.is_enemy(mv.to);
                moves.retain(|mv| !captures(mv) || !self.pins(mv.from));
            }
            Bug::NothingMovesToA1 => moves.retain(|mv| mv.to != square(0, 0)),
            Bug::H8NeverMoves => moves.retain(|mv| mv.from != square(7, 7)),
            _ => {}
        }
        if self.has(Bug::ListOverflowCrashes) && moves.len() > 50 {
            self.end = Some(End::Crashed("index out of range: the length is 50"));
        }
        moves.truncate(most);
        moves
    }

    fn add(&self, from: u8, to: u8, moves: &mut Vec<Move>) {
        moves.push(Move {
            from,
            to,
            promotion: EMPTY,
            flag: Flag::Plain,
        });
    }

    /// Whether a piece of the side to move can capture on the square.
    fn is_enemy(&self, square: u8) -> bool {
        let target = self.at(square);
        target != EMPTY && target != OFF && side_of(target) != self.side
    }

    fn is_own(&self, square: u8) -> bool {
        let target = self.at(square);
        target != EMPTY && target != OFF && side_of(target) == self.side
    }

    fn knight_moves(&self, from: u8, moves: &mut Vec<Move>) {
        let steps = match self.bug {
            Bug::KnightLacksStep => &KNIGHT_STEPS[..7],
            Bug::BlackKnightLacksStep if self.side == BLACK => &KNIGHT_STEPS[..7],
            _ => &KNIGHT_STEPS[..],
        };
        for &by in steps {
            let to = step(from, by);
            if self.lacks_entry(KNIGHT, from, to)
                || self.has(Bug::KnightsNeverCapture) && self.is_enemy(to)
            {
                continue;
            }
            let own = self.at(to) != OFF && !self.is_enemy(to) && self.at(to) != EMPTY;
            if self.at(to) == EMPTY
                || self.is_enemy(to)
                || own && self.has(Bug::KnightsTakeOwn) && kind(self.at(to)) != KING
            {
                self.add(from, to, moves);
                if self.has(Bug::EveryPieceTakesEnPassant) && to == self.en_passant {
                    moves.last_mut().expect("just added").flag = Flag::EnPassant;
                }
            }
        }
        if self.has(Bug::KnightsWrap) {
            for (files, ranks) in [
                (1, 2),
                (2, 1),
                (-1, 2),
                (-2, 1),
                (1, -2),
                (2, -1),
                (-1, -2),
                (-2, -1),
            ] {
                self.add_wrapped(from, files, ranks, moves);
            }
        }
    }

    /// Adds a step that leaves the board at one side and continues at the other.
    fn add_wrapped(&self, from: u8, files: i16, ranks: i16, moves: &mut Vec<Move>) {
        let beyond = !(0..8).contains(&(i16::from(file(from)) + files));
        if let Some(to) = wrapped(from, files, ranks).filter(|_| beyond)
            && (self.at(to) == EMPTY || self.is_enemy(to))
        {
            self.add(from, to, moves);
        }
    }

    fn king_moves(&self, from: u8, moves: &mut Vec<Move>) {
        let steps = match self.bug {
            Bug::KingLacksStep => &KING_STEPS[1..],
            _ => &KING_STEPS[..],
        };
        for &by in steps {
            let to = step(from, by);
            if self.lacks_entry(KING, from, to) {
                continue;
            }
            if self.at(to) == EMPTY && !self.has(Bug::KingOnlyCaptures)
                || self.is_enemy(to)
                    && !self.has(Bug::KingNeverCaptures)
                    && !(self.has(Bug::KingNeverCapturesPawns) && kind(self.at(to)) == PAWN)
            {
                self.add(from, to, moves);
            }
        }
        if self.has(Bug::KingWraps) {
            for ranks in [-1, 0, 1] {
                self.add_wrapped(from, 1, ranks, moves);
                self.add_wrapped(from, -1, ranks, moves);
            }
        }
    }

    fn slides(&self, from: u8, directions: &[i16], moves: &mut Vec<Move>) {
        let slider = kind(self.at(from));
        let directions = match self.bug {
            Bug::BishopLacksDirection if slider == BISHOP => &directions[1..],
            Bug::RookLacksDirection if slider == ROOK => &directions[..3],
            Bug::QueenLacksDirection if slider == QUEEN && directions == LINES => &directions[1..],
            _ => directions,
        };
        for &by in directions {
            let mut to = step(from, by);
            let mut distance = 1;
            loop {
                if self.at(to) == EMPTY {
                    self.add(from, to, moves);
                } else if self.is_enemy(to) {
                    let spared = self.has(Bug::RooksNeverCaptureQueens)
                        && slider == ROOK
                        && kind(self.at(to)) == QUEEN;
                    if !spared {
                        self.add(from, to, moves);
                    }
                    if !self.has(Bug::SlidersPassCaptures) {
                        break;
                    }
                } else if self.has(Bug::RooksTakeOwnPawns)
                    && slider == ROOK
                    && self.at(to) == self.own(PAWN)
                {
                    self.add(from, to, moves);
                    break;
                } else if self.at(to) == OFF
                    || !(kind(self.at(to)) == PAWN
                        && (self.has(Bug::SlidersPassOwnPawns)
                            || self.has(Bug::BishopsPassOwnPawns) && slider == BISHOP))
                {
                    break;
                }
                distance += 1;
                if self.has(Bug::SlidersStopAfterSix) && distance > 6
                    || self.has(Bug::BishopsStopAfterFiveToH8)
                        && slider == BISHOP
                        && by == 11
                        && distance > 5
                    || self.has(Bug::BishopsStopAfterFive) && slider == BISHOP && distance > 5
                    || self.has(Bug::QueensStopAfterThree) && slider == QUEEN && distance > 3
                {
                    break;
                }
                to = step(to, by);
            }
        }
    }

    fn pawn_moves(&self, from: u8, moves: &mut Vec<Move>) {
        let up = if self.side == WHITE { 10 } else { -10 };
        let home = if self.side == WHITE { 1 } else { 6 };
        let one = step(from, up);
        let two = step(one, up);
        let from_rank = rank(from);
        let may_push_twice = match self.bug {
            Bug::NoDoublePush => false,
            Bug::BlackNeverPushesTwice => from_rank == home && self.side == WHITE,
            Bug::PushesTwiceFromThird => {
                from_rank == home || from_rank == if self.side == WHITE { 2 } else { 5 }
            }
            Bug::RookPawnsNeverPushTwice => from_rank == home && !matches!(file(from), 0 | 7),
            Bug::NoDoublePushOnEFile => from_rank == home && file(from) != 4,
            Bug::NoBlackDoublePushOnAFile => {
                from_rank == home && (file(from) != 0 || self.side == WHITE)
            }
            _ => from_rank == home,
        };
        let steps_twice = from_rank == home && self.at(one) == EMPTY && self.at(two) == EMPTY;
        let stays = self.has(Bug::HomePawnsNeverStep) && steps_twice;
        if self.at(one) == EMPTY && !stays
            || self.has(Bug::PawnsCaptureStraight) && self.is_enemy(one)
        {
            self.add_pawn(from, one, moves);
        }
        if self.has(Bug::PawnsPushBackward) && self.at(step(from, -up)) == EMPTY {
            self.add(from, step(from, -up), moves);
        }
        let passable = self.at(one) == EMPTY
            || self.has(Bug::DoublePushJumps)
            || self.has(Bug::DoublePushJumpsOwn) && self.is_own(one);
        let landable =
            self.at(two) == EMPTY || self.has(Bug::DoublePushCaptures) && self.is_enemy(two);
        if may_push_twice && passable && landable {
            moves.push(Move {
                from,
                to: two,
                promotion: EMPTY,
                flag: Flag::Double,
            });
        }
        for side in [-1, 1] {
            self.pawn_capture(from, one, side, moves);
        }
    }

    fn pawn_capture(&self, from: u8, one: u8, side: i16, moves: &mut Vec<Move>) {
        let to = step(one, side);
        let missing = match self.bug {
            Bug::NoCaptureTowardAFile => side == -1,
            Bug::NoCaptureOnHFile => file(to) == 7,
            Bug::NoCaptureFromAFile => file(from) == 0,
            Bug::BlackPawnsNeverCaptureOnAFile => file(to) == 0 && self.side == BLACK,
            Bug::PawnsNeverCaptureQueens => kind(self.at(to)) == QUEEN,
            Bug::BlackPawnsCaptureOnlyTowardHFile => side == -1 && self.side == BLACK,
            _ => false,
        };
        if self.is_enemy(to) && !missing
            || self.has(Bug::PawnsMoveDiagonally) && self.at(to) == EMPTY
        {
            self.add_pawn(from, to, moves);
        }
        if self.has(Bug::PawnsCaptureSideways) && self.is_enemy(step(from, side)) {
            self.add(from, step(from, side), moves);
        }
        let fifth = if self.side == WHITE { 4 } else { 3 };
        if self.has(Bug::EnPassantBesideAnyPawn)
            && rank(from) == fifth
            && self.at(to) == EMPTY
            && to != self.en_passant
            && self.at(step(from, side)) == piece(self.side ^ 1, PAWN)
        {
            moves.push(Move {
                from,
                to,
                promotion: EMPTY,
                flag: Flag::EnPassant,
            });
        }
        if self.has(Bug::PawnsWrap) && self.at(to) == OFF {
            let ranks = if self.side == WHITE { 1 } else { -1 };
            if let Some(to) = wrapped(from, side, ranks)
                && self.is_enemy(to)
            {
                self.add_pawn(from, to, moves);
            }
        }
        if self.en_passant != 0 && self.may_capture_en_passant(from, to, side) {
            let times = if self.has(Bug::EnPassantTwice) { 2 } else { 1 };
            for _ in 0..times {
                moves.push(Move {
                    from,
                    to: self.en_passant,
                    promotion: EMPTY,
                    flag: Flag::EnPassant,
                });
            }
        }
    }

    fn may_capture_en_passant(&self, from: u8, to: u8, side: i16) -> bool {
        let us = self.side;
        // A square that the own side has passed cannot be reached by its pawns.
        let beside = to == self.en_passant;
        match self.bug {
            Bug::NoEnPassant => false,
            Bug::BlackNeverTakesEnPassant => beside && us == WHITE,
            Bug::EnPassantOnlyTowardHFile => beside && side == 1,
            Bug::EnPassantOnlyTowardAFile => beside && side == -1,
            Bug::EnPassantB4A3Missing => beside && !(us == BLACK && file(to) == 0),
            Bug::EnPassantOntoHFileMissing => beside && file(to) != 7,
            Bug::EnPassantFromAFileMissing => beside && file(from) != 0,
            Bug::EnPassantD5E6Missing => beside && !(us == WHITE && file(from) == 3 && side == 1),
            Bug::BlackEnPassantOnlyTowardHFile => beside && (us == WHITE || side == 1),
            Bug::EnPassantNotOnEdge => beside && !matches!(file(to), 0 | 7),
            Bug::EnPassantNotFromEdge => beside && !matches!(file(from), 0 | 7),
            Bug::EnPassantWraps => {
                let ranks = if us == WHITE { 1 } else { -1 };
                beside || self.at(to) == OFF && wrapped(from, side, ranks) == Some(self.en_passant)
            }
            Bug::PinnedPawnsNeverTakeEnPassant => beside && !self.pins(from),
            _ => beside,
        }
    }

    /// Whether removing the piece exposes its king.
    fn pins(&self, from: u8) -> bool {
        let mut without = self.clone();
        without.take(from);
        !self.in_check() && without.in_check()
    }

    fn add_pawn(&self, from: u8, to: u8, moves: &mut Vec<Move>) {
        let last = if self.side == WHITE { 7 } else { 0 };
        let capture = self.at(to) != EMPTY;
        let ends = rank(to) == last && !(self.has(Bug::BlackNeverPromotes) && self.side == BLACK);
        if !ends {
            return self.add(from, to, moves);
        }
        let kinds: &[u8] = match self.bug {
            Bug::OnlyQueens => &[QUEEN],
            Bug::NoKnights => &[QUEEN, ROOK, BISHOP],
            Bug::NoBishops => &[QUEEN, ROOK, KNIGHT],
            Bug::NoRooks => &[QUEEN, BISHOP, KNIGHT],
            Bug::QueensAndKnights => &[QUEEN, KNIGHT],
            Bug::OnlyQueensByCapture if capture => &[QUEEN],
            Bug::NoKnightsOnHFile if file(to) == 7 && !capture => &[QUEEN, ROOK, BISHOP],
            Bug::NoQueenPromotions => &[ROOK, BISHOP, KNIGHT],
            Bug::BlackNeverMakesKnights if self.side == BLACK => &[QUEEN, ROOK, BISHOP],
            Bug::NoRooksByCapture if capture => &[QUEEN, BISHOP, KNIGHT],
            Bug::WhiteNeverPromotesOnAFile if file(to) == 0 && self.side == WHITE => &[],
            Bug::KnightPromotionTwice => &[QUEEN, ROOK, BISHOP, KNIGHT, KNIGHT],
            Bug::NoPromotionByCapture if capture => &[],
            Bug::NoPromotionByPush if !capture => &[],
            Bug::QueenPromotionTwice => &[QUEEN, QUEEN, ROOK, BISHOP, KNIGHT],
            Bug::PromotionsTwice => &[QUEEN, ROOK, BISHOP, KNIGHT, QUEEN, ROOK, BISHOP, KNIGHT],
            Bug::PromotesToKing => &[KING, QUEEN, ROOK, BISHOP, KNIGHT],
            Bug::MayStayPawn => &[EMPTY, QUEEN, ROOK, BISHOP, KNIGHT],
            Bug::StaysPawn => &[EMPTY],
            Bug::StaysPawnByCapture if capture => &[EMPTY],
            Bug::NoPromotionOnEdge if matches!(file(to), 0 | 7) => &[],
            _ => &[QUEEN, ROOK, BISHOP, KNIGHT],
        };
        for &promotion in kinds {
            moves.push(Move {
                from,
                to,
                promotion,
                flag: Flag::Plain,
            });
        }
    }

    /// The bugs of generators with a special case for checks.
    fn evade(&mut self, moves: &mut Vec<Move>) {
        let checkers = self.attackers(
            self.kings[self.side],
            self.side ^ 1,
            super::attack::Purpose::Check,
        );
        if checkers.is_empty() {
            return;
        }
        let king = self.kings[self.side];
        let captures = |mv: &Move| checkers.contains(&mv.to);
        let is_king = |mv: &Move| mv.from == king;
        let is_pawn = |mv: &Move| kind(self.at(mv.from)) == PAWN;
        match self.bug {
            Bug::OnlyKingEvades => moves.retain(is_king),
            Bug::KingStaysInCheck => moves.retain(|mv| !is_king(mv)),
            Bug::PawnsNeverEvade => moves.retain(|mv| !is_pawn(mv)),
            Bug::NoCaptureOfCheckingKnights => {
                moves.retain(|mv| is_king(mv) || !captures(mv) || kind(self.at(mv.to)) != KNIGHT);
            }
            Bug::NoBlocksOnFiles => {
                let on_file = |&from: &u8| file(from) == file(king);
                let on_file = checkers.iter().all(on_file);
                moves.retain(|mv| !on_file || is_king(mv) || self.at(mv.to) != EMPTY);
            }
            Bug::NoBlocks => {
                moves.retain(|mv| is_king(mv) || captures(mv) || mv.flag == Flag::EnPassant)
            }
            Bug::SlidersNeverBlock => {
                moves.retain(|mv| {
                    captures(mv) || !matches!(kind(self.at(mv.from)), BISHOP | ROOK | QUEEN)
                });
            }
            Bug::KnightsNeverBlock => {
                moves.retain(|mv| captures(mv) || kind(self.at(mv.from)) != KNIGHT);
            }
            Bug::NoBlocksOfBishops => {
                let bishop = checkers.iter().any(|&from| kind(self.at(from)) == BISHOP);
                moves.retain(|mv| {
                    !bishop || is_king(mv) || captures(mv) || mv.flag == Flag::EnPassant
                });
            }
            Bug::BlackNeverBlocks if self.side == BLACK => {
                moves.retain(|mv| is_king(mv) || captures(mv) || mv.flag == Flag::EnPassant)
            }
            Bug::KnightsNeverTakeChecker => {
                moves.retain(|mv| !captures(mv) || kind(self.at(mv.from)) != KNIGHT);
            }
            Bug::BlackKingNeverTakesChecker if self.side == BLACK => {
                moves.retain(|mv| !(is_king(mv) && captures(mv)));
            }
            Bug::NoCaptureOfChecker => moves.retain(|mv| is_king(mv) || !captures(mv)),
            Bug::KingNeverTakesChecker => moves.retain(|mv| !(is_king(mv) && captures(mv))),
            Bug::NoDoublePushBlocks => moves.retain(|mv| mv.flag != Flag::Double),
            Bug::NoPromotionEvasions => moves.retain(|mv| mv.promotion == EMPTY),
            Bug::NoPromotionBlocks => {
                moves.retain(|mv| mv.promotion == EMPTY || captures(mv));
            }
            Bug::NoEnPassantEvasions => moves.retain(|mv| mv.flag != Flag::EnPassant),
            Bug::NoPawnBlocks => {
                moves.retain(|mv| !is_pawn(mv) || captures(mv) || mv.flag == Flag::EnPassant)
            }
            Bug::NoKingMovesInDoubleCheck => {
                let double = checkers.len() > 1;
                moves.retain(|mv| !(double && is_king(mv)));
            }
            Bug::EnPassantSquareAsChecker => {
                // Any piece that reaches the passed square counts as a capture of the checking pawn.
                let passed = self.en_passant;
                for mv in &mut *moves {
                    let checks = checkers.iter().any(|&from| {
                        from == step(passed, if self.side == WHITE { -10 } else { 10 })
                    });
                    if passed != 0 && checks && mv.to == passed && !is_king(mv) {
                        mv.flag = Flag::EnPassant;
                    }
                }
            }
            Bug::CrashesInDoubleCheck if checkers.len() > 1 => {
                self.end = Some(End::Crashed("attempt to subtract with overflow"));
            }
            _ => {}
        }
    }

    /// The piece of this kind of the side to move.
    pub(super) fn own(&self, kind: u8) -> u8 {
        piece(self.side, kind)
    }
}
