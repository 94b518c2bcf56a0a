type Curve = readonly (readonly [ms: number, value: number])[];

interface Network {
  readonly in: Curve;
  readonly out: Curve;
  readonly private_in: Curve;
  readonly private_out: Curve;
}

/** The curves of an instance: cpu in % of one core, io in blocks, networks in bits per second.
 *  Source: compute#statistics-and-transfer. */
export interface Curves {
  readonly cpu: Curve;
  readonly io: { readonly io: Curve; readonly swap: Curve };
  readonly netv4: Network;
  readonly netv6: Network;
}

const STEP_MS = 300_000;

/** Returns a plausible load below 100, deterministic for instance, curve and time. */
const load = (id: number, curve: number, at: number): number =>
  (id * 31 + curve * 17 + Math.floor(at / STEP_MS) * 7) % 97;

const whole = (make: (curve: number) => Curve): Curves => ({
  cpu: make(1),
  io: { io: make(2), swap: make(3) },
  netv4: { in: make(4), out: make(5), private_in: make(6), private_out: make(7) },
  netv6: { in: make(8), out: make(9), private_in: make(10), private_out: make(11) },
});

/** Returns points between two times, milliseconds since the epoch. @param stride steps of five
 *  minutes between points */
export const curves = (id: number, from: number, to: number, stride: number): Curves => {
  const first = Math.ceil(from / STEP_MS) * STEP_MS;
  const times: number[] = [];
  for (let at = first; at <= to; at += stride * STEP_MS) times.push(at);
  return whole((curve) => times.map((at) => [at, load(id, curve, at)]));
};

export const noCurves = (): Curves => whole(() => []);
