/* Finds the bug of a toy generator, which forgets that pawns promote to rooks. It gets its moves from
 * Canopy; a real program calls its own generator here.
 *
 *   cc find_bug.c -I include -L lib -lcanopy -Wl,-rpath,"$PWD/lib" -o find_bug
 */
#include "canopy.h"
#include <stdio.h>
#include <string.h>

struct toy { uint32_t depth; const char *fen, *moves; canopy_answer *answer; };

static void add(void *user, const char *uci, uint64_t leaves)
{
    struct toy *toy = user;
    if (strlen(uci) < 5 || uci[4] != 'r')
        canopy_answer_add(toy->answer, uci, leaves);
}

/* The divide of the toy: the leaves below each legal move. */
static int toy_divide(void *user, const char *fen, const char *moves, uint32_t depth, canopy_answer *answer)
{
    struct toy toy = {depth, fen, moves, answer};
    (void)user;
    return canopy_divide(fen, moves, depth, 1, 0, add, &toy) < 0;
}

int main(void)
{
    uint64_t leaves;
    char *text = NULL;
    if (canopy_perft("startpos", NULL, 5, 0, 0, &leaves) < 0) {
        fprintf(stderr, "%s\n", canopy_last_error());
        return 2;
    }
    printf("Canopy %s, perft 5: %llu\n\n", canopy_version(), (unsigned long long)leaves);
    int found = canopy_find_bug(toy_divide, NULL, NULL, 0, 0, 0, &text);
    printf("%s\n", found < 0 ? canopy_last_error() : found ? text : "no bug");
    canopy_free(text);
    return found == 1 ? 0 : 1;
}
