import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Volume } from '../../api/volumes.ts';
import { CASE_MARK, CASE_NAME } from '../../model/case.ts';
import { calls } from '../../model/plan.ts';
import type { Write } from '../../model/request.ts';
import { to } from './cases/fixtures.ts';
import { volumeCases } from './cases/index.ts';
import { volume } from './index.ts';
import type { VolumeSpec } from './spec.ts';
import type { Recorded } from './types.ts';

const near = { target: { id: 8, region: 'eu-west' }, profiles: [{ id: 4 }] };
const example = volume.item.parse(volumeCases.item);

/** Applies a request as the service does, without its delays. */
function obeyed(item: Volume, { path, body = {} }: Write): Volume {
  if (path.endsWith('/detach')) return { ...item, compute_id: null };
  if (path.endsWith('/attach')) return { ...item, compute_id: Number(body['compute_id']) };
  return { ...item, ...body };
}

/** Runs passes until nothing is left to do: the requests of each pass, up to the first wait. */
function passes(
  spec: VolumeSpec,
  item: Volume,
  recorded: Recorded,
  left = 6,
): readonly (readonly string[])[] {
  const desired = { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} };
  const steps = volume.update(desired, { item, details: near }, recorded);
  if (steps.length === 0 || left === 0) return [];
  const stop = steps.findIndex(({ type }) => type !== 'call');
  const sent = calls(stop < 0 ? steps : steps.slice(0, stop));
  const next = sent.reduce((now, { write }) => obeyed(now, write), item);
  const told = volume.report({ item: next, details: {} }, recorded, desired);
  const past: Recorded = { ...recorded, item: told.item ?? undefined };
  return [sent.map(({ verb }) => verb), ...passes(spec, next, past, left - 1)];
}

const specs: fc.Arbitrary<VolumeSpec> = fc.record(
  {
    label: fc.constantFrom('data', CASE_NAME),
    size: fc.integer({ min: 20, max: 30 }),
    tags: fc.subarray(['web', 'app', 'old']),
    attachment: fc.constantFrom(to(7).attachment, to(8).attachment),
    region: fc.constant('eu-west'),
  },
  { requiredKeys: [] },
);
const items: fc.Arbitrary<Volume> = fc
  .record({
    label: fc.constantFrom('data', 'other'),
    status: fc.constantFrom('active', 'offline'),
    size: fc.integer({ min: 10, max: 20 }),
    compute_id: fc.constantFrom(null, 7),
    tags: fc.subarray(['old', CASE_MARK, 'k8s:another']),
  })
  .map((fields) => ({ ...example, ...fields }));

test.prop([specs, fc.boolean(), items])(
  'reaches the spec in three passes and then does nothing',
  (given, detached, item) => {
    const spec: VolumeSpec = detached ? { ...given, attachment: { mode: 'Detached' } } : given;
    const done = passes(spec, { ...item, status: 'active' }, { item: { attachedTo: 7 } });
    expect(done.length).toBeLessThanOrEqual(3);
    expect(new Set(done.flat()).size).toBe(done.flat().length);
    expect(
      given.attachment?.instanceRef?.id === 8 || detached || !done.flat().includes('Detach'),
    ).toBe(true);
  },
);

test.prop([specs, items])('asks for nothing that waits before what does not', (spec, item) => {
  const steps = volume.update(
    { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} },
    { item, details: {} },
    {},
  );
  const waits = steps.findIndex(({ type }) => type === 'wait');
  const after = calls(waits < 0 ? [] : steps.slice(waits)).map(({ verb }) => verb);
  expect(after.filter((verb) => verb === 'Tag' || verb === 'Relabel')).toEqual([]);
});

test.each([
  ['the spec is met', { spec: to(7), at: 7, recorded: undefined }, 7],
  ['the operator attached it and the spec no longer has it', { spec: {}, at: 7, recorded: 7 }, 7],
  ['another client attached it', { spec: {}, at: 7, recorded: undefined }, null],
  ['it was moved outside', { spec: {}, at: 8, recorded: 7 }, null],
  ['it is attached nowhere', { spec: to(7), at: null, recorded: 7 }, null],
] as const)(
  'remembers an attachment as its own only if it is: %s',
  (_name, { spec, at, recorded }, attachedTo) => {
    const item = { ...example, compute_id: at };
    const told = volume.report(
      { item, details: {} },
      recorded === undefined ? {} : { item: { attachedTo: recorded } },
      { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} },
    );
    expect(told.item?.attachedTo ?? null).toBe(attachedTo);
  },
);

test.each<[string, VolumeSpec, Partial<Volume>, readonly string[]]>([
  ['grows before it moves while it is active', { size: 30, ...to(7) }, {}, ['Resize', 'Attach']],
  [
    'moves before it waits to grow',
    { size: 30, ...to(7) },
    { status: 'offline' },
    ['Attach', 'wait', 'Resize'],
  ],
  ['of the same size is neither grown nor refused', { size: 20 }, {}, []],
])('what %s', (_name, spec, over, order) => {
  const item = { ...example, size: 20, compute_id: null, ...over };
  const steps = volume.update(
    { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} },
    { item, details: {} },
    {},
  );
  expect(steps.map((step) => (step.type === 'call' ? step.verb : step.type))).toEqual(order);
});

test('a volume that a restart detaches has to say where it is made', () => {
  const desired = (spec: VolumeSpec) => ({ spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} });
  const refused = {
    type: 'refuse',
    field: 'spec.region',
    reason: 'is required if persistAcrossBoots is false',
  };
  expect(volume.create(desired(to(7, { persistAcrossBoots: false })), [])).toEqual([refused]);
  expect(volume.create(desired(to(7, { persistAcrossBoots: true })), [])).toMatchObject([
    { verb: 'Create' },
  ]);
  expect(
    volume.create(desired({ region: 'eu-west', ...to(7, { persistAcrossBoots: false }) }), []),
  ).toMatchObject([{ verb: 'Create' }]);
});
