import { blocksIn, type Page } from './pages.ts';

/** A block of commands as a reader runs it, and what the page shows of its output. */
export interface Lesson {
  readonly commands: readonly string[];
  /** Lines that the output has; empty where the page shows none. */
  readonly shows: readonly string[];
}

/** The beginnings of commands that are not run from the pages, and why. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm run demo': 'test/e2e/readme.test.ts runs it',
  'kubectl --namespace argocd patch ': 'test/e2e/gitops/argocd.test.ts runs it',
  'npm start': 'test/e2e/readme.test.ts runs it',
  'cloudinfra-operator uninstall':
    'needs the operator to be stopped; test/e2e/removal.test.ts runs it',
  'cloudinfra-operator approve ': 'needs a plan that waits; test/e2e/approve.test.ts runs it',
  'cloudinfra-operator simulate ': 'serves until it is ended; the tests of simulator start it',
  'helm install ':
    'test/e2e/manifests/release.test.ts runs it, on definitions that belong to nobody else',
  'docker build ': 'needs Docker; test/deploy/dockerfile.test.ts reads the Dockerfile',
  'docker push ': 'needs a registry',
  'kubectl --namespace cloudinfra-system rollout status ': 'needs nodes that run the pods',
  'kubectl --namespace cloudinfra-system get lease ': 'needs nodes that run the pods',
};

/** Commands in a block: a line each, together with the lines that it goes on in. */
const commandsOf = (text: string): readonly string[] =>
  text.split(/(?<![\\|])\n/).filter((command) => command.trim() !== '');

export const isRun = (command: string): boolean =>
  !Object.keys(NOT_RUN).some((beginning) => command.startsWith(beginning));

/** The lessons of a page, in order. */
export function lessonsIn(page: Page): readonly Lesson[] {
  const blocks = blocksIn(page);
  return blocks.flatMap(({ language, text }, at) => {
    const next = blocks[at + 1];
    const shows = next?.language === 'text' && next.follows ? next.text.split('\n') : [];
    return language === 'sh' ? [{ commands: commandsOf(text), shows }] : [];
  });
}

/** The manifests of a page, with the name of the file that their first line gives; null where it
 *  gives none. */
export const manifestsIn = (
  page: Page,
): readonly { readonly file: string | null; readonly text: string }[] =>
  blocksIn(page)
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => ({ file: /^# (\S+\.yaml)\n/.exec(text)?.[1] ?? null, text }));
