import { expect, test } from 'vitest';
import { fresh, make, offline, running, volume } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const DAY_MS = 86_400_000;

const eventOf = (stage: Stage, action: string): object => {
  const response = stage.call('GET', '/account/events', undefined, {
    filter: { action, '+order': 'desc', '+order_by': 'created' },
  });
  return response.at('data', 0) as object;
};

test('an event is scheduled, started and finished, with percent and duration as recorded', () => {
  const stage = openStage();
  const id = fresh(stage);
  const url = `/v4/compute/instances/${id}`;
  expect(eventOf(stage, 'compute_create')).toMatchObject({
    status: 'scheduled',
    percent_complete: 0,
    time_remaining: null,
    duration: null,
    username: 'admin',
    entity: { id, type: 'compute', label: `compute${id}`, url },
    secondary_entity: {
      id: 'compute/debian11',
      type: 'image',
      label: 'Debian 11',
      url: '/v4/images/compute/debian11',
    },
  });
  stage.pass(10_000);
  expect(eventOf(stage, 'compute_create')).toMatchObject({
    status: 'started',
    percent_complete: expect.any(Number),
    duration: expect.any(Number),
  });
  stage.settle();
  expect(eventOf(stage, 'compute_create')).toMatchObject({
    status: 'finished',
    percent_complete: 100,
    time_remaining: 0,
  });
  expect(eventOf(stage, 'compute_boot')).toMatchObject({
    status: 'finished',
    secondary_entity: { type: 'compute_config' },
  });
});

test('a boot is scheduled while the creation runs', () => {
  const stage = openStage();
  fresh(stage);
  stage.pass(8000);
  expect(eventOf(stage, 'compute_boot')).toMatchObject({
    status: 'scheduled',
    percent_complete: 0,
  });
});

test('a clone reports its rate and the remaining time', () => {
  const stage = openStage();
  const id = offline(stage);
  stage.call('POST', `/compute/instances/${id}/clone`, { region: 'us-east', type: 'g6-nanode-1' });
  stage.pass(10_000);
  expect(eventOf(stage, 'compute_clone')).toMatchObject({
    rate: '310.00 MB/s',
    time_remaining: expect.stringMatching(/^0:\d+:\d+$/),
  });
});

test('what is over at once is a notification', () => {
  const stage = openStage();
  stage.call('PUT', `/volumes/${volume(stage)}`, { label: 'new' });
  expect(eventOf(stage, 'volume_update')).toMatchObject({
    status: 'notification',
    percent_complete: null,
    entity: { label: 'new' },
  });
});

test('a deletion cancels what waits and fails what runs', () => {
  const stage = openStage();
  const id = fresh(stage);
  stage.pass(5000);
  stage.call('DELETE', `/compute/instances/${id}`);
  expect([eventOf(stage, 'compute_create'), eventOf(stage, 'compute_boot')]).toMatchObject([
    { status: 'failed' },
    { status: 'canceled' },
  ]);
});

test('durations are those of the service whatever the speed', () => {
  const stage = openStage({ speed: 60 });
  make(stage, '/compute/instances', { region: 'us-east', type: 'g6-nanode-1' });
  stage.pass(250);
  expect(eventOf(stage, 'compute_create')).toMatchObject({ status: 'finished' });
  expect(
    (eventOf(stage, 'compute_create') as { readonly duration: number }).duration,
  ).toBeGreaterThanOrEqual(3);
});

test('read marks one, seen marks all up to it', () => {
  const stage = openStage();
  volume(stage);
  const [first, last] = [720_001, 720_002].map(
    (_id, index) => Number(stage.call('GET', '/account/events').at('data', 0, 'id')) + index,
  );
  volume(stage);
  stage.call('POST', `/account/events/${first}/read`);
  stage.call('POST', `/account/events/${last}/seen`);
  expect(stage.call('GET', '/account/events').at('data')).toMatchObject([
    { read: true, seen: true },
    { read: false, seen: true },
  ]);
});

test('events are forgotten after 90 days', () => {
  const stage = openStage();
  volume(stage);
  stage.pass(91 * DAY_MS);
  expect(stage.call('GET', '/account/events').at('results')).toBe(0);
});

interface ServiceEvent {
  readonly id: number;
  readonly action: string;
  readonly created: string;
  readonly entity: { readonly id: number | string; readonly type: string };
}

/** Requests of clients that poll for work on an item, and the matching events. */
const POLLS: readonly (readonly [
  name: string,
  filter: (serviceEvent: ServiceEvent) => object,
  isMeant: (event: ServiceEvent, serviceEvent: ServiceEvent) => boolean,
])[] = [
  [
    'an item',
    ({ entity }) => ({ 'entity.id': entity.id, 'entity.type': entity.type }),
    (event, { entity }) => event.entity.id === entity.id,
  ],
  [
    'an action on an item since a time',
    ({ entity, action, created }) => ({
      'entity.id': entity.id,
      action,
      created: { '+gte': created },
    }),
    (event, { entity, action, created }) =>
      event.entity.id === entity.id && event.action === action && event.created >= created,
  ],
  [
    'an item from an event on',
    ({ entity, id }) => ({ '+and': [{ 'entity.id': entity.id }, { id: { '+gte': id } }] }),
    (event, { entity, id }) => event.entity.id === entity.id && event.id >= id,
  ],
  [
    'a type',
    ({ entity: { type } }) => ({ 'entity.type': type }),
    (event, { entity: { type } }) => event.entity.type === type,
  ],
  ['a number as a text', ({ entity }) => ({ 'entity.id': `${entity.id} ` }), () => false],
];

test.each(POLLS)(
  'a poll for %s finds what a look at every event finds, newest first',
  (_name, filter, isMeant) => {
    const stage = openStage();
    const id = running(stage);
    volume(stage, { compute_id: id });
    stage.call('POST', `/compute/instances/${id}/shutdown`);
    const all = stage
      .call('GET', '/account/events?page_size=500')
      .at('data') as readonly ServiceEvent[];
    const polled = (serviceEvent: ServiceEvent): unknown =>
      stage
        .call('GET', '/account/events?page=1', undefined, {
          filter: { ...filter(serviceEvent), '+order': 'desc', '+order_by': 'id' },
        })
        .at('data');
    const expected = (serviceEvent: ServiceEvent): unknown =>
      all.filter((event) => isMeant(event, serviceEvent)).toReversed();
    expect(all.length).toBeGreaterThan(4);
    expect(all.map(polled)).toEqual(all.map(expected));
  },
);

test('a poll by item forgets events after 90 days, and shows no events of what a user may not see', () => {
  const stage = openStage();
  const id = volume(stage);
  const filter = { 'entity.id': id };
  const restricted = { filter, token: stage.sim.tokens.restricted };
  expect(stage.call('GET', '/account/events', undefined, restricted).at('results')).toBe(0);
  stage.pass(91 * DAY_MS);
  expect(stage.call('GET', '/account/events', undefined, { filter }).at('results')).toBe(0);
});
