import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { STEPS, type Step } from './steps.ts';

const { values } = parseArgs({
  options: {
    /** Only steps with this text in their name. */
    only: { type: 'string', default: '' },
    /** Lists the steps without running them. */
    list: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Played {
  readonly step: Step;
  readonly passed: boolean;
  readonly minutes: number;
  readonly figures: string;
}

/** Runs a step to its end and shows its output. */
async function play(step: Step): Promise<Played> {
  say(`\n==> ${step.name}`);
  const begun = performance.now();
  const child = spawn(process.execPath, step.words, {
    env: { ...process.env, ...step.variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  const found = stripVTControlCharacters(output).match(step.figures) ?? ['no figures'];
  return {
    step,
    passed: code === 0,
    minutes: Math.ceil((performance.now() - begun) / 60_000),
    figures: found.map((line) => line.trim().replaceAll('|', '/')).join('; '),
  };
}

const chosen = STEPS.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) throw new Error(`no step has «${values.only}» in its name`);
if (values.list) {
  for (const { name, words } of chosen) say(`${name}: node ${words.join(' ')}`);
} else {
  const played: Played[] = [];
  for (const step of chosen) played.push(await play(step));
  say('\n| Step | Passed | Minutes | Figures |\n|---|---|---|---|');
  for (const { step, passed, minutes, figures } of played)
    say(`| ${step.name} | ${passed ? 'yes' : 'NO'} | ${minutes} | ${figures} |`);
  process.exitCode = played.every(({ passed }) => passed) ? 0 : 1;
}
