import fc from 'fast-check';
import { make, PLACE } from '../givens.ts';
import type { Stage } from '../stage.ts';
import { body, item, label, type Making, word } from './making.ts';

/** Changes the existing item at a path. */
const changed = (path: string, change: fc.Arbitrary<object>): fc.Arbitrary<Making> =>
  change.map((sent) => (stage) => {
    stage.call('PUT', path, sent);
    return path;
  });

export const token = item(
  '/profile/tokens',
  body(
    { scopes: 'computes:read_only' },
    { label, expiry: fc.constantFrom(null, '2033-01-01T00:00:00') },
  ),
  body({}, { label }),
);
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA someone@example.org';
export const sshKey = item(
  '/profile/sshkeys',
  body({ ssh_key: KEY, label: 'key' }, {}),
  body({}, { label }),
);

export const user = fc
  .tuple(body({ username: 'colleague', email: 'c@example.org' }, { restricted: fc.boolean() }))
  .map(([given]) => (stage: Stage) => {
    stage.call('POST', '/account/users', given);
    return '/account/users/colleague';
  });
export const grants = body(
  {},
  {
    global: body(
      {},
      {
        add_computes: fc.boolean(),
        account_access: fc.constantFrom(null, 'read_only', 'read_write'),
      },
    ),
  },
).map(
  (given): Making =>
    (stage) => {
      const id = make(stage, '/volumes', { label: 'granted', region: PLACE.region });
      make(stage, '/networking/firewalls', {
        label: 'granted',
        rules: { inbound_policy: 'DROP', outbound_policy: 'DROP' },
      });
      stage.call('POST', '/account/users', { username: 'colleague', email: 'c@example.org' });
      stage.call('PUT', '/account/users/colleague/grants', {
        ...given,
        volume: [{ id, permissions: 'read_only' }],
      });
      return '/account/users/colleague/grants';
    },
);

const line = word(0, 20);
const accountFields = {
  address_1: line,
  city: line,
  company: line,
  country: fc.constantFrom('DE', 'US'),
  phone: line,
  state: line,
  tax_id: line,
  zip: word(0, 5),
};

/** The account after arbitrary changes. */
export const account = changed('/account', body({}, accountFields));

export const settings = changed(
  '/account/settings',
  body({}, { backups_enabled: fc.boolean(), network_helper: fc.boolean() }),
);

export const profileOfUser = changed(
  '/profile',
  body(
    {},
    {
      email: fc.constant('a@example.org'),
      timezone: fc.constantFrom('GMT', 'US/Eastern'),
      email_notifications: fc.boolean(),
    },
  ),
);

const clientFields = { label: word(1, 20), public: fc.boolean() };

export const oauthClient = fc
  .tuple(
    body({ label: 'client', redirect_uri: 'https://a.example/callback' }, clientFields),
    body({}, { ...clientFields, redirect_uri: fc.constant('https://b.example/callback') }),
  )
  .map(
    ([created, change]): Making =>
      (stage) => {
        const path = `/account/oauth-clients/${String(stage.call('POST', '/account/oauth-clients', created).at('id'))}`;
        stage.call('PUT', path, change);
        return path;
      },
  );
