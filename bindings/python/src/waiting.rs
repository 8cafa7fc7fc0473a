//! Waits for a count on another thread: without the GIL, and open to Ctrl-C.

use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use bindings::{Error, Progress, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::results::exception;

/// The time between two looks for signals, and between two calls of the progress callback.
const TICK: Duration = Duration::from_millis(50);

/// Runs `work` on another thread. Meanwhile calls `progress` with the fraction that is done, and
/// handles signals. An exception of either one stops the work.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Stop, &Progress) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (stop, gauge) = (Stop::new(), Progress::new());
    let (send, receive) = mpsc::channel();
    let receive = Mutex::new(receive);
    let next = || {
        let receive = receive
            .lock()
            .map_err(|_| mpsc::RecvTimeoutError::Disconnected)?;
        receive.recv_timeout(TICK)
    };
    thread::scope(|scope| {
        let (stop, gauge) = (&stop, &gauge);
        scope.spawn(move || send.send(work(stop, gauge)));
        loop {
            match py.detach(next) {
                Ok(result) => {
                    let value = result.map_err(|error| exception(&error))?;
                    if let Some(progress) = progress {
                        progress.call1((1.0,))?;
                    }
                    return Ok(value);
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the counting thread panicked"));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            let checked = py.check_signals().and_then(|()| match progress {
                Some(progress) => progress.call1((gauge.fraction(),)).map(drop),
                None => Ok(()),
            });
            if let Err(error) = checked {
                stop.stop();
                return Err(error);
            }
        }
    })
}
