import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { type Account, readAccount } from './account.ts';
import { type Before, beside, isMistake } from './beside.ts';
import { type Course, put, remember, troublesOf } from './course.ts';
import { declared } from './oracles.ts';
import { BOUND_MS, rest } from './rest.ts';
import { sameEnd } from './same-end.ts';
import type { Sequence } from './sequence.ts';
import { type Specs, specsOf } from './specs.ts';
import { newSurround, type Surround } from './surroundings.ts';
import { characterOf } from './universe.ts';

/** Nothing is written for so long after all is at rest. */
const QUIET_MS = 3 * 60_000;

/** Whoever applies the specs agrees to every plan that waits for it. */
function agree({ world }: Surround): void {
  world.cluster.listen((_, after) => {
    const hash = asRecord(asRecord(after?.status)['plan'])['hash'];
    if (after === undefined || typeof hash !== 'string' || after.metadata.annotations?.[ANNOTATION.consent] === hash) return;
    const { namespace, name } = after.metadata;
    world.time.at(world.time.now(), () => world.cluster.annotate({ kind: after.kind, namespace, name }, { [ANNOTATION.consent]: hash }));
  });
}

/** Plays a sequence. @returns what was wrong, at the first step where something was; empty: nothing ever */
export async function live(sequence: Sequence): Promise<readonly string[]> {
  const surround = await newSurround();
  agree(surround);
  const course: Course = { surround, cast: sequence.cast, specs: new Map(), had: new Map(), unsure: new Set(), past: [] };
  try {
    for (const [i, specs] of specsOf(sequence).entries()) {
      const breaches = await step(course, specs);
      if (breaches.length > 0) return breaches.map((breach) => `after step ${i + 1}: ${breach}`);
    }
    return (await end(course)).map((breach) => `in the end: ${breach}`);
  } finally {
    surround.world.kill();
  }
}

async function step(course: Course, specs: Specs): Promise<readonly string[]> {
  const { surround, cast } = course;
  const before: Before = {
    troubled: new Set(cast.filter((who) => course.specs.has(who) && troublesOf(course, who).length > 0)),
    sent: surround.world.wire.sent.length,
  };
  for (const who of cast) put(course, who, specs[who] ?? {});
  const ended = await rest(surround, cast);
  if (!ended) return [`not at rest within ${BOUND_MS / 60_000} minutes: ${surround.world.lastPasses()}`];
  const account = readAccount(surround.world);
  const breaches = [
    ...[...course.specs].flatMap(([who, spec]) => declared(surround, account, who, spec, troublesOf(course, who))),
    ...beside(course, specs, account, before),
  ];
  if (breaches.length > 0) return breaches;
  const late = await quiet(course, account);
  course.past.push({ specs, account: readAccount(surround.world), isMistake: isMistake(course, specs, before) });
  remember(course);
  return late;
}

/** It ends: nothing is sent once all is at rest, and no status is written while the account stays as it is. What is refused is asked for again now and then. */
async function quiet(course: Course, account: Account): Promise<readonly string[]> {
  const { world } = course.surround;
  if ([...course.specs.keys()].some((who) => troublesOf(course, who).length > 0)) return [];
  const [written, sent] = [world.cluster.writes.length, world.wire.sent.length];
  await world.time.advance(QUIET_MS);
  const isSame = JSON.stringify([...account]) === JSON.stringify([...readAccount(world)]);
  const news = isSame ? world.cluster.writes.slice(written) : [];
  const writes = world.wire.sent.slice(sent).filter((request) => !request.startsWith('GET '));
  return [...news, ...writes].map((one) => `at rest there was written ${one}`);
}

async function end({ surround, cast, had, unsure }: Course): Promise<readonly string[]> {
  const isPlain = (who: string): boolean => {
    const { admits, troubles } = characterOf(who);
    const spec = had.get(who) ?? {};
    return !unsure.has(who) && admits(spec, null) && troubles(spec, {}).length === 0;
  };
  return cast.every(isPlain) ? sameEnd(surround, Object.fromEntries(cast.map((who) => [who, had.get(who) ?? {}]))) : [];
}
