//! Devices of OpenCL 1.2 or later. The library is loaded at run time.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, Device};
use opencl3::error_codes::ClError;
use opencl3::kernel::{ExecuteKernel, Kernel as ClKernel};
use opencl3::memory::{Buffer as ClBuffer, CL_MEM_READ_WRITE};
use opencl3::platform::get_platforms;
use opencl3::program::Program as ClProgram;
use opencl3::types::CL_TRUE;

use crate::backend::{Arg, Backend, DeviceError};
use crate::kernels::{Kernel, Program};

/// A device of an OpenCL platform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenClDevice(Device);

/// The devices of all platforms.
///
/// # Errors
/// Why there are none.
pub(crate) fn devices() -> Result<Vec<OpenClDevice>, String> {
    // While one thread initializes pocl 3.1, another is told that there is no device.
    static INITIALIZATION: Mutex<()> = Mutex::new(());
    let _initializing = INITIALIZATION
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let platforms = get_platforms().map_err(|error| match error.0 {
        NO_LIBRARY => "no OpenCL library was found (libOpenCL.so.1, OpenCL.dll)".to_owned(),
        NO_PLATFORM => "no driver for OpenCL is installed".to_owned(),
        _ => format!("the platforms of OpenCL cannot be listed: {error}"),
    })?;
    let (mut found, mut errors) = (Vec::new(), String::new());
    for platform in platforms {
        match platform.get_devices(CL_DEVICE_TYPE_ALL) {
            Ok(devices) => {
                found.extend(devices.into_iter().map(|id| OpenClDevice(Device::new(id))))
            }
            // A platform without devices is not an error.
            Err(ClError(NO_DEVICE)) => {}
            Err(error) => errors += &format!(": {}: {error}", platform.name().unwrap_or_default()),
        }
    }
    match found.is_empty() {
        true => Err(format!("no driver for OpenCL has a device{errors}")),
        false => Ok(found),
    }
}

/// The codes of a missing library, of a loader without drivers, and of a driver without devices.
const NO_LIBRARY: i32 = -2000;
const NO_DEVICE: i32 = -1;
const NO_PLATFORM: i32 = -1001;

impl OpenClDevice {
    pub(crate) fn name(&self) -> String {
        let name = self.0.name().unwrap_or_default();
        name.trim_matches(['\0', ' ']).to_owned()
    }

    pub(crate) fn is_gpu(&self) -> bool {
        self.0
            .dev_type()
            .is_ok_and(|kind| kind & CL_DEVICE_TYPE_GPU != 0)
    }

    /// Whether it is one that CUDA may be able to use as well.
    pub(crate) fn is_nvidia(&self) -> bool {
        self.0
            .vendor()
            .is_ok_and(|vendor| vendor.contains("NVIDIA"))
    }

    /// The bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.0.global_mem_size().unwrap_or(0) as usize
    }

    /// The bytes of the largest allocation.
    pub(crate) fn largest_allocation(&self) -> usize {
        self.0.max_mem_alloc_size().unwrap_or(0) as usize
    }

    /// Compiles the kernels for the device.
    pub(crate) fn open(&self, program: Program) -> Result<OpenCl, DeviceError> {
        let device = self.0;
        let context = Context::from_device(&device).map_err(failed("clCreateContext"))?;
        // SAFETY: the device is the one of the context.
        let queue = unsafe { CommandQueue::create(&context, device.id(), 0) };
        let queue = queue.map_err(failed("clCreateCommandQueue"))?;
        let compiled = ClProgram::create_and_build_from_source(&context, &program.source(), "")
            .map_err(DeviceError::Compile)?;
        let kernels = Kernel::ALL.map(|kernel| {
            let is_needed = kernel.is_in(program);
            is_needed
                .then(|| ClKernel::create(&compiled, kernel.name()))
                .transpose()
        });
        let kernels = kernels.into_iter().collect::<Result<Vec<_>, _>>();
        Ok(OpenCl {
            kernels: kernels.map_err(failed("clCreateKernel"))?,
            queue,
            context,
        })
    }
}

/// An open device.
pub(crate) struct OpenCl {
    /// Those of the program, by their number.
    kernels: Vec<Option<ClKernel>>,
    queue: CommandQueue,
    context: Context,
}

