import { expect, test } from 'vitest';
import { decide } from '../../src/engine/act/decide.ts';
import { echoes } from '../../src/engine/act/normalized-values.ts';
import { instanceCases } from '../../src/kinds/instance/cases/index.ts';
import { instance } from '../../src/kinds/instance/index.ts';
import { CASE_MARK, CASE_NAME } from '../../src/model/case.ts';
import type { AnyKind, Desired, Item, Observed } from '../../src/model/kind.ts';
import { calls } from '../../src/model/plan.ts';

const kind: AnyKind = instance;
const config = {
  id: 3,
  label: 'main',
  comments: '',
  devices: {},
  helpers: {
    devtmpfs_automount: true,
    distro: true,
    modules_dep: true,
    network: true,
    updatedb_disabled: true,
  },
  interfaces: [],
  kernel: 'compute/grub2',
  memory_limit: 0,
  root_device: '/dev/sda',
  run_level: 'default',
  virt_mode: 'paravirt',
};
const other = { ...config, id: 4, label: 'other' };
const item: Item = kind.item.parse(instanceCases.item);
const observed = (...configs: readonly object[]): Observed<Item, unknown> => ({
  item,
  details: { configs },
});
const desired: Desired<unknown> = {
  spec: { configs: [{ label: 'main', rootDevice: '/dev/sdb', comments: 'c' }] },
  name: CASE_NAME,
  mark: CASE_MARK,
  secrets: {},
};
const subject = { kind, recorded: {}, status: {} };
const policy = {
  mode: 'Manage',
  deletion: 'Delete',
  drift: 'Default',
  loss: 'Hold',
  consent: 'Ask',
} as const;

const answered = (answer: unknown) => {
  const [step] = calls(kind.update(desired, observed(config, other), {}));
  return { answered: step === undefined ? [] : [{ step, answer }] };
};
const stored = (answer: unknown) =>
  echoes({ desired, subject }, observed(config, other), answered(answer));

test('what the service makes of a profile is remembered, and is not sent again', () => {
  const kept = { ...config, comments: 'c', root_device: '/dev/sda' };
  const pairs = stored(kept);
  expect(pairs.map(({ field }) => field)).toEqual(['configs[main].rootDevice']);
  const again = kind.update(desired, observed(kept, other), {});
  const circumstances = {
    subject: { uid: 'u', asked: 'spec-1', id: 7, consents: 0 },
    policy,
    approved: [],
    now: 0,
  };
  expect(calls(decide(again, { ...circumstances, status: {} }).run)).toHaveLength(1);
  expect(decide(again, { ...circumstances, status: { stored: pairs } }).run).toEqual([]);
});

test.each([
  ['as it was sent', { ...config, comments: 'c', root_device: '/dev/sdb' }],
  ['unreadable', { id: 3 }],
  ['none', undefined],
])('nothing is remembered of an answer that is %s', (_name, answer) => {
  expect(stored(answer)).toEqual([]);
});
