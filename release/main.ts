import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { bundle } from './bundle.ts';
import { digestOf } from './digest.ts';
import { withCopy } from './elsewhere.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, out: { type: 'string', default: 'dist' } },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.check) {
  const [one, other] = await withCopy(root, 'one', (here) =>
    withCopy(
      here,
      'some/where/else',
      async (there) => [digestOf(await bundle(here)), digestOf(await bundle(there))] as const,
    ),
  );
  say(
    `two builds in two folders ${one === other ? `are the same: sha256 ${one}` : `differ: sha256 ${one} and ${other}`}`,
  );
  process.exitCode = one === other ? 0 : 1;
} else {
  const files = await build(root, values.out);
  const bytes = files
    .filter(({ path }) => path.endsWith('.mjs'))
    .reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  say(
    `${values.out}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB of code, sha256 ${digestOf(files)}`,
  );
}
