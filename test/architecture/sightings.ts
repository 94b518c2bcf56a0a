import { isNode, member, type Node, type Place, textOf, wordOf } from './tree.ts';

/** The kinds of facts in a source file, in the terms of the rules. */
export type FactType =
  | 'import'
  | 'reexport'
  | 'default export'
  | 'name'
  | 'member'
  | 'compared'
  | 'text'
  | 'comment'
  | 'call'
  | 'case'
  | 'async'
  | 'await'
  | 'throw'
  | 'class'
  | 'joined'
  | 'split';

/** Reports whether an identifier only labels a member or a property: `x.Date`, `{ Date: 1 }`. */
const isLabel = ({ parent, key }: Place): boolean =>
  parent !== null &&
  (key === 'property' || key === 'key') &&
  parent['computed'] !== true &&
  parent['shorthand'] !== true;

const withSource = (type: FactType) => (place: Place) =>
  isNode(place.node['source']) ? [[type, wordOf(place.node['source'])] as const] : [];
const functionFacts = ({ node }: Place) =>
  node['async'] === true ? [['async', node.type] as const] : [];

export type Sighting = readonly [FactType, string];

/** The facts of each form of syntax. */
export const SIGHTINGS: Readonly<Record<string, (place: Place) => readonly Sighting[]>> = {
  ImportDeclaration: withSource('import'),
  ImportExpression: withSource('import'),
  TSImportType: withSource('import'),
  ExportAllDeclaration: (place) => [
    ...withSource('import')(place),
    ...withSource('reexport')(place),
  ],
  ExportNamedDeclaration: (place) => [
    ...withSource('import')(place),
    ...withSource('reexport')(place),
  ],
  ExportDefaultDeclaration: ({ node }) => [['default export', node.type]],
  Identifier: (place) => (isLabel(place) ? [] : [['name', wordOf(place.node)]]),
  MemberExpression: memberFacts,
  VariableDeclarator: ({ node }) => [...destructured(node), ...splitInto(node)],
  Literal: ({ node }) => (typeof node['value'] === 'string' ? [['text', node['value']]] : []),
  TemplateElement: ({ node }) => [['text', textOf(member(node['value'], 'raw'))]],
  TemplateLiteral: ({ node }) => joinedIn(node),
  CallExpression: ({ node }) => [['call', wordOf(node['callee'])]],
  SwitchCase: ({ node }) => [['case', wordOf(node['test'])]],
  FunctionDeclaration: functionFacts,
  FunctionExpression: functionFacts,
  ArrowFunctionExpression: functionFacts,
  AwaitExpression: ({ node }) => [['await', node.type]],
  ForOfStatement: ({ node }) => (node['await'] === true ? [['await', node.type]] : []),
  ThrowStatement: ({ node }) => [['throw', node.type]],
  ClassDeclaration: ({ node }) => [['class', wordOf(node['id'])]],
  ClassExpression: ({ node }) => [['class', wordOf(node['id'])]],
};

/** Reports whether a value controls the flow: it is switched on, compared, or selects a row of a
 *  table. */
const decides = ({ parent, key }: Place): boolean =>
  parent?.type === 'BinaryExpression' ||
  key === 'discriminant' ||
  (key === 'property' && parent?.['computed'] === true);

function memberFacts(place: Place): readonly Sighting[] {
  const text = `${wordOf(place.node['object'])}.${wordOf(place.node['property'])}`;
  return decides(place)
    ? [
        ['member', text],
        ['compared', text],
      ]
    : [['member', text]];
}

/** Reports `process.env` in the form `const { env } = process`. */
function destructured(declarator: Node): readonly Sighting[] {
  const { id, init } = declarator;
  if (!isNode(id) || id.type !== 'ObjectPattern') return [];
  return [id['properties']]
    .flat()
    .map((property) => ['member', `${wordOf(init)}.${wordOf(member(property, 'key'))}`]);
}

/** Reports `a/b` for a text that is split like `const [a, b] = text.split('/')`. */
function splitInto({ id, init }: Node): readonly Sighting[] {
  if (!isNode(id) || id.type !== 'ArrayPattern' || wordOf(member(init, 'callee')) !== 'split')
    return [];
  const names = [id['elements']].flat().map((one) => wordOf(member(one, 'left') ?? one));
  return [['split', names.join('/')]];
}

/** Reports pairs of values that a template joins with only a slash between them. */
function joinedIn({ expressions, quasis }: Node): readonly Sighting[] {
  const values = [expressions].flat().map(wordOf);
  return [quasis]
    .flat()
    .slice(1, -1)
    .flatMap((quasi, at) =>
      textOf(member(member(quasi, 'value'), 'raw')) === '/'
        ? [['joined', `${values[at]}/${values[at + 1]}`] as const]
        : [],
    );
}
