import { COMMON_RULES, CommonSpec } from '../model/common-spec.ts';
import { CommonStatus } from '../model/common-status.ts';
import type { AnyKind } from '../model/kind.ts';
import { type Field, fieldsOf } from './fields.ts';
import { code, list, page, section, table } from './markdown.ts';
import { pageName } from './reference.ts';
import { structural } from './structural.ts';

const CONDITIONS = [
  [
    'Ready',
    "The item is as the spec asks and usable. Otherwise the reason is the service's own word for its state, and the message says the one thing in the way.",
  ],
  [
    'Synced',
    'The last pass found nothing to do, or did it. Otherwise the reason says what the operator waits for or was refused.',
  ],
  [
    'Reconciling',
    'There only while the operator or the service is at work, or will try again by itself.',
  ],
  ['Stalled', 'There only while nothing will change until somebody acts.'],
] as const;

const row = ({ path, type, limits, description }: Field) => [code(path), type, limits, description];

/** The first page of the reference: the kinds, and what is the same for all of them. */
export const indexPage = (kinds: readonly AnyKind[]): string =>
  page(
    '# Reference',
    table(
      ['Kind', 'Short names', 'What it is'],
      kinds.map((kind) => [
        `[${kind.kind}](${pageName(kind)})`,
        kind.shortNames.map(code).join(', '),
        kind.summary,
      ]),
    ),
    `All kinds are namespaced, in the category ${code('cloud')}: ${code('kubectl get cloud -A')} shows every object.`,
    section(
      'Fields of every kind',
      table(['Field', 'Type', 'Limits', 'What it is'], fieldsOf(structural(CommonSpec)).map(row)),
      list(COMMON_RULES.map(({ message }) => `${message}.`)),
    ),
    section(
      'Status of every kind',
      table(
        ['Field', 'Type', 'What it is'],
        fieldsOf(structural(CommonStatus)).map(({ path, type, description }) => [
          code(path),
          type,
          description,
        ]),
      ),
    ),
    section(
      'Conditions',
      table(['Type', 'What it says'], CONDITIONS),
      'Wait for an object with `kubectl wait --for=condition=Ready`.',
    ),
  );
