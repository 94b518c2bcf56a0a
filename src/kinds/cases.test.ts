import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { desiredOf, merged, observedOf, stepsOf } from '../../test/support/kinds/played.ts';
import { endpoints } from '../api/endpoints.ts';
import { planLine } from '../model/chain.ts';
import { CommonSpec } from '../model/common-spec.ts';
import type { Rule } from '../model/definition.ts';
import { API_VERSION } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';
import { calls } from '../model/plan.ts';
import type { Write } from '../model/request.ts';
import { Secret } from '../model/secret.ts';
import { KINDS } from './index.ts';
import { REGISTRY } from './rows.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: object;
}

/** The examples in the kinds' folders. */
const examples = globSync('*/example.yaml', { cwd: import.meta.dirname }).map(
  (path) => load(readFileSync(join(import.meta.dirname, path), 'utf8')) as Manifest,
);

/** Converts a body to the form that the adapter sends. */
const revealed = (value: unknown): unknown => {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, revealed(member)]],
    ),
  );
};

/** Returns the breaches of the contract in a request: no such endpoint, or a body that it does not
 *  describe. */
function contractBreaches(write: Write): readonly string[] {
  const template = (path: string) =>
    new RegExp(
      `^${path.replaceAll('{imageId}', 'private/[^/]+').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
    );
  const [found] = [...endpoints.values()].filter(
    ({ method, path }) => method === write.method && template(path).test(write.path),
  );
  if (found === undefined) return [`${write.method} ${write.path} is no endpoint`];
  const body = revealed(write.body ?? {});
  if (found.body === undefined)
    return Object.keys(body as object).map((name) => `${write.path} takes no ${name}`);
  return (
    found.body
      .safeParse(body)
      .error?.issues.map(({ path, message }) => `${write.path} ${path.join('.')}: ${message}`) ?? []
  );
}

/** Returns zod's problems with a manifest, one line each, with the path of the field. */
function problems(kind: AnyKind, spec: object): readonly string[] {
  const { error } = (kind.spec as z.ZodObject).extend(CommonSpec.shape).safeParse(spec);
  const at = (path: readonly PropertyKey[]) =>
    path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return error?.issues.map((issue) => `spec${at(issue.path)}: ${issue.message}`) ?? [];
}

test('every kind has rows', () => {
  expect(REGISTRY.map(({ kind }) => kind)).toEqual(KINDS);
});

describe.each(REGISTRY.map(({ kind, cases }) => [kind.kind, kind, cases] as const))(
  '%s',
  (_, kind, table) => {
    const rows = table.cases.map((row) => [row.name, row] as const);
    const messages: readonly string[] = kind.rules.map(
      ({ field, message }: Rule) => `spec.${field}: ${message}`,
    );

    test.each(rows.filter(([, row]) => row.plan !== undefined))('%s', (_name, row) => {
      const steps = stepsOf(kind, table, row);
      expect(steps.map(planLine)).toEqual(row.plan);
      expect(calls(steps).flatMap(({ write }) => contractBreaches(write))).toEqual([]);
      if (row.sends !== undefined)
        expect(JSON.parse(JSON.stringify(calls(steps).map(({ write }) => write.body)))).toEqual(
          row.sends,
        );
    });

    test.each(rows.filter(([, row]) => row.item === null))(
      'one request at most brings it into being: %s',
      (_name, row) => {
        const steps = stepsOf(kind, table, row);
        expect(steps).toHaveLength(1);
        if (steps[0]?.type === 'call') expect(steps[0].answers).toBe('item');
      },
    );

    test.each(rows.filter(([, row]) => row.health !== undefined))('health: %s', (_name, row) => {
      const recorded = kind.status.partial().parse(row.recorded ?? {});
      const { message, ...health } = kind.health(
        desiredOf(kind, table, row),
        observedOf(kind, table, row),
        recorded,
      );
      expect(health).toEqual(row.health);
      expect(message).toMatch(/^[a-z].*[^.]$/);
    });

    test.each(rows.filter(([, row]) => row.refused !== undefined && row.keptBy === 'schema'))(
      'admission: %s',
      (_name, row) => {
        expect(problems(kind, merged(table.spec, row.spec)).join('\n')).toContain(row.refused);
      },
    );

    test.each(rows.filter(([, row]) => row.refused !== undefined && row.keptBy === 'CEL'))(
      'admission, by a rule: %s',
      (_name, row) => {
        expect(problems(kind, merged(table.spec, row.spec))).toEqual([]);
        expect(messages.filter((line) => line.includes(row.refused ?? ''))).toHaveLength(1);
      },
    );

    test('every rule of admission has a row', () => {
      const refused = table.cases.flatMap((row) =>
        row.refused === undefined ? [] : [row.refused],
      );
      const shown = (line: string) => refused.some((part) => line.includes(part));
      expect(messages.filter((line) => !shown(line))).toEqual([]);
    });

    test('every row says something, under a name of its own', () => {
      expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
      expect(
        rows.filter(([, row]) => (row.plan ?? row.health ?? row.refused) === undefined),
      ).toEqual([]);
    });

    test('the smallest item needs nothing and the example is accepted', () => {
      expect(stepsOf(kind, table, { name: '' })).toEqual([]);
      const manifest = examples.find((one) => one.kind === kind.kind) as Manifest;
      expect([manifest.apiVersion, manifest.kind]).toEqual([API_VERSION, kind.kind]);
      expect(problems(kind, manifest.spec)).toEqual([]);
    });
  },
);
