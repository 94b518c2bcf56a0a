import { expect, test } from 'vitest';
import { search } from './histories/search.ts';

const ASKED = { runs: 40, seed: 1, withinMs: 60_000 };

test('a search reports its progress', async () => {
  const told: string[] = [];
  const { runs, failure } = await search(
    { ...ASKED, tell: (line) => told.push(line) },
    async () => [],
  );
  expect([runs, failure]).toEqual([40, null]);
  expect(told).toEqual([10, 20, 30, 40].map((lived) => `${lived} of 40 histories, nothing wrong`));
});

test('a search reports the failure before it looks for a shorter history, and the number of tries', async () => {
  const told: string[] = [];
  let lived = 0;
  const { failure } = await search(
    { ...ASKED, tell: (line) => told.push(line) },
    async (history) => {
      lived++;
      return lived > 12 && history.length > 3 ? ['an item is lost'] : [];
    },
  );
  expect(failure?.history).toHaveLength(4);
  const at = told.findIndex((line) => line.includes('goes wrong (an item is lost)'));
  expect(told.slice(0, at)).toEqual(['10 of 40 histories, nothing wrong']);
  expect(told[at + 1]).toBe('10 shorter histories tried');
});
