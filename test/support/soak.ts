/** The larger of two amounts where `npm run test:soak` runs the tests, and the smaller one in every
 *  run. */
export const inSoak = <T>(always: T, soak: T): T =>
  process.env['SOAK'] === 'true' ? soak : always;
