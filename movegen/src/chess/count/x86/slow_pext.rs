//! Where `pext` exists but is slow: AMD carried it out bit by bit in microcode until Zen 3, some
//! 250 cycles for a full mask (Agner Fog's instruction tables; uops.info), and so did Hygon's CPUs
//! of that time.

use std::arch::x86_64::__cpuid;
use std::sync::OnceLock;

/// Whether this CPU is one of them. Asked once: the question is dear on a virtual machine.
pub(super) fn here() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        // SAFETY: CPUs with BMI2, of which alone this is asked, have the instruction. The newest
        // compilers know as much of every x86-64 and call this no unsafe code.
        #[allow(unused_unsafe)]
        let vendor = unsafe { __cpuid(0) };
        // SAFETY: as above; leaf 1 is always there.
        #[allow(unused_unsafe)]
        let signature = unsafe { __cpuid(1) }.eax;
        slow([vendor.ebx, vendor.edx, vendor.ecx], signature)
    })
}

/// Zen and Zen 2. Zen 3 is family 0x19.
const ZEN: u32 = 0x17;
/// Hygon Dhyana, which is a Zen.
const DHYANA: u32 = 0x18;

/// Whether `pext` is slow on the CPUs of a vendor that have this signature, if they have it.
fn slow(vendor: [u32; 3], signature: u32) -> bool {
    let family = family(signature);
    if vendor == name(b"AuthenticAMD") {
        family <= ZEN
    } else {
        vendor == name(b"HygonGenuine") && family <= DHYANA
    }
}

/// The three words in which the CPU says a vendor's name.
const fn name(text: &[u8; 12]) -> [u32; 3] {
    let mut words = [0; 3];
    let mut at = 0;
    while at < 12 {
        words[at / 4] |= (text[at] as u32) << (8 * (at % 4));
        at += 1;
    }
    words
}

/// The family that `cpuid` leaf 1 tells in `eax`: beyond 15, the rest is in a field of its own.
const fn family(signature: u32) -> u32 {
    match signature >> 8 & 0xf {
        0xf => 0xf + (signature >> 20 & 0xff),
        family => family,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_read_from_signatures() {
        let signatures = [
            (0x0066_0f51, 0x15, "Carrizo"),
            (0x0080_0f11, 0x17, "Zen"),
            (0x0083_0f10, 0x17, "Zen 2"),
            (0x00a0_0f11, 0x19, "Zen 3"),
            (0x00a6_0f12, 0x19, "Zen 4"),
            (0x00b4_0f40, 0x1a, "Zen 5"),
            (0x000a_0671, 0x06, "Rocket Lake"),
            (0x0000_0f43, 0x0f, "Pentium 4"),
        ];
        for (signature, expected, core) in signatures {
            assert_eq!(family(signature), expected, "{core}");
        }
    }

    #[test]
    fn only_the_old_ones_of_amd_and_hygon_are_slow() {
        let (amd, hygon, intel) = (
            name(b"AuthenticAMD"),
            name(b"HygonGenuine"),
            name(b"GenuineIntel"),
        );
        assert!(slow(amd, 0x0066_0f51));
        assert!(slow(amd, 0x0083_0f10));
        assert!(!slow(amd, 0x00a0_0f11));
        assert!(!slow(amd, 0x00b4_0f40));
        assert!(slow(hygon, 0x0090_0f02));
        assert!(!slow(intel, 0x000a_0671));
    }

    #[test]
    fn a_name_is_three_words() {
        // As `cpuid` leaf 0 gives them in ebx, edx and ecx.
        assert_eq!(
            name(b"AuthenticAMD"),
            [0x6874_7541, 0x6974_6e65, 0x444d_4163]
        );
    }
}
