import { readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import { isChange } from '../../local/demo/changes.ts';
import { readExamples } from '../../local/demo/examples.ts';
import { linesOf } from '../../local/demo/picture.ts';
import { type Service, startService } from '../../local/demo/programs.ts';
import { invitation } from '../../local/demo/words.ts';
import { type Reaper, startReaper } from '../../local/process/reaper.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { type CommandRun, startCommand } from './command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const PICTURE = readFileSync(join(ROOT, 'docs/demo.svg'), 'utf8');

const blocks = (language: string): readonly string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text.trim(),
  );

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
).scripts;
const [DEMO = '', TESTS = '', INSTALL = '', APPLY = '', PLAN = '', DEPLOY = '', ...others] =
  blocks('sh');

/** Returns the constant part of a line: its words, without numbers, files and spacing; of a row of
 *  the table the name and Ready. */
const shape = (line: string): string =>
  line
    .replace(/\S*(?=\/kubeconfig)/, '')
    .replace(/\d+(\.\d+)?/g, 'N')
    .replace(/ +/g, ' ')
    .replace(/^([A-Z]\w+ \S+) .*(True|False) .*$/, '$1 $2')
    .trim();
const shapes = (text: string): readonly string[] => text.split('\n').map(shape).filter(Boolean);

test('every command of the README is run by a test', () => {
  expect([DEMO, TESTS]).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
  expect(INSTALL).toMatch(/^npm start$/m);
  expect(APPLY).toMatch(/^kubectl apply /);
  expect(PLAN).toMatch(/^npx node src\/main.ts plan /);
  expect(DEPLOY).toMatch(/^kubectl apply .*-k deploy\/kustomize\//m);
  expect(others).toEqual([]);
});

test('every script that the README names is there', () => {
  const named = [...README.matchAll(/npm (?:run )?([a-z:]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'ci');
  expect(new Set(named)).toEqual(
    new Set(['demo', 'test', 'start', 'simulate', 'build', 'generate', 'controlplane']),
  );
  for (const name of named) expect(SCRIPTS).toHaveProperty(name);
});

test('every file that the README names is there', () => {
  const linked = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) =>
    file.replace(/#.*/, ''),
  );
  const folders = [...README.matchAll(/`((?:src|local|test|docs|crds)(?:\/[a-z]+)*\/?)`/g)].map(
    ([, folder = '']) => folder,
  );
  expect([linked.length, folders.length].every((count) => count > 3)).toBe(true);
  for (const file of [...linked, ...folders, '.ci/run', 'Dockerfile'])
    expect(() => statSync(join(ROOT, file))).not.toThrow();
});

test('the manifest of the README is one that the API server takes', () => {
  const manifest = load(blocks('yaml')[0] ?? '') as {
    kind: string;
    spec: Readonly<Record<string, unknown>>;
  };
  const kind = KINDS.find((each) => each.kind === manifest.kind);
  expect(kind?.spec.safeParse(manifest.spec)).toMatchObject({ success: true });
});

test('the demo shows what the README shows', { timeout: 300_000 }, async () => {
  const { objects } = await readExamples();
  expect(shapes(blocks('text')[0] ?? '')).toEqual(
    shapes(invitation('kubectl', '/kubeconfig', objects)),
  );

  const demo = await startCommand('/bin/sh', [
    '-c',
    `${DEMO.replace('npm ci && ', '')} -- --once 2>/dev/null`,
  ]);
  expect(await demo.ended).toBe(0);
  const lines = demo
    .output()
    .split('\n')
    .filter((line) => !line.startsWith('> '));
  const changes = lines.filter(isChange);
  expect(changes.length).toBeGreaterThan(objects.length);
  expect(shapes(lines.filter((line) => !changes.includes(line)).join('\n'))).toEqual(
    shapes(linesOf(PICTURE).join('\n')),
  );
  await demo.leavesNothing();
});

describe('on a cluster and an account', () => {
  let controlPlane: ControlPlane;
  let service: Service;
  let directory: string;
  let reaper: Reaper;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cloudinfra-test-'));
    reaper = startReaper(directory);
    controlPlane = await startControlPlane();
    service = await startService({ directory, reaper }, 600);
  });
  afterAll(async () => {
    await controlPlane?.stop();
    await reaper?.release();
  });

  /** Runs a block of the README with its placeholders filled in. */
  async function shell(block: string, more = ''): Promise<CommandRun> {
    const filled = block
      .replace(/'<address[^']*>'/, `'${service.url}'`)
      .replace(/'<a token[^']*>'/, `'${service.token}'`);
    expect(filled).not.toContain('<');
    return startCommand('/bin/sh', ['-ec', `${filled}${more}`], {
      KUBECONFIG: controlPlane.kubeconfigPath,
      KUBECACHEDIR: join(directory, 'kubectl'),
      // Exported by the block about running the operator.
      CLOUD_API_URL: service.url,
      CLOUD_API_TOKEN: service.token,
      PATH: [controlPlane.binaries, process.env['PATH']].join(delimiter),
    });
  }

  test('the plan of the README has the documented output', async () => {
    const plan = await shell(PLAN);
    expect([
      await plan.ended,
      shapes(plan.output()).filter((line) => !line.startsWith('npm warn')),
    ]).toEqual([0, shapes(blocks('text')[1] ?? '')]);
  });

  test('the commands of the README make the examples Ready', {
    timeout: 300_000,
  }, async () => {
    const operator = await shell(INSTALL, ' -- --listen 127.0.0.1:0');
    await operator.shows(/"leading"/);
    const apply = await shell(APPLY);
    expect([await apply.ended, apply.output()]).toEqual([
      0,
      expect.stringMatching(/web-1 +True +InSync +running[^]*web-data +True +InSync +active/),
    ]);
    for (const { pid } of (await operator.processes()).filter(({ command }) =>
      command.includes('main.ts run'),
    ))
      process.kill(pid, 'SIGTERM');
    await operator.ended;
    await operator.leavesNothing();
  });

  test('the API server accepts the installation of the README', async () => {
    const deploy = await shell(DEPLOY);
    expect([await deploy.ended, deploy.output()]).toEqual([
      0,
      expect.stringContaining('deployment.apps/cloudinfra-operator serverside-applied'),
    ]);
  });
});
