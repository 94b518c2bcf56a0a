import type { Config } from '../../../../api/configs.ts';
import { wireFields, wireName } from '../../../../model/spelling.ts';
import { interfacesToSend } from '../interfaces.ts';
import { type Content, HELPERS, idsOf, storedContent, wantedContent } from './fields.ts';
import { type ProfileSpec, SLOTS, type Slot } from './spec.ts';

type Body = Readonly<Record<string, unknown>>;

/** Builds the body of a new profile: the members in the spec; the service supplies defaults. */
export const createBody = (profile: ProfileSpec): Body => ({
  ...wireFields({ ...settings(profile), helpers: profile.helpers && wireFields(profile.helpers) }),
  devices: devices((slot) => wantedContent(profile.devices?.[slot])),
});

/** Builds the body of an update: the changed members, devices and helpers complete, with stored
 *  values where the spec has none.
 *  @param members names of the spec's members that differ  @param freed slots to empty */
export function updateBody(
  profile: ProfileSpec,
  stored: Config,
  members: ReadonlySet<string>,
  freed: readonly Slot[],
): Body {
  const whole = {
    ...settings(profile),
    devices: devices((slot) =>
      freed.includes(slot) ? null : wantedOrStored(profile, stored, slot),
    ),
    helpers: Object.fromEntries(
      HELPERS.map((name) => [
        wireName(name),
        profile.helpers?.[name] ?? stored.helpers[wireName(name)],
      ]),
    ),
  };
  return wireFields(
    Object.fromEntries(Object.entries(whole).filter(([member]) => members.has(member))),
  );
}

const wantedOrStored = (profile: ProfileSpec, stored: Config, slot: Slot): Content | undefined => {
  const wanted = wantedContent(profile.devices?.[slot]);
  return wanted === undefined ? (storedContent(stored, slot) ?? undefined) : wanted;
};

const settings = ({
  label,
  comments,
  interfaces,
  kernel,
  memoryLimit,
  rootDevice,
  runLevel,
  virtMode,
}: ProfileSpec) => ({
  label,
  comments,
  interfaces: interfaces && interfacesToSend(interfaces),
  kernel,
  memoryLimit,
  rootDevice,
  runLevel,
  virtMode,
});

/** Maps slots to their content, null for empty ones; undefined: the slot is not sent. */
const devices = (content: (slot: Slot) => Content | undefined): Body =>
  wireFields(
    Object.fromEntries(
      SLOTS.map((slot) => {
        const stated = content(slot);
        return [slot, stated === null || stated === undefined ? stated : wireFields(idsOf(stated))];
      }),
    ),
  );
