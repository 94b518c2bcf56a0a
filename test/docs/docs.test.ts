import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIREWALL } from '../../src/api/firewall-rules.ts';
import { SNAPSHOTS_MAX } from '../../src/api/mysql-backups.ts';
import { keptFor, mostFor } from '../../src/cloud/budget/shares.ts';
import { DEFAULT_TUNING } from '../../src/cloud/settings.ts';
import { DEFAULT_SETTINGS } from '../../src/engine/term/environment.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { lessonsIn, NOT_RUN } from './commands.ts';
import { costProblems } from './costs.ts';
import { pageProblems } from './kind-pages.ts';
import { commandNames, everyHelp, missingPaths, missingScripts, unknownFlags } from './mentions.ts';
import {
  anchorsIn,
  blocksIn,
  codeIn,
  linksIn,
  type Page,
  pageAt,
  pages,
  ROOT,
  rowsIn,
  sectionOf,
} from './pages.ts';
import {
  eventReasons,
  healthReasons,
  readyReasons,
  syncedReasons,
  writtenReasons,
} from './reasons.ts';

const kindPage = (kind: string): Page => pageAt(`docs/kinds/${kind.toLowerCase()}.md`);
const examples = globSync('src/kinds/*/example.yaml', { cwd: ROOT }).map((path) =>
  readFileSync(join(ROOT, path), 'utf8').trimEnd(),
);
const outside = (target: string): boolean => /^(https?|mailto):/.test(target);

function brokenIn(page: Page): readonly string[] {
  return linksIn(page)
    .filter((target) => !outside(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
      if (!existsSync(join(ROOT, path))) return true;
      return anchor !== undefined && !anchorsIn(pageAt(path)).includes(anchor);
    });
}

describe('pages', () => {
  test.for(pages.map((page) => [page.path, page] as const))(
    'every link of %s leads somewhere',
    ([, page]) => {
      expect(brokenIn(page)).toEqual([]);
    },
  );

  /** Decision records may describe an earlier state. */
  const current = pages.filter(({ path }) => !path.startsWith('docs/decisions/'));
  test.for(current.map((page) => [page.path, page] as const))(
    'every path, script and flag that %s names is there',
    async ([, page]) => {
      expect([
        ...missingPaths(page),
        ...missingScripts(page),
        ...unknownFlags(page, await everyHelp()),
      ]).toEqual([]);
    },
  );

  test('the walk saw links, anchors and the help of commands', async () => {
    const links = pages.flatMap(linksIn);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => link.includes('#')).length).toBeGreaterThan(20);
    expect(await everyHelp()).toMatch(/--brake-count[^]*--speed/);
  });

  test('every command that is not run from a page stands on one, and what its reason names is there', () => {
    const commands = pages
      .filter(({ path }) => path.startsWith('docs/'))
      .flatMap((page) => lessonsIn(page).flatMap((lesson) => lesson.commands));
    for (const [beginning, reason] of Object.entries(NOT_RUN)) {
      expect(commands).toContainEqual(expect.stringMatching(beginning));
      for (const [file] of reason.matchAll(/(?:src|test)\/[\w/.]+/g))
        expect(existsSync(join(ROOT, file))).toBe(true);
    }
  });

  test('the layout in the README names every folder of the repository and of src, and no other', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    const folders = tracked.flatMap(
      (path) => /^(?:src\/[^/]+|(?!src)[^./][^/]*)(?=\/)/.exec(path) ?? [],
    );
    const found = rowsIn(sectionOf(pageAt('README.md'), 'Repository layout')).flatMap(
      ([folder = '']) => codeIn(folder),
    );
    expect(found.toSorted()).toEqual([...new Set(folders)].toSorted());
  });

  test('the design names every folder of the engine, and no other', () => {
    const folders = readdirSync(join(ROOT, 'src/engine'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const found = rowsIn(sectionOf(pageAt('docs/design.md'), 'Folders')).flatMap(([folder = '']) =>
      codeIn(folder).filter((name) => folder === `\`${name}\``),
    );
    expect(found.toSorted()).toEqual(folders.toSorted());
  });

  test('the index names every page of the documentation', () => {
    const named = linksIn(pageAt('docs/README.md')).map((link) =>
      join('docs', link.split('#')[0] ?? ''),
    );
    const GROUPS = /^docs\/(reference|decisions|runbooks|service)\//;
    const alone = pages
      .map(({ path }) => path)
      .filter(
        (path) => path.startsWith('docs/') && path !== 'docs/README.md' && !GROUPS.test(path),
      );
    expect(alone.filter((path) => !named.includes(path))).toEqual([]);
  });
});

describe.each(REGISTRY.map((one) => [one.kind.kind, one] as const))(
  'the page of %s',
  (kind, registered) => {
    test('has the example that is beside the kind', () => {
      const [shown] = blocksIn(kindPage(kind)).filter(({ language }) => language === 'yaml');
      expect(shown?.text).toBe(examples.find((text) => text.includes(`\nkind: ${kind}\n`)));
    });

    test('has its refusals, requests, Secrets and defaults, and no field of the status that is not there', () => {
      expect(pageProblems(kindPage(kind), registered)).toEqual([]);
    });

    test('says what every step costs, and which fields it is about', () => {
      expect(costProblems(kindPage(kind), registered)).toEqual([]);
    });
  },
);

