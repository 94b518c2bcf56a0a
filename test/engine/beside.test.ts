import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const record = (name: string): ObjectName => ({ kind: 'DnsRecord', namespace: 'default', name });
const OLD = '198.51.100.1';
const NEW = '203.0.113.9';

/** Builds a zone without an object, with one record that no object holds. */
function zone() {
  const world = new World({ kinds: KINDS });
  const { id } = asRecord(
    world.outsider.call('POST', '/domains', {
      domain: 'a.example',
      type: 'master',
      soa_email: 'a@a.example',
    }).body,
  );
  const path = `/domains/${String(id)}/records`;
  const made = asRecord(
    world.outsider.call('POST', path, { type: 'A', name: 'www', target: OLD }).body,
  )['id'];
  const targets = (): readonly string[] =>
    world.outsider.rows<{ readonly target: string }>(path).map(({ target }) => target);
  const spec = (target: string): object => ({
    domainRef: { id, domain: 'a.example' },
    type: 'A',
    name: 'www',
    target,
  });
  const said = (name: string): string | undefined =>
    world.condition(record(name), 'Synced')?.reason;
  world.start();
  return { world, made, targets, spec, said };
}

test('a new record beside one of the same name that no object holds is a conflict, until the spec says which it is', async () => {
  const { world, made, targets, spec, said } = zone();
  world.cluster.apply(record('www'), spec(NEW));
  await world.until(() => said('www') === 'Conflict');
  expect(world.condition(record('www'), 'Synced')?.message).toContain(
    `item ${String(made)} of the same name and type; to adopt it`,
  );
  await world.time.advance(3_600_000);
  expect(targets()).toEqual([OLD]);
  world.cluster.apply(record('www'), { ...spec(NEW), import: { by: 'Id', id: made } });
  await world.until(() => said('www') === 'InSync');
  expect(targets()).toEqual([NEW]);
  await world.stop();
});

test('a record is created beside another one where the spec says so', async () => {
  const { world, targets, spec, said } = zone();
  world.cluster.apply(record('www'), { ...spec(NEW), import: { by: 'Name', orCreate: true } });
  await world.until(() => said('www') === 'InSync');
  expect(targets().toSorted()).toEqual([OLD, NEW]);
  await world.stop();
});

test('records of one name that objects hold stand beside each other, also when they are created at once', async () => {
  const { world, made, targets, spec, said } = zone();
  world.cluster.apply(record('first'), { ...spec(OLD), import: { by: 'Id', id: made } });
  await world.until(() => said('first') === 'InSync');
  const names = ['one', 'two', 'three', 'four'];
  for (const [i, name] of names.entries())
    world.cluster.apply(record(name), spec(`203.0.113.${i + 1}`));
  await world.until(() => names.every((name) => said(name) === 'InSync'), 60_000);
  expect(targets()).toHaveLength(5);
  expect(world.passes.filter(({ outcome }) => outcome === 'conflict')).toEqual([]);
  await world.stop();
});
