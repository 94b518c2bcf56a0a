import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBlocks, SCENES } from './blocks.ts';
import { measureRecords } from './records.ts';
import { measureStart } from './start.ts';
import { type Figures, measure } from './volumes.ts';

const SIZES = [10, 1_000, 10_000];
const [ZONES, RECORDS] = [20, 2_000];

const machine = () => {
  const [first] = cpus();
  return {
    cores: cpus().length,
    cpu: first?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
};

const HEADINGS = [
  'Volumes',
  'passes/s',
  'MB per 1,000',
  'calls/min',
  'pages',
  'writes to Kubernetes',
];

const cells = (one: Figures): readonly string[] => [
  one.volumes.toLocaleString('en'),
  Math.round(one.passesPerSecond).toLocaleString('en'),
  one.volumes < 1_000 ? '–' : one.heapMbPer1000.toFixed(1),
  one.callsPerMinute.toFixed(1),
  String(one.pages),
  String(one.kubeWrites),
];

function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
    .join('\n');
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { json: flag, blocks: flag, first: flag } });

/** Prints the longest block of the event loop in each scene. */
async function printBlocks(): Promise<void> {
  for (const scene of SCENES) {
    for (const { what, longestBlockMs, readyAfterS, residentMib } of await measureBlocks(
      scene,
      values.first,
    )) {
      print(
        `${what}: ${Math.round(longestBlockMs)} ms, Ready after ${Math.round(readyAfterS)} s, ${Math.round(residentMib)} MiB`,
      );
    }
  }
}

if (values.blocks) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await printBlocks();
  process.exit();
}
const start = await measureStart();
const figures: Figures[] = [];
for (const size of SIZES) figures.push(await measure(size));
const records = await measureRecords(ZONES, RECORDS);
const here = machine();
if (values.json) print(JSON.stringify({ machine: here, start, figures, records }, null, 2));
else {
  print(`${here.cores} × ${here.cpu}, ${here.memoryGb} GB, node ${here.node}, ${here.platform}\n`);
  print('The bundle, with no objects');
  print(
    `  first line of its log after ${Math.round(start.firstLineMs)} ms (a program that does nothing: ${Math.round(start.emptyProgramMs)} ms)`,
  );
  print(`  memory at rest: ${Math.round(start.residentMib)} MiB\n`);
  print(table([HEADINGS, ...figures.map(cells)]));
  print('\nAt rest, in simulated time: calls a minute to the service by path');
  for (const one of figures)
    print(`  ${one.volumes.toLocaleString('en')}: ${JSON.stringify(one.byPath)}`);
  const { afterChange } = records;
  print(`\n${RECORDS.toLocaleString('en')} records in ${ZONES} zones, in simulated time`);
  print(
    `  at rest: ${records.callsPerMinute.toFixed(1)} calls a minute, ${records.kubeWrites} writes to Kubernetes`,
  );
  print(
    `  after one change outside: put right in ${afterChange.secondsToCorrect} s, ${afterChange.calls} calls more, ${afterChange.kubeWrites} writes to Kubernetes`,
  );
}
