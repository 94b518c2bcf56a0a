import fc from 'fast-check';
import { make, PLACE } from '../givens.ts';
import type { Stage } from '../stage.ts';
import { body, item, label, type Making, word } from './making.ts';

const group = fc.option(word(2, 20));
const phone = body({}, { primary: fc.constantFrom(null, '123-456'), secondary: fc.constant(null) });

export const contact = item(
  '/managed/contacts',
  body({ name: 'Ada', email: 'ada@example.org' }, { group, phone }),
  body({}, { name: label, group, phone }),
);

export const credential = item(
  '/managed/credentials',
  body({ label: 'first', password: 'secret' }, { username: word(0, 9) }),
  body({}, { label }),
);

const checks = fc.oneof(
  body({ service_type: 'url', address: 'https://example.org/?q=1' }, { body: fc.option(label) }),
  fc.constant({ service_type: 'tcp', address: '192.168.140.7:22', region: PLACE.region }),
);
const rest = {
  consultation_group: word(0, 9),
  notes: fc.option(word(0, 9)),
  timeout: fc.integer({ min: 1, max: 255 }),
};

export const monitored = item(
  '/managed/services',
  fc
    .tuple(checks, body({ label: 'service', timeout: 30, credentials: [] }, rest))
    .map(([check, given]) => ({ ...given, ...check })),
  fc.oneof(body({}, { label, ...rest }), checks),
);

export const settingsOfInstance = body(
  {},
  {
    access: fc.boolean(),
    port: fc.constantFrom(null, 22, 65_535),
    user: fc.option(word(0, 9)),
  },
).map(
  (ssh): Making =>
    (stage: Stage) => {
      const path = `/managed/compute-settings/${make(stage, '/compute/instances', PLACE)}`;
      stage.call('PUT', path, { ssh });
      return path;
    },
);
