import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';
import { pageAt, ROOT, rowsIn, sectionOf } from './pages.ts';
import { type Needs, needsOf } from './scopes.ts';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: object;
}

const examples = globSync('src/kinds/*/example.yaml', { cwd: ROOT }).map(
  (path) => load(readFileSync(join(ROOT, path), 'utf8')) as Manifest,
);

const nameOf = ({ kind, metadata }: Manifest): ObjectName => ({
  kind,
  namespace: 'default',
  name: metadata.name,
});

/** Runs the examples in one account: those of one kind with a token of these scopes, the others
 *  with the owner's. */
async function played(
  kind: string,
  scopes: readonly string[],
): Promise<{ readonly world: World; readonly name: ObjectName }> {
  const world = new World({ kinds: KINDS });
  const { token } = world.outsider.call('POST', '/profile/tokens', {
    label: 'made',
    scopes: scopes.join(' '),
  }).body as {
    readonly token: string;
  };
  world.cluster.secrets.apply('default', 'least', { token: new Secret(token) }, CREDENTIAL);
  for (const one of examples) {
    const own =
      one.kind === kind
        ? { credentialsRef: { name: 'least' }, policy: { deletion: 'Delete' } }
        : {};
    world.cluster.apply(
      nameOf(one),
      { ...one.spec, ...own },
      one.metadata.labels === undefined ? {} : { labels: one.metadata.labels },
    );
  }
  world.start();
  const name = nameOf(examples.find((one) => one.kind === kind) as Manifest);
  return { world, name };
}

const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True' &&
  world.condition(name, 'Synced')?.status === 'True';

const scopesOf = ({ always, also }: Needs): readonly string[] => [
  ...always,
  ...also.map(([scope]) => scope),
];
const kinds = REGISTRY.map((one) => ({ kind: one.kind.kind, needs: needsOf(one) }));

describe('the scopes that docs/credentials.md names', () => {
  test('are those of the requests that each kind makes', () => {
    const told = rowsIn(sectionOf(pageAt('docs/credentials.md'), 'Scopes')).filter(([kind]) =>
      kinds.some((one) => one.kind === kind),
    );
    const code = (text: string) => `\`${text}\``;
    const derived = REGISTRY.map((one) => {
      const { always, also } = needsOf(one);
      return [
        one.kind.kind,
        always.map(code).join(', '),
        also.map(([scope, what]) => `${code(scope)} for ${what.join(', ')}`).join('; '),
        one.kind.grant === undefined ? '' : code(one.kind.grant),
        one.kind.unrestrictedToDelete === true ? 'an unrestricted user' : '',
      ];
    });
    expect(told).toEqual(derived);
  });

  test.for(kinds)('are enough to create and delete a $kind', async ({ kind, needs }) => {
    const { world, name } = await played(kind, scopesOf(needs));
    await world.until(() => isReady(world, name), 60 * 60_000);
    world.cluster.delete(name);
    for (const { kind: inner, metadata } of examples)
      if (kind === 'Domain' && inner === 'DnsRecord')
        world.cluster.delete({ kind: inner, namespace: 'default', name: metadata.name });
    await world.until(() => world.cluster.get(name) === undefined, 60 * 60_000);
    expect(world.passes.filter(({ detail }) => detail.includes('lacks the scope'))).toEqual([]);
    await world.stop();
  });

  test.for(
    kinds.flatMap(({ kind, needs }) =>
      needs.always.map((scope) => ({
        kind,
        scope,
        rest: scopesOf(needs).filter((one) => one !== scope),
      })),
    ),
  )('are all needed: a $kind is not made without $scope', async ({ kind, scope, rest }) => {
    const { world, name } = await played(kind, [...rest, scope.replace('read_write', 'read_only')]);
    await world.time.advance(10 * 60_000);
    expect(world.condition(name, 'Synced')).toMatchObject({
      reason: 'Denied',
      message: expect.stringContaining(scope),
    });
    await world.stop();
  });
});
