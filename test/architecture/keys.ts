import type { ArchitectureRule } from './rule.ts';
import { isTest, isUnder } from './source.ts';

const ROOMS = ['src', 'local', 'test/support'] as const;
const HOME = 'src/model/object-key.ts';

/** Requires a single place that joins and splits the names of objects, so that keys have one
 *  form. */
export const oneObjectKey: ArchitectureRule = {
  name: `the names of objects are joined and split in ${HOME} alone`,
  broken: (files) =>
    files
      .filter((file) => isUnder(file.path, ROOMS) && file.path !== HOME && !isTest(file))
      .flatMap((file) =>
        file.facts
          .filter(({ type }) => type === 'joined' || type === 'split')
          .filter(({ text }) => /namespace\/.*name$/i.test(text))
          .map(({ type, text, line }) => `${file.path}:${line}: ${type} ${text}`),
      ),
};
