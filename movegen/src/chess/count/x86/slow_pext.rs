//! Detects CPUs on which `pext` exists but is slow: AMD implemented it in microcode until Zen 3, at
//! some 250 cycles for a full mask (Agner Fog's instruction tables; uops.info), and so did the Hygon
//! CPUs derived from Zen.

use std::arch::x86_64::__cpuid;
use std::sync::OnceLock;

/// Returns whether `pext` is slow on this CPU. The answer is cached: `cpuid` is expensive on a
/// virtual machine.
pub(super) fn is_slow_here() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        // SAFETY: this is called only on CPUs with BMI2, and those have `cpuid`. The newest compilers
        // know that every x86-64 CPU has it and treat the call as safe.
        #[allow(unused_unsafe)]
        let vendor = unsafe { __cpuid(0) };
        // SAFETY: as above; leaf 1 always exists.
        #[allow(unused_unsafe)]
        let signature = unsafe { __cpuid(1) }.eax;
        is_slow([vendor.ebx, vendor.edx, vendor.ecx], signature)
    })
}

/// The family of Zen and Zen 2. Zen 3 is family 0x19.
const ZEN: u32 = 0x17;
/// The family of Hygon Dhyana, which is derived from Zen.
const DHYANA: u32 = 0x18;

/// Returns whether `pext` is slow on a CPU of this vendor with this signature.
fn is_slow(vendor: [u32; 3], signature: u32) -> bool {
    let family = family(signature);
    if vendor == vendor_id(b"AuthenticAMD") {
        family <= ZEN
    } else {
        vendor == vendor_id(b"HygonGenuine") && family <= DHYANA
    }
}

/// The vendor string as `cpuid` leaf 0 returns it in ebx, edx and ecx.
const fn vendor_id(text: &[u8; 12]) -> [u32; 3] {
    let mut words = [0; 3];
    let mut at = 0;
    while at < 12 {
        words[at / 4] |= (text[at] as u32) << (8 * (at % 4));
        at += 1;
    }
    words
}

/// The CPU family in the `eax` value of `cpuid` leaf 1: family 15 adds the extended family field.
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
    fn signatures_contain_the_family() {
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
    fn pext_is_slow_on_old_amd_and_hygon_cpus() {
        let (amd, hygon, intel) = (
            vendor_id(b"AuthenticAMD"),
            vendor_id(b"HygonGenuine"),
            vendor_id(b"GenuineIntel"),
        );
        assert!(is_slow(amd, 0x0066_0f51));
        assert!(is_slow(amd, 0x0083_0f10));
        assert!(!is_slow(amd, 0x00a0_0f11));
        assert!(!is_slow(amd, 0x00b4_0f40));
        assert!(is_slow(hygon, 0x0090_0f02));
        assert!(!is_slow(intel, 0x000a_0671));
    }

    #[test]
    fn a_vendor_id_is_three_words() {
        // The values of ebx, edx and ecx after `cpuid` leaf 0.
        assert_eq!(
            vendor_id(b"AuthenticAMD"),
            [0x6874_7541, 0x6974_6e65, 0x444d_4163]
        );
    }
}
