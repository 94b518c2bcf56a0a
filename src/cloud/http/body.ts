import { Secret } from '../../model/secret.ts';

const revealed = (value: unknown): unknown => {
  if (value instanceof Secret) return value.reveal();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revealed);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revealed(member)]));
};

/** The JSON text of a request body: the only place where a `Secret` in it becomes readable. */
export const encodeBody = (body: Readonly<Record<string, unknown>>): string => JSON.stringify(revealed(body));
