import type { ArchitectureRule } from './rule.ts';
import type { SourceFile } from './source.ts';

/** Headings of the pages of docs/service, as anchors, by the name of the page. */
export type Headings = ReadonlyMap<string, readonly string[]>;

const CITATION = /^([a-z]+)#([a-z\d-]+)$/;
/** Matches a text that starts with a citation, alone or before its reason. */
const CITING = /^(([a-z]+)#[a-z\d-]+)(?:: |$)/;
/** Matches citations of descriptions outside the repository. */
const CLOSED = /\bdocuments? [1-3]\b|\bfacts,? \d/;
/** Matches sources other than the service: a publisher, or an address. */
const OUTSIDE = /^(?:Kubernetes\b|https:)/;

const opens = (citation: string, headings: Headings): boolean => {
  const [, page = '', heading = ''] = CITATION.exec(citation) ?? [];
  return headings.get(page)?.includes(heading) === true;
};

/** Returns the citations of a comment: the list after the word Source and a colon, separated by
 *  semicolons. */
const citedIn = (comment: string): readonly string[] => {
  const text = comment.replaceAll(/\s*\n\s*\*? */g, ' ').trim();
  return [...text.matchAll(/\bSource: (.*?)(?:\.(?= |$)|$)/g)].flatMap(([, list = '']) =>
    OUTSIDE.test(list) ? [] : list.split('; '),
  );
};

/** Returns the citation of a text that is one or begins with one, when it names a page. */
function citedBy(text: string, headings: Headings): readonly string[] {
  const [, citation = '', page = ''] = CITING.exec(text) ?? [];
  return headings.has(page) ? [citation] : [];
}

function problemsIn({ path, facts }: SourceFile, headings: Headings): readonly string[] {
  return facts.flatMap(({ type, text, line }) => {
    if (type !== 'comment' && type !== 'text') return [];
    const closed = CLOSED.exec(text)?.[0];
    const cited = type === 'comment' ? citedIn(text) : citedBy(text, headings);
    return [
      ...(closed === undefined
        ? []
        : [
            `«${closed}» is not in the repository: cite a heading of docs/service, such as volumes#resize`,
          ]),
      ...cited
        .filter((citation) => !CLOSED.test(citation) && !opens(citation, headings))
        .map((citation) => `docs/service has no heading for ${citation}`),
    ].map((problem) => `${path}:${line}: ${problem}`);
  });
}

/** Requires that every cited source exists: docs/service/README.md describes the form. */
export const citations = (headings: Headings): ArchitectureRule => ({
  name: 'every source that a comment or a row cites is a heading of docs/service',
  broken: (files) => files.flatMap((file) => problemsIn(file, headings)),
});
