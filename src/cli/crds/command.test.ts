import { readdirSync, readFileSync } from 'node:fs';
import { load, loadAll } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { captured } from '../../../test/commands/captured.ts';
import { runCommand } from '../index.ts';

const folder = new URL('../../../crds/', import.meta.url);
const names = (definitions: readonly unknown[]) =>
  definitions.map((one) => (one as { metadata: { name: string } }).metadata.name);
const byName = (definitions: readonly unknown[]) =>
  new Map(names(definitions).map((name, i) => [name, definitions[i]]));

const committed = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => load(readFileSync(new URL(file, folder), 'utf8')));

describe('the definitions that are printed', () => {
  test('are those that are committed, as a stream of YAML documents', async () => {
    const { terminal, output } = captured();
    expect(await runCommand(['crds'], terminal)).toBe(0);
    expect(byName(loadAll(output.out))).toEqual(byName(committed));
    expect(output.err).toBe('');
  });

  test('are a List in JSON where that is asked for', async () => {
    const { terminal, output } = captured();
    expect(await runCommand(['crds', '--json'], terminal)).toBe(0);
    const list = JSON.parse(output.out) as { kind: string; items: readonly unknown[] };
    expect(list.kind).toBe('List');
    expect(byName(list.items)).toEqual(byName(committed));
  });

  test('are not printed to who asks for something else', async () => {
    const { terminal, output } = captured();
    expect(await runCommand(['crds', '--yaml'], terminal)).toBe(2);
    expect(output).toEqual({ out: '', err: "Unknown option '--yaml'; see --help\n" });
  });
});
