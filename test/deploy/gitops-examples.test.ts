import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HEALTH_SCRIPT, OPERATION_HEALTH_SCRIPT } from '../../src/crd/argo-health.ts';
import { KINDS } from '../../src/kinds/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const documentsOf = (path: string): readonly unknown[] =>
  loadAll(readFileSync(`${ROOT}${path}`, 'utf8'));

const duration = z.string().regex(/^\d+[hms]$/);
const metadata = (namespace: string) =>
  z.strictObject({ name: z.string(), namespace: z.literal(namespace) });
const url = z.url({ protocol: /^https$/ });

/** Strict schemas of Flux' and Argo CD's kinds in the examples: a misspelt field would be dropped
 *  silently. */
const GitRepository = z.strictObject({
  apiVersion: z.literal('source.toolkit.fluxcd.io/v1'),
  kind: z.literal('GitRepository'),
  metadata: metadata('flux-system'),
  spec: z.strictObject({ url, ref: z.strictObject({ branch: z.string() }), interval: duration }),
});
const Kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.toolkit.fluxcd.io/v1'),
  kind: z.literal('Kustomization'),
  metadata: metadata('flux-system'),
  spec: z.strictObject({
    dependsOn: z.array(z.strictObject({ name: z.string() })).default([]),
    sourceRef: z.strictObject({ kind: z.literal('GitRepository'), name: z.string() }),
    path: z.string().startsWith('./'),
    targetNamespace: z.string().optional(),
    prune: z.boolean(),
    wait: z.literal(true),
    timeout: duration.optional(),
    interval: duration,
  }),
});
const Application = z.strictObject({
  apiVersion: z.literal('argoproj.io/v1alpha1'),
  kind: z.literal('Application'),
  metadata: metadata('argocd'),
  spec: z.strictObject({
    project: z.literal('default'),
    source: z.strictObject({ repoURL: url, targetRevision: z.string(), path: z.string() }),
    destination: z.strictObject({ server: url, namespace: z.string() }),
    syncPolicy: z.strictObject({
      automated: z.strictObject({ prune: z.boolean(), selfHeal: z.boolean() }),
      syncOptions: z.array(
        z.enum([
          'CreateNamespace=true',
          'ServerSideApply=true',
          'SkipDryRunOnMissingResource=true',
        ]),
      ),
      retry: z.strictObject({ limit: z.int() }).optional(),
    }),
  }),
});

/** Returns the manifests that a GitOps tool applies from a path. */
const manifestsUnder = (path: string): readonly string[] =>
  globSync('*.yaml', { cwd: `${ROOT}${path}` });
const documentsUnder = (path: string) =>
  manifestsUnder(path).flatMap((file) => documentsOf(`${path}/${file}`));

describe('the example for Flux', () => {
  const [repository, ...kustomizations] = documentsOf('deploy/flux/shop.yaml');
  const { metadata: source } = GitRepository.parse(repository);
  const steps = kustomizations.map((one) => Kustomization.parse(one));

  test('takes everything from its source, from paths that have manifests', () => {
    expect(steps.map(({ spec }) => spec.sourceRef.name)).toEqual(steps.map(() => source.name));
    for (const { spec } of steps) expect(manifestsUnder(spec.path), spec.path).not.toEqual([]);
  });

  test('brings the operator with its definitions before the objects', () => {
    expect(
      steps.map(({ metadata: { name }, spec }) => [name, spec.dependsOn.map((one) => one.name)]),
    ).toEqual([
      ['cloudinfra-operator', []],
      ['shop', ['cloudinfra-operator']],
    ]);
    expect(steps[0]?.spec.prune).toBe(false);
  });
});

describe('the example for Argo CD', () => {
  const applications = documentsOf('deploy/argocd/shop.yaml').map((one) => Application.parse(one));

  test('takes everything from paths that have manifests', () => {
    for (const { spec } of applications)
      expect(manifestsUnder(spec.source.path), spec.source.path).not.toEqual([]);
  });

  test('never prunes the definitions', () => {
    expect(
      applications.map(({ metadata: { name }, spec }) => [name, spec.syncPolicy.automated.prune]),
    ).toEqual([
      ['cloudinfra-operator', false],
      ['shop', true],
    ]);
  });

  test('comes with the health scripts for every kind and for Operation', () => {
    const [settings] = documentsOf('deploy/argocd/argocd-cm.yaml');
    const scripts = [
      ...KINDS.map(({ kind }) => [kind, HEALTH_SCRIPT] as const),
      ['Operation', OPERATION_HEALTH_SCRIPT] as const,
    ];
    const data = Object.fromEntries(
      scripts.map(([kind, script]) => [
        `resource.customizations.health.cloudinfra.dev_${kind}`,
        script,
      ]),
    );
    expect(settings).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm' },
      data,
    });
  });
});

test('the objects of the examples say nothing of a namespace, so that each tool may choose it', () => {
  const objects = documentsUnder('deploy/examples') as readonly { readonly metadata: object }[];
  expect(objects.length).toBeGreaterThan(0);
  for (const object of objects) expect(object.metadata).not.toHaveProperty('namespace');
});
