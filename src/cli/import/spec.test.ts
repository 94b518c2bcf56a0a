import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { arbitraryOf } from '../../../test/support/kinds/arbitrary.ts';
import { KINDS } from '../../kinds/index.ts';
import { REGISTRY } from '../../kinds/rows.ts';
import type { AnyKind, Item, Observed } from '../../model/kind.ts';
import { parse } from '../../model/parse.ts';
import type { Step } from '../../model/step.ts';
import { specOf } from './spec.ts';

const HOLDER = { domainRef: { id: 5, domain: 'example.org' } };
const holderOf = (kind: AnyKind) => (kind.manifest.heldBy === undefined ? {} : HOLDER);

/** Generates an item that the service may return, with any details. */
const observations = (kind: AnyKind): fc.Arbitrary<Observed<Item, unknown>> =>
  (arbitraryOf(kind.item) as fc.Arbitrary<Item>).chain((item) => {
    const reads = Object.entries(kind.manifest.reads?.(item) ?? {}).flatMap(([name, read]) =>
      read === null ? [] : [[name, read] as const],
    );
    const details = fc.record(
      Object.fromEntries(reads.map(([name, read]) => [name, fc.option(arbitraryOf(read.schema))])),
    );
    return details.map((some) => ({ item, details: some }));
  });

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  test.prop([observations(kind)])(
    'whatever the service answers, the spec is admitted and asks for nothing',
    (observed) => {
      const exportedSpec = specOf(kind, observed, holderOf(kind));
      if (exportedSpec === null) return;
      expect(parse(kind.spec, exportedSpec.spec)).toMatchObject({ ok: true });
      const steps: readonly Step[] = kind.update(
        { spec: exportedSpec.spec, name: 'x', mark: null, secrets: {} },
        observed,
        {},
      );
      expect(steps.filter(({ type }) => type !== 'wait')).toEqual([]);
    },
  );
});

const exampleOf = (name: string, fields: object): readonly [AnyKind, Observed<Item, unknown>] => {
  const [found] = REGISTRY.filter(({ kind }) => kind.kind === name);
  if (found === undefined) throw new Error(`no kind ${name}`);
  return [
    found.kind,
    { item: found.kind.item.parse({ ...found.cases.item, ...fields }) as Item, details: {} },
  ];
};

test.each<readonly [string, string, object, readonly string[]]>([
  ['a plain item is exported completely', 'Volume', {}, []],
  [
    'a value that admission refuses is left out with the reason',
    'Domain',
    { soa_email: 'nobody' },
    [
      'spec.soaEmail is omitted: the service has "nobody", which is invalid: Must be a mail address',
    ],
  ],
  [
    'so is what is refused deep inside',
    'MySQLDatabase',
    { allow_list: ['2001:db8::1'] },
    [
      'spec.allowList is omitted: the service has ["2001:db8::1/128"], which is invalid at [0]: Must be an IPv4 address or range',
    ],
  ],
])('%s', (_name, name, fields, omissions) => {
  const [kind, observed] = exampleOf(name, fields);
  expect(specOf(kind, observed, holderOf(kind))?.omissions).toEqual(omissions);
});

test('an item of an unknown type gets no spec', () => {
  const [kind, observed] = exampleOf('DnsRecord', { type: 'LOC' });
  expect(specOf(kind, observed, HOLDER)).toBeNull();
});
