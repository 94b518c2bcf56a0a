import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { arbitraryOf } from '../../test/support/kinds/arbitrary.ts';
import { CASE_MARK, CASE_NAME } from '../model/case.ts';
import type { AnyKind, Desired, Item, Observed } from '../model/kind.ts';
import { calls } from '../model/plan.ts';
import type { Read } from '../model/request.ts';
import { Secret } from '../model/secret.ts';
import { describe as line, type Step } from '../model/step.ts';
import { KINDS } from './index.ts';

interface Situation {
  readonly desired: Desired<unknown>;
  readonly observed: Observed<Item, unknown>;
  readonly siblings: readonly Item[];
  readonly recorded: object;
}

/** Generates details that were not read, are not provided, or have any answer of the service. */
const detailsOf = (reads: Readonly<Record<string, Read<unknown> | null>>): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(reads).flatMap(([name, read]) =>
        read === null ? [] : [[name, fc.option(arbitraryOf(read.schema))]],
      ),
    ),
    { requiredKeys: [] },
  );

const situations = (kind: AnyKind): fc.Arbitrary<Situation> =>
  fc
    .record({
      desired: fc.record({
        spec: arbitraryOf(kind.spec),
        name: fc.constantFrom(CASE_NAME, 'a.b', '1', '-'),
        mark: fc.constantFrom(CASE_MARK, null),
        secrets: fc.dictionary(
          fc.constantFrom(
            ...kind.secretRefs.map((ref: { readonly path: string }) => ref.path),
            'x',
          ),
          secrets,
        ),
      }),
      item: arbitraryOf(kind.item) as fc.Arbitrary<Item>,
      siblings: fc.array(arbitraryOf(kind.item) as fc.Arbitrary<Item>, { maxLength: 2 }),
      recorded: arbitraryOf(kind.status.partial()) as fc.Arbitrary<object>,
    })
    .chain(({ item, ...rest }) =>
      detailsOf(kind.details(rest.desired, item)).map((details) => ({
        ...rest,
        observed: { item, details } as Situation['observed'],
      })),
    );

const secrets = fc
  .oneof(fc.string(), fc.json(), fc.constant('{"port":80}'))
  .map((text) => new Secret(text));

const stepsOf = (
  kind: AnyKind,
  { desired, observed, siblings, recorded }: Situation,
): readonly (readonly Step[])[] => [
  kind.create(desired, siblings),
  kind.update(desired, observed, recorded),
  kind.remove(desired, observed, recorded),
  kind.unmark(observed, CASE_MARK),
  ...Object.keys(kind.requests).map(
    (verb) =>
      kind.requests[verb]?.steps(desired, observed, { token: 'token', parameters: {} }) ?? [],
  ),
];

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  test.prop([situations(kind)])(
    'plans for any spec and any item, in readable lines',
    (situation) => {
      const steps = stepsOf(kind, situation).flat();
      expect(steps).toEqual(stepsOf(kind, situation).flat());
      expect(steps.map(line).filter((said) => /undefined|\[object/.test(said))).toEqual([]);
      expect(
        calls(steps).filter(({ effect, loses = '' }) => effect !== 'none' && loses === ''),
      ).toEqual([]);
    },
  );

  test.prop([situations(kind)])(
    'says whether it is ready, with a reason that Kubernetes accepts',
    ({ desired, observed, recorded }) => {
      const { reason, message } = kind.health(desired, observed, recorded);
      expect(reason).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
      expect(message).not.toMatch(/undefined/);
    },
  );

  test.prop([situations(kind)])(
    'reports what its status has fields for',
    ({ desired, observed, recorded }) => {
      const told = Object.entries(kind.report(observed, recorded, desired)).filter(
        ([, value]) => value !== null,
      );
      expect(kind.status.partial().safeParse(Object.fromEntries(told)).error?.issues ?? []).toEqual(
        [],
      );
    },
  );

  test.prop([situations(kind)])('wants only fields that have a value', ({ desired }) => {
    expect(Object.values(kind.wants(desired))).not.toContain(undefined);
  });
});
