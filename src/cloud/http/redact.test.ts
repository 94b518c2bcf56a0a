import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/characters.ts';
import type { Failure } from '../../model/failure.ts';
import { Secret } from '../../model/secret.ts';
import { encodeBody, secretsIn } from './body.ts';
import { redact } from './redact.ts';

const TOKEN = 'a1b2c3d4e5f6a1b2c3d4e5f6';
const busy = (detail: string): Failure => ({ code: 'Busy', detail });
const reasonTold = (reason: string, secrets: readonly string[]): unknown =>
  redact({ code: 'Rejected', problems: [{ reason }] }, secrets);

test.for<[string, Failure, readonly string[], Failure]>([
  ['control characters become spaces', busy('a\u001b[31m\nb'), [], busy('a [31m b')],
  ['a long text is cut', busy('x'.repeat(10_000)), [], busy('x'.repeat(500))],
  [
    'half a character is none',
    busy(`${'x'.repeat(499)}\u{1f600}`),
    [],
    busy(`${'x'.repeat(499)}\ufffd`),
  ],
  ['a secret is taken out', busy(`Bearer ${TOKEN}!`), [TOKEN], busy('Bearer [redacted]!')],
  [
    'the longest secret goes first',
    busy(`${TOKEN}-and-more`),
    [TOKEN, `${TOKEN}-and-more`],
    busy('[redacted]'),
  ],
  ['a word is no secret', busy('answer yes or no'), ['yes', ''], busy('answer yes or no')],
  [
    'no part of a secret outlives the cut',
    busy(`${'x'.repeat(495)}${TOKEN}`),
    [TOKEN],
    busy(`${'x'.repeat(495)}[reda`),
  ],
  [
    'a secret with a line end in it is found before the text is made plain',
    busy('is: one\ntwo\nthree'),
    ['one\ntwo'],
    busy('is: [redacted] three'),
  ],
  [
    'fields are redacted too',
    { code: 'Guarded', detail: TOKEN, field: TOKEN },
    [TOKEN],
    { code: 'Guarded', detail: '[redacted]', field: '[redacted]' },
  ],
  [
    'and every problem',
    { code: 'Rejected', problems: [{ field: TOKEN, reason: TOKEN }, { reason: 'no' }] },
    [TOKEN],
    {
      code: 'Rejected',
      problems: [{ field: '[redacted]', reason: '[redacted]' }, { reason: 'no' }],
    },
  ],
])('%s', ([, failure, secrets, told]) => {
  expect(redact(failure, secrets)).toEqual(told);
});

property.prop([
  fc.string({ unit: anyCharacter, minLength: 8 }),
  fc.string({ unit: anyCharacter, minLength: 8 }),
])('an answer that repeats the request reveals no secret of it', (password, answer) => {
  const body = {
    label: 'data',
    root_pass: new Secret(password),
    stackscript_data: new Secret({ questions: [{ answer }] }),
  };
  const secrets = secretsIn({ body });
  for (const reason of [encodeBody(body), `is ${password}, is ${answer}`]) {
    const told = JSON.stringify(reasonTold(reason, secrets));
    expect(
      [password, answer].filter((secret) => told.includes(JSON.stringify(secret).slice(1, -1))),
    ).toEqual([]);
  }
});
