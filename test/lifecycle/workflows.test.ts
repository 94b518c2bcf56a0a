import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = '.github/workflows';
const LEAST_WORKFLOWS = 2;

const Permissions = z.record(z.string(), z.enum(['read', 'write']));
const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
type Step = z.infer<typeof Step>;
const Job = z.looseObject({
  permissions: Permissions.optional(),
  uses: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  steps: z.array(Step).default([]),
});
const Workflow = z.looseObject({ permissions: Permissions, jobs: z.record(z.string(), Job) });

const workflows = readdirSync(join(root, FOLDER)).map((file) => {
  const text = readFileSync(join(root, FOLDER, file), 'utf8');
  return { file, text, ...Workflow.parse(load(text)) };
});
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([name, job]) => ({ name: `${file}: ${name}`, job })),
);
const steps = jobs.flatMap(({ name, job }) =>
  job.steps.map((step) => ({ name: `${name}: ${step.name ?? step.uses ?? step.run}`, step })),
);
const scripts = steps.flatMap(({ name, step: { run } }) =>
  run === undefined ? [] : [{ name, run }],
);
const workflowText = (name: string): string =>
  workflows.find(({ file }) => file === name)?.text ?? '';
const stepNamed = (name: string): Step => steps.find(({ step }) => step.name === name)?.step ?? {};

test('there are workflows, and they do something', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(LEAST_WORKFLOWS);
  expect(scripts.length).toBeGreaterThan(5);
});

describe('what a workflow uses from others', () => {
  const lines = workflows.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line) => (/\buses:/.test(line) ? [{ file, line: line.trim() }] : [])),
  );

  test.for(lines)(
    '$file: $line is of this repository, or pinned by digest with its version beside',
    ({ line }) => {
      const local = /uses: (\.\/\S+)$/.exec(line)?.[1];
      if (local !== undefined) expect(existsSync(join(root, local))).toBe(true);
      else expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    },
  );

  test('is one version of each, everywhere', () => {
    const pins = new Map<string, Set<string>>();
    for (const { line } of lines) {
      const [, action = '', rest = ''] = /uses: ([^@]+)(.*)$/.exec(line) ?? [];
      pins.set(action, (pins.get(action) ?? new Set()).add(rest));
    }
    expect([...pins].filter(([, versions]) => versions.size > 1)).toEqual([]);
  });

  test('keeps no credentials in the checkout', () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThanOrEqual(LEAST_WORKFLOWS);
    for (const { step } of checkouts)
      expect(step.with).toMatchObject({ 'persist-credentials': false });
  });
});

describe('what a workflow may', () => {
  test('is to read the code, unless one of its jobs says more', () => {
    for (const { permissions } of workflows)
      expect(['{}', '{"contents":"read"}']).toContain(JSON.stringify(permissions));
  });

  test('is never to write to the code, and only a release writes at all', () => {
    const writing = jobs.filter(({ job }) =>
      Object.values(job.permissions ?? {}).includes('write'),
    );
    expect(writing.map(({ name }) => name)).toEqual([
      'release.yaml: image',
      'release.yaml: chart',
      'release.yaml: sign',
    ]);
    for (const { job } of writing) expect(job.permissions).toMatchObject({ contents: 'read' });
  });

  test('ends in time, on a machine that is named', () => {
    for (const { name, job } of jobs.filter(({ job: { uses } }) => uses === undefined)) {
      expect(job['runs-on'], name).toMatch(/^ubuntu-\d\d\.\d\d$/);
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    }
  });
});

