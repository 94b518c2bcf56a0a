import { consentLine, type Report } from './lines.ts';

/** Formats a report as JSON: every object with its state. */
export const reportJson = ({ counts, standings, vitals }: Report): string =>
  JSON.stringify(
    {
      counts,
      objects: standings.map((standing) => ({ ...standing, consentWith: consentLine(standing) })),
      operator: vitals,
    },
    null,
    2,
  );
