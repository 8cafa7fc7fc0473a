//! Quantiles of Student's t distribution.

/// The quantile of the normal distribution for a two-sided interval of 95 %.
const NORMAL: f64 = 1.959_963_984_540_054;

/// The quantiles for few degrees of freedom, from 1 on, where the expansion is not exact enough.
const FEW: [f64; 9] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
    2.262_157,
];

/// The half width of a two-sided interval of 95 %, in standard errors.
///
/// From ten degrees of freedom on, by the expansion in powers of their inverse (Abramowitz and Stegun,
/// 26.7.5).
pub(super) fn quantile(degrees: usize) -> f64 {
    if let Some(index) = degrees.checked_sub(1) {
        if let Some(few) = FEW.get(index) {
            return *few;
        }
    } else {
        return f64::INFINITY;
    }
    let (z, n) = (NORMAL, degrees as f64);
    let (z3, z5, z7, z9) = (z.powi(3), z.powi(5), z.powi(7), z.powi(9));
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n.powi(3))
        + (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * z) / (92160.0 * n.powi(4))
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (degrees, expected) in [
            (1, 12.7062),
            (9, 2.2622),
            (10, 2.2281),
            (15, 2.1314),
            (30, 2.0423),
            (60, 2.0003),
            (120, 1.9799),
            (1_000_000, 1.9600),
        ] {
            let found = quantile(degrees);
            assert!((found - expected).abs() < 1e-4, "{degrees}: {found}");
        }
        assert_eq!(quantile(0), f64::INFINITY);
    }
}
