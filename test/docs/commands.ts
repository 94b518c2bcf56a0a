import { blocksIn, type Page } from './pages.ts';

/** A block of commands, and the output on the page. */
export interface Lesson {
  readonly commands: readonly string[];
  /** Expected lines of the output; empty where the page shows none. */
  readonly shows: readonly string[];
}

/** Prefixes of commands that are not run from the pages, with the reason. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm run demo': 'test/e2e/readme.test.ts runs it',
  'kubectl --namespace argocd patch ': 'test/e2e/gitops/argocd.test.ts runs it',
  'npm start': 'test/e2e/readme.test.ts runs it',
  'cloudinfra-operator uninstall':
    'needs the operator to be stopped; test/e2e/removal.test.ts runs it',
  'cloudinfra-operator approve ': 'needs a plan that waits; test/e2e/approve.test.ts runs it',
  'cloudinfra-operator simulate ': 'serves until it is ended; the tests of simulator start it',
  'helm install ':
    'test/e2e/manifests/release.test.ts runs it, on definitions without another owner',
  'docker build ': 'needs Docker; test/deploy/dockerfile.test.ts reads the Dockerfile',
  'docker push ': 'needs a registry',
  'kubectl --namespace cloudinfra-system rollout status ': 'needs nodes that run the pods',
  'kubectl --namespace cloudinfra-system get lease ': 'needs nodes that run the pods',
};

/** Splits a block into commands: a line each, with its continuation lines. */
const commandsOf = (text: string): readonly string[] =>
  text.split(/(?<![\\|])\n/).filter((command) => command.trim() !== '');

export const isRun = (command: string): boolean =>
  !Object.keys(NOT_RUN).some((beginning) => command.startsWith(beginning));

/** Returns the lessons of a page, in order. */
export function lessonsIn(page: Page): readonly Lesson[] {
  const blocks = blocksIn(page);
  return blocks.flatMap(({ language, text }, at) => {
    const next = blocks[at + 1];
    const shows = next?.language === 'text' && next.follows ? next.text.split('\n') : [];
    return language === 'sh' ? [{ commands: commandsOf(text), shows }] : [];
  });
}

/** Returns the manifests of a page, with the file name in their first line; null where there is
 *  none. */
export const manifestsIn = (
  page: Page,
): readonly { readonly file: string | null; readonly text: string }[] =>
  blocksIn(page)
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => ({ file: /^# (\S+\.yaml)\n/.exec(text)?.[1] ?? null, text }));
