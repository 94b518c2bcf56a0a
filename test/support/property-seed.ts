import fc from 'fast-check';

/** Seed of properties: every run generates the same values, so that a failure is reproducible.
 *  `PROPERTY_SEED=random` generates others, for a longer manual search. */
const SEED = 20_261_120;

if (process.env['PROPERTY_SEED'] !== 'random') fc.configureGlobal({ seed: SEED });
