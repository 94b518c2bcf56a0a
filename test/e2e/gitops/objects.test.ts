import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Example, readExamples } from '../../../local/demo/examples.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { readings } from '../../deploy/gitops/readings.ts';
import { type Installation, install } from '../installation.ts';
import type { OperatorProcess } from '../operator-process.ts';
import { soon } from '../soon.ts';

/** A change of each example that the operator has to apply. */
const CHANGES: Readonly<Record<string, object>> = {
  DnsRecord: { ttlSec: 300 },
  Domain: { description: 'Another shop' },
  Firewall: { tags: ['staging'] },
  Image: { description: 'Another shop' },
  Instance: { tags: ['staging'] },
  KubeCluster: { tags: ['staging'] },
  MySQLDatabase: { allowList: ['198.51.100.0/24'] },
  StackScript: { revNote: 'Another revision' },
  Volume: { tags: ['staging'] },
};

let at: Installation;
let refused: OperatorProcess;
let examples: readonly Example[];

beforeAll(async () => {
  at = await install('gitops', { service: ['--speed', '600'] });
  refused = await at.another('refused', { token: 'a-token-that-was-revoked' });
  examples = (await readExamples()).objects;
});
afterAll(() => at?.close());

/** Returns the states of every object in the tools, by kind. */
async function said(): Promise<Readonly<Record<string, string>>> {
  const objects = (await Promise.all(KINDS.map(({ kind }) => at.objects.list(kind)))).flat();
  const read = await readings(objects);
  return Object.fromEntries(
    objects.map(({ kind }, index) => [
      kind,
      `${read[index]?.kstatus.status}, ${read[index]?.argo.status}`,
    ]),
  );
}

const all = (words: string): Readonly<Record<string, string>> =>
  Object.fromEntries(KINDS.map(({ kind }) => [kind, words]));

/** Waits until the tools report the same of every object; returns all states meanwhile. */
async function become(words: string): Promise<readonly string[]> {
  const statuses = new Set<string>();
  const look = async () => {
    const now = await said();
    for (const one of Object.values(now)) statuses.add(one);
    return {
      done: JSON.stringify(now) === JSON.stringify(all(words)) ? [...statuses].toSorted() : null,
      seen: JSON.stringify(now),
    };
  };
  return soon(`every kind to be ${words}`, look, async () => at.operator.component.logEnd());
}

/** Applies all manifests with an additional spec change. */
const apply = async (change: (kind: string) => object, mode = 'Manage'): Promise<void> => {
  for (const { kind, name, spec } of examples) {
    await at.objects.apply(kind, name, {
      ...spec,
      ...change(kind),
      policy: { mode, deletion: 'Delete' },
    });
    await at.objects.label(kind, name, { app: 'web' });
  }
};

describe('GitOps tools read the objects of a real operator, of every kind', () => {
  test('as in progress from the moment of their creation', async () => {
    await apply(() => ({}));
    expect(await said()).toEqual(all('InProgress, Progressing'));
  });

  test('as in progress until they are current, and never as failed', async () => {
    await at.operator.component.start();
    expect(await become('Current, Healthy')).toEqual([
      'Current, Healthy',
      'InProgress, Progressing',
    ]);
  });

  test('as left alone when they are paused', async () => {
    await apply(() => ({}), 'Paused');
    expect(await become('Current, Suspended')).not.toContain('Failed, Degraded');
  });

  test('as stopped when they only show what they would do', async () => {
    await apply((kind) => ({ ...CHANGES[kind] }), 'Preview');
    expect(await become('Failed, Suspended')).not.toContain('Failed, Degraded');
  });

  test('as current again when they have done it', async () => {
    await apply((kind) => ({ ...CHANGES[kind] }));
    expect(await become('Current, Healthy')).not.toContain('Failed, Degraded');
  });

  test('as in progress once their spec has changed, although their conditions still speak of the one before', async () => {
    await at.operator.component.kill('SIGTERM');
    await apply(() => ({}));
    expect(await said()).toEqual(all('InProgress, Progressing'));
  });

  test('as failed where the token is not taken any more', async () => {
    await refused.component.start();
    expect(await become('Failed, Degraded')).not.toContain('Current, Healthy');
  });

  test('as going while they are deleted', async () => {
    for (const { kind, name } of examples) await at.objects.delete(kind, name);
    expect(await said()).toEqual(all('Terminating, Progressing'));
    await refused.component.kill('SIGTERM');
    await at.operator.component.start();
    for (const { kind, name } of examples) await at.objects.gone(kind, name);
  });
});
