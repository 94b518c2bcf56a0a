import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
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
  needs: z.string().optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  steps: z.array(Step).default([]),
});
const Workflow = z.looseObject({ permissions: Permissions, jobs: z.record(z.string(), Job) });

const workflows = readdirSync(join(root, FOLDER)).map((file) => {
  const text = readFileSync(join(root, FOLDER, file), 'utf8');
  return { file, text, ...Workflow.parse(load(text)) };
});
const jobs = workflows.flatMap(({ file, jobs: all }) => Object.entries(all).map(([name, job]) => ({ name: `${file}: ${name}`, job })));
const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name: `${name}: ${step.name ?? step.uses ?? step.run}`, step })));
const scripts = steps.flatMap(({ name, step: { run } }) => (run === undefined ? [] : [{ name, run }]));
const stepNamed = (name: string): Step => steps.find(({ step }) => step.name === name)?.step ?? {};

test('there are workflows, and they do something', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(LEAST_WORKFLOWS);
  expect(scripts.length).toBeGreaterThan(5);
});

describe('what a workflow uses from others', () => {
  const lines = workflows.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line) => (/\buses:/.test(line) ? [{ file, line: line.trim() }] : [])),
  );

  test.for(lines)('$file: $line is of this repository, or pinned by digest with its version beside', ({ line }) => {
    const local = /uses: (\.\/\S+)$/.exec(line)?.[1];
    if (local !== undefined) expect(existsSync(join(root, local))).toBe(true);
    else expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

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
    for (const { step } of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  });
});

describe('what a workflow may', () => {
  test('is to read the code, unless one of its jobs says more', () => {
    for (const { permissions } of workflows) expect(['{}', '{"contents":"read"}']).toContain(JSON.stringify(permissions));
  });

  test('is never to write to the code, and only a release writes at all', () => {
    const writing = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'));
    expect(writing.map(({ name }) => name)).toEqual(['release.yaml: image', 'release.yaml: chart']);
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
  test.for(scripts)('$name: can be read by the shell, and takes nothing in but by its environment', ({ run }) => {
    execFileSync('bash', ['-n'], { input: run });
    expect(run).not.toContain('${{');
  });

  test('name scripts and files that there are', () => {
    const text = scripts.map(({ run }) => run).join('\n');
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in packageFile.scripts))).toEqual([]);
    const files = [...text.matchAll(/(?:^|\s)((?:\.ci|src|release|local|deploy)\/[\w./-]+)/gm)].map(([, name = '']) => name);
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  test('run on the version of Node that everything else runs on', () => {
    const versions = new Set(
      steps.filter(({ step }) => step.uses?.startsWith('actions/setup-node@')).map(({ step }) => step.with?.['node-version']),
    );
    expect(versions).toEqual(new Set(Object.values(packageFile.optionalDependencies)));
  });
});

describe('a release', () => {
  test('comes after the checks, and the chart after the image', () => {
    expect(jobs.map(({ name, job }) => [name, job.needs])).toEqual([
      ['checks.yaml: checks', undefined],
      ['release.yaml: checks', undefined],
      ['release.yaml: image', 'checks'],
      ['release.yaml: chart', 'image'],
    ]);
  });

  test('is for both processors, signed by digest, with the bill of materials and where it comes from', () => {
    expect(stepNamed('Build and push').run).toContain('--platform linux/amd64,linux/arm64');
    expect(stepNamed('Build and push').run).toContain('--provenance=mode=max');
    const { env, run } = stepNamed('Sign, and attach the bill of materials');
    expect(env?.['IMAGE']).toContain('@${{ steps.image.outputs.digest }}');
    expect(run).toMatch(/cosign sign [^\n]*"\$IMAGE"\ncosign attest [^\n]*"\$IMAGE"/);
    expect(stepNamed('Say where it comes from').with).toMatchObject({ 'push-to-registry': true });
  });

  test.for([
    [`v${packageFile.version}`, true],
    [packageFile.version, false],
    ['v999.0.0', false],
  ] as const)('refuses a tag that is not the version: %s', ([tag, accepted]) => {
    const { run = 'true' } = stepNamed('The tag is the version');
    const command = run.replace('node src/main.ts', `'${process.execPath}' src/main.ts`);
    const runs = () => execFileSync('bash', ['-c', command], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag }, stdio: 'pipe' });
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
    execFileSync('bash', ['-c', run], { cwd: copy, env: { ...process.env, NAME: 'registry.example.com/operator', DIGEST: digest } });
    const before = load(readFileSync(join(root, path), 'utf8')) as { readonly image: object };
    const after = load(readFileSync(join(copy, path), 'utf8'));
    expect(after).toEqual({ ...before, image: { ...before.image, repository: 'registry.example.com/operator', digest } });
  });
});
