import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { put, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { CLASS_LABEL } from '../../model/group.ts';
import { Brake } from './brake.ts';
import { brakeGauges } from './brake-gauges.ts';
import { DEFAULT_SETTINGS } from './environment.ts';

/** Returns the gauges after one deletion of each given kind, in accounts `A` and `B`. */
async function gaugesOf(count: number, deleted: readonly (readonly [string, string])[]) {
  const settings = { ...DEFAULT_SETTINGS, brake: { ...DEFAULT_SETTINGS.brake, count } };
  const disk = { ...gadget, kind: 'Disk', holdsData: true };
  const { env, cluster } = stage({ kinds: [disk], env: { settings } });
  const brake = new Brake(cluster, settings.brake);
  for (const [account, kind] of deleted) {
    const asker = { account, kind, namespace: 'team', uid: `${account}${kind}` };
    await brake.ask({ ...asker, holdsData: kind === 'Disk', objects: () => 0 }, NOW);
  }
  for (let i = 0; i < 450; i++)
    put(
      cluster,
      { kind: 'Disk', namespace: 'team', name: `d${i}` },
      { metadata: { labels: i < 50 ? { [CLASS_LABEL]: 'gold' } : {} } },
    );
  return brakeGauges({ ...env, brake });
}

describe('the gauges of the brake', () => {
  test('export the count and the limit by account and kind', async () => {
    expect(
      await gaugesOf(1, [
        ['A', 'Gadget'],
        ['B', 'Gadget'],
        ['B', 'Disk'],
      ]),
    ).toEqual([
      { account: 'A', kind: 'Gadget', counted: 1, limit: 16 },
      { account: 'B', kind: 'Gadget', counted: 1, limit: 16 },
      { account: 'B', kind: 'Disk', counted: 1, limit: 40 },
    ]);
  });

  test('export no kind that is not served', async () => {
    expect(await gaugesOf(1, [['A', 'Widget']])).toEqual([]);
  });

  test('export nothing where the brake is off', async () => {
    expect(await gaugesOf(0, [['A', 'Gadget']])).toEqual([]);
  });
});
