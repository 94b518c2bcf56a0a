import { DEFAULT_SECRET } from '../../../src/engine/term/custody.ts';
import { SECRET_LABEL } from '../../../src/model/group.ts';
import type { Stand } from '../../conformance/stand.ts';
import { keepLedger } from '../../support/ledger.ts';
import { type Life, living } from '../../support/mortal.ts';
import type { Ports } from '../../support/world-options.ts';
import { endBreaches, HOUR_MS, listenForLies } from './aftermath.ts';
import { withBetween } from './between.ts';
import type { CallSite } from './call-sites.ts';
import { again, change, remains, wait } from './play.ts';

export type Side = 'before' | 'after';

/** A crash: its await, and the side of the effect. */
export interface Death {
  readonly site: CallSite;
  readonly what: string;
  readonly side: Side;
}

/** The results of a row with crashes at every await of its change, one after the other. */
export interface Fates {
  readonly deaths: readonly Death[];
  readonly breaches: readonly string[];
}

/** The circumstances of the change. */
export interface Circumstances {
  /** True if another writer changes the object with every action for it. */
  readonly crowded: boolean;
  /** True to also crash at every read that repeats without an action since the last one. */
  readonly patient: boolean;
}

/** Crashes the process at every await of the row's change, before it and, where it has an effect,
 *  after it; each time in a world of its own. */
export async function dieEverywhere(base: Stand, around: Circumstances): Promise<Fates> {
  const undisturbed = await live(base, around, null);
  const deaths: Death[] = [];
  const breaches = undisturbed.breaches.map((breach) => `undisturbed: ${breach}`);
  for (const side of ['before', 'after'] as const) {
    for (let at = 1; ; at++) {
      const { death, breaches: found, remains: left } = await live(base, around, { at, side });
      if (death === null) break;
      deaths.push(death);
      const where = `dead ${side} ${death.site} ${death.what}`;
      const other =
        left === undisturbed.remains ? [] : [`leaves ${left}, not ${undisturbed.remains}`];
      breaches.push(...[...found, ...other].map((breach) => `${where}: ${breach}`));
    }
  }
  return { deaths, breaches };
}

interface Doom {
  readonly at: number;
  readonly side: Side;
}

interface Lived {
  readonly death: Death | null;
  readonly breaches: readonly string[];
  readonly remains: string;
}

/** Runs one history: the change, a crash at the n-th await, a new process, the end. @param doom
 *  null: no crash */
async function live(base: Stand, around: Circumstances, doom: Doom | null): Promise<Lived> {
  const stand = again(base, { between: mortalPorts });
  const { world } = stand;
  const ledger = keepLedger(world, [stand.kind]);
  const lies = listenForLies(stand);
  let death: Death | null = null;
  const isNext = counter(doom, around);
  world.fate = (words) => {
    const call = callIn(words);
    if (call === null || doom === null || !isNext(call)) return 'live';
    death = { ...call, side: doom.side };
    return doom.side;
  };
  if (around.crowded) crowd(stand);
  world.start();
  change(stand);
  await wait(stand, HOUR_MS);
  world.fate = () => 'live';
  if (!world.alive) {
    world.kill();
    world.start();
    await wait(stand, HOUR_MS);
  }
  const breaches = [
    ...(await endBreaches(stand, ledger, doom === null ? HOUR_MS : undefined)),
    ...lies,
  ];
  await world.stop();
  return { death, breaches, remains: remains(stand) };
}

const mortalPorts = (ports: Ports, life: Life): Ports =>
  withBetween(ports, (site, what, act) => living(life, `${site} ${what}`, act));

const EFFECT = /^(POST|PUT|DELETE|patch|putSecret|remove)/;

type Call = Pick<Death, 'site' | 'what'>;

/** Parses a call of a port from its fate name; null where it is none. */
function callIn(words: string): Call | null {
  const [, site, what = ''] = /^(\S+\.ts:\d+ \w+) (.*)$/.exec(words) ?? [];
  return site === undefined ? null : { site, what };
}

/** Counts the crash points, and reports the chosen one. After a read the world equals that before
 *  the next call; a repeated read without an action finds the same world, except for the service's
 *  own changes. */
function counter(doom: Doom | null, { patient }: Circumstances): (call: Call) => boolean {
  const looks = new Set<string>();
  let calls = 0;
  return ({ site, what }) => {
    const isEffect = EFFECT.test(what);
    const isCounted =
      isEffect || (doom?.side === 'before' && (patient || !looks.has(`${site} ${what}`)));
    if (isEffect) looks.clear();
    else looks.add(`${site} ${what}`);
    if (isCounted) calls++;
    return isCounted && calls === doom?.at;
  };
}

/** Limit of notes: a writer with every request would block all others. */
const MOST_NOTES = 3;

/** Adds a note to the object with each of the first requests that change the account, and removes
 *  the label of the Secret in use. */
function crowd({ world, name }: Stand): void {
  let notes = 0;
  world.wire.witnesses.push(({ method }) => () => {
    if (method === 'GET' || notes === MOST_NOTES || world.cluster.get(name) === undefined) return;
    if (notes === 0)
      world.cluster.secrets.label(name.namespace, DEFAULT_SECRET, { [SECRET_LABEL.inUse]: null });
    world.cluster.annotate(name, { 'example.org/note': String(++notes) });
  });
}