/// Memory of a device. It is only written through the queue, never by two commands at once.
pub(crate) struct OpenClBuffer(RefCell<ClBuffer<u8>>);

/// The codes of a lack of memory.
const OUT_OF_MEMORY: [i32; 4] = [-4, -5, -6, -61];

fn failed(call: &'static str) -> impl Fn(ClError) -> DeviceError {
    move |error| DeviceError::Call {
        call,
        reason: error.to_string(),
    }
}

/// As [`failed`], for calls that may have to allocate.
fn failed_or_full(call: &'static str, bytes: usize) -> impl Fn(ClError) -> DeviceError {
    move |error| match OUT_OF_MEMORY.contains(&error.0) {
        true => DeviceError::OutOfMemory { bytes },
        false => failed(call)(error),
    }
}

impl Backend for OpenCl {
    type Buffer = OpenClBuffer;

    fn allocate(&self, bytes: usize) -> Result<OpenClBuffer, DeviceError> {
        let bytes = bytes.max(8).next_multiple_of(8);
        // SAFETY: no memory of the host is passed.
        let buffer = unsafe {
            ClBuffer::<u8>::create(&self.context, CL_MEM_READ_WRITE, bytes, ptr::null_mut())
        };
        let mut buffer = buffer.map_err(failed_or_full("clCreateBuffer", bytes))?;
        // SAFETY: the range is the whole buffer, a multiple of the pattern.
        let zeroed = unsafe {
            self.queue
                .enqueue_fill_buffer(&mut buffer, &[0_u8; 8], 0, bytes, &[])
        };
        zeroed.map_err(failed_or_full("clEnqueueFillBuffer", bytes))?;
        Ok(OpenClBuffer(RefCell::new(buffer)))
    }

    fn write(&self, buffer: &OpenClBuffer, data: &[u8]) -> Result<(), DeviceError> {
        let mut buffer = buffer.0.borrow_mut();
        // SAFETY: the call blocks until the data has been read; OpenCL checks the range.
        let written = unsafe {
            self.queue
                .enqueue_write_buffer(&mut buffer, CL_TRUE, 0, data, &[])
        };
        written.map_err(failed_or_full("clEnqueueWriteBuffer", data.len()))?;
        Ok(())
    }

    fn read(
        &self,
        buffer: &OpenClBuffer,
        start: usize,
        data: &mut [u8],
    ) -> Result<(), DeviceError> {
        // SAFETY: the call blocks until the data has been written; OpenCL checks the range.
        let read = unsafe {
            self.queue
                .enqueue_read_buffer(&buffer.0.borrow(), CL_TRUE, start, data, &[])
        };
        read.map_err(failed_or_full("clEnqueueReadBuffer", 0))?;
        Ok(())
    }

    fn run(
        &self,
        kernel: Kernel,
        items: u32,
        args: &[Arg<'_, OpenClBuffer>],
    ) -> Result<(), DeviceError> {
        let kernel = self.kernels[kernel as usize].as_ref();
        let mut call = ExecuteKernel::new(kernel.ok_or(DeviceError::OtherProgram)?);
        for arg in args {
            match arg {
                // SAFETY: number and types of the arguments are those of the kernel, which OpenCL checks except
                // for the sizes of the buffers; these belong to the caller, as `Backend::run` says.
                Arg::Buffer(buffer) => unsafe { call.set_arg(&*buffer.0.borrow()) },
                // SAFETY: as above.
                Arg::U32(number) => unsafe { call.set_arg(number) },
            };
        }
        let groups = items.div_ceil(GROUP).max(1) as usize;
        call.set_global_work_size(groups * GROUP as usize);
        call.set_local_work_size(GROUP as usize);
        // SAFETY: as above; every work item beyond the last does nothing.
        let started = unsafe { call.enqueue_nd_range(&self.queue) };
        started.map_err(failed_or_full("clEnqueueNDRangeKernel", 0))?;
        Ok(())
    }

    fn finish(&self) -> Result<(), DeviceError> {
        self.queue.finish().map_err(failed_or_full("clFinish", 0))
    }
}

/// Work items of a group.
const GROUP: u32 = 64;
