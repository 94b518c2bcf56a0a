import { reconcile } from '../../engine/loop/reconcile.ts';
import { claimantOf, keyClaimOf } from '../../engine/observe/holding.ts';
import { locate } from '../../engine/observe/locate.ts';
import { beginPass } from '../../engine/pass/begin-pass.ts';
import { endingOf } from '../../engine/pass/ending.ts';
import { newMemory } from '../../engine/pass/memory.ts';
import type { Located, Pass } from '../../engine/pass/pass.ts';
import type { Verdict } from '../../engine/pass/verdict.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import type { Environment } from '../../engine/term/environment.ts';
import type { AnyKind } from '../../model/kind.ts';
import { membersOf, storedForm } from '../../model/status-layout.ts';
import { type Forecast, forecastOf, silent } from './forecast.ts';
import { recognise } from './recognise.ts';

/** Forecasts a pass over an object by running it in Preview. @param knowsCluster true if the
 *  object's status comes from the cluster */
export async function forecast(
  env: Environment,
  kind: AnyKind,
  object: KubeObject,
  knowsCluster: boolean,
): Promise<Forecast> {
  if (object.metadata.deletionTimestamp !== undefined) return silent(object, BEING_DELETED);
  const pass = preview(env, kind, object);
  if (pass.policy.mode === 'Paused') return forecastOf(pass, null, await reconcile(pass));
  const located = await locate(pass);
  if ('outcome' in located) return forecastOf(pass, null, located);
  const own = knowsCluster ? null : await recognise(located);
  if (own === null) return finish(located);
  const again = preview(env, kind, own);
  const found = await locate(again);
  return {
    ...('outcome' in found ? forecastOf(again, null, found) : await finish(found)),
    recognised: true,
  };
}

const BEING_DELETED: Verdict = {
  synced: false,
  reason: 'Deleting',
  message: 'waiting for the end of the object, which is being deleted in the cluster',
  activity: 'Reconciling',
};

/** Builds a pass that sends nothing, and reads everything from the service. */
function preview(env: Environment, kind: AnyKind, object: KubeObject): Pass {
  const now = env.clock.now();
  // One listing suffices to resolve a lost create, because nothing is sent.
  const memory = { ...newMemory(now), hintedAt: now, quietListings: [now - 1] };
  const pass = beginPass(env, kind, object, memory, {
    class: 'user',
    namespace: object.metadata.namespace,
  });
  return {
    ...pass,
    policy: { ...pass.policy, mode: pass.policy.mode === 'Manage' ? 'Preview' : pass.policy.mode },
  };
}

async function finish(pass: Located): Promise<Forecast> {
  // Of two objects that request the same item, the first in the order of the manifests gets it.
  pass.env.claims.take(keyClaimOf(pass), claimantOf(pass));
  const findings = await reconcile(pass);
  const { kind, object, status } = pass.subject;
  if (endingOf(findings.outcome).name !== 'lost' || pass.policy.loss !== 'Recreate')
    return forecastOf(pass, pass, findings);
  const relocated = await locate(preview(pass.env, kind, withoutItem(object)));
  if ('outcome' in relocated) return forecastOf(pass, pass, relocated);
  return {
    ...forecastOf(relocated, relocated, await reconcile(relocated)),
    lost: status.id ?? null,
  };
}

/** Returns the object as after a proven loss of its item. */
function withoutItem(object: KubeObject): KubeObject {
  const { id: _, intent: __, ...members } = membersOf(object.status);
  return { ...object, status: storedForm(members) };
}
