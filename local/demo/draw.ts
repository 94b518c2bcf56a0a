import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isChange } from './changes.ts';
import { pictureOf } from './picture.ts';

const FILE = fileURLToPath(new URL('../../docs/demo.svg', import.meta.url));

/** Draws `docs/demo.svg` from the output of `npm run demo -- --once` on standard input. */
const lines = (await text(process.stdin)).trimEnd().split('\n');
writeFileSync(FILE, pictureOf(lines.filter((line) => !line.startsWith('> ') && !isChange(line))));
