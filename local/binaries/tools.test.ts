import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LocalEnvironment } from '../process/environment.ts';
import { recordedProgress, temporaryFolder, writePrograms } from '../testing/folder.ts';
import { goTool, type ToolName } from './tools.ts';

/** Replaces `go build`: its output names the package and the folder. */
const GO =
  'while [ "$#" -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done; echo "$1 $PWD" > "$out"; chmod +x "$out"';

async function machine(programs: Readonly<Record<string, string>>): Promise<LocalEnvironment> {
  const folder = await temporaryFolder();
  await writePrograms(folder, programs);
  const variables = { PATH: `${folder}:/usr/bin:/bin` };
  return {
    assets: null,
    cache: join(folder, 'cache'),
    path: [folder],
    platform: 'linux-amd64',
    variables,
  };
}

const BUILT: readonly (readonly [ToolName, mainPackage: string, folder: string])[] = [
  ['helm', 'helm.sh/helm/v4/cmd/helm', 'helm'],
  ['prometheus', 'github.com/prometheus/prometheus/cmd/prometheus', 'prometheus'],
  ['promtool', 'github.com/prometheus/prometheus/cmd/promtool', 'prometheus'],
];

describe('goTool', () => {
  test.each(BUILT)(
    'builds %s into the cache, from its own module',
    async (name, mainPackage, folder) => {
      const [environment, progress] = [await machine({ go: GO }), recordedProgress()];
      const path = await goTool(name, { environment, progress });
      expect(dirname(path)).toMatch(
        new RegExp(`^${environment.cache}/tools/${folder}-[0-9a-f]{12}-linux-amd64$`),
      );
      expect((await readFile(path, 'utf8')).trim()).toMatch(
        new RegExp(`^${mainPackage} /.*/local/binaries/tools/${folder}$`),
      );
      expect(progress.said).toEqual([
        `building ${name} into ${dirname(path)}: this takes minutes, once`,
        `building ${name} (1 of 1)`,
      ]);
    },
  );

  test('takes what the cache has, also where there is no Go any more', async () => {
    const environment = await machine({ go: GO });
    const [first, progress] = [
      await goTool('helm', { environment, progress: recordedProgress() }),
      recordedProgress(),
    ];
    const { mtimeMs } = await stat(first);
    expect(await goTool('helm', { environment: { ...environment, path: [] }, progress })).toBe(
      first,
    );
    expect([progress.said, (await stat(first)).mtimeMs]).toEqual([[], mtimeMs]);
  });

  test('says what to do where there is neither', async () => {
    const environment = await machine({});
    const wanted = goTool('kubeconform', { environment, progress: recordedProgress() });
    await expect(wanted).rejects.toThrow(
      /^A tool is missing \(kubeconform\):\n {2}- cache: .* has no kubeconform\n {2}- Go: there is no `go` on the PATH\nInstall a current Go /,
    );
  });
});
