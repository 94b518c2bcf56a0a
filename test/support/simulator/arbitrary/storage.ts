import fc from 'fast-check';
import { make, PASSWORD, PLACE } from '../givens.ts';
import type { Stage } from '../stage.ts';
import { body, item, label, tags, word } from './making.ts';

const volume = item(
  '/volumes',
  fc.oneof(
    body(
      { label: 'volume', region: PLACE.region },
      { size: fc.integer({ min: 10, max: 10_240 }), tags },
    ),
  ),
  body({}, { label, tags }),
);
export const attached = fc
  .tuple(volume, fc.boolean())
  .map(([made, isAttached]) => (stage: Stage) => {
    const path = made(stage);
    stage.settle();
    if (isAttached) {
      const compute_id = make(stage, '/compute/instances', {
        ...PLACE,
        image: 'compute/debian11',
        root_pass: PASSWORD,
      });
      stage.settle();
      stage.call('POST', `${path}/attach`, { compute_id });
    }
    return path;
  });

export const image = fc
  .tuple(fc.option(word(1, 20)), body({}, { label, description: fc.option(word(1, 20)) }))
  .map(([description, change]) => (stage: Stage) => {
    const host = `/compute/instances/${make(stage, '/compute/instances', PLACE)}`;
    stage.settle();
    const disk_id = make(stage, `${host}/disks`, { label: 'disk', size: 100 });
    stage.settle();
    const made = stage.call('POST', '/images', {
      disk_id,
      label: 'image',
      ...(description === null ? {} : { description }),
    });
    stage.settle();
    stage.call('PUT', `/images/${String(made.at('id'))}`, change);
    return `/images/${String(made.at('id'))}`;
  });

export const stackscript = item(
  '/compute/stackscripts',
  body(
    {
      label: 'script',
      script: '#!/bin/sh\n# <UDF name="size" label="Size" oneOf="a,b" />\n',
      images: ['any/all'],
    },
    { description: word(0, 20), is_public: fc.boolean(), rev_note: word(0, 20) },
  ),
  body(
    {},
    {
      label,
      description: word(0, 20),
      images: fc.constantFrom(['compute/debian11'], ['any/all']),
      rev_note: word(0, 20),
    },
  ),
);
