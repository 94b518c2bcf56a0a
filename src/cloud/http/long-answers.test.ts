import { Readable } from 'node:stream';
import { test as check, fc } from '@fast-check/vitest';
import type { Dispatcher } from 'undici';
import { describe, expect, test } from 'vitest';
import { parseJson } from './answer.ts';
import { LONG, wholeOf } from './long-answers.ts';

const MIB = 1024 * 1024;
const bodyOf = (text: string, piece: number): Dispatcher.ResponseData['body'] => {
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / piece);
  const pieces = Array.from({ length: count }, (_, n) =>
    bytes.subarray(n * piece, (n + 1) * piece),
  );
  return Readable.from(pieces, { objectMode: false }) as Dispatcher.ResponseData['body'];
};
const answered = (text: string, statusCode = 200, piece = 64 * 1024) =>
  wholeOf({ statusCode, body: bodyOf(text, piece) }, 12 * MIB);
const row = (id: number): object => ({ id, text: 'x'.repeat(64 * 1024) });
const pageOf = (data: readonly unknown[]): string =>
  JSON.stringify({ data, page: 1, pages: 1, results: data.length });

describe('a long answer', () => {
  const rows = Array.from({ length: 8 }, (_, id) => row(id));
  test.for<[string, string]>([
    ['of rows', pageOf(rows)],
    ['of one item', JSON.stringify({ ...row(1), more: 'y'.repeat(LONG) })],
    ['with half a character', pageOf([...rows, 'a?']).replace('a?', String.raw`a\ud83d`)],
    ['that is cut off', pageOf(rows).slice(0, -3)],
    ['with a row that is no JSON', pageOf(rows).replace('"id":2', '"id":')],
    [
      'that is nested too deeply',
      pageOf([...rows, 1]).replace(',1]', `,${'['.repeat(70)}${']'.repeat(70)}]`),
    ],
    ['that is no JSON at all', 'x'.repeat(2 * LONG)],
  ])('%s is the JSON that its text is', async ([, text]) => {
    expect(await answered(text)).toEqual({ text: '', json: parseJson(text), size: text.length });
  });

  test('is parsed while it arrives, and others have their turn at each piece', async () => {
    const text = pageOf(rows);
    const piece = 32 * 1024;
    let rests = 0;
    const turns = { isOver: () => true, rest: async () => void rests++ };
    await wholeOf({ statusCode: 200, body: bodyOf(text, piece) }, 12 * MIB, turns);
    expect(rests).toBeGreaterThanOrEqual(Math.ceil(text.length / piece));
  });

  test('of a refusal stays a text', async () => {
    const text = JSON.stringify({ errors: [{ reason: 'x'.repeat(2 * LONG) }] });
    expect(await answered(text, 400)).toEqual({ text });
  });

  test('is none where it is larger than allowed', async () => {
    const body = bodyOf(pageOf(rows), 1_000);
    expect(await wholeOf({ statusCode: 200, body }, LONG + 1)).toBeNull();
  });
});

check.prop([fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 1, max: 40 })])(
  'an answer that is not long is its text, however it is cut',
  async (value, piece) => {
    const text = JSON.stringify(value);
    expect(await answered(text, 200, piece)).toEqual({ text });
  },
);
