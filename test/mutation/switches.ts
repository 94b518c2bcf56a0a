/** The state of the instrumented code, created before any test is loaded. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  readonly mutantCoverage: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

export const switches: Switches = { mutantCoverage: { static: {}, perTest: {} } };

Object.assign(globalThis, { __stryker__: switches });
