import { LIMITS } from '../../../src/engine/ports/limits.ts';
import { putBack, snapshot } from './backups.ts';
import { copyCluster, pruneCopy, restore } from './copies.ts';
import { linger, relapse } from './courses.ts';
import type { Deed, Step } from './deed.ts';
import { forge, reach, recreate, rename } from './neighbours.ts';
import { forgetPerformed, reboot } from './operations.ts';
import { applyForm, collectGarbage, consent, meddle, nameOf, type Stage } from './stage.ts';
import { isStrain, strain } from './strains.ts';
import {
  editSecret,
  label,
  move,
  ODDITIES,
  setRights,
  showOddly,
  spoilStatus,
} from './strangers.ts';
import { newToken, rotateTo } from './tokens.ts';
import { CLUSTER_FAULTS, COLLECTIONS, SERVICE_FAULTS } from './universe.ts';

/** Duration of a lease without renewal; its leader has stopped writing before. */
/** Time until a leader notices the loss of its lease. */
const NOTICE_MS = 2_000;

/** Performs a step with its pause. Starts a new process after a death. */
export async function perform(stage: Stage, { deed, thenMs }: Step): Promise<void> {
  await happen(stage, deed);
  await stage.world.time.advance(thenMs);
  collectGarbage(stage);
  revive(stage);
}

/** Starts an operator if none runs. */
export function revive({ world }: Stage): void {
  if (world.alive) return;
  world.fate = () => 'live';
  world.kill();
  world.start();
}

async function happen(stage: Stage, deed: Deed): Promise<void> {
  const { world } = stage;
  if (isStrain(deed)) return strain(stage, deed);
  if (isIntrusion(deed)) return intrude(stage, deed);
  switch (deed.do) {
    case 'apply':
      return applyForm(stage, deed.who, deed.spec, deed.policy);
    case 'consent':
      return consent(stage, deed.who, deed.way);
    case 'delete':
      return world.cluster.delete(nameOf(stage, deed.who));
    case 'recreate':
      return recreate(stage, deed.who);
    case 'meddle':
      return void meddle(stage, deed.who, deed.how);
    case 'rotate':
      return rotateTo(stage, deed.to === 'a wrong token' ? 'wrong' : newToken(stage));
    case 'fail service':
      return world.service.addFault(
        SERVICE_FAULTS[deed.how % SERVICE_FAULTS.length] ?? SERVICE_FAULTS[0],
      );
    case 'show stale':
      return showStale(stage, deed);
    case 'fail cluster':
      return failCluster(stage, deed.how, deed.times);
    case 'die':
      return dieAt(stage, deed.at, deed.side);
    case 'stop':
      await world.stop();
      return world.start();
    case 'hand over':
      return handOver(stage, deed.asleepMs);
    case 'reboot':
      return reboot(stage);
  }
}

/** Actions of outsiders, wrong actions of users, and moves of whole objects. */
type Intrusion = Extract<Deed, { readonly do: (typeof INTRUSIONS)[number] }>;
const STRANGE = ['rights', 'spoil status', 'move', 'set clock', 'edit secret', 'odd rows'] as const;
const WHOLE = ['rename', 'restore', 'copy cluster', 'prune copy', 'snapshot', 'put back'] as const;
const INTRUSIONS = [...STRANGE, ...WHOLE, 'forge', 'reach', 'label', 'relapse', 'linger'] as const;

const isIntrusion = (deed: Deed): deed is Intrusion => INTRUSIONS.some((one) => one === deed.do);

function intrude(stage: Stage, deed: Intrusion): void | Promise<void> {
  switch (deed.do) {
    case 'rights':
      return setRights(stage, deed.how);
    case 'spoil status':
      return spoilStatus(stage, deed.who, deed.how, deed.which);
    case 'forge':
      return forge(stage, deed.who, deed.ahead);
    case 'move':
      return move(stage);
    case 'set clock':
      stage.world.clock.aheadMs = deed.aheadMs;
      return;
    case 'edit secret':
      return editSecret(stage, deed.how, deed.goneMs);
    case 'odd rows':
      return showOddly(stage.world, ODDITIES[deed.how] ?? null);
    case 'rename':
      return rename(stage, deed.who, deed.to);
    case 'reach':
      return reach(stage, deed.who, deed.how);
    case 'restore':
      return restore(stage, deed.who, deed.status);
    case 'copy cluster':
      return copyCluster(stage, deed.status);
    case 'prune copy':
      return pruneCopy(stage, deed.who);
    case 'snapshot':
      return snapshot(stage);
    case 'put back':
      forgetPerformed(stage);
      return putBack(stage, deed.how);
    case 'label':
      return label(stage, deed.on);
    case 'relapse':
      return relapse(stage, deed.times, deed.everyMs, deed.way);
    case 'linger':
      return linger(stage, deed.by, deed.afterMs);
  }
}

/** Serves a stale collection for a while. Its end also ends all other faults of the service. */
function showStale(
  { world }: Stage,
  { of, byId, forMs }: Extract<Deed, { readonly do: 'show stale' }>,
): void {
  const route = `${COLLECTIONS[of % COLLECTIONS.length] ?? ''}${byId ? '/*' : ''}`;
  for (const one of byId ? [route, route.slice(0, -2)] : [route])
    world.service.addFault({ kind: 'staleListing', method: 'GET', route: one });
  world.time.at(world.time.now() + forMs, () => world.service.clearFaults());
}

function failCluster({ world }: Stage, how: number, times: number): void {
  const { code, after } = CLUSTER_FAULTS[how % CLUSTER_FAULTS.length] ?? CLUSTER_FAULTS[0];
  let left = times;
  world.cluster.interfere = () =>
    left-- > 0 ? { failure: { code, detail: 'a fault' }, after } : null;
}

function dieAt({ world }: Stage, at: number, side: 'before' | 'after'): void {
  let awaits = 0;
  world.fate = () => (awaits++ === at ? side : 'live');
}

/** Suspends the leader; another process leads once the lease expires; then the first one resumes,
 *  and ends when it notices. */
async function handOver({ world, replicas }: Stage, asleepMs: number): Promise<void> {
  const old = replicas.at(-1);
  if (old === undefined) return;
  old.pause();
  await world.time.advance(LIMITS.leaseMs);
  old.life.leads = false;
  world.start();
  await world.time.advance(asleepMs);
  old.wake();
  await world.time.advance(NOTICE_MS);
  old.life.alive = false;
}
