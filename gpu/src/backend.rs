//! What the host needs of an API for GPUs.

use crate::kernels::Kernel;

/// Why a device cannot be used, or stopped working.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The device has not enough free memory.
    #[error("out of device memory ({} MB were requested)", bytes.div_ceil(1 << 20))]
    OutOfMemory {
        /// The bytes of the allocation that failed.
        bytes: usize,
    },
    /// The compiler of the API rejects the kernels.
    #[error("the kernels cannot be compiled: {0}")]
    Compile(String),
    /// A kernel is needed that was not compiled: an error of this crate.
    #[error("internal error: the kernel belongs to another program")]
    OtherProgram,
    /// A call of the API failed.
    #[error("{call} failed: {reason}")]
    Call {
        /// The call.
        call: &'static str,
        /// What the API says.
        reason: String,
    },
}

/// Why work on a device has no result.
#[derive(Debug)]
pub(crate) enum Interrupted {
    /// The stop was raised.
    Stopped,
    /// The device failed.
    Failed(DeviceError),
}

impl From<DeviceError> for Interrupted {
    fn from(error: DeviceError) -> Interrupted {
        Interrupted::Failed(error)
    }
}

/// An argument of a kernel.
pub(crate) enum Arg<'a, B> {
    /// Memory of the device.
    Buffer(&'a B),
    /// A number.
    U32(u32),
}

/// A device with the compiled kernels and one queue: commands are carried out in their order.
pub(crate) trait Backend {
    /// Memory of the device.
    type Buffer;

    /// Allocates zeroed memory.
    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, DeviceError>;

    /// Copies data to the start of a buffer.
    fn write(&self, buffer: &Self::Buffer, data: &[u8]) -> Result<(), DeviceError>;

    /// Waits for all commands, and copies data from a buffer, from the byte `start` on.
    fn read(&self, buffer: &Self::Buffer, start: usize, data: &mut [u8])
    -> Result<(), DeviceError>;

    /// Starts a kernel with at least `items` work items. Buffers must be those that the kernel expects.
    fn run(
        &self,
        kernel: Kernel,
        items: u32,
        args: &[Arg<'_, Self::Buffer>],
    ) -> Result<(), DeviceError>;

    /// Waits for all commands.
    fn finish(&self) -> Result<(), DeviceError>;
}
