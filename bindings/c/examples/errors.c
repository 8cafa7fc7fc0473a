/* Every misuse that C allows is an error with a reason, and no crash; and NULL where it is allowed. */
#include "canopy.h"
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int code, const char *reason)
{
    if (code != -1 || strcmp(canopy_last_error(), reason) != 0) {
        printf("%d, %s, expected: %s\n", code, canopy_last_error(), reason);
        failures++;
    }
}

int main(void)
{
    uint64_t leaves;
    expect(canopy_perft("startpos", NULL, 1, 1, 0, NULL), "leaves is NULL");
    expect(canopy_perft(NULL, NULL, 1, 1, 0, &leaves), "fen is NULL");
    expect(canopy_divide("startpos", NULL, 1, 1, 0, NULL, NULL), "line is NULL");
    expect(canopy_moves("startpos", NULL, NULL, NULL), "mv is NULL");
    expect(canopy_find_bug(NULL, NULL, NULL, 0, 0, 0, NULL), "divide is NULL");
    expect(canopy_why("startpos depth 1: 20", NULL, NULL, 2, 0, NULL),
           "the argument depth is 2, but line 1 says depth 1: remove one of them");
    if (canopy_why("startpos depth 1: 20", NULL, NULL, 0, 0, NULL) != 1)
        failures++;
    char *answer = NULL;
    if (canopy_why("perft 1: 21", NULL, "e2e4", 0, 0, &answer) != 0 || !strstr(answer, "21, right is 20"))
        failures++;
    canopy_free(answer);
    return failures != 0;
}
