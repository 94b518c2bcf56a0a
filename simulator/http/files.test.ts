import { expect, test } from 'vitest';
import { carriesFile, parseFile } from './files.ts';

const form = (...parts: readonly string[]): string =>
  [...parts.flatMap((part) => ['--edge', part]), '--edge--', ''].join('\r\n');
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const NOTE = 'Content-Disposition: form-data; name="note"\r\n\r\nhello';
const TYPE = 'multipart/form-data; boundary=edge';

test.each([
  ['one part', form(`${FILE}hello`), TYPE, 'hello'],
  ['a second part', form(NOTE, `${FILE}hello`), TYPE, 'hello'],
  ['bytes of any value', form(`${FILE}\u00ff\r\n\r\n\u0000`), TYPE, '\u00ff\r\n\r\n\u0000'],
  ['a boundary in quotes', form(`${FILE}hello`), 'multipart/form-data; boundary="edge"', 'hello'],
])('the file of a form is read: %s', (_, text, type, content) => {
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  expect(parseFile(text, type, 'multipart/form-data')).toEqual({
    body: { name: 'a.txt', bytes: Buffer.from(bytes) },
  });
});

test.each([
  ['without a boundary', form(`${FILE}hello`), 'multipart/form-data', 'file is required'],
  ['without a file', form(NOTE), TYPE, 'file is required'],
  ['of another type', '{}', 'application/json', 'Content-Type must be multipart/form-data'],
  ['without a type', '', undefined, 'Content-Type must be multipart/form-data'],
])('a form %s is refused', (_, text, type, reason) => {
  expect(parseFile(text, type, 'multipart/form-data')).toMatchObject({ problems: [{ reason }] });
});

test.each([
  ['image/png', true],
  ['multipart/form-data; boundary=edge', true],
  ['application/json', false],
  [undefined, false],
])('a body of the type %s is a file: %s', (type, expected) => {
  expect(carriesFile(type)).toBe(expected);
});
