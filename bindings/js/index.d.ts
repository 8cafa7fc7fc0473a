/** Which position is meant, besides its FEN. */
export interface PositionOptions {
  /** Moves to play first, in UCI notation or SAN. */
  moves?: Iterable<string>;
  /** Write castling as the king capturing its rook. By default only where nothing else is possible. */
  chess960?: boolean | null;
  /** The variant of chess whose rules hold. By default `chess`. */
  variant?: Variant | null;
}

/** Chess and its variants. */
export type Variant =
  | 'chess' | 'crazyhouse' | 'atomic' | 'antichess' | 'kingofthehill' | '3check' | 'horde' | 'racingkings';

/** A FEN or a move is malformed or illegal. The message says where and why. */
export class PositionError extends Error {}

/**
 * The number of leaves at exactly `depth` plies. `fen` is a FEN, an EPD or `startpos`.
 *
 * Counts on the calling thread. Throws `PositionError`, or `RangeError` for a depth above 255.
 *
 * @example
 * perft('startpos', 3); // 8902
 */
export function perft(fen: string, depth: number, options?: PositionOptions): number;

/** The leaves below each legal move, by its UCI notation, in the order in which Stockfish prints them. */
export function divide(fen: string, depth: number, options?: PositionOptions): Record<string, number>;

/** The kinds of leaves that {@link statistics} counts. */
export type Kind =
  | 'nodes' | 'captures' | 'en_passant' | 'castles' | 'promotions' | 'to_knight' | 'to_bishop' | 'to_rook'
  | 'to_queen' | 'checks' | 'checks_no_mate' | 'discovered' | 'double' | 'double_no_mate' | 'checkmates'
  | 'stalemates';

/** The kinds of leaves of variants. */
export type KindOfVariant =
  | 'nodes' | 'captures' | 'drops' | 'checks' | 'explosions' | 'en_passant' | 'castles' | 'promotions' | 'checkmates'
  | 'stalemates' | 'ends';

/** The leaves by kind. Those of chess and of variants are different. */
export function statistics(
  fen: string, depth: number, options?: PositionOptions & { variant?: 'chess' | null },
): Record<Kind, number>;
export function statistics(
  fen: string, depth: number, options: PositionOptions,
): Record<KindOfVariant, number>;

/** The legal moves in UCI notation, in the order in which Stockfish prints them. */
export function moves(fen: string, options?: PositionOptions): string[];

/** A position and its legal moves. */
export interface Position {
  /** The FEN after the moves. */
  fen: string;
  /** What was repaired in the FEN. */
  warnings: string[];
  /** Why the game is over by a rule of the variant; null if no such rule has ended it. */
  over: string | null;
  /** The squares of the pieces that give check. */
  checkers: string[];
  /** The legal moves in UCI notation and in SAN. */
  moves: { uci: string; san: string }[];
}

/** Reads a position. */
export function position(fen: string, options?: PositionOptions): Position;

/** Whether a move is legal, and why. */
export interface Explanation {
  legal: boolean;
  /** The move in UCI notation, or as it was written. */
  uci: string;
  /** The move in SAN, if it is legal. */
  san: string | null;
  /** The answer in one sentence. */
  text: string;
  /** The reasons, each with a stable code. */
  reasons: { code: string; text: string }[];
}

/** Explains a move in UCI notation or SAN. Throws `PositionError` if the text is not a move. */
export function explain(fen: string, move: string, options?: PositionOptions): Explanation;

/** A divide next to Canopy's. Counts are decimal texts: those of another program can be any number. */
export interface DivideComparison {
  /** Whether both say the same. */
  same: boolean;
  /** The legal moves. `theirs` is null where the move is not listed. */
  lines: { uci: string; san: string; ours: string; theirs: string | null }[];
  /** Listed moves that are not legal, and why. */
  extra: { move: string; reason: string }[];
  /** Moves that are listed more than once. */
  repeated: string[];
  /** Lines with a count whose move could not be read. */
  unreadable: string[];
  /** A total that is not the sum of its lines. */
  total: { sum: string; total: string } | null;
}

/** Compares the text of a divide, in any usual format, with Canopy's. */
export function compareDivide(
  fen: string, depth: number, text: string, options?: PositionOptions,
): DivideComparison;

/** A bug of a move generator. */
export interface Bug {
  kind: 'wrong' | 'no answer';
  /** The cause in one sentence. */
  headline: string;
  /** The position, the wrong moves and the rule behind each, and the smallest position. */
  text: string;
  /** The FEN of the smallest position that shows the bug. */
  fen: string;
  /** Moves to play from there first, in UCI notation. */
  moves: string[];
  /** The depth that shows it, in plies. */
  depth: number;
}

