# Runs one statically linked, single-threaded Linux program on a bare x86-64 CPU with AVX-512.
#
# There is no operating system. The code here switches to long mode, enables AVX-512, loads the program from the disk
# and handles the few system calls that the program makes. The program runs in ring 0: nothing needs protection.
#
# Output goes to the first serial port. The last line is `[exit 0xSTATUS]` or `[exception 0xNNNNADDRESS]`
# with the number and the address of the exception, 16 hexadecimal digits in both cases.
#
# The script `emulate` writes slots.S (see `rewrite` there) and defines these addresses:
#   STUB                 of this code
#   STACK                of the initial stack; the word below it holds the entry point
#   PROGRAM, SECTORS     address of the program in memory, and its length on disk
#   HEAP, MAPS, MAPS_END memory for brk (up to STUB) and for mmap

.set COM1, 0x3f8
.set ATA, 0x1f0
.set CODE32, 0x08
.set DATA, 0x10
.set CODE64, 0x18

# The ROM: the CPU starts 16 bytes below 4 GB, in real mode.
    .section .rom, "ax"
    .code16
    .globl rom
rom:
    cli
    data32 lgdt %cs:gdt_pointer - rom
    mov %cr0, %eax
    or $1, %al
    mov %eax, %cr0
    ljmpl $CODE32, $start32
gdt_pointer:
    .word gdt_end - gdt - 1
    .long gdt
    .org 0xfff0
reset:
    jmp rom
    .org 0x10000

    .text
    .code32
stub:
start32:
    mov $DATA, %ax
    mov %ax, %ds
    mov %ax, %es
    mov %ax, %ss
    mov $0x50620, %eax              # PAE, OSFXSR, OSXMMEXCPT, FSGSBASE (bit 16), OSXSAVE (bit 18)
    mov %eax, %cr4
    mov $pml4, %eax
    mov %eax, %cr3
    mov $0xc0000080, %ecx           # EFER
    mov $0x101, %eax                # LME, SCE
    xor %edx, %edx
    wrmsr
    mov $0x80000033, %eax           # PG, NE, ET, MP, PE
    mov %eax, %cr0
    ljmp $CODE64, $start64

    .code64
start64:
    lidt idt_pointer(%rip)
    xor %ecx, %ecx
    xor %edx, %edx
    mov $0xe7, %eax                 # x87, SSE, AVX, and the three AVX-512 states
    xsetbv
    mov $0xc0000081, %ecx           # STAR: SYSCALL sets CS
    xor %eax, %eax
    mov $CODE64, %edx
    wrmsr
    inc %ecx                        # LSTAR
    mov $system_call, %eax
    xor %edx, %edx
    wrmsr

    mov $COM1 + 3, %edx             # 115200 baud, 8 bits, no parity
    mov $0x80, %al
    out %al, %dx
    mov $COM1, %edx
    mov $1, %al
    out %al, %dx
    inc %edx
    xor %al, %al
    out %al, %dx
    mov $COM1 + 3, %edx
    mov $3, %al
    out %al, %dx

# Loads the program from the disk by programmed I/O, 256 sectors at a time.
    mov $PROGRAM, %edi
    xor %ebx, %ebx                  # the sector
1:  mov $ATA + 7, %edx
2:  in %dx, %al
    test $0x80, %al                 # busy
    jnz 2b
    mov $ATA + 2, %edx              # 0 means 256 sectors
    xor %eax, %eax
    out %al, %dx
    mov %ebx, %eax
    inc %edx
    out %al, %dx                    # sector number, bits 0 to 7
    shr $8, %eax
    inc %edx
    out %al, %dx                    # bits 8 to 15
    shr $8, %eax
    inc %edx
    out %al, %dx                    # bits 16 to 23
    mov $0xe0, %al                  # LBA, master
    inc %edx
    out %al, %dx
    mov $0x20, %al                  # READ SECTORS
    inc %edx
    out %al, %dx
    mov $256, %esi
