//! NVIDIA's devices, with CUDA. The libraries of the driver and of the compiler (NVRTC) are loaded at run time.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use cudarc::driver::sys::{self, CUdevice_attribute_enum, CUresult};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg,
    result,
};
use cudarc::nvrtc::{self, CompileError, CompileOptions};

use crate::backend::{Arg, Backend, DeviceError};
use crate::kernels::{Kernel, Program};

/// A device of the CUDA driver.
#[derive(Clone, Debug)]
pub(crate) struct CudaDevice {
    ordinal: usize,
    pub(crate) name: String,
    /// The bytes of memory.
    pub(crate) memory: usize,
    /// The compute capability.
    capability: (i32, i32),
}

/// Calls the driver. `cudarc` panics if the library lacks a function.
fn call_driver<R>(call: impl FnOnce() -> R) -> Result<R, String> {
    panic::catch_unwind(AssertUnwindSafe(call))
        .map_err(|_| "the CUDA driver is too old: it lacks a function".to_owned())
}

/// The devices of the driver.
///
/// # Errors
/// Why none can be used.
pub(crate) fn devices() -> Result<Vec<CudaDevice>, String> {
    call_driver(list)?
}

fn list() -> Result<Vec<CudaDevice>, String> {
    // SAFETY: the library of the driver is that of NVIDIA. Loading it runs its initialization.
    if !unsafe { sys::is_culib_present() } {
        return Err("no CUDA driver was found (libcuda.so.1, nvcuda.dll)".to_owned());
    }
    let unusable =
        |error: DriverError| format!("the CUDA driver cannot be used: {}", reason(error));
    result::init().map_err(unusable)?;
    let count = result::device::get_count().map_err(unusable)?;
    if count == 0 {
        return Err("the CUDA driver has no device".to_owned());
    }
    if !has_compiler() {
        return Err(format!(
            "{count} found, but no CUDA compiler (libnvrtc.so, from the CUDA toolkit or the Python package \
             nvidia-cuda-nvrtc)"
        ));
    }
    (0..count as usize)
        .map(|ordinal| describe(ordinal).map_err(unusable))
        .collect()
}

/// Whether NVIDIA's compiler is installed.
pub(crate) fn has_compiler() -> bool {
    // SAFETY: the library is that of NVIDIA. Loading it runs its initialization.
    unsafe { nvrtc::sys::is_culib_present() }
}

fn describe(ordinal: usize) -> Result<CudaDevice, DriverError> {
    let device = result::device::get(ordinal as i32)?;
    // SAFETY: the driver has just returned the device.
    let attribute = |attribute| unsafe { result::device::get_attribute(device, attribute) };
    Ok(CudaDevice {
        ordinal,
        name: result::device::get_name(device)?,
        // SAFETY: as above.
        memory: unsafe { result::device::total_mem(device) }?,
        capability: (
            attribute(CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
    })
}

/// What the driver says about an error.
fn reason(error: DriverError) -> String {
    match error.error_string() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("error {}", error.0 as u32),
    }
}

fn failed(call: &'static str, bytes: usize) -> impl Fn(DriverError) -> DeviceError {
    move |error| match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => DeviceError::OutOfMemory { bytes },
        _ => DeviceError::Call {
            call,
            reason: reason(error),
        },
    }
}

/// Compiles the kernels to PTX for a compute capability. Needs the compiler, but no device.
pub(crate) fn compile(
    program: Program,
    (major, minor): (i32, i32),
) -> Result<nvrtc::Ptx, DeviceError> {
    let options = CompileOptions {
        options: vec![
            format!("--gpu-architecture=compute_{major}{minor}"),
            "--std=c++17".to_owned(),
        ],
        name: Some("canopy".to_owned()),
        ..CompileOptions::default()
    };
    nvrtc::compile_ptx_with_opts(program.source(), options).map_err(|error| {
        DeviceError::Compile(match error {
            CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
            other => format!("{other:?}"),
        })
    })
}

