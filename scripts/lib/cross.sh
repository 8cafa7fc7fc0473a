# Functions to build for other targets. Source it from the root of the repository.

# Where Debian's packages install a toolchain with the source of its standard library.
debian_cargo=/usr/bin/cargo
debian_rustc=/usr/bin/rustc

# cross_build TARGET ARGUMENT...: runs `cargo build` for this target. If the active toolchain has no standard library for
# it, uses that of Debian (rustc-web, cargo-web, rust-web-src) and builds the library from its source.
cross_build() {
  local triple=$1
  shift
  local -x CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
  if rustup target list --installed 2>/dev/null | grep -qx "$triple"; then
    cargo build --target "$triple" "$@"
    return
  fi
  if [ "$triple" = wasm32-unknown-unknown ]; then
    # Debian's compiler has no linker for WebAssembly, every other toolchain has.
    local lld
    lld=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld | head -n 1)
    local -x CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${lld:-wasm-ld}
  fi
  if [ ! -d "$(debian_source)" ]; then
    echo "no standard library for $triple: run 'rustup target add $triple', or install Debian's packages" \
      "rustc-web, cargo-web and rust-web-src" >&2
    return 1
  fi
  # The option -Z is for nightly toolchains; Debian's is not one. Building the library is why it is used.
  RUSTC=$debian_rustc RUSTC_BOOTSTRAP=1 $debian_cargo build -Z "build-std=std,$(panic_runtime "$triple")" --target "$triple" "$@"
}

# The folder with the source of Debian's standard library.
debian_source() {
  echo "$($debian_rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library"
}

# WebAssembly cannot unwind; the programs must, because a panic in a job must not end the session.
panic_runtime() {
  case "$1" in
    wasm32-*) echo panic_abort ;;
    *) echo panic_unwind ;;
  esac
}
