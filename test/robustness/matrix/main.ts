import { parseArgs } from 'node:util';
import { callSites } from './call-sites.ts';
import { everyPlay, type Play, titleOf } from './choice.ts';
import { underDeaths, underStaleness, underTroubles, type Visit } from './visit.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** A part of the titles of the rows: `Volume:`, `(recorded)`. */
    only: { type: 'string', default: '' },
    /** `2/4`: the second of four parts, for parallel runs. */
    part: { type: 'string', default: '1/1' },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const WAYS: Readonly<Record<string, (play: Play, at: number) => Promise<Visit>>> = {
  crash: (play, at) => underDeaths(play, { crowded: at % 2 === 1, patient: true }),
  fault: underTroubles,
  stale: underStaleness,
};

function chosen(): readonly Play[] {
  const [part = 1, of = 1] = values.part.split('/').map(Number);
  return everyPlay()
    .filter((play) => titleOf(play).includes(values.only))
    .filter((_, at) => at % of === part - 1);
}

/** Runs rows one after the other and reports breaches. */
async function playAll(visit: (play: Play, at: number) => Promise<Visit>): Promise<Visit> {
  const visits: Visit[] = [];
  for (const [at, play] of chosen().entries()) {
    const found = await visit(play, at);
    visits.push(found);
    if (found.breaches.length > 0) say([titleOf(play), ...found.breaches].join('\n  '));
  }
  return {
    points: visits.reduce((sum, { points }) => sum + points, 0),
    sites: [...new Set(visits.flatMap(({ sites }) => sites))],
    breaches: visits.flatMap(({ breaches }) => breaches),
  };
}

const [way = ''] = positionals;
const visit = WAYS[way];
if (visit === undefined) throw new Error(`say ${Object.keys(WAYS).join(' or ')}`);
if (chosen().length === 0)
  throw new Error(`no row has «${values.only}» in its title in part ${values.part}`);
const { points, sites, breaches } = await playAll(visit);
const where =
  way === 'crash'
    ? `, in ${sites.length} of the ${callSites().length} places where the engine waits for a port`
    : '';
say(
  `${chosen().length} rows, ${points} points${where}: ${breaches.length === 0 ? 'nothing wrong' : `${breaches.length} things wrong`}`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
