/* Lets one call that concerns a file of a folder fail. Loaded before the C library with LD_PRELOAD.
 *
 * FAULT_FOLDER  the folder
 * FAULT_CALL    the kind of call: open, stat, list, read, write, sync, lock, rename or remove
 * FAULT_AT      which call of this kind fails, from 1
 * FAULT_FROM    if set, all later ones fail as well
 * FAULT_ERRNO   the error number
 * FAULT_MARK    a file that is created when a call fails
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder, *kind, *mark;
static long at;
static int from, error_number;
static atomic_long calls;

/* Descriptors of files in the folder. */
static atomic_char inside[4096];

static int is_tracked(int fd) { return fd >= 0 && fd < 4096 && inside[fd]; }

static int is_inside(const char *path)
{
    size_t length = strlen(folder);
    return path && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

__attribute__((constructor)) static void start(void)
{
    folder = getenv("FAULT_FOLDER");
    kind = getenv("FAULT_CALL");
    mark = getenv("FAULT_MARK");
    at = atol(getenv("FAULT_AT"));
    from = getenv("FAULT_FROM") != NULL;
    error_number = atoi(getenv("FAULT_ERRNO"));
    char path[4096] = {0};
    /* Standard output may be one of the files. */
    if (readlink("/proc/self/fd/1", path, sizeof path - 1) > 0)
        inside[1] = is_inside(path);
}

/* Whether this call is to fail. */
static int fails(const char *call)
{
    if (strcmp(call, kind))
        return 0;
    long number = ++calls;
    if (number != at && !(from && number > at))
        return 0;
    int fd = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0644);
    if (fd >= 0)
        syscall(SYS_close, fd);
    errno = error_number;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                    \
    int name(const char *path, int flags, ...)                        \
    {                                                                 \
        va_list list;                                                 \
        va_start(list, flags);                                        \
        mode_t mode = va_arg(list, mode_t);                           \
        va_end(list);                                                 \
        int mine = is_inside(path);                                   \
        if (mine && fails("open"))                                    \
            return -1;                                                \
        int fd = NEXT(name)(path, flags, mode);                       \
        if (fd >= 0 && fd < 4096)                                     \
            inside[fd] = mine;                                        \
        return fd;                                                    \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                  \
    int name(int at, const char *path, int flags, ...)                \
    {                                                                 \
        va_list list;                                                 \
        va_start(list, flags);                                        \
        mode_t mode = va_arg(list, mode_t);                           \
        va_end(list);                                                 \
        int mine = is_inside(path);                                   \
        if (mine && fails("open"))                                    \
            return -1;                                                \
        int fd = NEXT(name)(at, path, flags, mode);                   \
        if (fd >= 0 && fd < 4096)                                     \
            inside[fd] = mine;                                        \
        return fd;                                                    \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd)
{
    if (fd >= 0 && fd < 4096)
        inside[fd] = 0;
    return NEXT(close)(fd);
}

/* A call with a descriptor first. */
#define ON_FD(call, type, name, parameters, ...)                      \
    type name parameters                                              \
    {                                                                 \
        if (is_tracked(fd) && fails(call))                            \
            return -1;                                                \
        return NEXT(name)(__VA_ARGS__);                               \
    }
ON_FD("read", ssize_t, read, (int fd, void *to, size_t n), fd, to, n)
ON_FD("read", ssize_t, pread, (int fd, void *to, size_t n, off_t o), fd, to, n, o)
ON_FD("read", ssize_t, pread64, (int fd, void *to, size_t n, off64_t o), fd, to, n, o)
ON_FD("read", ssize_t, readv, (int fd, const struct iovec *v, int n), fd, v, n)
ON_FD("write", ssize_t, write, (int fd, const void *b, size_t n), fd, b, n)
ON_FD("write", ssize_t, pwrite, (int fd, const void *b, size_t n, off_t o), fd, b, n, o)
ON_FD("write", ssize_t, pwrite64, (int fd, const void *b, size_t n, off64_t o), fd, b, n, o)
ON_FD("write", ssize_t, writev, (int fd, const struct iovec *v, int n), fd, v, n)
ON_FD("sync", int, fsync, (int fd), fd)
ON_FD("sync", int, fdatasync, (int fd), fd)
ON_FD("lock", int, flock, (int fd, int operation), fd, operation)

/* A call with a path first. */
#define ON_PATH(call, type, name, failure, parameters, ...)           \
    type name parameters                                              \
    {                                                                 \
        if (is_inside(path) && fails(call))                           \
            return failure;                                           \
        return NEXT(name)(__VA_ARGS__);                               \
    }
ON_PATH("rename", int, rename, -1, (const char *path, const char *to), path, to)
ON_PATH("remove", int, unlink, -1, (const char *path), path)
ON_PATH("stat", int, mkdir, -1, (const char *path, mode_t mode), path, mode)
ON_PATH("list", DIR *, opendir, NULL, (const char *path), path)

/* Also stands for `fstat`, with an empty path. */
int statx(int at, const char *restrict path, int flags, unsigned mask, struct statx *restrict to)
{
    /* The header promises a path, but there may be none. */
    const char *volatile given = path;
    int mine = given && *given ? is_inside(path) : is_tracked(at);
    if (mine && fails("stat"))
        return -1;
    return NEXT(statx)(at, path, flags, mask, to);
}

/* A stream does not tell which folder it lists, but its descriptor does. */
struct dirent64 *readdir64(DIR *stream)
{
    char path[4096] = {0}, link[64] = "/proc/self/fd/";
    char digits[16];
    int fd = dirfd(stream), n = 0;
    do
        digits[n++] = '0' + fd % 10;
    while (fd /= 10);
    size_t end = strlen(link);
    while (n)
        link[end++] = digits[--n];
    if (readlink(link, path, sizeof path - 1) > 0 && is_inside(path) && fails("list"))
        return NULL;
    return NEXT(readdir64)(stream);
}
