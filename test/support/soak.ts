/** Returns the larger amount under `npm run test:soak`, else the smaller one. */
export const inSoak = <T>(always: T, soak: T): T =>
  process.env['SOAK'] === 'true' ? soak : always;
