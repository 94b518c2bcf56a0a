import type { Simulator } from '../../simulator/simulator.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { PassRecord } from '../../src/engine/ports/telemetry.ts';
import { ENDLESS } from '../../src/engine/ports/turns.ts';
import { DEFAULT_SETTINGS } from '../../src/engine/term/environment.ts';
import { Secret } from '../../src/model/secret.ts';
import { ownCredentialOf } from '../../src/operator/own-credential.ts';
import type { LocalClock } from './local-clock.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type Ports, SELF, type WorldOptions } from './world-options.ts';

/** The parts of a world that an engine uses. */
interface Parts {
  readonly clock: LocalClock;
  readonly time: VirtualTime;
  readonly passes: PassRecord[];
  readonly service: Simulator;
}

/** Builds the engine of an operator in a world.
 *  @param random returns a number in [0, 1) */
export const engineOn = (
  { clock, time, passes, service }: Parts,
  { kinds, self = SELF, turns = ENDLESS, token = 'admin', serves }: WorldOptions,
  ports: Ports,
  random: () => number,
): Engine =>
  new Engine(
    kinds,
    {
      self,
      ...ports,
      clock,
      turns,
      telemetry: { pass: (record) => passes.push(record) },
      settings: DEFAULT_SETTINGS,
      random,
      password: (length) => 'Aa1-xZ9_'.repeat(length).slice(0, length),
      ownCredential: ownCredentialOf({
        token: () => new Secret(service.tokens[token]),
        tokenNamespaces: serves ?? null,
      }),
    },
    time.alarm,
  );
