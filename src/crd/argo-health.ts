import { GROUP } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';
import { OPERATION } from '../model/operation.ts';

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

/** Health script of Operation for Argo CD. An Operation that ended without success, or that needs
 *  consent, is Stalled. */
export const OPERATION_HEALTH_SCRIPT = `-- Health of ${OPERATION.kind} of ${GROUP} for Argo CD.
local status = obj.status or {}
local message = status.message or "the operator has not observed the Operation yet"

for _, condition in ipairs(status.conditions or {}) do
  if condition.type == "Stalled" and condition.status == "True" then
    return { status = "Degraded", message = message }
  end
end
if status.phase == "Succeeded" then
  return { status = "Healthy", message = message }
end
return { status = "Progressing", message = message }
`;

const settingOf = (kind: string): string => `resource.customizations.health.${GROUP}_${kind}`;

/** Returns the Argo CD settings that register the health scripts of every kind and of
 *  Operation. */
export const argoSettings = (kinds: readonly AnyKind[]) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'argocd-cm' },
  data: {
    ...Object.fromEntries(kinds.map(({ kind }) => [settingOf(kind), HEALTH_SCRIPT])),
    [settingOf(OPERATION.kind)]: OPERATION_HEALTH_SCRIPT,
  },
});
