import { parseArgs } from 'node:util';
import { type History, summaryLine } from './deed.ts';
import { live } from './live.ts';
import { search } from './search.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '60' },
    replay: { type: 'string' },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function replay(text: string): Promise<number> {
  const history = JSON.parse(text) as History;
  const breaches = await live(history);
  say(
    `${summaryLine(history)}\n${breaches.length === 0 ? 'nothing is wrong' : breaches.join('\n')}`,
  );
  return breaches.length === 0 ? 0 : 1;
}

async function look(): Promise<number> {
  const { runs, failure } = await search({
    runs: Number(values.runs),
    seed: Number(values.seed),
    withinMs: Number(values.minutes) * 60_000,
    tell: (line) => void process.stderr.write(`${line}\n`),
  });
  say(
    failure === null
      ? `seed ${values.seed}: ${runs} histories, nothing wrong`
      : `seed ${values.seed}:\n${failure.text}`,
  );
  return failure === null ? 0 : 1;
}

process.exitCode = values.replay === undefined ? await look() : await replay(values.replay);