3:  mov $ATA + 7, %edx
    in %dx, %al
    and $0x88, %al                  # not busy, and data are ready
    cmp $0x08, %al
    jne 3b
    mov $ATA, %edx
    mov $256, %ecx
    rep insw
    dec %esi
    jnz 3b
    add $256, %ebx
    cmp $SECTORS, %ebx
    jb 1b

    mov $STACK, %esp
    xor %eax, %eax
    xor %ebx, %ebx
    xor %ecx, %ecx
    xor %edx, %edx
    xor %esi, %esi
    xor %edi, %edi
    xor %ebp, %ebp
    jmp *-8(%rsp)                   # the entry point of the program

# System call `rax`, with arguments in rdi, rsi, rdx, r10, r8, r9. Returns to rcx with the flags that
# are in r11, and preserves every other register.
system_call:
    mov %rsp, user_stack(%rip)
    lea stub_stack_end(%rip), %rsp
    push %rcx
    push %r11
    push %rbx
    push %rdx
    push %rsi
    push %rdi
    cld
    cmp $1, %eax
    je sys_write
    cmp $20, %eax
    je sys_writev
    cmp $231, %eax                  # exit_group
    je sys_exit
    cmp $60, %eax
    je sys_exit
    cmp $12, %eax
    je sys_brk
    cmp $9, %eax
    je sys_mmap
    cmp $158, %eax
    je sys_arch_prctl
    cmp $228, %eax
    je sys_clock_gettime
    cmp $318, %eax
    je sys_getrandom
    lea no_effect(%rip), %rbx
1:  movzwl (%rbx), %ecx
    add $2, %rbx
    cmp %ecx, %eax
    je return_zero
    test %ecx, %ecx
    jnz 1b
    cmp $56, %eax                   # clone
    je return_eagain
    cmp $435, %eax                  # clone3
    je return_eagain
    mov $-38, %rax                  # ENOSYS
    jmp return
return_eagain:
    mov $-11, %rax
    jmp return
return_zero:
    xor %eax, %eax
return:
    pop %rdi
    pop %rsi
    pop %rdx
    pop %rbx
    popf
    pop %rcx
    mov user_stack(%rip), %rsp
    jmp *%rcx

# poll, mprotect, munmap, rt_sigaction, rt_sigprocmask, sched_yield, madvise, sigaltstack, futex,
# set_tid_address, set_robust_list.
no_effect:
    .word 7, 10, 11, 13, 14, 24, 28, 131, 202, 218, 273, 0

sys_write:
    mov %rdx, %rcx
    push %rdx
    call print
    pop %rax
    jmp return

sys_writev:
    mov %rsi, %rdi
    mov %rdx, %rbx
    xor %eax, %eax
1:  test %rbx, %rbx
    jz return
    mov (%rdi), %rsi
    mov 8(%rdi), %rcx
    add %rcx, %rax
    push %rax
    call print
    pop %rax
    add $16, %rdi
    dec %rbx
    jmp 1b

sys_exit:
    mov %edi, %ebx
    lea exit_message(%rip), %rsi
    mov $exit_message_end - exit_message, %ecx
    call print
    jmp end

sys_brk:
    cmp $HEAP, %rdi
    jb 1f
    cmp $STUB, %rdi
    ja 1f
    mov %rdi, heap_end(%rip)
1:  mov heap_end(%rip), %rax
    jmp return

# Anonymous memory only. It is never reused, so all of it is zero.
sys_mmap:
    mov $-19, %rax                  # ENODEV
    test %r8d, %r8d
    jns return
    mov maps_end(%rip), %rax
    lea 0xfff(%rax, %rsi), %rcx
    and $-0x1000, %rcx
    cmp $MAPS_END, %rcx
    ja 1f
    mov %rcx, maps_end(%rip)
    jmp return
1:  mov $-12, %rax                  # ENOMEM
    jmp return

sys_arch_prctl:
    mov $-22, %rax                  # EINVAL
    cmp $0x1002, %edi               # ARCH_SET_FS
    jne return
    wrfsbase %rsi
    jmp return_zero

