/** One sample of a scrape: a name, labels, a value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A declared metric: histograms have samples under derived names. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses the samples of a text in the Prometheus format. @throws for an invalid line */
export const samplesOf = (text: string): readonly Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`no sample: ${line}`);
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, word]) => [key, word])),
        value: Number(value),
      };
    });

export const familiesOf = (text: string): readonly Family[] =>
  [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = '', help = '', type = '']) => ({ name, help, type }),
  );

/** Returns the series of a text, without their values. */
export const seriesOf = (text: string): readonly string[] =>
  samplesOf(text)
    .map(({ name, labels }) => `${name}${JSON.stringify(labels)}`)
    .toSorted();

/** Sums all series of a name with these labels. */
export const sumOf = (
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samplesOf(text)
    .filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([key, word]) => sample.labels[key] === word),
    )
    .reduce((sum, { value }) => sum + value, 0);
