import { expect, test } from 'vitest';
import { mysqlDatabaseCases } from '../cases/index.ts';
import { mysqlDatabase } from '../index.ts';
import { connectionSecret } from './connection.ts';

const item = mysqlDatabase.item.parse(mysqlDatabaseCases.item);
const host = item.hosts.primary ?? '';
const credentials = { username: 'linroot', password: 'a/b:c@d é' };
const ssl = { ca_certificate: Buffer.from('-----BEGIN CERTIFICATE-----\n').toString('base64') };

test('holds what is needed to connect, the password escaped in the address', () => {
  const secret = connectionSecret({ item, details: { credentials, ssl } }) ?? {};
  expect(
    Object.fromEntries(Object.entries(secret).map(([key, value]) => [key, value.reveal()])),
  ).toEqual({
    host,
    port: '3306',
    username: 'linroot',
    password: 'a/b:c@d é',
    'ca.crt': '-----BEGIN CERTIFICATE-----\n',
    uri: `mysql://linroot:a%2Fb%3Ac%40d%20%C3%A9@${host}:3306`,
  });
  expect(JSON.stringify(secret)).not.toContain('linroot');
});

test.each([
  ['nothing was looked at', item, {}],
  ['the credentials are not shown', item, { credentials: null, ssl }],
  ['the certificate is not shown', item, { credentials, ssl: null }],
  ['there is no certificate yet', item, { credentials, ssl: { ca_certificate: null } }],
  ['the certificate cannot be read', item, { credentials, ssl: { ca_certificate: '?' } }],
  [
    'there is no host yet',
    { ...item, hosts: { primary: null, secondary: null } },
    { credentials, ssl },
  ],
])('is left as it is while %s', (_name, observed, details) => {
  expect(connectionSecret({ item: observed, details })).toBeNull();
});

test('a password that is no text is no reason to fail', () => {
  const details = { credentials: { username: 'u', password: '\ud800' }, ssl };
  expect(connectionSecret({ item, details })?.['uri']?.reveal()).toBe(
    `mysql://u:%EF%BF%BD@${host}:3306`,
  );
});
