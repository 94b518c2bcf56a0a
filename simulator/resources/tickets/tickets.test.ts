import { expect, test } from 'vitest';
import { tickets as endpoints } from '../../../src/api/tickets.ts';
import { playAll } from '../../../test/support/simulator/case.ts';
import { make, volume } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/support/tickets';
const BODY = { summary: 'No route', description: 'My instance has no route.' };

const open = (stage: Stage, body: object = {}): number => make(stage, ALL, { ...BODY, ...body });

const closed = (stage: Stage): number => {
  const id = open(stage);
  stage.call('POST', `${ALL}/${id}/close`);
  return id;
};

const attach = (stage: Stage, id: number, name: string) => {
  const part = `Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx`;
  return stage.sim.handle({
    method: 'POST',
    url: `/v4${ALL}/${id}/attachments`,
    headers: {
      authorization: `Bearer ${stage.sim.tokens.admin}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    body: `--edge\r\n${part}\r\n--edge--\r\n`,
  });
};

const monitored = {
  label: 'site',
  address: 'https://www.example.org',
  service_type: 'url',
  timeout: 10,
};

playAll([
  {
    name: 'a ticket is opened',
    call: () => ['POST', ALL, BODY],
    has: { ...BODY, status: 'new', opened_by: 'admin', closable: true, entity: null },
  },
  {
    name: 'a ticket names its object',
    given: volume,
    call: (volume_id) => ['POST', ALL, { ...BODY, volume_id }],
    has: { entity: { id: 720_001, type: 'volume', label: 'volume', url: '/v4/volumes/720001' } },
  },
  {
    name: 'an object must exist',
    call: () => ['POST', ALL, { ...BODY, volume_id: 1 }],
    status: 400,
    problems: ['volume_id: volume_id is not valid'],
  },
  {
    name: 'a ticket concerns one object',
    given: volume,
    call: (volume_id) => ['POST', ALL, { ...BODY, volume_id, compute_id: 1 }],
    status: 400,
    problems: ['volume_id: Only one entity may be set'],
  },
  {
    name: 'a managed issue needs managed monitoring',
    call: () => ['POST', ALL, { ...BODY, managed_issue: true }],
    status: 400,
    problems: ['managed_issue: Managed is not enabled on this account'],
  },
  {
    name: 'a managed issue concerns no object',
    given: volume,
    call: (volume_id) => ['POST', ALL, { ...BODY, managed_issue: true, volume_id }],
    status: 400,
    problems: ['volume_id: managed_issue allows no entity'],
  },
  {
    name: 'a managed issue is opened where services are monitored',
    given: (stage) => make(stage, '/managed/services', monitored),
    call: () => ['POST', ALL, { ...BODY, managed_issue: true }],
    has: { status: 'new' },
  },
  {
    name: 'a VLAN needs its region',
    call: () => ['POST', ALL, { ...BODY, vlan: 'net' }],
    status: 400,
    problems: ['region: region is required'],
  },
  {
    name: 'a region is for VLANs',
    call: () => ['POST', ALL, { ...BODY, region: 'us-east' }],
    status: 400,
    problems: ['region: region is allowed only with vlan'],
  },
  {
    name: 'a region must exist',
    call: () => ['POST', ALL, { ...BODY, vlan: 'net', region: 'mars' }],
    status: 400,
    problems: ['region: region is not valid'],
  },
  {
    name: 'a summary has bounds',
    call: () => ['POST', ALL, { ...BODY, summary: 'x'.repeat(65) }],
    status: 400,
    problems: ['summary: Length must be 1-64 characters'],
  },
  {
    name: 'open tickets come first',
    given: (stage) => {
      closed(stage);
      return open(stage, { summary: 'Later' });
    },
    call: () => ['GET', ALL],
    has: { data: [{ summary: 'Later' }, { summary: 'No route', status: 'closed' }] },
  },
  {
    name: 'a ticket is closed once',
    given: closed,
    call: (id) => ['POST', `${ALL}/${id}/close`],
    status: 400,
    problems: ['This ticket is closed'],
  },
  {
    name: 'a closed ticket takes no reply',
    given: closed,
    call: (id) => ['POST', `${ALL}/${id}/replies`, { description: 'more' }],
    status: 400,
    problems: ['This ticket is closed'],
  },
  {
    name: 'a ticket of the staff cannot be closed',
    given: (stage) => {
      const incident = { name: 'ticket.openedByStaff', args: { summary: 'Abuse' } };
      stage.call('POST', '/__sim/incident', incident);
      return Number(stage.call('GET', ALL).at('data', 0, 'id'));
    },
    call: (id) => ['POST', `${ALL}/${id}/close`],
    status: 400,
    problems: ['This ticket cannot be closed'],
  },
  { name: 'an unknown ticket is not found', call: () => ['GET', `${ALL}/1`], status: 404 },
]);

test('the staff answers an open ticket, and no closed one', () => {
  const stage = openStage();
  const [id, other] = [open(stage), closed(stage)];
  stage.settle();
  expect(stage.call('GET', `${ALL}/${id}`).body).toMatchObject({
    status: 'open',
    updated_by: 'staff',
  });
  expect(stage.call('GET', `${ALL}/${id}/replies`).at('data')).toMatchObject([
    { created_by: 'staff', from_compute: true },
  ]);
  expect(stage.call('GET', `${ALL}/${other}/replies`).at('results')).toBe(0);
});

test('a reply is kept with its ticket, and answered', () => {
  const stage = openStage();
  const id = open(stage);
  stage.call('POST', `${ALL}/${id}/replies`, { description: 'It works again.' });
  stage.settle();
  const replies = stage.call('GET', `${ALL}/${id}/replies`);
  expect(replies.at('data', 0)).toMatchObject({
    description: 'It works again.',
    created_by: 'admin',
    from_compute: false,
  });
  expect(replies.at('results')).toBe(3);
});

test.each([
  ['trace.txt', 200],
  ['SCREEN.PNG', 200],
  ['trace.log', 400],
  ['txt', 400],
])('the file %s is answered with %i', (name, status) => {
  const stage = openStage();
  const id = open(stage);
  expect(attach(stage, id, name).status).toBe(status);
  expect(stage.call('GET', `${ALL}/${id}`).at('attachments')).toEqual(status === 200 ? [name] : []);
});

test('a closed ticket, and none, take no file', () => {
  const stage = openStage();
  expect([attach(stage, closed(stage), 'a.txt').status, attach(stage, 1, 'a.txt').status]).toEqual([
    400, 404,
  ]);
});

test.each(['recorded', 'documents'] as const)(
  'in the dialect of %s, every answer is as the contract says',
  (dialect) => {
    const stage = openStage({ dialect });
    const id = open(stage);
    const answers = [
      [endpoints.open, stage.call('POST', ALL, BODY)],
      [endpoints.list, stage.call('GET', ALL)],
      [endpoints.view, stage.call('GET', `${ALL}/${id}`)],
      [endpoints.reply, stage.call('POST', `${ALL}/${id}/replies`, { description: 'x' })],
      [endpoints.replies, stage.call('GET', `${ALL}/${id}/replies`)],
      [endpoints.close, stage.call('POST', `${ALL}/${id}/close`)],
    ] as const;
    expect(answers.map(([{ response }, { body }]) => response.safeParse(body).error)).toEqual(
      answers.map(() => undefined),
    );
  },
);

test('two tickets are opened a minute', () => {
  const stage = openStage({ limits: 'real' });
  const statuses = [1, 2, 3].map(() => stage.call('POST', ALL, BODY).status);
  expect(statuses).toEqual([200, 200, 429]);
});
