import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { World } from '../support/world.ts';

test('tokens that the service refuses are forgotten once no object uses them', async () => {
  const world = new World({ kinds: KINDS });
  world.start();
  const refused: number[] = [];
  for (let n = 0; n < 40; n++) {
    const opened = world.gauges?.cloud.open({ token: new Secret(`wrong${n}`), baseUrl: null });
    await world.time.advance(60_000);
    expect((await opened)?.ok).toBe(false);
    refused.push(world.gauges?.cloud.gauges().credentials.refused ?? 0);
  }
  expect(refused[0]).toBe(1);
  expect(Math.max(...refused)).toBeLessThanOrEqual(11);
});
