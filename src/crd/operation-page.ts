import { API_VERSION } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';
import { OPERATION, verbsOf } from '../model/operation.ts';
import { entryFor } from '../model/table.ts';
import { type Field, fieldsOf } from './fields.ts';
import { code, list, page, section, table } from './markdown.ts';
import { operationSpecSchema, operationStatusSchema } from './operation.ts';
import type { Validation } from './schema.ts';

/** Returns the description of a verb: `Restarts …`. */
const doesOf = (kind: AnyKind, verb: string): string =>
  entryFor(kind.requests, verb)?.does ?? entryFor(kind.answers ?? {}, verb)?.does ?? '';

/** Returns the verbs of a kind, one per line, for the reference pages. */
export const verbLines = (kind: AnyKind): readonly string[] =>
  verbsOf(kind).map((verb) => `${code(verb)}: ${doesOf(kind, verb)}`);

const specRow = ({ path, type, required, limits, description }: Field) => [
  code(path),
  type,
  required ? 'yes' : '',
  limits,
  description,
];

/** Returns the names of Operation in manifests and for kubectl. */
const namesTable = (): string =>
  table(
    ['', ''],
    [
      ['In manifests', `${code(`apiVersion: ${API_VERSION}`)}, ${code(`kind: ${OPERATION.kind}`)}`],
      [
        'With kubectl',
        [OPERATION.plural, ...OPERATION.shortNames]
          .map((name) => code(`kubectl get ${name}`))
          .join(', '),
      ],
    ],
  );

const statusRow = ({ path, type, description }: Field) => [code(path), type, description];

const sentence = ({ fieldPath, message }: Validation): string =>
  `${code(fieldPath?.slice(1) ?? 'spec')} ${message}.`;

/** Builds the reference page of Operation. `example`: its example manifest. */
export function operationPage(kinds: readonly AnyKind[], example: string): string {
  const spec = operationSpecSchema(kinds);
  const verbs = kinds.flatMap((kind) =>
    verbsOf(kind).map((verb) => [code(kind.kind), code(verb), doesOf(kind, verb)]),
  );
  return page(
    `# ${OPERATION.kind}`,
    OPERATION.summary,
    namesTable(),
    section('Example', `\`\`\`yaml\n${example.trim()}\n\`\`\``),
    section('Verbs', table(['Kind of the target', 'Verb', 'What it does'], verbs)),
    section(
      'Spec',
      'The spec cannot change.',
      table(
        ['Field', 'Type', 'Needed', 'Limits', 'What it is'],
        fieldsOf({ ...spec, 'x-kubernetes-validations': [] }).map(specRow),
      ),
    ),
    section(
      'Rules',
      'A manifest that breaks one of these is refused when it is applied.',
      list((spec['x-kubernetes-validations'] ?? []).map(sentence)),
    ),
    section(
      'Status',
      table(['Field', 'Type', 'What it is'], fieldsOf(operationStatusSchema()).map(statusRow)),
    ),
  );
}
