const WORD = 2 ** 32;
const BLOCK_BYTES = 64;

/** Returns the first 32 bits of the fractional part of a root. */
const fractionOf = (root: number): number => ((root - Math.floor(root)) * WORD) | 0;

const isPrime = (number: number): boolean => {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1)
    if (number % divisor === 0) return false;
  return number > 1;
};

const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter(isPrime);
const ROUND = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Pads the message: a one bit, zeros, and its length in bits. */
function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor((message.length * 8) / WORD));
  view.setUint32(length - 4, (message.length * 8) % WORD);
  return view;
}

/** Expands the 16 words of a block to 64. */
function expand(words: Int32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const a = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const b = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] ?? 0) + a + (words[i - 7] ?? 0) + b;
  }
}

function mix(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const up = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + up + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (words[i] ?? 0)) | 0;
    const down = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (down + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    // Separate assignments: an array for each round costs more than all other operations
    // together.
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < mixed.length; i += 1) state[i] = (state[i] ?? 0) + (mixed[i] ?? 0);
}

/** Computes SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 hexadecimal digits. Implemented here
 *  because the model imports nothing of the runtime. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  const state = START.slice();
  const words = new Int32Array(64);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES) {
    expand(words, view, offset);
    mix(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
