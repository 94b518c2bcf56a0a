import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { bare, field, make, PLACE } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ASSIGN = '/networking/ips/assign';
const SHARE = 'beta/networking/ips/share';
const [FIRST, SECOND] = ['198.18.0.2', '198.18.0.3'];
const [ONE, OTHER] = [46_000_001, 46_000_002];

const incident = (stage: Stage, name: string, args: object): void => {
  expect(stage.call('POST', '/__sim/incident', { name, args }).status).toBe(200);
};

/** Creates two instances of a region, with the first and the second address. */
const pair = (stage: Stage): number => {
  bare(stage);
  return bare(stage);
};

const privatePair = (stage: Stage): number => {
  make(stage, '/compute/instances', { ...PLACE, private_ip: true });
  return make(stage, '/compute/instances', { ...PLACE, private_ip: true });
};

/** Creates two instances, and an IPv6 range on each given one. */
const ranged =
  (...computes: readonly number[]) =>
  (stage: Stage): number => {
    const id = pair(stage);
    for (const computeId of computes)
      incident(stage, 'address.rangeRouted', { computeId, prefix: 64 });
    return id;
  };

/** The ranges of us-east in the order of their allocation. */
const RANGES = ['2001:db8:a000::', '2001:db8:a000:100::'] as const;

const far = (stage: Stage): number => {
  bare(stage);
  return make(stage, '/compute/instances', { ...PLACE, region: 'eu-west' });
};

const moving = (...moves: readonly (readonly [address: string, to: number])[]): object => ({
  region: 'us-east',
  assignments: moves.map(([address, compute_id]) => ({ address, compute_id })),
});

const ipv4Of = (stage: Stage, id: number): unknown =>
  field(stage, `/compute/instances/${id}`, 'ipv4');
const globalOf = (stage: Stage, id: number): unknown =>
  field(stage, `/compute/instances/${id}/ips`, 'ipv6', 'global');

