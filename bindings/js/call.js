// Calls the WebAssembly module. The workers of the page in web/ are made from the text of this function, so it uses
// nothing outside it.

/**
 * Starts a compiled module. Returns a function that sends a request and returns the answer: see
 * bindings/wasm/src/request.rs.
 */
export function start(module) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  // The function of the `find_bug` request that is running.
  let divide = null;
  let exports = null;

  const bytesAt = (address, length) => new Uint8Array(exports.memory.buffer, address, length);

  /** Writes a text into the memory of the module. */
  function give(text) {
    const bytes = encoder.encode(text);
    const address = exports.allocate(bytes.length) >>> 0;
    bytesAt(address, bytes.length).set(bytes);
    return [address, bytes.length];
  }

  const canopy = {
    divide(address, length) {
      const question = JSON.parse(decoder.decode(bytesAt(address >>> 0, length)));
      const [answer, bytes] = give(JSON.stringify(divide(question)));
      return (BigInt(answer) << 32n) | BigInt(bytes);
    },
  };
  exports = new WebAssembly.Instance(module, { canopy }).exports;

  return (request, ask = null) => {
    const outer = divide;
    divide = ask;
    try {
      const packed = BigInt.asUintN(64, exports.answer(...give(JSON.stringify(request))));
      const [address, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
      const answer = JSON.parse(decoder.decode(bytesAt(address, length)));
      exports.release(address, length);
      return answer;
    } finally {
      divide = outer;
    }
  };
}
