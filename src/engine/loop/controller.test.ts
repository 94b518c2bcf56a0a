import { expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { PassRecord } from '../ports/telemetry.ts';
import type { Environment } from '../term/environment.ts';
import { Controller } from './controller.ts';
import { SLICE_MS } from './time-slice.ts';

/** Builds a controller over deleted objects: each pass ends at once, and each read of the clock
 *  takes a millisecond. */
function rig(workers: number, isBroken: (name: string) => boolean = () => false) {
  let now = 0;
  let looked = 0;
  let ring = (): void => undefined;
  let setFor: number | undefined;
  const clock = { now: () => now, elapsed: () => ++now };
  const records: PassRecord[] = [];
  const get = ({ name }: { readonly name: string }): void => {
    looked++;
    if (isBroken(name)) throw new Error('odd');
  };
  const telemetry = { pass: (record: PassRecord) => void records.push(record) };
  const env = { clock, settings: { workers }, cluster: { get }, telemetry, random: () => 0.5 };
  const alarm = (onRing: () => void): Alarm => {
    ring = onRing;
    return { set: (at) => (setFor = at) };
  };
  const controller = new Controller(env as unknown as Environment, gadget, alarm);
  /** Runs one turn of the event loop, then fires the alarm. @returns the number of passes */
  const turn = async (): Promise<number> => {
    const before = looked;
    await new Promise<void>((resolve) => setImmediate(resolve));
    const done = looked - before;
    if (setFor !== undefined && setFor <= now) ring();
    return done;
  };
  return { controller, turn, records, looked: () => looked };
}

test.each([1, 20, 200])(
  'with %d workers, thousands of passes that wait for nothing give the event loop its turn',
  async (workers) => {
    const { controller, turn, looked } = rig(workers);
    for (let i = 0; i < 2_000; i++) controller.queue.add(`Gadget/ns/${i}`, 'repair');
    controller.start();
    const turns: number[] = [looked()];
    for (let i = 0; i < 2_000 && looked() < 2_000; i++) turns.push(await turn());
    expect(looked()).toBe(2_000);
    expect(Math.max(...turns)).toBeLessThanOrEqual(SLICE_MS);
  },
);

test('what is asked for while the event loop has its turn is done in the next', async () => {
  const { controller, turn, looked } = rig(10);
  for (let i = 0; i < 50; i++) controller.queue.add(`Gadget/ns/${i}`, 'sweep');
  controller.start();
  await turn();
  controller.queue.add('Gadget/ns/late', 'user');
  for (let i = 0; i < 50 && looked() < 51; i++) await turn();
  expect(looked()).toBe(51);
});

test('an exception outside a pass is reported, affects its object alone, and the object gets another pass', async () => {
  const { controller, turn, records, looked } = rig(10, (name) => name === '7');
  for (let i = 0; i < 20; i++) controller.queue.add(`Gadget/ns/${i}`, 'user');
  controller.start();
  for (let i = 0; i < 20 && looked() < 20; i++) await turn();
  await turn();
  expect(looked()).toBe(20);
  expect(records).toMatchObject([
    {
      kind: gadget.kind,
      namespace: 'ns',
      name: '7',
      outcome: 'broken',
      detail: 'bug in the operator, please report it: odd',
    },
  ]);
  expect(controller.activity).toMatchObject({ active: 0, due: 0 });
  controller.queue.add('Gadget/ns/7', 'user');
  await turn();
  expect(records).toHaveLength(2);
});
