import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gadget } from '../../test/support/gadget.ts';
import type { AnyKind } from '../model/kind.ts';
import { definition, objectSchema, specSchema, statusSchema } from './definition.ts';
import { everySchema, type Schema } from './schema.ts';

describe('the definition of a kind', () => {
  const { metadata, spec } = definition(gadget);

  test('is found by its names and in the category', () => {
    expect(metadata.name).toBe('gadgets.cloudinfra.dev');
    expect(spec.names).toEqual({
      kind: 'Gadget',
      listKind: 'GadgetList',
      plural: 'gadgets',
      singular: 'gadget',
      shortNames: ['gad'],
      categories: ['cloud'],
    });
  });

  test("shows the kind's own columns between those of every kind, and for who asks for more the message", () => {
    const columns = spec.versions[0]?.additionalPrinterColumns;
    expect(columns?.map(({ name }) => name)).toEqual([
      'Ready',
      'Synced',
      'ID',
      'Weight',
      'Age',
      'Message',
    ]);
    expect(columns?.filter((column) => 'priority' in column).map(({ name }) => name)).toEqual([
      'Message',
    ]);
  });

  test('shows ids of the form that the items have, and imports one', () => {
    const named = { ...gadget, textIds: true, item: z.object({ id: z.string() }) } as AnyKind;
    const idOf = (kind: AnyKind) => [
      definition(kind).spec.versions[0]?.additionalPrinterColumns.find(({ name }) => name === 'ID')
        ?.type,
      statusSchema(kind).properties?.['id']?.type,
      specSchema(kind).properties?.['import']?.properties?.['id'],
    ];
    expect(idOf(gadget)).toMatchObject(['integer', 'integer', { type: 'integer', minimum: 1 }]);
    expect(idOf(named)).toMatchObject(['string', 'string', { type: 'string', maxLength: 64 }]);
  });

  test('has a column for the status word where the items have one', () => {
    const stated = { ...gadget, item: z.object({ id: z.int(), status: z.string() }) } as AnyKind;
    const names = definition(stated).spec.versions[0]?.additionalPrinterColumns.map(
      ({ name }) => name,
    );
    expect(names).toEqual(['Ready', 'Synced', 'State', 'ID', 'Weight', 'Age', 'Message']);
  });

  test('lets objects be selected by the id of the item, and by region, type and status word where the kind has them', () => {
    const selected = (kind: AnyKind) =>
      definition(kind).spec.versions[0]?.selectableFields.map(({ jsonPath }) => jsonPath);
    const placed = { ...gadget, spec: gadget.spec.extend({ region: z.string() }) } as AnyKind;
    const stated = { ...gadget, item: z.object({ id: z.int(), status: z.string() }) } as AnyKind;
    expect([gadget, placed, stated].map(selected)).toEqual([
      ['.status.id'],
      ['.spec.region', '.status.id'],
      ['.status.id', '.status.state'],
    ]);
  });

  test('explains which fields cannot change, and what is done where the policy is silent', () => {
    const descriptionAt = (...path: readonly string[]) =>
      path.reduce<Schema | undefined>(
        (schema, field) => schema?.properties?.[field],
        objectSchema(gadget),
      )?.description;
    expect(descriptionAt('spec', 'color')).toBe('Its colour. Immutable after creation.');
    expect(descriptionAt('spec', 'seed')).toBe('What it grows from. Used only at creation.');
    expect(descriptionAt('spec', 'size')).toBe('Its size.');
    expect(descriptionAt('spec', 'policy', 'deletion')).toMatch(/ Default of this kind: Delete\.$/);
  });

  test('describes every field, of spec and status', () => {
    const silent = [
      ...everySchema(specSchema(gadget), 'spec'),
      ...everySchema(statusSchema(gadget), 'status'),
    ]
      .filter(({ path, schema }) => !/[\]}]$/.test(path) && schema.description === undefined)
      .map(({ path }) => path);
    expect(silent).toEqual([]);
  });

  test('demands nothing of a spec but what is always needed', () => {
    const required = everySchema(specSchema(gadget), 'spec').flatMap(({ path, schema }) =>
      (schema.required ?? []).map((name) => `${path}.${name}`),
    );
    expect(required).toEqual(['spec.parts[].name', 'spec.credentialsRef.name', 'spec.import.by']);
  });

  test('demands nothing of a status but what makes a condition one', () => {
    const required = everySchema(statusSchema(gadget), 'status').flatMap(({ path, schema }) =>
      (schema.required ?? []).map((name) => `${path}.${name}`),
    );
    const members = ['lastTransitionTime', 'message', 'reason', 'status', 'type'];
    expect(required.toSorted()).toEqual([
      ...members.map((member) => `status.conditions[].${member}`),
      'status.internal.stored[].field',
    ]);
  });

  test('merges tags as a set, conditions by type, and lists in order as a whole', () => {
    expect(specSchema(gadget).properties?.['tags']).toMatchObject({
      'x-kubernetes-list-type': 'set',
    });
    expect(specSchema(gadget).properties?.['parts']).toMatchObject({
      'x-kubernetes-list-type': 'atomic',
    });
    expect(statusSchema(gadget).properties?.['conditions']).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    });
  });

  test('starts every object as not observed', () => {
    expect(objectSchema(gadget).properties?.['status']?.default).toEqual({
      observedGeneration: -1,
    });
  });
});