impl CudaDevice {
    /// Compiles the kernels for the device.
    pub(crate) fn open(&self, program: Program) -> Result<Cuda, DeviceError> {
        let opened = call_driver(|| self.open_with(program));
        opened.unwrap_or_else(|reason| {
            let call = "the CUDA driver";
            Err(DeviceError::Call { call, reason })
        })
    }

    fn open_with(&self, program: Program) -> Result<Cuda, DeviceError> {
        let context = CudaContext::new(self.ordinal).map_err(failed("cuCtxCreate", 0))?;
        let ptx = compile(program, self.capability)?;
        let module = context
            .load_module(ptx)
            .map_err(failed("cuModuleLoadData", 0))?;
        let functions = Kernel::ALL.map(|kernel| {
            let is_needed = kernel.is_in(program);
            is_needed
                .then(|| module.load_function(kernel.name()))
                .transpose()
        });
        let functions = functions.into_iter().collect::<Result<Vec<_>, _>>();
        Ok(Cuda {
            functions: functions.map_err(failed("cuModuleGetFunction", 0))?,
            stream: context.default_stream(),
        })
    }
}

/// An open device.
pub(crate) struct Cuda {
    /// Those of the program, by their number.
    functions: Vec<Option<CudaFunction>>,
    stream: Arc<CudaStream>,
}

impl Backend for Cuda {
    type Buffer = RefCell<CudaSlice<u8>>;

    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, DeviceError> {
        let bytes = bytes.max(8);
        let buffer = self.stream.alloc_zeros(bytes);
        buffer
            .map(RefCell::new)
            .map_err(failed("cuMemAlloc", bytes))
    }

    fn write(&self, buffer: &Self::Buffer, data: &[u8]) -> Result<(), DeviceError> {
        let written = self.stream.memcpy_htod(data, &mut *buffer.borrow_mut());
        written.map_err(failed("cuMemcpyHtoD", data.len()))?;
        self.finish()
    }

    fn read(
        &self,
        buffer: &Self::Buffer,
        start: usize,
        data: &mut [u8],
    ) -> Result<(), DeviceError> {
        let buffer = buffer.borrow();
        let part = buffer.slice(start..start + data.len());
        let read = self.stream.memcpy_dtoh(&part, data);
        read.map_err(failed("cuMemcpyDtoH", 0))?;
        self.finish()
    }

    fn run(
        &self,
        kernel: Kernel,
        items: u32,
        args: &[Arg<'_, Self::Buffer>],
    ) -> Result<(), DeviceError> {
        let buffers: Vec<_> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Buffer(buffer) => Some(buffer.borrow()),
                Arg::U32(_) => None,
            })
            .collect();
        let mut next = buffers.iter();
        let function = self.functions[kernel as usize].as_ref();
        let mut launch = self
            .stream
            .launch_builder(function.ok_or(DeviceError::OtherProgram)?);
        for arg in args {
            match arg {
                Arg::Buffer(_) => {
                    if let Some(buffer) = next.next() {
                        launch.arg(&**buffer);
                    }
                }
                Arg::U32(number) => {
                    launch.arg(number);
                }
            }
        }
        let config = LaunchConfig {
            grid_dim: (items.div_ceil(BLOCK).max(1), 1, 1),
            block_dim: (BLOCK, 1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: number and types of the arguments are those of the kernel: the tests run the same calls with
        // OpenCL, which checks them. The sizes of the buffers belong to the caller, as `Backend::run` says, and
        // every thread beyond the last item does nothing.
        let launched = unsafe { launch.launch(config) };
        launched.map_err(failed("cuLaunchKernel", 0))?;
        Ok(())
    }

    fn finish(&self) -> Result<(), DeviceError> {
        self.stream
            .synchronize()
            .map_err(failed("cuStreamSynchronize", 0))
    }
}

/// Threads of a block, as in `KERNEL` of `kernels/portable.h`.
const BLOCK: u32 = 128;
