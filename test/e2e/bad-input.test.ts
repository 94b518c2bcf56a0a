import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { anyCharacter } from '../support/characters.ts';
import { planted } from '../support/garble.ts';
import { arbitraryOf } from '../support/kinds/arbitrary.ts';
import { type CloudObject, conditionOf } from './cloud-object.ts';
import { type Installation, startInstallation } from './installation.ts';
import { soon } from './soon.ts';

const EACH = 12;
const SEED = 20_261_121;

let at: Installation;
beforeAll(async () => {
  at = await startInstallation('bad-input', { service: ['--limits', 'off'] });
});
afterAll(() => at?.close());

/** Generates specs that may be rejected: half of them contain an odd value. */
function specsFor({ kind, cases }: (typeof REGISTRY)[number]): readonly object[] {
  const odd = fc.oneof(
    fc.constantFrom(null, '', -1, 1e12, [], {}, true),
    fc.string({ unit: anyCharacter }),
  );
  const valid = fc.oneof(arbitraryOf(kind.spec) as fc.Arbitrary<object>, fc.constant(cases.spec));
  const spoiled = fc
    .tuple(valid, fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), odd)
    .map(([spec, way, put]) => planted(spec, way, put));
  const policy = { deletion: 'Delete' };
  return fc
    .sample(fc.oneof(valid, spoiled), { numRuns: EACH, seed: SEED })
    .map((spec) => ({ ...(spec as object), policy }));
}

const isTold = (object: CloudObject): boolean =>
  ['Ready', 'Synced'].every((type) => /\S/.test(conditionOf(object, type)?.message ?? ''));

describe('whatever a manifest says', () => {
  test.for(REGISTRY.map((registered) => [registered.kind.kind, registered] as const))(
    '%s: it is refused with a message, or reported in the status',
    async ([kind, registered]) => {
      const accepted: string[] = [];
      let refused = 0;
      for (const [index, spec] of specsFor(registered).entries()) {
        const name = `${kind.toLowerCase()}-${index}`;
        const refusal = await at.objects.apply(kind, name, spec).then(
          () => '',
          (error: Error) => error.message,
        );
        if (refusal === '') accepted.push(name);
        else refused++;
        if (refusal !== '')
          expect(refusal).toMatch(
            /"[\w-]+" is invalid: .*spec|^failed to create typed patch object|spec\.|unknown field/,
          );
      }
      expect([accepted.length, refused].every((count) => count > 0)).toBe(true);
      for (const name of accepted) await at.objects.until(kind, name, 'reported', isTold);
    },
  );

  test('nothing broke', async () => {
    expect(await at.operator.metric('controller_runtime_reconcile_panics_total')).toBe(0);
    expect(await at.operator.metric('controller_runtime_reconcile_total')).toBeGreaterThan(EACH);
    expect(await at.operator.log()).not.toMatch(/"level":"(error|fatal)"/);
  });
});

describe('what is secret', () => {
  const PASSWORD = 'Planted-Root-Password-7291';
  const SCRIPT = 'planted-answer-of-a-script-5528';
  const WRONG = 'planted-token-that-is-wrong-3310';

  test('appears only in its Secret', async () => {
    const spec = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
    await at.objects.secret('root', { password: PASSWORD });
    await at.objects.secret('answers', { data: JSON.stringify({ secret: SCRIPT }) });
    await at.objects.secret('wrong', { token: WRONG }, { 'cloudinfra.dev/credentials': 'true' });
    const policy = { deletion: 'Delete' };
    await at.objects.apply('Instance', 'known', {
      ...spec,
      rootPasswordSecretRef: { name: 'root' },
      policy,
    });
    await at.objects.apply('Instance', 'generated', { ...spec, policy });
    await at.objects.apply('Instance', 'scripted', {
      ...spec,
      stackscriptRef: { id: 1 },
      stackscriptDataFrom: { name: 'answers' },
      policy,
    });
    await at.objects.apply('Volume', 'stranger', {
      region: 'eu-west',
      size: 20,
      credentialsRef: { name: 'wrong' },
    });
    await at.objects.apply('MySQLDatabase', 'shop', {
      engine: 'mysql/8.0.26',
      region: 'eu-west',
      type: 'g6-nanode-1',
      policy,
    });
    for (const name of ['known', 'generated']) await at.objects.ready('Instance', name);
    await at.objects.ready('MySQLDatabase', 'shop');
    await at.objects.until(
      'Volume',
      'stranger',
      'refused',
      (object) => conditionOf(object, 'Synced')?.status === 'False',
    );

    const secrets = [PASSWORD, SCRIPT, WRONG, at.service.tokens.admin, ...(await madeSecrets())];
    expect(secrets.length).toBeGreaterThan(5);
    const said = {
      log: await at.operator.log(),
      metrics: await at.operator.metrics(),
      objects: await at.kubectl('get', 'cloud', '-o', 'yaml'),
      events: await at.kubectl('get', 'events', '-o', 'yaml'),
    };
    for (const [where, text] of Object.entries(said)) {
      for (const secret of secrets)
        expect(text.includes(secret), `${where} tells ${secret}`).toBe(false);
    }
  });

  /** Returns the Secrets that the operator generated or fetched: passwords, keys, connections. */
  async function madeSecrets(): Promise<readonly string[]> {
    const text = await soon('the Secrets of the operator', async () => {
      const list = await at.kubectl('get', 'secrets', '-o', 'json');
      return { done: list.includes('generated-root') ? list : null, seen: list };
    });
    const { items } = JSON.parse(text) as {
      readonly items: readonly { readonly data?: Readonly<Record<string, string>> }[];
    };
    const contents = items.flatMap(({ data = {} }) => Object.entries(data));
    return contents
      .filter(([key]) => /password|uri|kubeconfig|token/.test(key))
      .map(([, value]) => Buffer.from(value, 'base64').toString())
      .filter((value) => value.length >= 8);
  }
});
