import { expect, test } from 'vitest';
import { createTerms, type Working } from './term.ts';

/** Builds an engine whose passes in flight end on demand. */
function engine(log: string[], name: string): Working & { readonly drain: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    start: () => void log.push(`${name} starts`),
    stop: async () => {
      log.push(`${name} stops`);
      await promise;
    },
    drain: resolve,
  };
}

function scene() {
  const log: string[] = [];
  const engines = ['first', 'second'].map((name) => engine(log, name));
  let made = 0;
  const terms = createTerms(() => {
    const next = engines[made++];
    if (next === undefined) throw new Error('no more terms are played');
    return next;
  });
  return { log, engines, terms };
}

const settle = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('a new term begins only after the passes of the last one have ended', async () => {
  const { log, engines, terms } = scene();
  await terms.begin();
  const ended = terms.end();
  const begun = terms.begin();
  await settle();
  expect([log, terms.engine()]).toEqual([['first starts', 'first stops'], null]);
  engines[0]?.drain();
  await Promise.all([ended, begun]);
  expect(log).toEqual(['first starts', 'first stops', 'second starts']);
  expect(terms.engine()).toBe(engines[1]);
});

test('a term that is lost again before it could begin never does', async () => {
  const { log, engines, terms } = scene();
  await terms.begin();
  const ways = [terms.end(), terms.begin(), terms.end()];
  engines[0]?.drain();
  await Promise.all(ways);
  expect(log).toEqual(['first starts', 'first stops']);
  expect(terms.engine()).toBeNull();
});

test('passes that never end hold up the next term for a limited time only', async () => {
  const { log, terms } = scene();
  const quick = createTerms(
    () => ({ start: () => void log.push('starts'), stop: () => new Promise(() => undefined) }),
    1,
  );
  await quick.begin();
  await quick.end();
  await quick.begin();
  expect(log).toEqual(['starts', 'starts']);
  expect(terms.engine()).toBeNull();
});
