import { isatty } from 'node:tty';
import { destination, type Logger, pino } from 'pino';
import type { PassRecord } from '../engine/ports/telemetry.ts';
import { formatKey } from '../model/object-key.ts';
import { visible } from '../model/visible.ts';
import type { LineBudget } from './line-budget.ts';

export type Log = Logger;

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `auto`: pretty on a terminal, else one JSON line per entry. */
  readonly format: 'auto' | 'json' | 'pretty';
}

/** The destination of the lines. */
export interface LogSink {
  readonly isTerminal: boolean;
  readonly colours: boolean;
  write(line: string): void;
}

const COLOURS: Readonly<Record<string, string>> = {
  debug: '\u001b[2m',
  info: '',
  warn: '\u001b[33m',
  error: '\u001b[31m',
};
const PLAIN = '\u001b[0m';

/** Opens standard output for synchronous writes, so that nothing is lost when the process dies. */
function standardOutput(): LogSink {
  const stdout = destination({ dest: 1, sync: true });
  const isTerminal = isatty(1);
  return {
    isTerminal,
    colours: isTerminal && process.stdout.hasColors(),
    write: (line) => void stdout.write(line),
  };
}

/** Creates a log: one JSON line per entry, or a readable line. Never prints fields named token or
 *  password. */
export function createLog({ level, format }: LogOptions, sink: LogSink = standardOutput()): Log {
  const isForPeople = format === 'pretty' || (format === 'auto' && sink.isTerminal);
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['token', '*.token', 'authorization', '*.authorization', 'password', '*.password'],
      censor: '[redacted]',
    },
  };
  return pino(
    options,
    isForPeople ? { write: (line: string) => sink.write(readable(line, sink.colours)) } : sink,
  );
}

/** Formats an entry: `12:04:05 info acted kind=Volume …` */
function readable(line: string, colours: boolean): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    time: string;
    level: string;
    msg?: string;
  };
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${textOf(name, value)}`);
  const text = `${time.slice(11, 19)} ${level.padEnd(5)} ${[visible(msg ?? ''), ...rest].join(' ')}`;
  return colours ? `${COLOURS[level] ?? ''}${text}${PLAIN}\n` : `${text}\n`;
}

/** Formats a value as a part of a line. Only the stack of an error spans lines, and none of them
 *  can pass for an entry. */
function textOf(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return name === 'error' ? text.split('\n').map(visible).join('\n    ') : visible(text);
}

/** Logs a pass that acted or failed in one line; an idle one only at level debug. A pass without
 *  effect in the service uses the line budget of its object. When the budget is spent, it is logged
 *  at level debug, and the next line contains the number of such passes. */
export function logPass(log: Log, record: PassRecord, lines: LineBudget): void {
  const { error, steps, failedSteps, wrote } = record;
  const fields = fieldsOf(record);
  if (error !== undefined)
    log.error(
      { ...fields, error: error instanceof Error ? error.stack : JSON.stringify(error) },
      'a pass threw',
    );
  else if (steps.length > failedSteps.length) log.info(fields, 'acted');
  else if (steps.length > 0) logWithin(lines, log, record, 'tried');
  else if (wrote > 0) logWithin(lines, log, record, 'reported');
  else log.debug(fields, 'looked');
}

function logWithin(lines: LineBudget, log: Log, record: PassRecord, message: string): void {
  const leftOut = lines.take(formatKey(record));
  const fields = fieldsOf(record);
  if (leftOut === null) log.debug(fields, message);
  else log.info(leftOut === 0 ? fields : { ...fields, leftOut }, message);
}

function fieldsOf({
  kind,
  namespace,
  name,
  outcome,
  detail,
  steps,
  failedSteps,
  tookMs,
  failure,
}: PassRecord): object {
  const done = steps.filter((step) => !failedSteps.includes(step));
  return {
    kind,
    namespace,
    name,
    outcome,
    detail,
    tookMs,
    ...(done.length === 0 ? {} : { steps: done }),
    ...(failedSteps.length === 0 ? {} : { failed: failedSteps }),
    ...(failure === undefined ? {} : { failure: failure.code }),
  };
}
