import { destination, type Logger, pino } from 'pino';
import type { PassRecord } from '../engine/ports/telemetry.ts';

export type Log = Logger;

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly format: 'json' | 'pretty';
}

const COLOURS: Readonly<Record<string, string>> = { debug: '\u001b[2m', info: '', warn: '\u001b[33m', error: '\u001b[31m' };
const PLAIN = '\u001b[0m';

/** A log on standard output: one JSON line an entry, or a line for people. Written at once, so that nothing is lost when the process dies. */
export function createLog({ level, format }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['token', '*.token', 'authorization', '*.authorization', 'password', '*.password'], censor: '[redacted]' },
  };
  const stdout = destination({ dest: 1, sync: true });
  if (format === 'json') return pino(options, stdout);
  const colours = process.stdout.isTTY;
  return pino(options, { write: (line: string) => stdout.write(readable(line, colours)) });
}

/** `12:04:05 info acted kind=Volume …` */
function readable(line: string, colours: boolean): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown> & { time: string; level: string; msg?: string };
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const text = `${time.slice(11, 19)} ${level.padEnd(5)} ${[msg ?? '', ...rest].join(' ')}`;
  return colours ? `${COLOURS[level] ?? ''}${text}${PLAIN}\n` : `${text}\n`;
}

/** One line about a pass that did something or went wrong; a quiet one leaves a line only at level debug. */
export function logPass(log: Log, record: PassRecord): void {
  const { kind, namespace, name, outcome, detail, steps, tookMs, wrote, error } = record;
  const fields = { kind, namespace, name, outcome, detail, tookMs, ...(steps.length === 0 ? {} : { steps }) };
  if (error !== undefined) log.error({ ...fields, error: error instanceof Error ? error.stack : JSON.stringify(error) }, 'a pass threw');
  else if (steps.length > 0) log.info(fields, 'acted');
  else if (wrote > 0) log.info(fields, 'reported');
  else log.debug(fields, 'looked');
}
