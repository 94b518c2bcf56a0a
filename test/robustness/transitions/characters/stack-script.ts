import { asSet, type Character, each } from '../character.ts';

const images = (list: readonly (string | null)[]): readonly string[] =>
  asSet(list.filter((image) => image !== null));

/** A deployment script. Nothing takes its publication back. Source: images#stackscripts. */
export const stackScript: Character = {
  base: {},
  facets: {
    label: each('label', 'setup-of-the-shop', 'another'),
    script: {
      ...each('script', '#!/bin/sh\n', '#!/bin/sh\necho one\n', '#!/bin/bash'),
      needed: true,
    },
    images: {
      ...each(
        'images',
        ['any/all'],
        ['compute/debian11'],
        ['compute/debian12', 'compute/debian11'],
        ['any/all', 'compute/debian11'],
      ),
      needed: true,
    },
    description: each('description', 'For the shop', 'Two\nlines', ''),
    public: each('public', true, false),
    revNote: each('revNote', 'first', 'second', ''),
  },
  reads: {
    label: { field: 'label' },
    script: { field: 'script' },
    images: { field: 'images', as: images, of: images },
    description: { field: 'description' },
    public: { field: 'is_public' },
    revNote: { field: 'rev_note' },
  },
  unread: {},
  troubles: (spec, had) => (had['public'] === true && spec['public'] === false ? ['public'] : []),
  admits: (after, before) => before?.['public'] !== true || after['public'] !== false,
  wayward: {},
};
