import { visitorKeys } from 'oxc-parser';

/** A node of a syntax tree, of any type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A node in its context. */
export interface Place {
  readonly node: Node;
  readonly parent: Node | null;
  /** The parent's property that contains the node. */
  readonly key: string;
}

/** Returns a property of any value. */
export const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

export const isNode = (value: unknown): value is Node => typeof member(value, 'type') === 'string';

/** Iterates over a place and its descendants, parents first. */
export function* placesUnder(place: Place): Generator<Place> {
  yield place;
  for (const key of visitorKeys[place.node.type] ?? []) {
    for (const child of [place.node[key]].flat())
      if (isNode(child)) yield* placesUnder({ node: child, parent: place.node, key });
  }
}

/** Returns the name or the text of a node, the last one of a chain; empty where there is none. */
export const wordOf = (value: unknown): string => {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return wordOf(value['property']);
  return textOf(value['name'] ?? value['value']);
};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
