/** A field that a script requests at its deployment. Source: images#stackscripts. */
export interface Question {
  readonly label: string;
  readonly name: string;
  readonly example?: string;
  readonly default?: string;
  readonly oneOf?: string;
  readonly manyOf?: string;
}

const TAG = /<udf\s([^>]*?)\/?>/gi;
const ATTRIBUTE = /(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const KEYS = ['example', 'default', 'oneOf', 'manyOf'] as const;

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map((match) => [
      (match[1] ?? '').toLowerCase(),
      match[2] ?? match[3] ?? '',
    ]),
  );

/** Parses the fields in a script's udf tags; ignores one without a name. */
export const questions = (script: string): readonly Question[] =>
  [...script.matchAll(TAG)].flatMap((match) => {
    const given = attributesOf(match[1] ?? '');
    const name = given.get('name');
    if (name === undefined) return [];
    const rest = KEYS.flatMap((key) => {
      const value = given.get(key.toLowerCase());
      return value === undefined ? [] : [[key, value] as const];
    });
    return [{ label: given.get('label') ?? '', name, ...Object.fromEntries(rest) }];
  });

/** Returns the problem of answers to a script; undefined when they match. */
export const answerProblem = (
  script: string,
  answers: Readonly<Record<string, unknown>>,
): string | undefined => {
  for (const { name, default: fallback, oneOf } of questions(script)) {
    const answer = answers[name];
    if (answer === undefined && fallback === undefined) return `${name} is required`;
    if (
      answer !== undefined &&
      oneOf !== undefined &&
      (typeof answer !== 'string' || !oneOf.split(',').includes(answer))
    )
      return `${name} must be one of ${oneOf}`;
  }
  return undefined;
};
