import { parseArgs } from 'node:util';
import { live } from './live.ts';
import { search } from './search.ts';
import { type Sequence, summaryLine } from './sequence.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    replay: { type: 'string' },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function replay(text: string): Promise<number> {
  const sequence = JSON.parse(text) as Sequence;
  const breaches = await live(sequence);
  say(
    `${summaryLine(sequence)}\n${breaches.length === 0 ? 'nothing is wrong' : breaches.join('\n')}`,
  );
  return breaches.length === 0 ? 0 : 1;
}

async function look(): Promise<number> {
  const { runs, failure } = await search({
    runs: Number(values.runs),
    seed: Number(values.seed),
    only: values.only,
    withinMs: Number(values.minutes) * 60_000,
    onPlayed: (played) => {
      if (played % 100 === 0) say(`${played} of ${values.runs} sequences, nothing wrong`);
    },
  });
  say(
    failure === null
      ? `seed ${values.seed}: ${runs} sequences, nothing wrong`
      : `seed ${values.seed}:\n${failure.text}`,
  );
  return failure === null ? 0 : 1;
}

process.exitCode = values.replay === undefined ? await look() : await replay(values.replay);
