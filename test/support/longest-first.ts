import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, slowest first. They start first, so that no worker waits for one of them
 *  at the end. A fresh clone has no recorded durations, and vitest then sorts by file size. */
export const LONGEST: readonly string[] = [
  'test/conformance/conformance.test.ts',
  'test/robustness/crash-matrix.test.ts',
  'test/robustness/fault-matrix.test.ts',
  'test/robustness/histories.test.ts',
  'test/robustness/hostile.test.ts',
  'test/conformance/stored-forms.test.ts',
  'test/lifecycle/day.test.ts',
  'test/engine/adoption.test.ts',
  'test/engine/spent-budget.test.ts',
  'test/robustness/transitions.test.ts',
  'test/e2e/fields/fields.test.ts',
  'test/e2e/upgrade.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/removal.test.ts',
  'test/e2e/docs.test.ts',
  'test/e2e/readme.test.ts',
  'test/e2e/rest.test.ts',
  'test/e2e/kill.test.ts',
  'test/e2e/chaos.test.ts',
  'test/e2e/kube-outage.test.ts',
  'test/e2e/controlplane.test.ts',
  'test/e2e/image.test.ts',
  'test/e2e/kustomize.test.ts',
  'test/e2e/restart.test.ts',
  'test/e2e/manifests/rights.test.ts',
];

/** Returns the position of a file in the list; the length of the list for any other file. */
export function placeOf(file: string): number {
  const place = LONGEST.findIndex((name) => file.endsWith(`/${name}`));
  return place < 0 ? LONGEST.length : place;
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/** Starts the longest files of each project first, then the others in the order of vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => groupOf(a) - groupOf(b) || placeOf(a.moduleId) - placeOf(b.moduleId),
    );
  }
}
