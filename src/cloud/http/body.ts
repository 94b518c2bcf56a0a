import { Secret } from '../../model/secret.ts';

const revealed = (value: unknown): unknown => {
  if (value instanceof Secret) return value.reveal();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revealed);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revealed(member)]));
};

/** Encodes a request body: the only place where a `Secret` becomes readable. */
export const encodeBody = (body: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(revealed(body));

/** Returns the secret texts of a request body, plain and as JSON escapes them. */
export function secretsIn(body: unknown): readonly string[] {
  if (body instanceof Secret) return textsIn(body.reveal());
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(secretsIn) : [];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value, JSON.stringify(value).slice(1, -1)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
