import { describe, expect, test } from 'vitest';
import { entityTransfers, transfers } from '../../../src/api/transfers.ts';
import { running, volume } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const DAY_MS = 86_400_000;

const statusOf = (stage: Stage, path: string, token?: string): unknown =>
  stage.call('GET', path, undefined, token === undefined ? {} : { token }).at('status');

const offer = (stage: Stage, all: string, ...computes: readonly number[]) =>
  stage.call('POST', all, { entities: { computes } });

describe.each([
  ['/account/service-transfers', transfers],
  ['/account/entity-transfers', entityTransfers],
] as const)('a transfer by %s', (all, endpoints) => {
  test('is accepted by the other account, which gets the instance with its parts', () => {
    const stage = openStage();
    const { other } = stage.sim.tokens;
    const id = running(stage);
    const disks = stage.call('GET', `/compute/instances/${id}/disks`).body;
    const offered = offer(stage, all, id);
    expect(offered.body).toMatchObject({
      token: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
      status: 'pending',
      is_sender: true,
      expiry: '2023-06-16T13:00:00',
      entities: { computes: [id] },
    });
    const one = `${all}/${String(offered.at('token'))}`;
    expect(stage.call('GET', all, undefined, { token: other }).at('results')).toBe(0);
    expect(stage.call('POST', `${one}/accept`, undefined, { token: other }).body).toEqual({});
    expect(stage.call('GET', all, undefined, { token: other }).at('data', 0)).toMatchObject({
      status: 'accepted',
      is_sender: false,
    });
    stage.pass(3 * 3_600_000);
    expect(statusOf(stage, one)).toBe('completed');
    expect(stage.call('GET', `/compute/instances/${id}`).status).toBe(404);
    expect(statusOf(stage, `/compute/instances/${id}`, other)).toBe('running');
    const moved = stage.call('GET', `/compute/instances/${id}/disks`, undefined, { token: other });
    expect(moved.body).toEqual(disks);
  });

  test('is stale after a day', () => {
    const stage = openStage();
    const one = `${all}/${String(offer(stage, all, running(stage)).at('token'))}`;
    stage.pass(DAY_MS - 1_000);
    expect(statusOf(stage, one)).toBe('pending');
    stage.pass(1_000);
    expect(statusOf(stage, one)).toBe('stale');
    const late = stage.call('POST', `${one}/accept`, undefined, { token: stage.sim.tokens.other });
    expect(late.at('errors', 0, 'reason')).toBe('The transfer is stale, not pending');
  });

  test('is cancelled by its sender alone, while it is pending', () => {
    const stage = openStage();
    const { other } = stage.sim.tokens;
    const one = `${all}/${String(offer(stage, all, running(stage)).at('token'))}`;
    const calls = [
      stage.call('DELETE', one, undefined, { token: other }).status,
      stage.call('POST', `${one}/accept`).status,
      stage.call('DELETE', one).status,
      stage.call('DELETE', one).status,
      stage.call('POST', `${one}/accept`, undefined, { token: other }).status,
    ];
    expect(calls).toEqual([400, 400, 200, 400, 400]);
    expect(statusOf(stage, one)).toBe('cancelled');
  });

  test('fails if its instance is gone', () => {
    const stage = openStage();
    const id = running(stage);
    const one = `${all}/${String(offer(stage, all, id).at('token'))}`;
    stage.call('POST', `${one}/accept`, undefined, { token: stage.sim.tokens.other });
    stage.call('DELETE', `/compute/instances/${id}`);
    stage.pass(3 * 3_600_000);
    expect(statusOf(stage, one)).toBe('failed');
  });

  test('is answered as the contract says', () => {
    const stage = openStage();
    const created = offer(stage, all, running(stage));
    const one = `${all}/${String(created.at('token'))}`;
    const answers = [
      [endpoints.create, created],
      [endpoints.list, stage.call('GET', all)],
      [endpoints.view, stage.call('GET', one)],
      [endpoints.cancel, stage.call('DELETE', one)],
    ] as const;
    expect(answers.map(([{ response }, { body }]) => response.safeParse(body).error)).toEqual(
      answers.map(() => undefined),
    );
  });

  test.each([
    ['an unknown instance', () => 1, 'Compute 1 is not valid'],
    [
      'an instance of an open transfer',
      (stage: Stage) => {
        const id = running(stage);
        offer(stage, all, id);
        return id;
      },
      /already part of a transfer$/,
    ],
    [
      'an instance with a volume',
      (stage: Stage) => {
        const id = running(stage);
        volume(stage, { compute_id: id });
        return id;
      },
      /has attached volumes$/,
    ],
    [
      'an instance behind a firewall',
      (stage: Stage) => {
        const id = running(stage);
        const rules = { inbound_policy: 'DROP', outbound_policy: 'DROP' };
        const devices = { computes: [id] };
        stage.call('POST', '/networking/firewalls', { label: 'wall', rules, devices });
        return id;
      },
      /is assigned to a firewall$/,
    ],
  ])('refuses %s', (_, given, reason) => {
    const stage = openStage();
    const refused = offer(stage, all, given(stage));
    expect(refused.status).toBe(400);
    expect(refused.at('errors', 0, 'reason')).toMatch(reason);
  });

  test('is not for restricted users', () => {
    const stage = openStage();
    const { restricted } = stage.sim.tokens;
    expect(stage.call('GET', all, undefined, { token: restricted }).status).toBe(403);
    expect(stage.call('GET', `${all}/none`).status).toBe(404);
  });
});
