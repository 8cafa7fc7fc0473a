// What CUDA C++ and OpenCL C call differently. Everything else is the common subset of both.

#ifdef __CUDACC__

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;
typedef unsigned char u8;
typedef unsigned short u16;

// Blocks have 128 threads.
#define KERNEL extern "C" __global__ void __launch_bounds__(128)
#define DEV static __device__ __forceinline__
// A function for rare cases: a call costs less than the registers of an inlined copy.
#define RARE static __device__ __noinline__
#define GLOBAL
#define RESTRICT __restrict__
// The number of the work item, and of all work items.
#define TID() ((u64)blockIdx.x * blockDim.x + threadIdx.x)
#define ITEMS() ((u64)gridDim.x * blockDim.x)
#define POPC(set) ((u32)__popcll(set))
// The index of the lowest set bit; there must be one.
#define CTZ(set) ((u32)__ffsll((long long)(set)) - 1)
#define MUL_HI(a, b) __umul64hi(a, b)
// Adds to a number of the device, and returns what it was before.
#define ATOMIC_ADD(number, summand) atomicAdd(number, summand)

DEV u64 byte_swap(u64 set) {
    u32 low = __byte_perm((u32)set, 0, 0x0123), high = __byte_perm((u32)(set >> 32), 0, 0x0123);
    return (u64)low << 32 | high;
}

#else

typedef ulong u64;
typedef long i64;
typedef uint u32;
typedef uchar u8;
typedef ushort u16;

#define KERNEL __kernel void
#define DEV static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline))
#define GLOBAL __global
#define RESTRICT restrict
#define TID() ((u64)get_global_id(0))
#define ITEMS() ((u64)get_global_size(0))
#define POPC(set) ((u32)popcount(set))
#define CTZ(set) (63 - (u32)clz((set) & (0 - (set))))
#define MUL_HI(a, b) mul_hi(a, b)
#define ATOMIC_ADD(number, summand) atomic_add(number, summand)

DEV u64 byte_swap(u64 set) {
    return as_ulong(as_uchar8(set).s76543210);
}

#endif

// Tables that the host has uploaded, see `movegen::chess::device::tables`.
typedef GLOBAL const u64 *RESTRICT Tables;
