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

/** Where a process died: at which await, and on which side of its effect. */
export interface Death {
  readonly site: CallSite;
  readonly what: string;
  readonly side: Side;
}

/** What came of a row whose process died at every await of its change, one after the other. */
export interface Fates {
  readonly deaths: readonly Death[];
  readonly breaches: readonly string[];
}

/** How a history goes on around the change. */
export interface Circumstances {
  /** Somebody else writes to the object whenever something is done for it. */
  readonly crowded: boolean;
  /** Dies at every look too that is taken again while nothing was done since the last time. */
  readonly patient: boolean;
}

/** Kills the process at every await of the row's change, in front of it and, where it has an
 *  effect, behind it; each time in a world of its own. */
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

/** One history: the change, death at the n-th await, a new process, the end. @param doom null:
 *  nobody dies */
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

const EFFECT = /^(POST|PUT|DELETE|patch|putSecret)/;

type Call = Pick<Death, 'site' | 'what'>;

/** A call of a port in the words of fate; null where it is none. */
function callIn(words: string): Call | null {
  const [, site, what = ''] = /^(\S+\.ts:\d+ \w+) (.*)$/.exec(words) ?? [];
  return site === undefined ? null : { site, what };
}

/** Counts the calls at which to die, and says which is the one. Behind a read the world is as it is
 *  before the next call; and a look that is taken again while nothing was done finds the world of
 *  the last one, but for what the service does by itself. */
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

/** Who writes with every request for ever lets nobody else write. */
const MOST_NOTES = 3;

/** Somebody notes something on the object with each of the first requests that change the account,
 *  and takes our label off the Secret in use. */
function crowd({ world, name }: Stand): void {
  let notes = 0;
  world.wire.witnesses.push(({ method }) => () => {
    if (method === 'GET' || notes === MOST_NOTES || world.cluster.get(name) === undefined) return;
    if (notes === 0)
      world.cluster.secrets.label(name.namespace, DEFAULT_SECRET, { [SECRET_LABEL.inUse]: null });
    world.cluster.annotate(name, { 'example.org/note': String(++notes) });
  });
}