playAll([
  {
    name: 'two instances swap their addresses',
    given: pair,
    call: () => ['POST', ASSIGN, moving([FIRST, OTHER], [SECOND, ONE])],
    afterwards: (stage) =>
      expect([ipv4Of(stage, ONE), ipv4Of(stage, OTHER)]).toEqual([[SECOND], [FIRST]]),
  },
  {
    name: 'the older path does the same',
    given: pair,
    call: () => ['POST', '/networking/ipv4/assign', moving([FIRST, OTHER], [SECOND, ONE])],
  },
  {
    name: 'an assignment that leaves an instance without a public address changes nothing',
    given: pair,
    call: () => ['POST', ASSIGN, moving([FIRST, OTHER])],
    status: 400,
    problems: [`Compute ${ONE} must keep at least one public IPv4 address.`],
    afterwards: (stage) =>
      expect([ipv4Of(stage, ONE), ipv4Of(stage, OTHER)]).toEqual([[FIRST], [SECOND]]),
  },
  {
    name: 'a private address moves to an instance without one',
    given: (stage) => {
      make(stage, '/compute/instances', { ...PLACE, private_ip: true });
      return bare(stage);
    },
    call: () => ['POST', ASSIGN, moving(['192.168.128.2', OTHER])],
    afterwards: (stage) =>
      expect([ipv4Of(stage, ONE), ipv4Of(stage, OTHER)]).toEqual([
        [FIRST],
        [SECOND, '192.168.128.2'],
      ]),
  },
  {
    name: 'and not to one that has one',
    given: privatePair,
    call: () => ['POST', ASSIGN, moving(['192.168.128.2', OTHER])],
    status: 400,
    problems: [`Compute ${OTHER} can have at most one private IPv4 address.`],
  },
  {
    name: 'private addresses can be swapped',
    given: privatePair,
    call: () => ['POST', ASSIGN, moving(['192.168.128.2', OTHER], ['192.168.128.3', ONE])],
  },
  {
    name: 'a range moves, and its route with it',
    given: ranged(ONE),
    call: () => ['POST', ASSIGN, moving([`${RANGES[0]}/64`, OTHER])],
    afterwards: (stage) => {
      const route_target = field(
        stage,
        `/compute/instances/${OTHER}/ips`,
        'ipv6',
        'slaac',
        'address',
      );
      expect([globalOf(stage, ONE), globalOf(stage, OTHER)]).toEqual([
        [],
        [{ range: RANGES[0], prefix: 64, region: 'us-east', route_target }],
      ]);
    },
  },
  {
    name: 'a range can stay where it is',
    given: ranged(ONE),
    call: () => ['POST', ASSIGN, moving([`${RANGES[0]}/64`, ONE])],
    afterwards: (stage) => expect(globalOf(stage, ONE)).toMatchObject([{ range: RANGES[0] }]),
  },
  {
    name: 'an instance has one range',
    given: ranged(ONE, OTHER),
    call: () => ['POST', ASSIGN, moving([`${RANGES[0]}/64`, OTHER])],
    status: 400,
    problems: [`Compute ${OTHER} can have at most one IPv6 range.`],
  },
  {
    name: 'ranges can be swapped',
    given: ranged(ONE, OTHER),
    call: () => ['POST', ASSIGN, moving([`${RANGES[0]}/64`, OTHER], [`${RANGES[1]}/64`, ONE])],
  },
  {
    name: 'a range is known by its prefix too',
    given: ranged(ONE),
    call: () => ['POST', ASSIGN, moving([`${RANGES[0]}/56`, OTHER])],
    status: 400,
    problems: ['IP Address not found.'],
  },
  {
    name: 'a range is found by its address',
    given: ranged(ONE),
    call: () => ['GET', `/networking/ips/${RANGES[0]}`],
    has: { prefix: 64, type: 'ipv6' },
  },
  {
    name: 'an unassigned address is not found',
    given: pair,
    call: () => ['POST', ASSIGN, moving(['198.51.100.1', ONE])],
    status: 400,
    problems: ['IP Address not found.'],
  },
  {
    name: 'an instance must be there',
    given: pair,
    call: () => ['POST', ASSIGN, moving([FIRST, OTHER], [SECOND, 99_999])],
    status: 400,
    problems: ['Invalid Compute ID 99999'],
  },
  {
    name: 'nothing is assigned twice',
    given: pair,
    call: () => ['POST', ASSIGN, moving([FIRST, OTHER], [FIRST, ONE])],
    status: 400,
    problems: [`${FIRST} is assigned twice.`],
  },
  {
    name: 'addresses stay in their region',
    given: far,
    call: () => ['POST', ASSIGN, moving([SECOND, ONE])],
    status: 400,
    problems: [`Compute ${OTHER} is not in region us-east.`],
  },
  {
    name: 'so do instances',
    given: far,
    call: () => ['POST', ASSIGN, moving([FIRST, OTHER])],
    status: 400,
    problems: [`Compute ${OTHER} is not in region us-east.`],
  },
  {
    name: 'the region must exist',
    call: () => ['POST', ASSIGN, { region: 'mars', assignments: [] }],
    status: 400,
    problems: ['region is not valid'],
  },
  {
    name: 'a restricted user moves only what they may write to',
    given: (stage) => {
      bare(stage);
      return Number(
        stage
          .call('POST', '/compute/instances', PLACE, { token: stage.sim.tokens.restricted })
          .at('id'),
      );
    },
    call: (_id, stage) => [
      'POST',
      ASSIGN,
      moving([FIRST, OTHER]),
      { token: stage.sim.tokens.restricted },
    ],
    status: 403,
    problems: ['You do not have permission to access this Compute'],
  },
  {
    name: 'sharing is for the beta address',
    given: pair,
    call: () => ['POST', '/networking/ips/share', { ips: [FIRST], compute_id: OTHER }],
    status: 404,
  },
  {
    name: 'a shared address is shown on the instance that may take it over',
    given: pair,
    call: () => ['POST', SHARE, { ips: [FIRST], compute_id: OTHER }],
    afterwards: (stage) => {
      expect(field(stage, `/compute/instances/${OTHER}/ips`, 'ipv4', 'shared')).toMatchObject([
        { address: FIRST, compute_id: ONE },
      ]);
      expect(ipv4Of(stage, OTHER)).toEqual([SECOND]);
    },
  },
  {
    name: 'a range is shared without its prefix',
    given: ranged(ONE),
    call: () => ['POST', SHARE, { ips: [RANGES[0]], compute_id: OTHER }],
    afterwards: (stage) => expect(globalOf(stage, OTHER)).toMatchObject([{ range: RANGES[0] }]),
  },
  {
    name: 'an empty list ends all sharing',
    given: (stage) => {
      const id = pair(stage);
      stage.call('POST', SHARE, { ips: [FIRST], compute_id: OTHER });
      return id;
    },
    call: () => ['POST', SHARE, { ips: [], compute_id: OTHER }],
    afterwards: (stage) =>
      expect(field(stage, `/compute/instances/${OTHER}/ips`, 'ipv4', 'shared')).toEqual([]),
  },
  {
    name: 'only addresses of the same region are shared',
    given: far,
    call: () => ['POST', SHARE, { ips: [FIRST], compute_id: OTHER }],
    status: 400,
    problems: [`ips[0]: ${FIRST} is not in region eu-west.`],
  },
  {
    name: 'only addresses of others are shared',
    given: pair,
    call: () => ['POST', SHARE, { ips: [SECOND], compute_id: OTHER }],
    status: 400,
    problems: [`ips[0]: ${SECOND} is an address of the Compute itself.`],
  },
  {
    name: 'only addresses that are there are shared',
    given: pair,
    call: () => ['POST', SHARE, { ips: ['198.51.100.1'], compute_id: OTHER }],
    status: 400,
    problems: ['ips[0]: IP Address not found.'],
  },
]);

test('sharing ends with either instance', () => {
  const stage = openStage();
  pair(stage);
  stage.call('POST', SHARE, { ips: [FIRST], compute_id: OTHER });
  stage.call('DELETE', `/compute/instances/${ONE}`);
  stage.settle();
  expect(field(stage, `/compute/instances/${OTHER}/ips`, 'ipv4', 'shared')).toEqual([]);
  expect(stage.sim.world().tables['shared addresses']).toEqual([]);
});
