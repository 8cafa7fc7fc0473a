# Functions to build what is published. Source it from the root of the repository.

target=${CARGO_TARGET_DIR:-target}

# Where scripts/ci-tools installs maturin, Zig and cargo-zigbuild.
packaging=$(mkdir -p "$target" && cd "$target" && pwd)/packaging
PATH="$PATH:$packaging/bin"

# The oldest C library that programs for Linux run with: the same as for Rust's standard library.
oldest_glibc=2.17

# Where Debian's packages install a toolchain with the source of its standard library.
debian_cargo=/usr/bin/cargo
debian_rustc=/usr/bin/rustc

# cross_build TARGET COMMAND VERB ARGUMENT...: runs `cargo build`, `cargo test` or `maturin build` for a target. If the
# active toolchain has no standard library for it, uses that of Debian (rustc-web, cargo-web, rust-web-src) and builds
# the library from its source.
cross_build() {
  local triple=$1 command=$2 verb=$3 lld
  shift 3
  case "$triple" in
    *-linux-gnu)
      # Zig links with any version of the C library.
      local variable=${triple//-/_}
      local -x "CARGO_TARGET_${variable^^}_LINKER=$PWD/scripts/lib/zig-linker"
      local -x "ZIG_TARGET=${triple/unknown-/}.$oldest_glibc"
      ;;
    *-linux-musl)
      # Zig has musl, so that the program needs no library at all.
      local variable=${triple//-/_}
      local -x "CARGO_TARGET_${variable^^}_LINKER=$PWD/scripts/lib/zig-linker"
      local -x "ZIG_TARGET=${triple/unknown-/}"
      local -x "RUSTFLAGS=${RUSTFLAGS-} -C link-self-contained=no"
      ;;
    wasm32-*)
      # Debian's compiler has no linker for WebAssembly, every other toolchain has.
      lld=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld | head -n 1)
      local -x "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${lld:-wasm-ld}"
      ;;
  esac
  if rustup target list --installed 2>/dev/null | grep -qx "$triple"; then
    "$command" "$verb" --locked --target "$triple" "$@"
    return
  fi
  if [ ! -d "$(debian_source)" ]; then
    echo "no standard library for $triple: run 'rustup target add $triple', or install Debian's packages" \
      "rustc-web, cargo-web and rust-web-src" >&2
    return 1
  fi
  if [ "$command" = cargo ]; then command=$debian_cargo; fi
  # The option -Z is for nightly toolchains; Debian's is not one. Building the library is why it is used.
  CARGO=$debian_cargo RUSTC=$debian_rustc RUSTC_BOOTSTRAP=1 \
    "$command" "$verb" --locked -Z "build-std=std,$(panic_runtime "$triple")" --target "$triple" "$@"
}

# universal_program PROFILE FILE: builds the program for macOS on both kinds of CPUs as one file. Only on macOS.
universal_program() {
  local profile=$1 file=$2 triple programs=()
  for triple in x86_64-apple-darwin aarch64-apple-darwin; do
    cargo build --locked --profile "$profile" -p canopy-chess --target "$triple"
    programs+=("$target/$triple/$profile/canopy")
  done
  lipo -create -output "$file" "${programs[@]}"
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
