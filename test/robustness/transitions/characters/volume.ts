import { type Character, keeps, type Spec, type Surroundings, TAGS } from '../character.ts';

interface Attachment {
  readonly mode: string;
  readonly instanceRef?: { readonly name?: string; readonly id?: number };
  readonly [how: string]: unknown;
}

const to = (name: string, more: object = {}) => ({
  attachment: { mode: 'Attached', instanceRef: { name }, ...more },
});
const toItem = (id: object, more: object = {}) => ({
  attachment: { mode: 'Attached', instanceRef: { id }, ...more },
});

/** A volume in a region, which moves between instances. Source: volumes#volumes. */
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
        toItem({ $id: 'Instance/back' }),
        toItem({ $id: 'Instance/front' }, { configId: { $config: 'Instance/front' } }),
        to('back', { configId: { $config: 'Instance/back' } }),
        { attachment: { mode: 'Detached' } },
      ],
    },
    source: {
      values: [
        { cloneFrom: { volumeRef: { name: 'spare' } }, region: undefined },
        { cloneFrom: { volumeRef: { id: { $id: 'Volume/spare' } } }, region: undefined },
      ],
    },
  },
  reads: {
    label: { field: 'label', moves: ['filesystem_path'] },
    size: { field: 'size' },
    region: { field: 'region' },
    tags: TAGS,
    attachment: {
      field: 'compute_id',
      as: ({ mode, instanceRef: { name, id } = {} }: Attachment, { idOf }: Surroundings) =>
        mode === 'Attached' ? (id ?? idOf(`Instance/${name}`)) : null,
      moves: ['compute_label'],
    },
  },
  unread: {
    cloneFrom: 'a copy does not name its source',
  },
  troubles: (spec, had) => [
    ...(isNowhere(spec) ? ['attachment'] : []),
    ...(Number(spec['size'] ?? 0) < Number(had['size'] ?? 0) ? ['size'] : []),
  ],
  admits: (after, before) =>
    keeps(after, before, ['region', 'cloneFrom']) &&
    (after['cloneFrom'] === undefined) === (after['region'] !== undefined) &&
    (before === null ||
      after['size'] === undefined ||
      Number(after['size']) >= Number(before['size'] ?? 0)) &&
    (before === null || attachesAlike(attachmentOf(after), attachmentOf(before))),
  wayward: { hardware_type: 'the service chooses it' },
  groups: [],
};

const attachmentOf = (spec: Spec): Attachment =>
  (spec['attachment'] ?? { mode: 'Unmanaged' }) as Attachment;

/** Reports whether the options of an attachment change only with the instance. */
const attachesAlike = (after: Attachment, before: Attachment): boolean =>
  keeps(after, before, ['configId', 'persistAcrossBoots']) ||
  !keeps(after, before, ['instanceRef']);

/** Reports an impossible attachment: an instance in another region, without a profile, or missing.
 *  Source: volumes#attach. */
const isNowhere = (spec: Spec): boolean => {
  const { name, id } = attachmentOf(spec).instanceRef ?? {};
  if (name === undefined) return id !== undefined && spec['region'] === 'us-east';
  return ['bare', 'missing'].includes(name) || (name === 'far') !== (spec['region'] === 'us-east');
};
