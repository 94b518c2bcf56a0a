import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ANNOTATION, FINALIZER } from '../../src/model/group.ts';
import { markOf } from '../../src/model/tags.ts';
import { type CloudObject, conditionOf, isReady, reasonOf } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';
import { soon } from './soon.ts';

const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const DATA = { region: 'eu-west', size: 20 };

interface Item {
  readonly id: number;
  readonly label: string;
  readonly status: string;
  readonly size: number;
  readonly tags: readonly string[];
  readonly backups: { readonly enabled: boolean };
}

let at: Installation;

let occupant: Item;

beforeAll(async () => {
  at = await install('policies');
  occupant = await foreign('occupied');
  await at.operator.component.start();
});
afterAll(() => at?.close());

const pathOf = (kind: string): string => (kind === 'Volume' ? '/volumes' : '/compute/instances');
const items = (kind: string): Promise<readonly Item[]> => at.service.rows<Item>(pathOf(kind));
const itemOf = async ({ kind, status }: CloudObject): Promise<Item | undefined> =>
  (await items(kind)).find(({ id }) => id === status.id);
const labels = async (kind: string): Promise<readonly string[]> =>
  (await items(kind)).map(({ label }) => label);

const made = async (kind: string, name: string, spec: object): Promise<CloudObject> => {
  await at.objects.apply(kind, name, spec);
  return await at.objects.ready(kind, name);
};
const says = (kind: string, name: string, reason: string): Promise<CloudObject> =>
  at.objects.until(
    kind,
    name,
    reason,
    (object) =>
      reasonOf(object, 'Synced') === reason &&
      object.status.observedGeneration === object.metadata.generation,
  );
/** Creates a volume in the account from outside. */
async function foreign(label: string, more: object = {}): Promise<Item> {
  const { status, body } = await at.service.call('POST', '/volumes', {
    label,
    region: 'eu-west',
    size: 20,
    ...more,
  });
  expect(status).toBe(200);
  return body as Item;
}
/** Changes an item in the account from outside. */
async function meddle({ kind, status }: CloudObject, change: object): Promise<void> {
  expect((await at.service.call('PUT', `${pathOf(kind)}/${status.id}`, change)).status).toBe(200);
}
const untilItem = (
  object: CloudObject,
  what: string,
  isSo: (item: Item) => boolean,
): Promise<Item> =>
  soon(what, async () => {
    const item = await itemOf(object);
    return { done: item !== undefined && isSo(item) ? item : null, seen: JSON.stringify(item) };
  });

const Plan = z.object({
  hash: z.string(),
  steps: z.array(z.object({ verb: z.string(), summary: z.string(), loses: z.string().optional() })),
});
const planOf = ({ status }: CloudObject) => Plan.parse(status['plan']);

test.concurrent('what destroys waits for consent to exactly this plan', async () => {
  const on = await made('Instance', 'careful', { ...WEB, backupsEnabled: true });
  await at.objects.apply('Instance', 'careful', {
    ...WEB,
    backupsEnabled: false,
    group: 'meanwhile',
  });
  const asking = await says('Instance', 'careful', 'ConsentRequired');
  const { hash, steps } = planOf(asking);
  expect(steps.at(-1)).toMatchObject({
    verb: 'CancelBackups',
    loses: 'the stored backups of the instance',
  });
  expect(conditionOf(asking, 'Stalled')?.message).toContain(
    `${ANNOTATION.consent} or spec.policy.approvedPlan to ${hash}`,
  );
  await at.objects.annotate('Instance', 'careful', {
    [ANNOTATION.consent]: 'yes',
    [ANNOTATION.sync]: 'look',
  });
  await at.objects.until(
    'Instance',
    'careful',
    'looked at',
    ({ status }) => status['lastHandledSync'] === 'look',
  );
  expect(await itemOf(on)).toMatchObject({ group: 'meanwhile', backups: { enabled: true } });
  const { hash: now } = planOf(await says('Instance', 'careful', 'ConsentRequired'));
  await at.objects.annotate('Instance', 'careful', { [ANNOTATION.consent]: now });
  const done = await at.objects.ready('Instance', 'careful');
  expect(await itemOf(done)).toMatchObject({ backups: { enabled: false } });
  expect(done.status['plan']).toBeUndefined();
});

