import type { Config } from '../../../../api/configs.ts';
import { wireFields, wireName } from '../../../../model/spelling.ts';
import { interfacesToSend } from '../interfaces.ts';
import { type Content, HELPERS, idsOf, storedContent, wantedContent } from './fields.ts';
import { type ProfileSpec, SLOTS, type Slot } from './spec.ts';

type Body = Readonly<Record<string, unknown>>;

/** What makes a new profile: what the spec names, the rest is the service's default. */
export const createBody = (profile: ProfileSpec): Body => ({
  ...wireFields({ ...settings(profile), helpers: profile.helpers && wireFields(profile.helpers) }),
  devices: devices((slot) => wantedContent(profile.devices?.[slot])),
});

/** What changes a profile: these members of it, devices and helpers whole, with what is stored
 *  where the spec says nothing.
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

/** Slots with something in them, and null for those to empty; undefined: the slot is not sent. */
const devices = (content: (slot: Slot) => Content | undefined): Body =>
  wireFields(
    Object.fromEntries(
      SLOTS.map((slot) => {
        const said = content(slot);
        return [slot, said === null || said === undefined ? said : wireFields(idsOf(said))];
      }),
    ),
  );
