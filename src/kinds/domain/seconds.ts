import { DEFAULT_SECONDS, SHORT_SECONDS, STORED_SECONDS } from '../../api/domains.ts';

const KEPT: readonly number[] = [0, ...SHORT_SECONDS];

/** The form in which a time is sent: as the service keeps it, rounded up. Source: document 2, "DNS domain", timing values; facts, 1.12. */
export const roundedUp = (seconds: number): number =>
  KEPT.includes(seconds)
    ? seconds
    : (STORED_SECONDS.find((step) => step >= seconds) ?? STORED_SECONDS[STORED_SECONDS.length - 1] ?? seconds);

/** The form in which times are compared: 0 stands for the default. Source: document 2, "DNS domain", timing values. */
export const effective = (field: keyof typeof DEFAULT_SECONDS, seconds: number): number =>
  seconds === 0 ? DEFAULT_SECONDS[field] : seconds;
