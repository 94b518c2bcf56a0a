import { API_VERSION } from '../../../src/model/group.ts';
import type { Manifest } from './manifest.ts';

/** Objects of the kinds that the shop does not have. */
export const MORE: readonly Manifest[] = [
  {
    apiVersion: API_VERSION,
    kind: 'StackScript',
    metadata: { name: 'setup' },
    spec: { script: '#!/bin/sh\n', images: ['any/all'] },
  },
  {
    apiVersion: API_VERSION,
    kind: 'Image',
    metadata: { name: 'golden' },
    spec: {
      source: { kind: 'Disk', instanceRef: { name: 'shop-1' } },
      policy: { deletion: 'Delete' },
    },
  },
];
