import { type Character, keeps, type Spec, type Surroundings, TAGS } from '../character.ts';

const to = (name: string, more: object = {}) => ({ instanceRef: { name }, ...more });
const ATTACHMENT = [
  'instanceRef',
  'instanceId',
  'detached',
  'configId',
  'persistAcrossBoots',
] as const;

/** A volume in a region, which moves between machines. Source: volumes#volumes. */
export const volume: Character = {
  base: { region: 'eu-west', size: 20 },
  facets: {
    label: { values: [{ label: 'one' }, { label: 'two' }] },
    size: { values: [{ size: 20 }, { size: 30 }, { size: 10_240 }] },
    region: { values: [{ region: 'eu-west' }, { region: 'us-east' }] },
    tags: { values: [{ tags: [] }, { tags: ['blue'] }, { tags: ['blue', 'green'] }] },
    attachment: {
      values: [
        to('front'),
        to('back'),
        to('back', { persistAcrossBoots: true }),
        to('front', { persistAcrossBoots: false }),
        to('far'),
        to('bare'),
        to('missing'),
        { instanceId: { $id: 'Instance/back' } },
        { instanceId: { $id: 'Instance/front' }, configId: { $config: 'Instance/front' } },
        to('back', { configId: { $config: 'Instance/back' } }),
        { detached: true },
      ],
    },
    source: {
      values: [
        { cloneFrom: { volumeRef: { name: 'spare' } }, region: undefined },
        { cloneFrom: { volumeId: { $id: 'Volume/spare' } }, region: undefined },
      ],
    },
  },
  reads: {
    label: { field: 'label', moves: ['filesystem_path'] },
    size: { field: 'size' },
    region: { field: 'region' },
    tags: TAGS,
    instanceRef: {
      field: 'compute_id',
      as: ({ name }: { readonly name: string }, { idOf }: Surroundings) => idOf(`Instance/${name}`),
      moves: ['compute_label'],
    },
    instanceId: { field: 'compute_id', moves: ['compute_label'] },
    detached: { field: 'compute_id', as: () => null, moves: ['compute_label'] },
  },
  unread: {
    configId: 'the record of a volume does not name the profile',
    persistAcrossBoots: 'the record of a volume does not tell',
    cloneFrom: 'a copy does not name its source',
  },
  troubles: (spec, had) => [
    ...(isNowhere(spec) ? ATTACHMENT : []),
    ...(Number(spec['size'] ?? 0) < Number(had['size'] ?? 0) ? ['size'] : []),
  ],
  admits: (after, before) =>
    keeps(after, before, ['region', 'cloneFrom']) &&
    (after['cloneFrom'] === undefined) === (after['region'] !== undefined) &&
    (before === null ||
      after['size'] === undefined ||
      Number(after['size']) >= Number(before['size'] ?? 0)) &&
    (keeps(after, before, ['configId', 'persistAcrossBoots']) ||
      !keeps(after, before, ['instanceRef', 'instanceId'])),
  wayward: { hardware_type: 'the service chooses it' },
  groups: [ATTACHMENT],
};

/** A machine in another region, one that has no profile, and one that is not there take no volume.
 *  Source: volumes#attach. */
const isNowhere = (spec: Spec): boolean => {
  const { name } = (spec['instanceRef'] ?? {}) as { readonly name?: string };
  if (name === undefined) return spec['instanceId'] !== undefined && spec['region'] === 'us-east';
  return ['bare', 'missing'].includes(name) || (name === 'far') !== (spec['region'] === 'us-east');
};
