import { userTags } from '../../../src/model/tags.ts';
import { DATA, HOSTS } from './given.ts';
import { type FieldRow, inside, member, rowsOf, type Seen, type Spec } from './scene.ts';

const data = rowsOf('Volume', DATA);
const to = (instanceRef: Spec, how: Spec = {}): Spec => ({
  attachment: { mode: 'Attached', instanceRef, ...how },
});
const ref = (name: string, how: Spec = {}): Spec => to({ name }, how);
/** Returns the given instance with the volume, and whether its profile names it. */
const whereabouts: Seen = async ({ service, given, item }) => {
  const host = HOSTS.find((name) => given.item(name).id === item['compute_id']);
  const devices =
    host === undefined
      ? []
      : (await inside({ service, item: given.item(host) }, 'configs')).flatMap(({ devices: all }) =>
          Object.values(all as Spec),
        );
  return {
    on: host ?? null,
    inProfile: devices.some((slot) => member(slot, 'volume_id') === item.id),
  };
};

export const volumeRows: readonly FieldRow[] = [
  data(
    'label',
    { label: 'data-old' },
    { label: 'data-new' },
    ({ item }) => item['label'],
    'data-new',
  ),
  data('size', {}, { size: 30 }, ({ item }) => item['size'], 30),
  data(
    'tags',
    { tags: ['old', 'both'] },
    { tags: ['both', 'new'] },
    ({ item }) => userTags(item['tags'] as string[]),
    ['both', 'new'],
  ),
  data('attachment.instanceRef.name', {}, ref(HOSTS[0]), whereabouts, {
    on: HOSTS[0],
    inProfile: true,
  }),
  data(
    'attachment.instanceRef.id',
    {},
    ({ given }) => to({ id: given.item(HOSTS[1]).id }),
    whereabouts,
    { on: HOSTS[1], inProfile: true },
  ),
  data('attachment.mode', ref(HOSTS[0]), { attachment: { mode: 'Detached' } }, whereabouts, {
    on: null,
    inProfile: false,
  }),
  data(
    'attachment.configId',
    {},
    ({ given }) => ref(HOSTS[0], { configId: given.profile.id }),
    whereabouts,
    { on: HOSTS[0], inProfile: true },
  ),
  data(
    'attachment.persistAcrossBoots',
    {},
    ref(HOSTS[1], { persistAcrossBoots: false }),
    whereabouts,
    {
      on: HOSTS[1],
      inProfile: false,
    },
  ),
];
