/* Canopy's C interface: perft, legal moves with reasons, and a debugger for move generators.
 *
 * All strings are UTF-8 and end with a zero byte. `fen` is a FEN, an EPD or "startpos"; `moves` are played
 * from there, in UCI notation or SAN, separated by blanks; NULL means none.
 *
 * Functions return CANOPY_ERROR (-1) if they fail; canopy_last_error() then has the reason.
 * They can be called on any number of threads at the same time.
 */

#ifndef CANOPY_H
#define CANOPY_H

#include <stddef.h>
#include <stdint.h>

// The function failed; `canopy_last_error` has the reason.
#define CANOPY_ERROR -1

// The divide that a callback answers with; `canopy_answer_add` adds a move.
typedef struct canopy_answer canopy_answer;

// Gets a move in UCI notation and the leaves below it.
typedef void (*canopy_line_fn)(void *user, const char *uci, uint64_t leaves);

// Gets a legal move in UCI notation and in SAN.
typedef void (*canopy_move_fn)(void *user, const char *uci, const char *san);

// Sets up `fen`, plays `moves` (UCI notation, separated by blanks, maybe empty), and calls
// `canopy_answer_add` with each legal move and the leaves `depth` - 1 plies below it. Returns 0, or
// another number if it fails.
typedef int (*canopy_divide_fn)(void *user,
                                const char *fen,
                                const char *moves,
                                uint32_t depth,
                                struct canopy_answer *answer);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0".
const char *canopy_version(void);

// Why the last function failed on this thread, valid until the next one fails there.
const char *canopy_last_error(void);

// Frees a string that a function has stored; NULL is ignored.
//
// # Safety
// `text` is NULL, or was stored by a function of this library and not freed since.
void canopy_free(char *text);

// Counts the leaves at exactly `depth` plies into `*leaves`. With `threads` 0, one thread per core
// counts; `hash_mb` is the largest size of the hash table in MB. Returns 0.
//
// `fen` is a FEN, an EPD or `startpos`. The name of a variant may stand before it, as in `atomic startpos`: then its
// rules hold. This is so for all functions that have a `fen`.
//
// # Safety
// The strings end with a zero byte; `leaves` is NULL, which is an error, or valid for a write.
int canopy_perft(const char *fen,
                 const char *moves,
                 uint32_t depth,
                 uint32_t threads,
                 uint32_t hash_mb,
                 uint64_t *leaves);

// Calls `line` with each legal move and the leaves below it, in the order in which Stockfish prints
// them. Otherwise as `canopy_perft`. Returns the number of moves.
//
// # Safety
// The strings end with a zero byte; `line` accepts `user`.
int canopy_divide(const char *fen,
                  const char *moves,
                  uint32_t depth,
                  uint32_t threads,
                  uint32_t hash_mb,
                  canopy_line_fn line,
                  void *user);

// Calls `mv` with each legal move, in the order in which Stockfish prints them. Returns their number.
//
// # Safety
// The strings end with a zero byte; `mv` accepts `user`.
int canopy_moves(const char *fen,
                 const char *moves,
                 canopy_move_fn mv,
                 void *user);

// Whether a move in UCI notation or SAN is legal: returns 1 or 0. Stores the reason in `*text`, to be
// freed with `canopy_free`; `text` may be NULL.
//
// # Safety
// The strings end with a zero byte; `text` is NULL or valid for a write.
int canopy_explain(const char *fen,
                   const char *moves,
                   const char *mv,
                   char **text);

// Explains wrong counts from a text alone: a total, a divide in any format, a table, or failing rows of a suite, with
// other words around them. `fen` (may be NULL), `moves` and `depth` (0 for none) are what the text does not say; `fen`
// may be the name of a variant alone. The
// answer may end with a question; add the program's total for it to the text, as "depth 2 of FEN: 286".
//
// Returns 1 if all numbers are right, or 0. Stores the answer in `*answer`, to be freed with `canopy_free`; `answer`
// may be NULL.
//
// # Safety
// The strings end with a zero byte; `answer` is NULL or valid for a write.
int canopy_why(const char *text,
               const char *fen,
               const char *moves,
               uint32_t depth,
               int chess960,
               char **answer);

// Adds a move to the answer of a callback: in UCI notation or SAN, with the leaves below it.
//
// # Safety
// `answer` is the one that the callback was called with, during that call; the string ends with a
// zero byte.
void canopy_answer_add(struct canopy_answer *answer, const char *mv, uint64_t leaves);

// Asks `divide` for counts of `count` positions, each to `depth` plies, until an answer is wrong.
// Then finds the smallest position that shows the bug. With `fens` NULL, asks about some hundred
// positions that expose known bugs, and ignores `depth`; positions of Chess960, where castling is
// `e1h1`, are among them only if `chess960` is not 0. `divide` gets FENs without the name of their variant.
//
// Returns 0 if everything is right, or 1 and the explanation in `*text`, to be freed with
// `canopy_free`.
//
// # Safety
// `divide` accepts `user`; `fens` is NULL or points to `count` strings that end with a zero byte;
// `text` is NULL or valid for a write.
int canopy_find_bug(canopy_divide_fn divide,
                    void *user,
                    const char *const *fens,
                    size_t count,
                    uint32_t depth,
                    int chess960,
                    char **text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CANOPY_H */
