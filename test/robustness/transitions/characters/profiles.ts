import type { Spec, Surroundings } from '../character.ts';

export interface ProfileSpec {
  readonly label: string;
  readonly devices?: Readonly<Record<string, SlotSpec>>;
  readonly helpers?: Readonly<Record<string, boolean>>;
  readonly interfaces?: readonly InterfaceRow[];
  readonly [member: string]: unknown;
}

interface SlotSpec {
  readonly kind: string;
  readonly volumeRef?: { readonly name?: string; readonly id?: number };
  readonly diskId?: number;
}

interface InterfaceRow {
  readonly purpose: string;
  readonly label?: string | null;
  readonly ipamAddress?: string;
  readonly ipam_address?: string | null;
}

/** A profile in the service. */
export interface StoredProfile {
  readonly label: string;
  readonly devices: Readonly<
    Record<string, { readonly volume_id: number | null; readonly disk_id: number | null } | null>
  >;
  readonly helpers: Readonly<Record<string, boolean>>;
  readonly interfaces: readonly InterfaceRow[];
  readonly [field: string]: unknown;
}

const PLAIN = {
  comments: 'comments',
  kernel: 'kernel',
  memoryLimit: 'memory_limit',
  rootDevice: 'root_device',
  runLevel: 'run_level',
  virtMode: 'virt_mode',
} as const;
const HELPERS = {
  devtmpfsAutomount: 'devtmpfs_automount',
  distro: 'distro',
  modulesDep: 'modules_dep',
  network: 'network',
  updatedbDisabled: 'updatedb_disabled',
} as const;

const slotOf = ({ volumeRef: { name, id } = {}, diskId }: SlotSpec, { idOf }: Surroundings) => [
  name === undefined ? (id ?? null) : idOf(`Volume/${name}`),
  diskId ?? null,
];

/** Normalizes interfaces: none equals one public one; a public one has neither label nor address.
 *  Source: compute#interfaces. */
const plainInterfaces = (list: readonly InterfaceRow[]): unknown =>
  (list.length === 0 ? [{ purpose: 'public' } as InterfaceRow] : list).map((one) => [
    one.purpose,
    one.label ?? '',
    one.ipamAddress ?? one.ipam_address ?? '',
  ]);

/** Converts a profile for comparison, from a spec and from the service. Source:
 *  compute#configuration-profiles. */
export const profileOf = {
  spec: (spec: ProfileSpec, at: Surroundings): unknown => [
    spec.label,
    Object.keys(PLAIN).map((member) => spec[member] ?? null),
    Object.keys(HELPERS).map((member) => spec.helpers?.[member] ?? null),
    Object.entries(spec.devices ?? {}).map(([slot, one]) => [
      slot,
      ...(slotOf(one, at) as readonly unknown[]),
    ]),
    spec.interfaces === undefined ? null : plainInterfaces(spec.interfaces),
  ],
  item: (stored: StoredProfile | undefined, spec: ProfileSpec): unknown =>
    stored && [
      stored.label,
      Object.entries(PLAIN).map(([member, field]) =>
        spec[member] === undefined ? null : (stored[field] ?? null),
      ),
      Object.entries(HELPERS).map(([member, field]) =>
        spec.helpers?.[member] === undefined ? null : (stored.helpers[field] ?? null),
      ),
      Object.keys(spec.devices ?? {}).map((slot) => [
        slot,
        stored.devices[slot]?.volume_id ?? null,
        stored.devices[slot]?.disk_id ?? null,
      ]),
      spec.interfaces === undefined ? null : plainInterfaces(stored.interfaces),
    ],
};

/** Returns the profiles of a spec. */
export const profilesOf = (spec: Spec): readonly ProfileSpec[] =>
  (spec['configs'] ?? []) as readonly ProfileSpec[];

/** Returns the profiles of an instance after a spec: absent profiles and absent members stay. */
export function profilesAfter(spec: Spec, now: Spec, before: Spec): Spec {
  if (spec['configs'] === undefined || now['configs'] !== spec['configs']) return now;
  const named = profilesOf(spec).map((one) => {
    const had = profilesOf(before).find(({ label }) => label === one.label);
    const helpers =
      (had?.helpers ?? one.helpers) ? { helpers: { ...had?.helpers, ...one.helpers } } : {};
    return { ...had, ...one, ...helpers };
  });
  return {
    ...now,
    configs: [
      ...named,
      ...profilesOf(before).filter(({ label }) => !named.some((one) => one.label === label)),
    ],
  };
}