/** Returns the rows of one section of the page of conditions. */
const reasonRows = (heading: string) => rowsIn(sectionOf(pageAt('docs/conditions.md'), heading));

describe('the page of conditions', () => {
  test('has every reason of Synced and no other, with the condition beside it', () => {
    const found = reasonRows('Synced').map(
      ([reason = '', beside = '']) => `${codeIn(reason).join()}: ${beside}`,
    );
    expect(found.toSorted()).toEqual(syncedReasons.toSorted());
  });

  test('has every reason of Ready that the engine says, and no other', () => {
    const found = reasonRows('Ready').filter((row) => row.length === 3);
    expect(found.flatMap(([reason = '']) => codeIn(reason)).toSorted()).toEqual(
      readyReasons.toSorted(),
    );
  });

  test.for(REGISTRY)(
    'has every reason of Ready that $kind.kind says, and no other',
    (registered) => {
      const rows = reasonRows('Ready').filter(([, kinds = '']) =>
        kinds.split(', ').includes(registered.kind.kind),
      );
      expect(rows.flatMap(([reason = '']) => codeIn(reason)).toSorted()).toEqual(
        healthReasons(registered),
      );
    },
  );

  test('has every word that the health of a kind is written with', () => {
    const found = reasonRows('Ready').flatMap(([reason = '']) => codeIn(reason));
    expect(writtenReasons.filter((reason) => !found.includes(reason))).toEqual([]);
    expect(writtenReasons.length).toBeGreaterThan(5);
  });

  test('has every event that is no condition', () => {
    const found = reasonRows('Events').flatMap(([reason = '']) => codeIn(reason));
    expect(found.toSorted()).toEqual([...eventReasons, 'Ready'].toSorted());
  });
});

describe('the page of policies', () => {
  test('has the defaults of each kind', () => {
    const found = Object.fromEntries(
      rowsIn(pageAt('docs/policies.md').text).map(([field = '', , value = '']) => [
        codeIn(field).join(),
        value,
      ]),
    );
    const kinds = (pick: (kind: AnyKind) => boolean) =>
      KINDS.filter(pick)
        .map(({ kind }) => kind)
        .toSorted();
    const named = (text: string) =>
      KINDS.map(({ kind }) => kind)
        .filter((kind) => text.includes(kind))
        .toSorted();
    const [retained = '', others] = (found['policy.deletion'] ?? '').split(';');
    expect(named(retained)).toEqual(kinds((kind) => kind.deletion === 'Retain'));
    expect(others).toBe(' Delete for other items');
    expect(named(found['policy.loss'] ?? '')).toEqual(kinds((kind) => kind.loss === 'Recreate'));
  });
});

test('the page of the command line has every command, in the words of the program', async () => {
  const found = rowsIn(pageAt('docs/commands.md').text).map(([command = '']) =>
    codeIn(command).join(),
  );
  expect(found).toEqual(await commandNames());
});

const SHARES = [
  ['user', 'changes by users'],
  ['completion', 'next steps of operations in progress'],
  ['confirm', 'reads that confirm an observation'],
  ['sweep', 'periodic listings'],
] as const;
const shareOf = (percent: number): string => (percent === 100 ? 'all' : `${percent} %`);

describe('a number that a page names is that of the code', () => {
  const words = [
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
  ];
  const minutes = (ms: number): number => ms / 60_000;
  const { brake, staleAfterMs } = DEFAULT_SETTINGS;
  test.for([
    [
      'docs/conditions.md',
      `only after the failure has lasted for ${minutes(staleAfterMs)} minutes`,
    ],
    ['docs/credentials.md', `After ${minutes(staleAfterMs)} minutes objects at rest`],
    ['docs/policies.md', `${words[brake.count]} in ${words[minutes(brake.windowMs)]} minutes`],
    ['docs/performance.md', `a number of requests a minute: ${DEFAULT_TUNING.perMinute},`],
    ['docs/performance.md', `At most ${DEFAULT_TUNING.concurrency} requests of one token`],
    ['docs/performance.md', `| ${DEFAULT_SETTINGS.workers} for each kind |`],
    ...SHARES.map(
      ([of, what]) =>
        [
          'docs/performance.md',
          `| ${what} | ${keptFor(of, 100)} % | ${shareOf(mostFor(of, 100))} |`,
        ] as const,
    ),
    ['docs/operations.md', `More than ${words[brake.count]} items`],
    ['docs/kinds/mysqldatabase.md', `The service keeps ${words[SNAPSHOTS_MAX]};`],
    [
      'docs/kinds/firewall.md',
      `At most ${FIREWALL.rules} rules in both directions, ${FIREWALL.addressesPerRule} addresses in a rule, ${FIREWALL.portPieces} pieces`,
    ],
  ] as const)('%s: %s', ([path, sentence]) => {
    expect(pageAt(path).text.replaceAll(/\s+/g, ' ')).toContain(sentence);
  });
});
