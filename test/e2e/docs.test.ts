import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import { type Service, startOperator, startService } from '../../local/demo/programs.ts';
import { type Reaper, startReaper } from '../../local/process/reaper.ts';
import { API_VERSION } from '../../src/model/group.ts';
import { isRun, type Lesson, lessonsIn, manifestsIn } from '../docs/commands.ts';
import { type Page, pageAt, pages, ROOT } from '../docs/pages.ts';

/** Pages that delete objects of other ones come last. */
const LATER = ['docs/troubleshooting.md', 'docs/start.md', 'docs/operations.md'];
const rank = ({ path }: Page): number => LATER.indexOf(path);
const documents = pages
  .filter(({ path }) => path.startsWith('docs/'))
  .toSorted((a, b) => rank(a) - rank(b));
const lessons = documents.flatMap((page) =>
  lessonsIn(page).map((lesson, at) => [`${page.path}, block ${at + 1}`, lesson] as const),
);
/** The commands of the README have a test of their own. */
const manifests = [...documents, pageAt('README.md')].flatMap((page) =>
  manifestsIn(page).map(({ file, text }) => [page.path, file, text] as const),
);

const SPEED = 600;
const LESSON_MS = 240_000;

let controlPlane: ControlPlane;
let service: Service;
let reaper: Reaper;
/** The reader's folder: the repository, with the files that the pages name. */
let folder: string;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-docs-'));
  reaper = startReaper(directory);
  controlPlane = await startControlPlane({ controllerManager: true });
  service = await startService({ directory, reaper }, SPEED);
  folder = join(directory, 'repository');
  await mkdir(folder);
  for (const name of ['crds', 'deploy', 'simulator', 'src'])
    await symlink(join(ROOT, name), join(folder, name));
  await mkdir(join(folder, 'bin'));
  await writeFile(
    join(folder, 'bin/cloudinfra-operator'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'src/main.ts')}' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  for (const [, file, text] of manifests) if (file !== null) await written(file, text);
  await shell(
    'kubectl apply --server-side -f crds/ && kubectl wait --for=condition=Established crd --all',
  );
  await startOperator({ directory, reaper }, controlPlane.kubeconfigPath, service);
  await ask('POST', '/volumes', { label: 'old-data', region: 'eu-west', size: 20 });
  await shell(
    'for kind in src/kinds/*; do kubectl apply -f "$kind/example.yaml"; done 2>&1 || true',
  );
  await shell('kubectl wait --for=condition=Ready --timeout=5m -f src/kinds --recursive');
});
afterAll(async () => {
  await controlPlane?.stop();
  await reaper?.release();
});

async function ask(method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** Writes a file into the reader's folder. @returns its path */
async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${text}\n`);
  return path;
}

/** Runs a command of a page with its placeholders filled in. @returns its output */
async function shell(script: string): Promise<string> {
  const filled = script
    .replaceAll(/'<(?:the )?address[^']*>'/g, `'${service.url}'`)
    .replaceAll("'<your folder>'", 'deploy/kustomize/cluster-wide')
    .replaceAll(/'<a token[^']*>'/g, `'${service.token}'`);
  expect(filled).not.toMatch(/<[a-z]/);
  const env = {
    ...process.env,
    KUBECONFIG: controlPlane.kubeconfigPath,
    KUBECACHEDIR: join(folder, '..', 'kubectl'),
    PATH: [join(folder, 'bin'), controlPlane.binaries, process.env['PATH']].join(delimiter),
    CLOUD_API_URL: service.url,
    CLOUD_API_TOKEN: service.token,
  };
  const command = ['-ec', `exec 2>&1\n${filled}`];
  const ended = await promisify(execFile)('/bin/sh', command, {
    cwd: folder,
    env,
    timeout: LESSON_MS,
  }).catch((error: Error & { readonly stdout: string }) => error);
  if (ended instanceof Error) throw new Error(`${filled}\nsays\n${ended.stdout}`);
  return ended.stdout;
}

/** Replaces numbers, which vary. */
const shape = (line: string): string =>
  line
    .replaceAll(/\d{3,}/g, 'N')
    .replaceAll(/ +/g, ' ')
    .trim();

const ours = `apiVersion: ${API_VERSION}`;
const kustomization = 'kind: Kustomization';

describe('every manifest is taken', () => {
  test.for(manifests.filter(([, , text]) => text.includes(ours)))(
    'by the API server: %s, %s',
    async ([, , text]) => {
      const file = await written('block.yaml', text);
      const said = await shell(
        `kubectl apply --server-side --dry-run=server --field-manager=reader --force-conflicts -f ${file}`,
      );
      expect(said).toMatch(/ serverside-applied/);
    },
  );

  test.for(manifests.filter(([, , text]) => text.includes(kustomization)))(
    'by Kustomize: %s, %s',
    async ([, , text]) => {
      await written('mine/kustomization.yaml', text);
      expect(await shell('kubectl kustomize mine')).toContain(
        'image: registry.example.com/cloudinfra-operator:',
      );
    },
  );

  const others = manifests.filter(
    ([, , text]) => !text.includes(ours) && !text.includes(kustomization),
  );
  test.for(others)('by kubectl: %s, %s', async ([, , text]) => {
    const file = await written('block.yaml', text);
    expect(await shell(`kubectl apply --dry-run=client -f ${file}`)).toMatch(/ created/);
  });
});

describe('the commands of a page have the documented effect', () => {
  test.for(lessons)(
    '%s',
    { timeout: LESSON_MS },
    async ([, { commands, shows }]: readonly [string, Lesson]) => {
      const output = await shell(commands.filter(isRun).join('\n'));
      const lines = output.split('\n').map(shape);
      expect(lines).toEqual(expect.arrayContaining(shows.map(shape)));
    },
  );
});
