import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const NAME = { kind: 'Volume', namespace: 'default', name: 'data' };
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };

test('an object whose Secret holds the token of the other account makes its item there', async () => {
  const world = new World({ kinds: KINDS });
  world.cluster.secrets.apply(
    'default',
    'theirs',
    { token: new Secret(world.service.tokens.other) },
    CREDENTIAL,
  );
  world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'theirs' } });
  world.start();
  await world.until(() => world.condition(NAME, 'Ready')?.status === 'True');
  expect([world.outsider.rows('/volumes').length, world.neighbour.rows('/volumes').length]).toEqual(
    [0, 1],
  );
  await world.stop();
});

test("the operator's user loses its rights while others keep theirs", async () => {
  const world = new World({ kinds: KINDS, token: 'operator' });
  world.cluster.apply(NAME, SPEC);
  world.start();
  await world.until(() => world.condition(NAME, 'Ready')?.status === 'True');
  world.service.setUser({ username: 'operator', restricted: true });
  const { id } = (world.cluster.get(NAME)?.status ?? {}) as { readonly id?: number };
  const headers = { authorization: `Bearer ${world.service.tokens.operator}` };
  expect(world.service.handle({ method: 'GET', url: `/v4/volumes/${id}`, headers }).status).toBe(
    404,
  );
  expect(world.outsider.call('GET', `/volumes/${id}`).status).toBe(200);
  world.kill();
});