describe.concurrent('policy.mode', () => {
  test('Preview shows what would be done and does nothing, neither at first nor later', async () => {
    const preview = { policy: { mode: 'Preview' } };
    await at.objects.apply('Volume', 'shown', { ...DATA, ...preview });
    const first = await says('Volume', 'shown', 'Preview');
    expect(planOf(first).steps.map(({ summary }) => summary)).toEqual([
      'Create (POST /volumes) region: eu-west, size: 20',
    ]);
    expect(first.metadata.finalizers).toEqual([]);
    expect(await labels('Volume')).not.toContain('shown');
    const managed = await made('Volume', 'shown', DATA);
    await at.objects.apply('Volume', 'shown', { ...DATA, size: 30, tags: ['wished'], ...preview });
    const later = await says('Volume', 'shown', 'Preview');
    expect(planOf(later).steps.map(({ verb }) => verb)).toEqual(['Tag', 'Resize']);
    expect(await itemOf(managed)).toMatchObject({ size: 20, tags: [markOf(managed.metadata.uid)] });
    await at.objects.delete('Volume', 'shown');
    await at.objects.gone('Volume', 'shown');
    expect(await itemOf(managed)).toMatchObject({ size: 20 });
  });

  test('Paused does nothing, and holds a deletion too, until it is taken back', async () => {
    const before = await made('Volume', 'paused', { ...DATA, policy: { deletion: 'Delete' } });
    await at.objects.apply('Volume', 'paused', {
      ...DATA,
      size: 30,
      policy: { deletion: 'Delete', mode: 'Paused' },
    });
    const paused = await says('Volume', 'paused', 'Paused');
    expect(conditionOf(paused, 'Ready')).toMatchObject({
      status: 'True',
      observedGeneration: before.metadata.generation,
    });
    await at.objects.delete('Volume', 'paused');
    await at.objects.until(
      'Volume',
      'paused',
      'held',
      (object) => object.metadata['deletionTimestamp'] !== undefined,
    );
    expect(await itemOf(before)).toMatchObject({ size: 20 });
    await at.objects.apply('Volume', 'paused', {
      ...DATA,
      size: 30,
      policy: { deletion: 'Delete' },
    });
    await at.objects.gone('Volume', 'paused');
    expect(await itemOf(before)).toBeUndefined();
  });

  test('Observe reads an item and leaves it as it is, and lets its object go at once', async () => {
    const item = await foreign('watched', { tags: ['theirs'] });
    const watched = await made('Volume', 'watching', {
      import: { by: 'Label', label: 'watched' },
      policy: { mode: 'Observe' },
    });
    expect(watched.status).toMatchObject({ id: item.id, size: 20 });
    expect(await itemOf(watched)).toMatchObject({ tags: ['theirs'] });
    expect(watched.metadata.finalizers).not.toContain(FINALIZER);
    await at.objects.delete('Volume', 'watching');
    await at.objects.gone('Volume', 'watching');
    expect(await itemOf(watched)).toMatchObject({ tags: ['theirs'] });
  });
});

describe.concurrent('an item that is there already', () => {
  test.for(['Id', 'Label'])('is taken over by its %s, marked, and then managed', async (by) => {
    const item = await foreign(`old-by-${by.toLowerCase()}`, { tags: ['theirs'] });
    const spec = {
      import: { by, ...(by === 'Id' ? { id: item.id } : { label: item.label }) },
      size: 30,
    };
    const taken = await made('Volume', `taken-by-${by.toLowerCase()}`, spec);
    expect(taken.status.id).toBe(item.id);
    expect(await itemOf(taken)).toMatchObject({
      label: item.label,
      size: 30,
      tags: [markOf(taken.metadata.uid), 'theirs'],
    });
  });

  test('is not adopted without an import, and is created once the other item is gone', async () => {
    await at.objects.apply('Volume', 'occupied', DATA);
    const conflict = await says('Volume', 'occupied', 'Conflict');
    expect(conditionOf(conflict, 'Stalled')?.message).toContain(
      `the account already has occupied (item ${occupant.id})`,
    );
    expect((await labels('Volume')).filter((label) => label === 'occupied')).toHaveLength(1);
    expect((await at.service.call('DELETE', `/volumes/${occupant.id}`)).status).toBe(200);
    const own = await at.objects.ready('Volume', 'occupied');
    expect(own.status.id).not.toBe(occupant.id);
  });

  test('and belongs to another object stays with that one, which is named', async () => {
    const owner = await made('Volume', 'owner', DATA);
    await at.objects.apply('Volume', 'robber', { import: { by: 'Id', id: owner.status.id } });
    expect(conditionOf(await says('Volume', 'robber', 'Conflict'), 'Synced')?.message).toContain(
      'belongs to Volume policies/owner',
    );
    await at.objects.apply('Volume', 'namesake', { ...DATA, label: 'owner' });
    expect(conditionOf(await says('Volume', 'namesake', 'Conflict'), 'Synced')?.message).toContain(
      'belongs to Volume policies/owner',
    );
    expect(await itemOf(owner)).toMatchObject({ tags: [markOf(owner.metadata.uid)] });
  });

  test('and is nowhere to be found is created only where the import says so', async () => {
    await at.objects.apply('Volume', 'nowhere', { import: { by: 'Label', label: 'nowhere' } });
    expect(conditionOf(await says('Volume', 'nowhere', 'Refused'), 'Synced')?.message).toContain(
      'the account has no item with label nowhere',
    );
    expect(await labels('Volume')).not.toContain('nowhere');
    const created = await made('Volume', 'nowhere', {
      ...DATA,
      import: { by: 'Label', label: 'nowhere', orCreate: true },
    });
    expect(await itemOf(created)).toMatchObject({ label: 'nowhere' });
  });
});

