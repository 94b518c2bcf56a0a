import { z } from 'zod';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SHORTEST_POLL_MS = 1_000;

/** Parses a duration such as `30s` or `5m` to milliseconds; null when it is invalid. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  return digits === undefined || unit === undefined ? null : Number(digits) * (UNITS[unit] ?? 1);
}

/** A flag without a value. */
export const Switch = z.boolean().default(false);

/** A text that is not empty. */
export const Text = z.string().min(1, 'must not be empty');

/** Formats a duration as a flag accepts it: `15m`. */
export function durationText(ms: number): string {
  const [unit = 'ms', size = 1] =
    Object.entries(UNITS)
      .toReversed()
      .find(([, each]) => ms % each === 0) ?? [];
  return `${ms / size}${unit}`;
}

export const Duration = z.string().transform((text, ctx) => {
  const ms = parseDuration(text);
  if (ms === null || ms < SHORTEST_POLL_MS)
    ctx.addIssue({
      code: 'custom',
      message: 'must be a duration of at least 1s, such as 30s or 5m',
    });
  return ms ?? 0;
});

export const Url = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address of the service, such as https://api.example.com/v4',
  )
  .transform((text) => text.replace(/\/+$/, ''));

export const Listen = z.string().transform((text, ctx) => {
  const [, host, port] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535)
    ctx.addIssue({ code: 'custom', message: 'must be HOST:PORT such as 0.0.0.0:8080' });
  return { host: host === '' || host === undefined ? '0.0.0.0' : host, port: Number(port ?? 0) };
});

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const Namespace = z.string().regex(DNS_LABEL, 'must be the name of a namespace');

/** Leaves room for the prefixes of a class in the names of finalizers, labels and Events. */
const CLASS = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
/** A class of operators; empty: none. */
export const OperatorClass = z
  .string()
  .refine(
    (text) => text === '' || CLASS.test(text),
    'must be a class: at most 40 lower-case letters, digits and hyphens, such as gold',
  )
  .transform((text) => (text === '' ? null : text));

/** Selects every namespace explicitly. */
const EVERY = '*';
/** Namespaces that a credential serves; null: all. */
export const ServedNamespaces = z
  .array(
    z
      .string()
      .refine(
        (text) => text === EVERY || DNS_LABEL.test(text),
        `must be the name of a namespace, or ${EVERY} for all namespaces`,
      ),
  )
  .transform((names) => (names.includes(EVERY) ? null : names));

const LARGEST_COUNT = 9_999;
export const Count = z.string().transform((text, ctx) => {
  if (!/^\d{1,4}$/.test(text))
    ctx.addIssue({ code: 'custom', message: `must be a number from 0 to ${LARGEST_COUNT}` });
  return Number(text);
});