# One tick of the CPU is one nanosecond.
sys_clock_gettime:
    mov %rsi, %rbx
    rdtsc
    shl $32, %rdx
    or %rdx, %rax
    xor %edx, %edx
    mov $1000000000, %ecx
    div %rcx
    mov %rax, (%rbx)
    mov %rdx, 8(%rbx)
    jmp return_zero

# Zeros, so every run is the same.
sys_getrandom:
    mov %rsi, %rcx
    xor %eax, %eax
    rep stosb
    mov %rsi, %rax
    jmp return

# Prints rcx bytes at rsi. Clobbers rax, rcx, rdx, rsi.
print:
    jrcxz 2f
    mov $COM1 + 5, %edx
1:  in %dx, %al
    test $0x20, %al                 # the transmitter holding register is empty
    jz 1b
    lodsb
    mov $COM1, %edx
    out %al, %dx
    mov $COM1 + 5, %edx
    loop 1b
2:  ret

# Prints ` 0x`, the number in rbx and `]`, and shuts down.
end:
    lea number(%rip), %rdi
    mov $16, %ecx
1:  rol $4, %rbx
    mov %ebx, %eax
    and $15, %eax
    movb digits(%rax), %al
    stosb
    loop 1b
    lea number_prefix(%rip), %rsi
    mov $number_end - number_prefix, %ecx
    call print
    mov $COM1 + 5, %edx
1:  in %dx, %al
    test $0x40, %al                 # all bytes are sent
    jz 1b
    lea shutdown(%rip), %rsi
    mov $8, %ecx
    mov $0x8900, %edx               # Bochs ends when it reads this word here
    rep outsb
2:  hlt
    jmp 2b

    .balign 16
exceptions:
    .set vector, 0
    .rept 32
    .balign 16
    .if !(vector == 8 || (vector >= 10 && vector <= 14) || vector == 17)
    push $0                         # if the CPU pushes no error code
    .endif
    push $vector
    jmp exception
    .set vector, vector + 1
    .endr

exception:
    lea exception_message(%rip), %rsi
    mov $exception_message_end - exception_message, %ecx
    call print
    mov (%rsp), %ebx
    shl $48, %rbx
    or 16(%rsp), %rbx
    jmp end

exit_message:
    .ascii "\n[exit"
exit_message_end:
exception_message:
    .ascii "\n[exception"
exception_message_end:
digits:
    .ascii "0123456789abcdef"
shutdown:
    .ascii "Shutdown"
number_prefix:
    .ascii " 0x"
number:
    .fill 16
    .ascii "]\n"
number_end:

    .balign 8
gdt:
    .quad 0
    .quad 0x00cf9b000000ffff        # CODE32
    .quad 0x00cf93000000ffff        # DATA
    .quad 0x00af9b000000ffff        # CODE64
    .quad 0x00cf93000000ffff        # SS after SYSCALL
gdt_end:

idt_pointer:
    .word idt_end - idt - 1
    .quad idt
    .balign 16
idt:
    .set gate, 0
    .rept 32
    .set handler, STUB + (exceptions - stub) + 16 * gate
    .word handler & 0xffff, CODE64, 0x8e00, handler >> 16 & 0xffff
    .quad 0
    .set gate, gate + 1
    .endr
idt_end:

heap_end:
    .quad HEAP
maps_end:
    .quad MAPS
user_stack:
    .quad 0
spilled:
    .fill 64

    .balign 4096
stub_stack:
    .fill 4096
stub_stack_end:

# Identity mapping of 1 GB in pages of 2 MB. The first page and the one after this code are not present, so null
# pointers and a stack overflow end the program.
pml4:
    .quad pdpt + 3
    .balign 4096
pdpt:
    .quad pd + 3
    .balign 4096
pd:
    .set page, 0
    .rept 512
    .if page == 0 || page == (STUB >> 21) + 1
    .quad 0
    .else
    .quad page << 21 | 0x83
    .endif
    .set page, page + 1
    .endr

    .include "slots.S"
