import { COMMON_RULES, CommonSpec } from '../model/common-spec.ts';
import { CommonStatus } from '../model/common-status.ts';
import type { AnyKind } from '../model/kind.ts';
import { OPERATION } from '../model/operation.ts';
import { type Field, fieldsOf } from './fields.ts';
import { code, list, page, section, table } from './markdown.ts';
import { pageName, sentence } from './reference.ts';
import { structural } from './structural.ts';

const CONDITIONS = [
  [
    'Ready',
    'The item matches the spec and is usable. Otherwise the reason is the state that the service reports, and the message names the obstacle.',
  ],
  [
    'Synced',
    'The last pass found no difference, or corrected it. Otherwise the reason names the wait or the failure.',
  ],
  [
    'Reconciling',
    'Present only while the operator or the service makes progress, or the operator retries.',
  ],
  ['Stalled', 'Present only while the object needs a person.'],
] as const;

const row = ({ path, type, limits, description }: Field) => [code(path), type, limits, description];

/** Builds the index of the reference: the kinds, and their common fields. */
export const indexPage = (kinds: readonly AnyKind[]): string =>
  page(
    '# Reference',
    table(
      ['Kind', 'Short names', 'Description'],
      kinds.map((kind) => [
        `[${kind.kind}](${pageName(kind)})`,
        kind.shortNames.map(code).join(', '),
        kind.summary,
      ]),
    ),
    `An [${OPERATION.kind}](operation.md) (${OPERATION.shortNames.map(code).join(', ')}) carries out an action once.`,
    `All kinds are namespaced, in the category ${code('cloud')}: ${code('kubectl get cloud -A')} shows every object.`,
    section(
      'Fields of every kind',
      table(['Field', 'Type', 'Limits', 'Description'], fieldsOf(structural(CommonSpec)).map(row)),
      list(COMMON_RULES.map(sentence)),
    ),
    section(
      'Status of every kind',
      table(
        ['Field', 'Type', 'Description'],
        fieldsOf(structural(CommonStatus)).map(({ path, type, description }) => [
          code(path),
          type,
          description,
        ]),
      ),
    ),
    section(
      'Conditions',
      table(['Type', 'Meaning'], CONDITIONS),
      'Wait for an object with `kubectl wait --for=condition=Ready`.',
    ),
  );
