import { CommonSpec } from '../model/common-spec.ts';
import { CommonStatus } from '../model/common-status.ts';
import type { Rule } from '../model/definition.ts';
import { API_VERSION } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';
import { verbsOf } from '../model/operation.ts';
import type { Ref } from '../model/ref.ts';
import { specSchema, statusSchema } from './definition.ts';
import { type Field, fieldsOf } from './fields.ts';
import { code, list, page, section, table } from './markdown.ts';
import { verbLines } from './operation-page.ts';

/** Formats a rule as a sentence: the field, and its requirement. */
export const sentence = ({ field, message }: Rule): string => `${code(field)} ${message}.`;

/** Returns the file name of a kind's page. */
export const pageName = (kind: AnyKind): string => `${kind.kind.toLowerCase()}.md`;

const topOf = ({ path }: Field): string => path.split(/[.[{]/)[0] ?? path;

function change(kind: AnyKind, row: Field): string {
  const field = topOf(row);
  if (kind.createOnly.includes(field)) return 'only at creation';
  if (kind.immutable.includes(field)) return 'not once the item exists';
  return 'any time';
}

function needed(kind: AnyKind, { path, required }: Field): string {
  if (required) return 'yes';
  return kind.requiredToCreate.includes(path) ? 'to create' : '';
}

const specRow = (kind: AnyKind, field: Field) => [
  code(field.path),
  field.type,
  needed(kind, field),
  field.limits,
  change(kind, field),
  field.description,
];

const overview = (kind: AnyKind): string =>
  table(
    ['', ''],
    [
      ['In manifests', `${code(`apiVersion: ${API_VERSION}`)}, ${code(`kind: ${kind.kind}`)}`],
      [
        'With kubectl',
        [kind.plural, ...kind.shortNames].map((name) => code(`kubectl get ${name}`)).join(', '),
      ],
      [
        'Deletion of the object',
        kind.deletion === 'Delete'
          ? 'The item is deleted, unless the policy is Retain'
          : 'The item remains, unless the policy is Delete',
      ],
      [
        'Loss of the item',
        kind.loss === 'Recreate'
          ? 'The operator creates it again, unless the policy is Hold'
          : 'The operator waits for a person, unless the policy is Recreate',
      ],
      ['Holds data', kind.holdsData ? 'yes' : 'no'],
      ['Scopes of the token', kind.scopes.map(code).join(', ')],
      ...(kind.grant === undefined
        ? []
        : [['Grant of a restricted user to create', code(kind.grant)]]),
      ...(kind.unrestrictedToDelete === true ? [['To delete', 'an unrestricted user']] : []),
    ],
  );

const reference = ({ path, into, kind, by, take, neededFor }: Ref): string =>
  `${code(path)} points to ${by === 'name' ? `the ${kind} of this name` : `all ${kind} objects that match`} in the same namespace and ${into === undefined ? `stands for its ${code(take)}` : `gives ${code(into)} its ${code(take)}`}. ` +
  `While it does not exist, ${neededFor === 'create' ? 'the operator does not create the item' : 'the steps that need it wait'}.`;

function secrets(kind: AnyKind): readonly string[] {
  const made = kind.generates;
  return [
    ...kind.secretRefs.map(
      ({ path, key }) =>
        `${code(path)} names a Secret of the same namespace. The key is ${code(key)} unless the reference names another key.`,
    ),
    ...(made === undefined
      ? []
      : [
          `Unless the spec sets ${code(made.field)}, the operator generates a value before it creates the item, and stores it in the Secret ${code(`<name>-${made.suffix}`)}, key ${code(made.key)}.`,
        ]),
    ...(kind.secret === undefined
      ? []
      : [
          'The operator writes the connection data to a Secret of the same namespace, and keeps it current.',
        ]),
  ];
}

const withoutCommon = (fields: readonly Field[], common: object): readonly Field[] =>
  fields.filter((field) => !(topOf(field) in common));

/** Builds the reference page of a kind. `example`: a manifest of it. Common fields are on the index
 *  page. */
export function referencePage(kind: AnyKind, example: string): string {
  const spec = withoutCommon(fieldsOf(specSchema(kind)), CommonSpec.shape);
  const status = withoutCommon(fieldsOf(statusSchema(kind)), CommonStatus.shape);
  return page(
    `# ${kind.kind}`,
    kind.summary,
    overview(kind),
    section('Example', `\`\`\`yaml\n${example.trim()}\n\`\`\``),
    section(
      'Spec',
      'The operator does not manage a field that is not set: the service uses its default, and the status shows it. Every kind has [more fields](README.md#fields-of-every-kind).',
      table(
        ['Field', 'Type', 'Needed', 'Limits', 'Can change', 'Description'],
        spec.map((field) => specRow(kind, field)),
      ),
    ),
    section(
      'Rules',
      'Admission rejects a manifest that violates one of these rules.',
      list(kind.rules.map(sentence)),
    ),
    section('References', list(kind.refs.map(reference))),
    section('Secrets', list(secrets(kind))),
    ...(verbsOf(kind).length === 0
      ? []
      : [
          section(
            'Operations',
            'An [Operation](operation.md) carries out each of these once.',
            list(verbLines(kind)),
          ),
        ]),
    section(
      'Status',
      'Every kind has [more fields](README.md#status-of-every-kind) and [conditions](README.md#conditions).',
      table(
        ['Field', 'Type', 'Description'],
        status.map(({ path, type, description }) => [code(path), type, description]),
      ),
    ),
  );
}
