//! The bugs of the program. Names in parentheses are public bug reports that show the bug: repository
//! and number of the issue or pull request on GitHub.

/// Defines the enum and the list of all bugs.
macro_rules! bugs {
    ($($bug:ident: $text:literal,)*) => {
        /// A bug of the program. Each is consulted where its author would have made the mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Bug {
            /// None: it counts correctly.
            None,
            /// None, with a hash table of counts.
            NoneWithTable,
            $(#[doc = $text] $bug,)*
        }

        impl Bug {
            /// All bugs.
            pub(crate) const ALL: &[Bug] = &[$(Bug::$bug,)*];
        }
    };
}

bugs! {
    // Moves of the pieces
    KnightLacksStep: "One of the eight jumps of the knight is missing.",
    KnightsWrap:
        "Knights jump across the edge of the board (a board of 64 squares without a border).",
    KnightsTakeOwn: "Knights capture pieces of their own side.",
    KingLacksStep: "One of the eight steps of the king is missing.",
    KingWraps: "The king steps across the edge of the board (fruffers/chessGame 16).",
    KingOnlyCaptures: "The king has no quiet moves.",
    KingNeverCaptures: "The king has no captures (emymin/EmyChess pull 17).",
    BishopLacksDirection: "Bishops do not move in one of their four directions.",
    RookLacksDirection: "Rooks do not move in one of their four directions.",
    QueensMoveLikeRooks: "Queens do not move diagonally.",
    SlidersPassCaptures: "Sliding pieces go on behind a piece that they could capture.",
    SlidersPassOwnPawns: "Sliding pieces go on behind pawns of their own side.",
    SlidersStopAfterSix: "Sliding pieces move at most six squares (a loop that ends too early).",
    BishopsStopAfterFive: "Bishops move at most five squares.",
    QueensStopAfterThree: "Queens move at most three squares.",
    KnightTableLacksEntry: "The table of knight moves lacks d5-b4, for attacks as well.",
    KingTableLacksEntry: "The table of king moves lacks g1-h1, for attacks as well.",
    KnightsNeverCapture: "Knights have no captures.",
    RooksTakeOwnPawns: "Rooks capture pawns of their own side.",

    // Pawns
    NoDoublePush: "Pawns never advance two squares.",
    BlackNeverPushesTwice: "Black pawns never advance two squares (the rank of White is tested).",
    RookPawnsNeverPushTwice: "Pawns on the files a and h never advance two squares.",
    PushesTwiceFromThird: "Pawns advance two squares from their third rank as well.",
    DoublePushJumps: "Pawns advance two squares across another piece.",
    DoublePushCaptures: "Pawns capture by advancing two squares.",
    PawnsCaptureStraight: "Pawns capture by advancing one square.",
    PawnsMoveDiagonally: "Pawns move diagonally without a capture.",
    PawnsWrap: "Pawns capture across the edge of the board.",
    NoCaptureTowardAFile: "Pawns never capture toward the a-file.",
    NoCaptureOnHFile: "Pawns never capture on the h-file (a wrong mask).",
    NoCaptureFromAFile: "Pawns on the a-file never capture.",
    BlackPawnsCaptureOnlyTowardHFile: "Black pawns never capture toward the a-file.",

    // Promotions
    OnlyQueens: "Pawns promote to queens only.",
    NoKnights: "Pawns never promote to knights.",
    NoBishops: "Pawns never promote to bishops (ParthPant/chess-rs 9: 3 promotions instead of 4).",
    NoRooks: "Pawns never promote to rooks.",
    QueensAndKnights: "Pawns promote to queens and knights only, as in quiescence searches.",
    OnlyQueensByCapture: "A pawn that captures promotes to a queen only.",
    NoPromotionByCapture: "Pawns never promote by a capture.",
    NoPromotionByPush: "Pawns never promote by a push.",
    NoPromotionOnEdge: "Pawns never promote on the files a and h.",
    QueenPromotionTwice: "The promotion to a queen is listed twice.",
    PromotionsTwice: "Every promotion is listed twice (a loop over two directions).",
    PromotesToKing: "Pawns promote to kings as well.",
    MayStayPawn: "A pawn on the last rank may stay a pawn.",
    StaysPawn: "A pawn on the last rank stays a pawn.",
    StaysPawnByCapture: "A pawn that captures on the last rank stays a pawn.",
    BlackNeverPromotes: "Black pawns on the last rank stay pawns.",
    AlwaysBecomesQueen: "Every promoted pawn becomes a queen on the board.",
    KnightBecomesBishop: "A pawn promoted to a knight becomes a bishop.",
    RookBecomesQueen: "A pawn promoted to a rook becomes a queen.",
    PromotionsUntested: "Promotions are not tested for exposing the king.",

    // En passant
    NoEnPassant: "There are no en passant captures (notnil/chess pull 25).",
    BlackNeverTakesEnPassant: "Black has no en passant captures.",
    EnPassantOnlyTowardHFile: "En passant captures toward the a-file are missing.",
    EnPassantOnlyTowardAFile: "En passant captures toward the h-file are missing.",
    EnPassantNotOnEdge: "No en passant captures on the files a and h.",
    EnPassantNotFromEdge: "No en passant captures by pawns on the files a and h.",
    EnPassantTwice: "En passant captures are listed twice.",
    EnPassantWraps: "En passant captures across the edge of the board.",
    EnPassantUntested: "En passant captures are not tested for exposing the king.",
    EnPassantRankPinIgnored:
        "En passant removes two pawns from the rank of the king: not tested (niklasf/python-chess 70).",
    EnPassantDiagonalPinIgnored:
        "En passant opens a diagonal to the king: not tested (Disservin/chess-library 172).",
    PinnedPawnsNeverTakeEnPassant:
        "A pinned pawn never captures en passant (dylhunn/dragontoothmg 4).",
    EveryPieceTakesEnPassant: "Knights capture en passant as well (bhlangonijr/chesslib pull 15).",
    EnPassantSquareAsChecker:
        "In check, any piece captures the checking pawn on the passed square (bhlangonijr/chesslib pull 4).",
    DoublePushSetsNothing: "A double push sets no en passant square.",
    BlackDoublePushSetsNothing: "A double push of Black sets no en passant square.",
    EnPassantSquareAfterSinglePush: "A single push sets an en passant square.",
    EnPassantSquareIsPawnSquare: "The en passant square is that of the pawn.",
    EnPassantSquareStays:
        "The en passant square stays until the next double push (lichess-org/dartchess pull 18).",
    EnPassantSquareStaysAfterCapture: "A capture leaves the en passant square.",
    EnPassantSquareStaysAfterCastling: "Castling leaves the en passant square.",
    EnPassantSquareStaysAfterKingMoves: "King moves leave the en passant square.",
    EnPassantLeavesPawn: "The captured pawn stays on the board.",
    EnPassantTakesWrongPawn: "The piece on the other side of the capturing pawn is removed.",
    EnPassantTakesAhead: "The piece ahead of the passed square is removed (a sign error).",

    // Castling
    NoCastling: "There is no castling.",
    NoQueensideCastling: "There is no castling on the queen side.",
    BlackNeverCastles: "Black never castles.",
    CastlingNotListed: "Castling moves are counted nowhere.",
    CastlesThroughCheck: "The king may cross an attacked square.",
    CastlesThroughCheckQueenside: "The king may cross an attacked square on the queen side.",
    CastlesOutOfCheck: "The king may castle out of check (douglasbagnall/p4wn 3).",
    CastlesIntoCheck: "The king may castle into check (Ajneb97/MineChess 13).",
    CastlesOutOfPawnCheck:
        "The king may castle out of the check of a pawn (thomasahle/sunfish 66).",
    PathIgnoresPawns: "Castling ignores squares attacked by pawns.",
    PathIgnoresKnights: "Castling ignores squares attacked by knights.",
    PathIgnoresKing: "Castling ignores squares attacked by the enemy king.",
    PathIgnoresDiagonals: "Castling ignores diagonal attacks (natowi/prs-plus 253).",
    KnightSquareMustBeSafe:
        "Queen-side castling requires that b1 is not attacked (marianogappa/cheesse pull 34).",
    RookMustBeSafe: "Castling requires that the rook is not attacked.",
    QueensideKnightSquareIgnored: "Queen-side castling does not look at b1.",
    QueenSquareIgnored: "Queen-side castling does not look at d1.",
    OnlyKingPathIsFree: "Castling looks only at the squares that the king crosses.",
    OwnRooksDoNotBlock: "Other rooks of the same side do not block castling (lichess-org/lila 4625).",
    EnemiesDoNotBlock: "Enemy pieces do not block castling.",
    CastlingLeavesRook: "Castling does not move the rook.",
    QueensideLeavesRook: "Queen-side castling does not move the rook.",
    CastlingLosesRook: "Castling removes the rook (google-deepmind/open_spiel 1125).",
    CastlingCopiesRook: "Castling leaves a second rook in the corner (TCEC-Chess/tcecgui 90: it reappears).",
    QueensideRookToB: "Queen-side castling puts the rook on the b-file.",
    CastlingTwice: "Castling moves are listed twice.",
    CastlingSwapsSquares: "Castling puts the king on the square of the rook and the rook on that of the king.",
    QueensideKingToB: "Queen-side castling puts the king on the b-file.",

    // Castling rights
    RightSurvivesCapturedRook: "A captured rook keeps its right (notnil/chess pull 26).",
    RightSurvivesCaptureOfQueensideRook: "A captured queen-side rook keeps its right.",
    RightSurvivesPromotionCapture:
        "A rook captured by a promoting pawn keeps its right (TCEC-Chess/tcecgui 90).",
    CapturedRookClearsOther: "A captured rook ends the right of the other rook.",
    CapturedRookEndsBoth: "A captured rook ends both rights of its side.",
    CapturedRookEndsMoverRight: "A captured rook ends a right of the side that captures.",
    RookMoveKeepsRight: "A rook that moves keeps its right (natowi/prs-plus 253).",
    BlackRookMoveKeepsRight: "A black rook that moves keeps its right.",
    RookMoveEndsBoth: "A rook that moves ends both rights.",
    RookMoveClearsOther: "A rook that moves ends the right of the other rook.",
    KingMoveKeepsRights: "A king that moves keeps its rights.",
    KingMoveKeepsQueenside: "A king that moves keeps its queen-side right.",
    BlackKingMoveKeepsRights: "A black king that moves keeps its rights.",
    KingMoveEndsAllRights: "A king that moves ends the rights of both sides.",
    CastlingKeepsRights: "Castling ends no rights.",
    CastlingKeepsOtherRight: "Castling ends only the right that is used.",
    RightsAreFlipped:
        "Rights are flipped instead of cleared, so they come back (jhlywa/chess.js 32).",

    // Chess960
    RookShields:
        "The king castles behind the rook that shields it (official-stockfish/Stockfish 3605, yo35/kokopu 29).",
    OnlyBetweenKingAndRookIsFree: "Only the squares between king and rook must be empty.",
    RookTargetMayBeOccupied: "The target of the rook may be occupied.",
    KingInPlaceNeverCastles:
        "A king on its target never castles (kelseyde/calvin-chess-engine pull 276).",
    NeedsTwoKingSteps: "The king castles only by moving two squares.",
    XFenTakesInnerRook: "`K` means the inner rook (open_spiel 1125).",
    ShredderFenIgnored: "Rights written as files are ignored.",

    // Checks and pins
    NoLegalityTest: "Moves are never tested for exposing the king.",
    PinsIgnored: "Pinned pieces move freely.",
    PawnPinsIgnored: "Pinned pawns move freely.",
    KnightPinsIgnored: "Pinned knights move freely.",
    DiagonalPinsIgnored: "Pieces pinned on a diagonal move freely.",
    StraightPinsIgnored: "Pieces pinned on a rank or file move freely.",
    QueenPinsIgnored: "Pieces pinned by a queen move freely.",
    PinnedMayCapture: "A pinned piece may capture any piece.",
    ChecksIgnored: "In check, pieces other than the king move freely.",
    DoubleCheckAsSingle: "Answering one of two checks is enough (venil7/reason-chess 4).",
    KingTakesProtected: "The king captures protected pieces (benjaminfisher/Web-Chess 1).",
    KingUntested: "The king moves to attacked squares.",
    KingShadow: "The king hides the squares behind it from a slider.",
    KingsTouch: "The king moves next to the other king (grzegorz103/ngx-chess-board 90).",
    PawnsGiveNoCheck: "Attacks by pawns are overlooked (benjaminfisher/Web-Chess 1).",
    PawnAttacksPointBackward: "Pawns attack backward.",
    BlackPawnsAttackUpward: "Black pawns attack backward.",
    PawnAttacksOneSide: "Pawns attack on one side only.",
    KnightsGiveNoCheck: "Attacks by knights are overlooked.",
    KnightAttackLacksStep: "One of the eight attacks by knights is overlooked.",
    KingAttackLacksStep: "One of the eight attacks by the king is overlooked.",
    QueensGiveNoDiagonalCheck: "Diagonal attacks by queens are overlooked.",
    SlidersCheckFromAfarOnly: "Adjacent sliders give no check.",
    SlidersCheckWithinSix: "Sliders give no check from seven squares away.",
    FilesGiveNoCheck: "Attacks along files are overlooked.",
    OnlyKingEvades: "In check, only the king moves.",
    NoBlocks: "A check cannot be blocked.",
    NoCaptureOfChecker: "Only the king may capture a checking piece.",
    KingNeverTakesChecker: "The king may not capture a checking piece.",
    NoDoublePushBlocks: "A double push cannot block a check.",
    NoPromotionEvasions: "A promotion cannot answer a check (ddugovic/Stockfish pull 562).",
    NoPromotionBlocks: "A promotion cannot block a check.",
    NoEnPassantEvasions:
        "En passant cannot answer a check (douglasbagnall/p4wn 2, ddugovic/Stockfish pull 249).",
    NoPawnBlocks: "Pawns cannot block a check.",
    NoKingMovesInDoubleCheck: "The king does not move in double check.",
    RootUntested: "Root moves are not tested for exposing the king.",
    LastPlyUntested: "The last ply counts pseudo-legal moves.",

    // Unmake
    CapturedNotRestored: "Unmake does not put captured pieces back.",
    CapturedNotRestoredAfterPromotion:
        "Unmake does not put a piece back that was captured by a promotion.",
    CapturedPawnNotRestored: "Unmake does not put back a pawn captured en passant.",
    CapturedQueenNotRestored: "Unmake does not put captured queens back.",
    CapturedPawnRestoredOnTarget: "Unmake puts a pawn captured en passant on the passed square.",
    CapturedPawnRestoredWithOwnColor:
        "Unmake puts back a pawn captured en passant with the wrong color.",
    CapturedRestoredAsPawn: "Unmake puts captured pieces back as pawns.",
    CapturedRestoredWithOwnColor: "Unmake puts captured pieces back with the wrong color.",
    PromotedNotTurnedBack: "Unmake leaves the promoted piece.",
    PromotedNotTurnedBackAfterCapture: "Unmake leaves a piece that was promoted by a capture.",
    CastlingRookNotPutBack: "Unmake does not move the castling rook back (Checkora pull 162).",
    QueensideRookNotPutBack: "Unmake does not move the queen-side rook back.",
    BlackRookNotPutBack: "Unmake does not move the castling rook of Black back.",
    RightsNotRestored:
        "Unmake does not restore castling rights (hrushikeshrv/chessengine pull 64).",
    RightsNotRestoredAfterCapture: "Unmaking a capture does not restore castling rights.",
    RightsNotRestoredAfterCastling:
        "Unmaking castling does not restore castling rights (SebLague/Chess-Coding-Adventure 4).",
    EnPassantSquareNotRestored:
        "Unmake does not restore the en passant square; en passant captures are generated last.",
    EnPassantSquareClearedByUnmake:
        "Unmake clears the en passant square; en passant captures are generated last.",
    StaleKing: "The cached square of the king is never updated.",
    StaleKingAfterCapture: "The cached square of the king is not updated when it captures.",
    StaleKingAfterCastling: "The cached square of the king is not updated by castling.",
    StaleKingAfterUnmake: "The cached square of the king is not restored.",
    ListKeepsCaptured: "The piece list keeps captured pieces.",
    ListGetsCapturedTwice:
        "Unmake adds a captured piece to the piece list twice (SebLague/Chess-Challenge 108).",

    // Hash table
    KeyWithoutSide:
        "The key lacks the side to move (nkarve/surge 15); the table outlives a question.",
    KeyWithoutEnPassant: "The key lacks the en passant square (lichess-org/scalachess pull 56).",
    KeyWithoutRights: "The key lacks the castling rights (AndyGrant/Ethereal 10).",
    KeyOfRightsIsThatOfSide:
        "The number of the rights is that of the side to move (znxftw/rudim pull 88).",
    KeyWithoutBlackKing: "The black king has no numbers (pleco-rs/Pleco 161).",
    KeyWithoutColor: "White and black pieces share their numbers.",
    KeyWithoutPawns: "Pawns have no numbers.",
    KeyKeepsRights: "The incremental key keeps ended rights.",
    KeyKeepsEnPassant: "The incremental key keeps the en passant square.",
    KeyKeepsCastlingRook: "The incremental key leaves the castling rook in its corner.",
    KeyOfPromotionIsPawn: "The incremental key takes a promoted piece for a pawn.",
    KeyNotRestored: "Unmake does not restore the key.",
    TableIgnoresDepth: "Entries of other depths are used.",
    TableAcceptsDeeper: "Entries of greater depths are used, as in a search.",
    TableComparesNothing: "Entries are used without a comparison.",
    TableComparesFourBits: "Four bits of the key are compared.",
    TableKeepsByte: "Entries keep eight bits of the count.",

    // Counting
    MatesAreLeaves: "A mate counts as a leaf.",
    StalematesAreLeaves: "A stalemate counts as a leaf.",
    FinishedGamesAreLeaves: "Mates and stalemates count as leaves (niklasf/python-chess 1064).",
    StopsAtRepetition: "A repeated position counts as a leaf.",
    StopsAtFiftyMoves: "A position with a clock of 100 counts as a leaf.",
    StopsWithoutMaterial:
        "A position without mating material counts as a leaf (niklasf/python-chess 1064).",
    CountsInnerNodes: "Inner nodes are counted as well.",
    CountsOnePlyDeeper: "The tree is one ply too deep.",
    CountsOnePlyLess: "The tree is one ply too shallow.",
    DepthCappedAtTwo: "Depths above 2 are counted as 2.",
    TotalLacksReset: "The total includes earlier questions.",
    LinesLackReset: "The counter of the lines is never reset.",
    LinesAreRunningTotals: "Each line includes the lines before it.",
    TotalCountsRoot: "The total includes the root.",
    TotalLacksLastMove: "The total lacks the last move.",
    TotalIsNumberOfMoves: "The total is the number of root moves.",
    CountsModulo256: "Counts have 8 bits.",
    CountsModulo65536: "Counts have 16 bits.",
    CountsAreSigned16: "Counts are signed numbers of 16 bits (jhonnold/berserk 357, with 32 bits).",
    TotalModulo256: "The total has 8 bits.",
    TotalModulo65536: "The total has 16 bits.",
    TotalIsSigned16: "The total is a signed number of 16 bits.",
    TotalHasThreeDigits: "The total is rounded to three digits.",
    TotalIsHalfPrecision: "The total is a floating point number with 11 bits of precision.",

    // Input
    FenIgnored: "FENs are ignored: the start position is counted.",
    SecondPositionIgnored:
        "Only the first `position` command is obeyed (niklasf/shakmaty 154: an answer about an earlier position).",
    FenIgnoresSide: "White is always to move.",
    FenIgnoresRights: "Castling rights are ignored (Seikho/node-chess 31).",
    FenIgnoresWhiteRights: "Castling rights of White are ignored.",
    FenSwapsColorsOfRights: "Capital letters are rights of Black.",
    FenKeepsSide: "The side to move is not read: it stays that of the last position.",
    FenIgnoresBlackRights: "Castling rights of Black are ignored.",
    FenGrantsRights: "Kings and rooks at home can castle whatever the FEN says.",
    FenKeepsRights: "Castling rights of earlier positions are kept.",
    FenSwapsBlackRights: "`k` and `q` are swapped.",
    FenReadsFirstRight: "Only the first castling right is read.",
    FenReadsLastRight: "Only the last castling right is read.",
    FenIgnoresEnPassant: "The en passant square is ignored (AndyGrant/Ethereal pull 43).",
    FenIgnoresBlackEnPassant: "The en passant square is ignored if Black is to move.",
    FenSwapsEnPassantRank:
        "The en passant square is read on the rank of the other side (rudzen/ChessLib pull 44).",
    FenShiftsEnPassantFile: "The en passant square is read one file off (bhlangonijr/chesslib pull 14).",
    FenMirrorsEnPassantFile: "The file of the en passant square is counted from the h-file.",
    FenKeepsEnPassant: "The en passant square of an earlier position is kept.",
    MovesIgnored: "Moves after `moves` are ignored.",
    OnlyFirstMovePlayed: "Only the first of the moves is played.",
    LastMoveNotPlayed: "The last of the moves is not played.",
    PlayedPromotionIsQueen: "A played promotion always makes a queen.",
    PlayedPromotionIsKnight: "A played promotion always makes a knight.",
    PlayedPromotionStaysPawn: "A played promotion leaves a pawn.",
    PlayedCastlingLeavesRook: "Played castling does not move the rook.",
    PlayedEnPassantLeavesPawn: "A played en passant capture leaves the pawn.",
    PlayedDoublePushSetsNothing: "A played double push sets no en passant square.",
    PlayedMovesKeepRights: "Played moves end no castling rights.",
    PlayedMovesKeepEnPassant: "Played moves leave the en passant square.",
    PlayedKingIsStale: "The cached square of the king is not updated by played moves.",
    PlayedMovesKeepSide: "Played moves do not change the side to move.",

    // Lists
    ListOf32: "A list has room for 32 moves.",
    ListOf40: "A list has room for 40 moves.",
    ListOf48: "A list has room for 48 moves.",
    ListOf64: "A list has room for 64 moves.",
    Prints30Lines: "At most 30 lines are printed.",
    Prints64Lines: "At most 64 lines are printed.",
    RootListOf20: "The list of root moves has room for 20 moves.",
    LastLineTwice: "The last line is printed again, and counted again.",
    FirstLineTwice: "The first line is printed again (official-stockfish/Stockfish 3343).",
    FirstLineMissing: "The first line is not printed.",
    LastLineMissing: "The last line is not printed.",

    // Notation
    PromotionWithoutLetter: "Promotions are printed without the piece.",
    CastlingAsNull: "Castling is printed as a null move.",
    CastlingAsRookMove: "Castling is printed as a move of the rook.",
    SquaresSwapped: "Moves are printed with their destinations first.",
    FilesFlipped: "Files are printed from the other side.",
    BlackMovesTurned: "Moves of Black are printed as seen from Black.",
    RanksFlipped: "Ranks are printed from the other side.",

    // Crashes and hangs
    ListOverflowCrashes:
        "A list of more than 50 moves overruns its array (paulsonkoly/chess-3 161).",
    CrashesInDoubleCheck: "Crashes in double check.",
    CrashesOnEmptyList: "Crashes when a side has a bare king.",
    CrashesOnEnPassantFen: "Crashes on a FEN with an en passant square.",
    CrashesWithoutMoves: "Crashes on mates and stalemates.",
    CrashesAtDepthThree: "Crashes at depth 3.",
    CrashesOnSecondQuestion: "Crashes when it is asked again.",
    CrashesOnCastling: "Crashes when castling is possible.",
    CrashesOnEnPassantCapture: "Crashes when an en passant capture is possible.",
    HangsWithoutMoves: "Hangs on mates and stalemates.",
    HangsOnPromotion: "Hangs when a promotion is possible.",
    HangsOnEnPassant: "Hangs when an en passant capture is possible.",

    // Narrow bugs: one file, one direction, one colour, one kind of piece, or one condition more. What is said
    // about them must not be wider than they are.
    FenAnyLetterIsEveryRight: "Any letter in the castling field gives every right.",
    FenOtherLetterIsBlackQueenside: "Any other character than K, Q and k, even `-`, is the right `q`.",
    FenIgnoresK: "The letter `K` in the castling field is ignored.",
    FenKeepsWhiteRights: "Castling rights of White in earlier positions are kept.",
    FenReadsTwoRights: "Only the first two castling rights are read.",
    FenIgnoresEnPassantOnAFile: "The en passant square is ignored on the a-file.",
    FenShiftsBlackEnPassantFile: "The en passant square is read one file off if Black is to move.",
    PlayedQueensideCastlingLeavesRook: "Played queen-side castling does not move the rook.",
    PlayedBlackDoublePushSetsNothing: "A played double push of Black sets no en passant square.",
    EnPassantB4A3Missing: "Only the en passant capture b4xa3 is missing.",
    EnPassantOntoHFileMissing: "No en passant captures onto the h-file.",
    EnPassantFromAFileMissing: "No en passant captures by pawns on the a-file.",
    EnPassantD5E6Missing: "Only the en passant capture d5xe6 is missing.",
    BlackEnPassantOnlyTowardHFile: "En passant captures of Black toward the a-file are missing.",
    NoDoublePushOnEFile: "Pawns on the e-file never advance two squares.",
    NoBlackDoublePushOnAFile: "The black pawn on the a-file never advances two squares.",
    BlackPawnsNeverCaptureOnAFile: "Black pawns never capture on the a-file.",
    PawnsNeverCaptureQueens: "Pawns never capture queens.",
    DoublePushJumpsOwn: "Pawns advance two squares across a piece of their own side.",
    NoKnightsOnHFile: "Pawns on the h-file never promote to knights.",
    NoQueenPromotions: "Pawns never promote to queens.",
    BlackNeverMakesKnights: "Black pawns never promote to knights.",
    NoRooksByCapture: "A pawn that captures never promotes to a rook.",
    WhiteNeverPromotesOnAFile: "White pawns never promote on the a-file.",
    BlackRookBecomesQueen: "A black pawn promoted to a rook becomes a queen.",
    BlackKnightLacksStep: "One of the eight jumps of black knights is missing.",
    QueenLacksDirection: "Queens do not move in one of their eight directions.",
    BishopsStopAfterFiveToH8: "Bishops move at most five squares towards h8.",
    BishopsPassOwnPawns: "Bishops go on behind pawns of their own side.",
    RooksNeverCaptureQueens: "Rooks never capture queens.",
    KingNeverCapturesPawns: "The king never captures pawns.",
    BlackNeverCastlesQueenside: "Black never castles on the queen side.",
    NoCastlingWithQueen: "A side with a queen never castles.",
    CastlesThroughCheckBlackKingside: "The black king may cross an attacked square on the king side.",
    PathSeesPawnsAhead: "Castling takes pawns to attack the square in front of them, and no others.",
    PathSeesPawnsOneSide: "Castling takes pawns to attack on one side only.",
    PathIgnoresQueens: "Castling ignores squares attacked by queens.",
    PathIgnoresBishops: "Castling ignores squares attacked by bishops, but not by queens.",
    WhitePathIgnoresPawns: "Castling of White ignores squares attacked by pawns.",
    QueensidePathIgnoresKnights: "Queen-side castling ignores squares attacked by knights.",
    CastlesOutOfKnightCheck: "The king may castle out of the check of a knight.",
    WhiteKnightAttackLacksStep: "One of the eight attacks by white knights is overlooked.",
    PawnsOnHFileGiveNoCheck: "Attacks by pawns on the h-file are overlooked.",
    BishopsGiveNoCheckFromH8: "Attacks by bishops from the direction of h8 are overlooked.",
    KingsTouchDiagonally: "The king moves diagonally next to the other king.",
    BlackKnightsGiveNoCheck: "Attacks by black knights are overlooked.",
    RooksCheckWithinSix: "Rooks give no check from seven squares away.",
    KnightPinsByBishopsIgnored: "Knights pinned by a bishop move freely.",
    PawnFilePinsIgnored: "Pawns pinned on a file move freely.",
    RookDiagonalPinsIgnored: "Rooks pinned on a diagonal move freely.",
    BlackPinsIgnored: "Pinned pieces of Black move freely.",
    KingTakesProtectedPawns: "The king captures protected pawns.",
    KingTakesWhatPawnsProtect: "The king captures pieces that only pawns protect.",
    KingDiagonalShadow: "The king hides the squares behind it from a slider on a diagonal.",
    PromotionCapturesUntested: "Captures that promote are not tested for exposing the king.",
    SlidersNeverBlock: "Bishops, rooks and queens cannot block a check.",
    KnightsNeverBlock: "Knights cannot block a check.",
    NoBlocksOfBishops: "The check of a bishop cannot be blocked.",
    BlackNeverBlocks: "Black cannot block a check.",
    KnightsNeverTakeChecker: "Knights may not capture a checking piece.",
    BlackKingNeverTakesChecker: "The black king may not capture a checking piece.",
    RookMoveKeepsQueensideRight: "A rook that moves keeps its right on the queen side.",
    RightSurvivesCaptureOnH8: "A rook captured on h8 keeps its right.",
    RightSurvivesCaptureByKnight: "A rook captured by a knight keeps its right.",
    EnPassantSquareStaysAfterKnightMoves: "Knight moves leave the en passant square.",
    CapturedKnightNotRestored: "Unmake does not put captured knights back.",
    BlackMatesAreLeaves: "A mate of Black counts as a leaf.",
    CastlingTwiceQueenside: "Queen-side castling is listed twice.",
    KnightPromotionTwice: "The promotion to a knight is listed twice.",
    KeyWithoutKnights: "Knights have no numbers.",

    // Bugs of generators with masks for pins and checks, and of tables of squares
    PawnsPushBackward: "Pawns may also step back.",
    PawnsCaptureSideways: "Pawns also capture beside them.",
    HomePawnsNeverStep: "Pawns that can advance two squares do not advance one.",
    QueensMoveLikeKnights: "Queens also jump as knights.",
    NothingMovesToA1: "The square number 0 is taken for no square: moves to a1 are missing.",
    H8NeverMoves: "The loop over the squares ends before h8.",
    PinnedPawnsNeverCapture: "Pinned pawns do not capture the piece that pins them.",
    PinnedQueensNeverMove: "Pinned queens never move.",
    EnPassantBesideAnyPawn: "Pawns on the fifth rank capture any pawn beside them en passant.",
    EnPassantFilePinIgnored: "Pawns pinned on a file capture en passant.",
    KnightChecksIgnored: "The check of a knight needs no answer.",
    KingTakesProtectedByKnights: "The king captures pieces that only knights protect.",
    KingStaysInCheck: "In check, the king does not move.",
    PawnsNeverEvade: "In check, pawns do not move.",
    NoCaptureOfCheckingKnights: "Only the king captures a knight that gives check.",
    NoBlocksOnFiles: "Checks on a file cannot be blocked.",
    OtherSideMustBeSafe: "Castling tests the squares of both sides for attacks.",
    OtherSideMustBeFree: "Castling tests the squares of both sides for pieces.",
    NeedsBothRights: "Castling needs the rights of both sides.",
    PromotionLeavesPawn: "A promotion leaves the pawn on the seventh rank.",
    DoublePushOnAFileSetsNothing: "Double pushes on the a-file leave no en passant square.",
    CountsTwice: "Each leaf is counted twice.",

    // Others
    PinnedNeverMove: "Pinned pieces never move, not even along the line of the pin.",
    RookInPlaceNeverCastles: "The king never castles with a rook that stands on its target.",
    TreeForgetsEnPassant: "Perft plays double pushes without an en passant square, `position` with it.",
    EnPassantOnlyInFirstAnswer: "En passant captures are missing from the second answer on.",
    KeyWithoutRightsInKeptTable: "Castling rights have no numbers, and the table outlives a question.",
}

impl Bug {
    /// Its name, as in the list above.
    pub(crate) fn name(self) -> String {
        format!("{self:?}")
    }

    /// The bug of this name.
    pub(crate) fn named(name: &str) -> Option<Bug> {
        let healthy = [Bug::None, Bug::NoneWithTable];
        let mut all = Bug::ALL.iter().chain(&healthy).copied();
        all.find(|bug| bug.name() == name)
    }

    /// Whether the program has a hash table of counts.
    pub(super) fn is_of_table(self) -> bool {
        self.name().starts_with("Key")
            || self.name().starts_with("Table")
            || self == Bug::NoneWithTable
    }

    /// Whether the table outlives a question.
    pub(super) fn keeps_table(self) -> bool {
        matches!(
            self,
            Bug::KeyWithoutSide
                | Bug::KeyWithoutRightsInKeptTable
                | Bug::TableComparesFourBits
                | Bug::NoneWithTable
        )
    }
}
