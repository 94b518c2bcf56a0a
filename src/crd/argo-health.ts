import { GROUP } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';

/** Health script for Argo CD in its restricted Lua, without libraries for strings and numbers. It
 *  maps conditions to Argo CD's health states. */
export const HEALTH_SCRIPT = `-- Health of the kinds of ${GROUP} for Argo CD. Argo CD reports an object in deletion as Progressing without this script.
local status = obj.status or {}
local conditions = {}
for _, condition in ipairs(status.conditions or {}) do
  conditions[condition.type] = condition
end
local ready, synced = conditions.Ready, conditions.Synced

if ready == nil or synced == nil or status.observedGeneration ~= obj.metadata.generation then
  return { status = "Progressing", message = "the operator has not reconciled this version of the spec yet" }
end
if synced.reason == "Paused" or synced.reason == "Preview" then
  return { status = "Suspended", message = synced.message }
end
if conditions.Stalled ~= nil then
  return { status = "Degraded", message = conditions.Stalled.message }
end
if conditions.Reconciling ~= nil or ready.status ~= "True" then
  return { status = "Progressing", message = (conditions.Reconciling or ready).message }
end
-- Reported differences, such as drift with policy.drift Report, do not affect health.
return { status = "Healthy", message = (synced.status == "True" and ready or synced).message }
`;

/** Returns the Argo CD settings that register the script for every kind. */
export const argoSettings = (kinds: readonly AnyKind[], script: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'argocd-cm' },
  data: Object.fromEntries(
    kinds.map(({ kind }) => [`resource.customizations.health.${GROUP}_${kind}`, script]),
  ),
});
