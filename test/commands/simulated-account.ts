import { manualClock } from '../../simulator/core/clock.ts';
import { listen } from '../../simulator/shell/listen.ts';
import { createSimulator, type Simulator } from '../../simulator/simulator.ts';
import { Outsider } from '../support/outsider.ts';

/** The simulated service behind a socket, with a manual clock. */
export interface SimulatedAccount {
  /** Base address, with the version. */
  readonly url: string;
  readonly tokens: Simulator['tokens'];
  /** Creates an item, and advances the clock until the service has finished. @returns its id */
  readonly make: (path: string, body: object) => number;
  /** Returns the writes since the last call, by method and path template. */
  readonly writes: () => readonly string[];
  readonly close: () => Promise<void>;
}

const LONG_MS = 3_600_000;

export async function simulatedAccount(): Promise<SimulatedAccount> {
  const clock = manualClock(Date.parse('2026-01-01T00:00:00Z'));
  const simulator = createSimulator({ clock, seed: 1, limits: 'off' });
  const listening = await listen(simulator, { port: 0 });
  const somebody = new Outsider(simulator);
  const make = (path: string, body: object): number => {
    const { status, body: made } = somebody.call('POST', path, body);
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${JSON.stringify(made)}`);
    clock.advance(LONG_MS);
    simulator.resetCalls();
    return (made as { readonly id: number }).id;
  };
  const writes = (): readonly string[] =>
    Object.keys(simulator.calls().calls).filter((call) => !call.startsWith('GET '));
  return {
    url: listening.url,
    tokens: simulator.tokens,
    make,
    writes,
    close: () => listening.close(),
  };
}
