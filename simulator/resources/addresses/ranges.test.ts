import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { bare, field, make, PLACE } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const RANGES = '/networking/ipv6/ranges';
const FIRST = '2001:db8:a000::';

const ranged = (stage: Stage): number => {
  const id = bare(stage);
  stage.call('POST', RANGES, { compute_id: id, prefix_length: 64 });
  return id;
};

playAll([
  {
    name: 'no account has an IPv6 pool',
    given: ranged,
    call: () => ['GET', '/networking/ipv6/pools'],
    has: { data: [], page: 1, pages: 1, results: 0 },
  },
  {
    name: 'a range is routed to the own address of an instance',
    given: bare,
    call: (id) => ['POST', RANGES, { compute_id: id, prefix_length: 56 }],
    has: { range: `${FIRST}/56`, route_target: expect.stringMatching(/^2001:db8:/) },
    afterwards: (stage, id) =>
      expect(field(stage, `/compute/instances/${id}/ips`, 'ipv6', 'global', 0, 'prefix')).toBe(56),
  },
  {
    name: 'a range is asked for by the address that it is routed to',
    given: bare,
    call: (id, stage) => [
      'POST',
      RANGES,
      { route_target: field(stage, `/compute/instances/${id}`, 'ipv6'), prefix_length: 64 },
    ],
    has: { range: `${FIRST}/64` },
  },
  {
    name: 'an instance has one range',
    given: ranged,
    call: (id) => ['POST', RANGES, { compute_id: id, prefix_length: 64 }],
    status: 400,
    problems: ['Compute 46000001 can have at most one IPv6 range.'],
  },
  {
    name: 'a range has 56 or 64 bits and a place',
    call: () => ['POST', RANGES, { prefix_length: 48 }],
    status: 400,
    problems: ['prefix_length: Must be one of 56, 64'],
  },
  {
    name: 'a range needs a place',
    call: () => ['POST', RANGES, { prefix_length: 64 }],
    status: 400,
    problems: ['compute_id or route_target is required'],
  },
  {
    name: 'ranges are listed by region',
    given: ranged,
    call: () => ['GET', RANGES, undefined, { filter: { region: 'us-east' } }],
    has: { results: 1, data: [{ range: FIRST, prefix: 64, region: 'us-east' }] },
  },
  {
    name: 'a range lists its instances',
    given: ranged,
    call: () => ['GET', `${RANGES}/${FIRST}`],
    has: { range: FIRST, prefix: 64, is_bgp: false, computes: [46_000_001] },
  },
  {
    name: 'a range that is deleted is gone',
    given: ranged,
    call: () => ['DELETE', `${RANGES}/${encodeURIComponent(FIRST)}`],
    afterwards: (stage) =>
      expect([
        field(stage, RANGES, 'results'),
        stage.call('GET', `${RANGES}/${FIRST}`).status,
      ]).toEqual([0, 404]),
  },
  {
    name: 'the own address of an instance is no range',
    given: ranged,
    call: (id, stage) => [
      'DELETE',
      `${RANGES}/${String(field(stage, `/compute/instances/${id}`, 'ipv6')).split('/')[0]}`,
    ],
    status: 404,
  },
  {
    name: 'ranges of hidden instances are hidden',
    given: ranged,
    call: (_id, stage) => ['GET', RANGES, undefined, { token: stage.sim.tokens.restricted }],
    has: { results: 0 },
  },
]);

test('a VLAN is listed once a region with its instances, and no longer than they name it', () => {
  const stage = openStage();
  const interfaces = [{ purpose: 'public' }, { purpose: 'vlan', label: 'lan' }];
  const [one, other] = [bare(stage), bare(stage)];
  const profiles = [one, other].map((id) => {
    const path = `/compute/instances/${id}/configs`;
    return `${path}/${make(stage, path, { label: 'profile', devices: {}, interfaces })}`;
  });
  const list = () =>
    stage
      .call('GET', '/networking/vlans', undefined, {
        filter: { label: 'lan', region: PLACE.region },
      })
      .at('data');
  expect(list()).toMatchObject([
    { region: 'us-east', label: 'lan', computes: [one, other], created: expect.any(String) },
  ]);
  for (const path of profiles) stage.call('DELETE', path);
  expect(list()).toEqual([]);
});
