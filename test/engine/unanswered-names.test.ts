import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const THEIRS = { kind: 'Domain', namespace: 'team-a', name: 'zone' };
const OURS = { kind: 'DnsRecord', namespace: 'team-b', name: 'guess' };

/** Builds a zone with an unanswered create, whose owner has no accepted token. @param named the
 *  zone in a record of another namespace */
async function begin(named: 'theirs.example' | 'nobody.example') {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.outsider.call('POST', '/domains', {
    domain: 'nobody.example',
    type: 'master',
    soa_email: 'dns@nobody.example',
  });
  let isOut = false;
  world.wire.mishap = (words) => {
    if (isOut || words !== 'POST /domains') return 'none';
    isOut = true;
    return 'unanswered';
  };
  world.start();
  world.cluster.apply(THEIRS, {
    domain: 'theirs.example',
    type: 'master',
    soaEmail: 'dns@theirs.example',
  });
  await world.until(() => isOut);
  world.kill();
  world.cluster.secrets.apply('team-a', 'cloudinfra-credentials', { token: new Secret('spoilt') });
  world.start();
  const zones = world.outsider.rows<{ readonly id: number; readonly domain: string }>('/domains');
  const id = zones.find(({ domain }) => domain === named)?.id;
  world.cluster.apply(OURS, {
    domainRef: { id, domain: named },
    type: 'A',
    name: 'www',
    target: '192.0.2.1',
  });
  const made = (): readonly string[] =>
    world.wire.sent.filter((request) => request === `POST /domains/${id}/records`);
  return { world, id, made };
}

describe('while a create of another namespace has no answer,', () => {
  test('no object names an item that it may have created', async () => {
    const { world, id, made } = await begin('theirs.example');
    await world.time.advance(5 * MINUTE_MS);
    expect([made(), world.condition(OURS, 'Synced')?.reason]).toEqual([[], 'Waiting']);
    world.cluster.secrets.apply('team-a', 'cloudinfra-credentials', {
      token: new Secret(world.service.tokens.admin),
    });
    await world.until(
      () => asRecord(world.cluster.get(THEIRS)?.status)['id'] === id,
      60 * MINUTE_MS,
    );
    await world.time.advance(30 * MINUTE_MS);
    expect([made(), world.condition(OURS, 'Synced')?.reason]).toEqual([[], 'Refused']);
    await world.stop();
  });

  test('an item without an owner waits for as long as listings may be old, and no longer', async () => {
    const { world, made } = await begin('nobody.example');
    await world.time.advance(5 * MINUTE_MS);
    expect(made()).toEqual([]);
    await world.until(() => world.condition(OURS, 'Ready')?.status === 'True', 20 * MINUTE_MS);
    expect(made()).toHaveLength(1);
    await world.stop();
  });
});