describe('the commands of a workflow', () => {
  test.for(scripts)(
    '$name: can be read by the shell, and takes nothing in but by its environment',
    ({ run }) => {
      execFileSync('bash', ['-n'], { input: run });
      expect(run).not.toContain('${{');
    },
  );

  test('name scripts and files that there are', () => {
    const text = scripts.map(({ run }) => run).join('\n');
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !(name in packageFile.scripts))).toEqual([]);
    const files = [...text.matchAll(/(?:^|\s)((?:\.ci|src|release|local|deploy)\/[\w./-]+)/gm)].map(
      ([, name = '']) => name,
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  test('run on the version of Node that everything else runs on', () => {
    const versions = new Set(
      steps
        .filter(({ step }) => step.uses?.startsWith('actions/setup-node@'))
        .map(({ step }) => step.with?.['node-version']),
    );
    expect(versions).toEqual(new Set(Object.values(packageFile.optionalDependencies)));
  });
});

describe('a release', () => {
  test('comes after the checks, the chart after the image, and both are signed at the end', () => {
    expect(jobs.map(({ name, job }) => [name, job.needs])).toEqual([
      ['checks.yaml: checks', undefined],
      ['release.yaml: checks', undefined],
      ['release.yaml: image', 'checks'],
      ['release.yaml: chart', 'image'],
      ['release.yaml: sign', ['image', 'chart']],
    ]);
  });

  test('is for both processors, signed by digest, with the bill of materials and where it comes from', () => {
    expect(stepNamed('Build and push').run).toContain('--platform linux/amd64,linux/arm64');
    expect(stepNamed('Build and push').run).toContain('--provenance=mode=max');
    const { run } = stepNamed('Sign, and attach the bill of materials');
    expect(workflowText('release.yaml')).toContain(
      'IMAGE: ${{ needs.image.outputs.name }}@${{ needs.image.outputs.digest }}',
    );
    expect(run).toMatch(
      /cosign sign [^\n]*"\$IMAGE"\ncosign attest [^\n]*"\$IMAGE"\ncosign sign [^\n]*"\$CHART"/,
    );
    expect(stepNamed('Say where it comes from').with).toMatchObject({ 'push-to-registry': true });
  });

  test('gives the identity that signs to one job, which runs neither this repository nor a package', () => {
    const signing = jobs.filter(({ job }) => job.permissions?.['id-token'] !== undefined);
    expect(signing.map(({ name }) => name)).toEqual(['release.yaml: sign']);
    for (const { job } of signing) {
      expect(job.steps.flatMap(({ uses }) => uses?.replace(/@.*/, '') ?? [])).toEqual([
        'sigstore/cosign-installer',
        'actions/attest',
      ]);
      for (const { run = '' } of job.steps) expect(run).not.toMatch(/\b(npm|npx|node|go|git)\b/);
    }
  });

  test('runs no script of a package, and takes nothing from a cache', () => {
    const release = jobs
      .filter(({ name }) => name.startsWith('release.yaml: '))
      .flatMap(({ job }) => job.steps);
    const texts = [
      ...release.map(({ run = '' }) => run),
      readFileSync(join(root, 'Dockerfile'), 'utf8'),
    ];
    const installs = texts.flatMap((text) =>
      [...text.matchAll(/npm (?:ci|install)[^\n]*/g)].map(([line]) => line),
    );
    expect(installs).toEqual(['npm ci --ignore-scripts', 'npm ci --ignore-scripts']);
    const cached = release.map(
      ({ uses = '', with: given = {} }) => [uses.replace(/@.*/, ''), given] as const,
    );
    for (const [, given] of cached.filter(([uses]) => uses === 'actions/setup-node'))
      expect(given).toMatchObject({ 'package-manager-cache': false });
    for (const [, given] of cached.filter(([uses]) => uses === 'actions/setup-go'))
      expect(given).toMatchObject({ cache: false });
    expect(cached.filter(([uses]) => uses.startsWith('actions/cache'))).toEqual([]);
    expect(stepNamed('Build and push').run).toContain('--no-cache');
  });

  test('builds with a BuildKit that is pinned by digest', () => {
    expect(stepNamed('Build and push').run).toMatch(
      /--driver-opt image=moby\/buildkit:v[\d.]+@sha256:[0-9a-f]{64}\n/,
    );
  });

  test('is made of main only', () => {
    const repository = mkdtempSync(join(tmpdir(), 'cloudinfra-tag-'));
    onTestFinished(() => rmSync(repository, { recursive: true }));
    const sh = (command: string) =>
      execFileSync('bash', ['-ec', command], { cwd: repository, stdio: 'pipe' });
    sh(
      'git init -q . && git config user.name x && git config user.email x@example.org && git commit -q --allow-empty -m one',
    );
    sh('git update-ref refs/remotes/origin/main HEAD');
    const { run = 'false' } = stepNamed('The tag is on main');
    expect(() => sh(run)).not.toThrow();
    sh('git checkout -q -b other && git commit -q --allow-empty -m two');
    expect(() => sh(run)).toThrow('Command failed');
  });

  test.for([
    ['is there', 'echo "{}"', false],
    ['is not there', 'echo "ERROR: ghcr.io/x: not found" >&2; exit 1', true],
    ['cannot be asked for', 'echo "ERROR: dial tcp: i/o timeout" >&2; exit 1', false],
  ] as const)('refuses a version that %s unless it is new', ([, answer, accepted]) => {
    const folder = mkdtempSync(join(tmpdir(), 'cloudinfra-version-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'docker'), `#!/bin/bash\n${answer}\n`, { mode: 0o755 });
    const variables = {
      GITHUB_REPOSITORY: 'Owner/Name',
      GITHUB_REPOSITORY_OWNER: 'Owner',
      GITHUB_REF_NAME: 'v1.0.0',
      REGISTRY: 'ghcr.io',
    };
    const env = { ...process.env, ...variables, PATH: `${folder}:${process.env['PATH']}` };
    const runs = () =>
      execFileSync('bash', ['-ec', stepNamed('The version is new').run ?? 'false'], {
        cwd: folder,
        env,
        stdio: 'pipe',
      });
    if (accepted) expect(runs).not.toThrow();
    else expect(runs).toThrow('Command failed');
  });

  test('and what it is built with are moved by proposals: actions, images, packages and Go modules', () => {
    const Updates = z.looseObject({
      'package-ecosystem': z.string(),
      directories: z.array(z.string()).optional(),
    });
    const { updates } = z
      .looseObject({ updates: z.array(Updates) })
      .parse(load(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')));
    expect(updates.map((one) => one['package-ecosystem']).toSorted()).toEqual([
      'docker',
      'github-actions',
      'gomod',
      'npm',
    ]);
    const folders = updates.flatMap(({ directories = [] }) => directories);
    const modules = [
      'local/controlplane',
      ...readdirSync(join(root, 'local/binaries/tools')).map(
        (name) => `local/binaries/tools/${name}`,
      ),
    ];
    const isWatched = (module: string) =>
      folders.includes(`/${module}`) || folders.includes(`/${module.replace(/[^/]+$/, '*')}`);
    expect(
      modules.filter((module) => existsSync(join(root, module, 'go.mod')) && !isWatched(module)),
    ).toEqual([]);
  });

  test.for([
    [`v${packageFile.version}`, true],
    [packageFile.version, false],
    ['v999.0.0', false],
  ] as const)('refuses a tag that is not the version: %s', ([tag, accepted]) => {
    const { run = 'true' } = stepNamed('The tag is the version');
    const command = run.replace('node src/main.ts', `'${process.execPath}' src/main.ts`);
    const runs = () =>
      execFileSync('bash', ['-c', command], {
        cwd: root,
        env: { ...process.env, GITHUB_REF_NAME: tag },
        stdio: 'pipe',
      });
    if (accepted) expect(runs).not.toThrow();
    else expect(runs).toThrow('Command failed');
  });

  test('packs a chart that takes the image by its digest', () => {
    const copy = mkdtempSync(join(tmpdir(), 'cloudinfra-chart-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    const path = 'deploy/helm/cloudinfra-operator/values.yaml';
    cpSync(join(root, 'deploy/helm'), join(copy, 'deploy/helm'), { recursive: true });
    const digest = `sha256:${'a'.repeat(64)}`;
    const { run = '' } = stepNamed('Name the image in the chart, by its digest');
    execFileSync('bash', ['-c', run], {
      cwd: copy,
      env: { ...process.env, NAME: 'registry.example.com/operator', DIGEST: digest },
    });
    const before = load(readFileSync(join(root, path), 'utf8')) as { readonly image: object };
    const after = load(readFileSync(join(copy, path), 'utf8'));
    expect(after).toEqual({
      ...before,
      image: { ...before.image, repository: 'registry.example.com/operator', digest },
    });
  });
});
