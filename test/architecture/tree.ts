import { visitorKeys } from 'oxc-parser';

/** A node of a syntax tree, whatever its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A node where it stands. */
export interface Place {
  readonly node: Node;
  readonly parent: Node | null;
  /** The property of the parent under which the node stands. */
  readonly key: string;
}

/** The value of a property, of whatever that may be. */
export const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

export const isNode = (value: unknown): value is Node => typeof member(value, 'type') === 'string';

/** A place and all below it, from the outside in. */
export function* placesUnder(place: Place): Generator<Place> {
  yield place;
  for (const key of visitorKeys[place.node.type] ?? []) {
    for (const child of [place.node[key]].flat())
      if (isNode(child)) yield* placesUnder({ node: child, parent: place.node, key });
  }
}

/** The name or the text of a node, the last one of a chain; empty where it has none. */
export const wordOf = (value: unknown): string => {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return wordOf(value['property']);
  return textOf(value['name'] ?? value['value']);
};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
