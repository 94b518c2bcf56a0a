import { expect, test } from 'vitest';
import { Secret } from '../model/secret.ts';
import { ownCredentialOf } from './own-credential.ts';

const token = () => new Secret('mine');

test.for([
  ['every namespace where none is named', token, null, true],
  ['a namespace that is named', token, ['shop', 'bank'], true],
  ['no namespace that is not', token, ['bank'], false],
  ['none at all where none are', token, [], false],
  ['no account where there is no token', null, null, false],
] as const)("the operator's own token serves %s", ([, given, tokenNamespaces, isServed]) => {
  const credential = ownCredentialOf({ token: given, tokenNamespaces })('shop');
  expect(credential === null ? null : [credential.token.reveal(), credential.baseUrl]).toEqual(
    isServed ? ['mine', null] : null,
  );
});

test('the token is read again each time: the file may have a new one', () => {
  let reads = 0;
  const credential = ownCredentialOf({
    token: () => new Secret(`token-${++reads}`),
    tokenNamespaces: null,
  });
  expect([credential('shop'), credential('shop')].map((one) => one?.token.reveal())).toEqual([
    'token-1',
    'token-2',
  ]);
});
