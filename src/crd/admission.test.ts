import { describe, expect, test } from 'vitest';
import { gadget } from '../../test/support/gadget.ts';
import { NO_MARK } from '../model/tags.ts';
import { rulesOf } from './admission.ts';
import { escapeReserved } from './cel.ts';
import { specSchema } from './definition.ts';

const { root, spec } = rulesOf(gadget, specSchema(gadget));
const saying = (field: string, start: string) =>
  [...root, ...spec].find(
    ({ fieldPath, message }) =>
      fieldPath?.endsWith(`.${field}`) === true && message.startsWith(start),
  );

describe('the rules of a kind', () => {
  test('stand at the root only when they compare with what was, behind the guard of the id', () => {
    expect(
      root.every(({ rule }) =>
        rule.startsWith('!has(oldSelf.status) || !has(oldSelf.status.id) || ('),
      ),
    ).toBe(true);
    expect(spec.some(({ rule }) => rule.includes('oldSelf'))).toBe(false);
  });

  test('lift what a kind says of old and new to the root', () => {
    expect(saying('size', 'must not decrease')).toEqual({
      rule: '!has(oldSelf.status) || !has(oldSelf.status.id) || (!has(self.spec.size) || !has(oldSelf.spec.size) || self.spec.size >= oldSelf.spec.size)',
      message: 'must not decrease: a gadget cannot shrink',
      fieldPath: '.spec.size',
    });
  });

  test('freeze an immutable field against a new value, and against coming and going', () => {
    expect(saying('color', 'must not change')).toMatchObject({
      rule: '!has(oldSelf.status) || !has(oldSelf.status.id) || (has(self.spec.color) == has(oldSelf.spec.color) && (!has(self.spec.color) || self.spec.color == oldSelf.spec.color))',
      fieldPath: '.spec.color',
      reason: 'FieldValueForbidden',
    });
  });

  test('want what a create needs, and refuse what only a create can use, beside an import', () => {
    expect(saying('color', 'must be set to create')).toMatchObject({
      fieldPath: '.color',
      reason: 'FieldValueRequired',
    });
    expect(saying('seed', 'must not be set with spec.import')).toMatchObject({
      fieldPath: '.seed',
      reason: 'FieldValueForbidden',
    });
  });

  test('keep marks out of tags, once, whether the kind says so itself or not', () => {
    const marks = (rules: readonly { readonly message: string }[]) =>
      rules.filter(({ message }) => message === NO_MARK.message);
    expect(marks(spec)).toHaveLength(1);
    expect(marks(rulesOf({ ...gadget, rules: [NO_MARK] }, specSchema(gadget)).spec)).toHaveLength(
      1,
    );
    expect(marks(rulesOf(gadget, { type: 'object', properties: {} }).spec)).toHaveLength(0);
  });

  test('point at the field that they speak of, wherever they stand', () => {
    const all = [
      ...root.map((rule) => ['.spec', rule] as const),
      ...spec.map((rule) => ['', rule] as const),
    ];
    expect(all.filter(([at, { fieldPath }]) => fieldPath?.startsWith(`${at}.`) !== true)).toEqual(
      [],
    );
    expect(saying('import.id', 'must be set')?.fieldPath).toBe('.import.id');
  });
});

test.for([
  ['has(self.import)', 'has(self.__import__)'],
  ["self.namespace == 'a.import'", "self.__namespace__ == 'a.import'"],
  ['self.imports.in', 'self.imports.__in__'],
  [
    String.raw`self.a == 'it\'s .for' || self.for`,
    String.raw`self.a == 'it\'s .for' || self.__for__`,
  ],
])('names that CEL keeps for itself are escaped: %s', ([rule, escaped]) => {
  expect(escapeReserved(rule ?? '')).toBe(escaped);
});
