import { consentLine, type Report } from './lines.ts';

/** Formats a report as JSON: every object with its state. */
export const reportJson = ({ counts, summaries, vitals }: Report): string =>
  JSON.stringify(
    {
      counts,
      objects: summaries.map((summary) => ({ ...summary, consentWith: consentLine(summary) })),
      operator: vitals,
    },
    null,
    2,
  );