/** Counts of a move generator: the leaves below each legal move. Moves in UCI notation or SAN. */
export type Divide = (
  fen: string, moves: string[], depth: number,
) => Record<string, number | bigint> | Map<string, number | bigint>;

/** Which positions {@link findBug} asks about. */
export interface FindBugOptions {
  /** FENs, or pairs of a FEN and a depth. By default some hundred positions that expose known bugs. */
  positions?: (string | [fen: string, depth: number])[];
  /** The depth of the positions without one. By default 3. */
  depth?: number;
  /** Whether Chess960 positions are among the default ones; castling is `e1h1` there. By default false. */
  chess960?: boolean;
  /** The variant of chess whose rules hold. By default `chess`. */
  variant?: Variant | null;
}

/**
 * Finds a bug of a move generator, the smallest position that shows it, and the reason. An exception of
 * `divide` is a bug too. Returns null if everything is right.
 *
 * @example
 * const bug = findBug((fen, moves, depth) => myDivide(fen, moves, depth));
 * if (bug) throw new Error(bug.text);
 */
export function findBug(divide: Divide, options?: FindBugOptions): Bug | null;

/** What the text of {@link why} does not say. */
export interface WhyOptions {
  /** The position: a FEN or `startpos`. */
  fen?: string | null;
  /** Moves to play from there first, in UCI notation or SAN. */
  moves?: Iterable<string>;
  /** The depth in plies. */
  depth?: number | null;
  /** Whether the position is one of Chess960. */
  chess960?: boolean | null;
  /** The variant of chess whose rules hold. By default `chess`. */
  variant?: Variant | null;
  /** The program's totals for the questions so far: the first one is `next` of the answer without them. */
  also?: Iterable<number | bigint | string>;
}

/** What the numbers of a text mean, as in `canopy why --json`. Counts are decimal texts. */
export interface Why {
  /** The whole answer, as `canopy why` prints it. */
  text: string;
  /** The variant; missing for chess. */
  variant?: Variant;
  /** The numbers of the text, beside the right ones. `lines` are the first and the last line of the text. */
  claims: {
    fen: string; moves: string[]; depth: number; lines: [number, number]; total: string | null; correct: string;
    right: boolean; wrong_counts: { move: string; counted: string; correct: string }[];
    /** Columns of statistics. */
    wrong_columns: { column: string; counted: string; correct: string }[];
  }[];
  /** Numbers that were not compared with known defects. */
  left_out: { fen: string; depth: number; reason: string }[];
  /** What was assumed about the text. */
  assumptions: string[];
  /** What is doubtful about the positions. */
  warnings: string[];
  /** Lines with numbers that were not read. */
  unread: { line: number; text: string; reason: string }[];
  /** Whether all numbers are right. */
  right: boolean;
  /** The number of known defects; 0 if none was compared, because no number of leaves is wrong. */
  known_defects: number;
  /** The known defects that give all numbers. An `id` keeps its meaning. */
  causes: { id: string; sentences: string[] }[];
  /** How many more known defects give the leaves, but not the captures, en passant captures, castling moves or promotions. */
  ruled_out_by_statistics: number;
  /** Pairs of known defects whose differences add up to all numbers, and how many are expected by chance; null if they were not compared. */
  pairs: { number: number; expected_by_chance: number | null; found: { id: string; sentence: string }[][] } | null;
  /** The ids of defects that could not be compared in every form. */
  not_compared: string[];
  /** Whether the comparison was finished. */
  comparison_complete: boolean;
  /** What the numbers prove, whatever the cause. */
  facts: string[];
  /** The question that tells the causes apart, with the totals of each. */
  next: { fen: string; depth: number; correct: string; totals: { id: string; totals: string[] }[] } | null;
}

/**
 * Explains wrong counts from a text alone, without the program that counted: a total, a divide in any format, columns
 * of statistics, or failing rows of a suite, with other words around them.
 *
 * Compares all known defects with every number on the calling thread: call it in a worker if it may take long, and
 * terminate the worker to stop it. Throws `RangeError` if nothing in the text can be compared, and `PositionError` for
 * an unusable position or move.
 *
 * @example
 * why('position 5, depth 3: 62416').causes[0].sentences;
 */
export function why(text: string, options?: WhyOptions): Why;
