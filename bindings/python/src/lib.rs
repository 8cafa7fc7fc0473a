//! The module `canopy._canopy`. The package `canopy` (folder `python`) adds what is easier to write in
//! Python; its type stubs have the documentation for users.
//!
//! Functions that count release the GIL, look for Ctrl-C and call the progress callback meanwhile.

mod arguments;
mod counting;
mod debugging;
mod explaining;
mod results;
mod rules;
mod waiting;

use pyo3::prelude::*;

#[pymodule]
fn _canopy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add(
        "PositionError",
        module.py().get_type::<results::PositionError>(),
    )?;
    module.add_class::<results::Bug>()?;
    module.add_class::<results::Estimate>()?;
    module.add_class::<results::Explanation>()?;
    module.add_class::<results::Why>()?;
    module.add_class::<results::WhyClaim>()?;
    module.add_class::<results::WhyCause>()?;
    module.add_class::<results::WhyQuestion>()?;
    module.add_function(wrap_pyfunction!(counting::perft, module)?)?;
    module.add_function(wrap_pyfunction!(counting::divide, module)?)?;
    module.add_function(wrap_pyfunction!(counting::statistics, module)?)?;
    module.add_function(wrap_pyfunction!(counting::perft_list, module)?)?;
    module.add_function(wrap_pyfunction!(counting::estimate, module)?)?;
    module.add_function(wrap_pyfunction!(rules::fen, module)?)?;
    module.add_function(wrap_pyfunction!(rules::moves, module)?)?;
    module.add_function(wrap_pyfunction!(rules::san, module)?)?;
    module.add_function(wrap_pyfunction!(rules::explain, module)?)?;
    module.add_function(wrap_pyfunction!(debugging::find_bug, module)?)?;
    module.add_function(wrap_pyfunction!(explaining::why, module)?)
}