describe.concurrent('changes by others in the account', () => {
  test('is corrected where that disrupts nothing', async () => {
    const object = await made('Volume', 'tidy', { ...DATA, tags: ['ours'] });
    await meddle(object, { tags: ['theirs'] });
    const put = await untilItem(object, 'the tags to be put back', ({ tags }) =>
      tags.includes('ours'),
    );
    expect(put.tags).toEqual([markOf(object.metadata.uid), 'ours']);
  });

  test('waits for consent where putting it back disturbs, unless the spec says that it may', async () => {
    const object = await made('Volume', 'wary', { ...DATA, label: 'wary' });
    await meddle(object, { label: 'renamed' });
    const asking = await says('Volume', 'wary', 'ConsentRequired');
    expect(planOf(asking).steps.map(({ summary }) => summary)).toEqual([
      `Relabel (PUT /volumes/${object.status.id}) label: renamed -> wary`,
    ]);
    await at.objects.apply('Volume', 'wary', {
      ...DATA,
      label: 'wary',
      policy: { drift: 'Correct' },
    });
    await untilItem(object, 'the label to be put back', ({ label }) => label === 'wary');
    await at.objects.ready('Volume', 'wary');
  });

  test('is only reported with policy Report, and no longer after it is undone', async () => {
    const object = await made('Volume', 'reported', {
      ...DATA,
      tags: ['ours'],
      policy: { drift: 'Report' },
    });
    await meddle(object, { tags: ['theirs', markOf(object.metadata.uid)] });
    const drifted = await says('Volume', 'reported', 'Drifted');
    expect(isReady(drifted)).toBe(true);
    expect(drifted.status['drift']).toMatchObject([
      { field: 'tags', desired: '["ours"]', observed: '["theirs"]' },
    ]);
    expect(await itemOf(object)).toMatchObject({ tags: [markOf(object.metadata.uid), 'theirs'] });
    await meddle(object, { tags: ['ours', markOf(object.metadata.uid)] });
    expect((await says('Volume', 'reported', 'InSync')).status['drift']).toBeUndefined();
  });

  test('is taken for what it is when it is power', async () => {
    const object = await made('Instance', 'switched', { ...WEB, booted: true });
    expect(
      (await at.service.call('POST', `/compute/instances/${object.status.id}/shutdown`)).status,
    ).toBe(200);
    await untilItem(object, 'the instance to stop', ({ status }) => status !== 'running');
    await untilItem(object, 'the instance to run again', ({ status }) => status === 'running');
    await at.objects.ready('Instance', 'switched');
  });
});

describe.concurrent('an item that another client deleted', () => {
  const vanish = async (name: string, spec: object): Promise<CloudObject> => {
    const object = await made('Volume', name, spec);
    expect((await at.service.call('DELETE', `/volumes/${object.status.id}`)).status).toBe(200);
    return object;
  };

  test('is reported, and not created again, where it held data', async () => {
    const object = await vanish('lost', DATA);
    const lost = await says('Volume', 'lost', 'Lost');
    expect(isReady(lost)).toBe(false);
    expect(lost.status.id).toBe(object.status.id);
    expect(await labels('Volume')).not.toContain('lost');
    await at.objects.delete('Volume', 'lost');
    await at.objects.gone('Volume', 'lost');
  });

  test('is created again where the spec requires it', async () => {
    const object = await vanish('replaced', { ...DATA, policy: { loss: 'Recreate' } });
    const again = await at.objects.until(
      'Volume',
      'replaced',
      'created again',
      (one) => isReady(one) && one.status.id !== object.status.id,
    );
    expect(await itemOf(again)).toMatchObject({ label: 'replaced' });
  });
});
