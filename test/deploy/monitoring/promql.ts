/** A reference of an expression: a metric, the labels that it selects or groups by, and the values
 *  selected by equality. */
export interface Reference {
  readonly metric: string;
  readonly labels: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

const WORDS = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][a-zA-Z0-9_:]*|[{}(),]|=~|!~|!=|=|\S/g;
const GROUPING = ['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'];
const OPERATORS = ['and', 'or', 'unless', 'bool', 'offset', ...GROUPING];
const NAME = /^[a-zA-Z_:]/;

/** Returns the metrics of an expression with their selectors, and its grouping labels. Scans words
 *  without a grammar: Prometheus itself checks the syntax. */
export function referencesIn(expr: string): {
  readonly references: readonly Reference[];
  readonly grouped: readonly string[];
} {
  const words = [...expr.matchAll(WORDS)].map(([word]) => word);
  const references: Reference[] = [];
  const grouped: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = [words[at], words[at + 1]];
    const isFunction = next === '(' || GROUPING.includes(next);
    if (GROUPING.includes(word)) {
      const inside = next === '(' ? words.slice(at + 2, words.indexOf(')', at)) : [];
      grouped.push(...inside.filter((one) => NAME.test(one)));
      at += next === '(' ? inside.length + 2 : 0;
    } else if (NAME.test(word) && !OPERATORS.includes(word) && !isFunction) {
      const selector = next === '{' ? words.slice(at + 2, words.indexOf('}', at)) : [];
      references.push({ metric: word, ...selected(selector) });
      at += selector.length;
    }
  }
  return { references, grouped };
}

/** Returns the selector's words in triples: label, operator, value. */
function selected(words: readonly string[]): Pick<Reference, 'labels' | 'values'> {
  const matchers = words.join('').matchAll(/([a-zA-Z_]\w*)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"/g);
  const all = [...matchers].map(([, label = '', operator = '', value = '']) => ({
    label,
    operator,
    value,
  }));
  return {
    labels: all.map(({ label }) => label),
    values: Object.fromEntries(
      all.flatMap(({ label, operator, value }) => (operator === '=' ? [[label, value]] : [])),
    ),
  };
}
