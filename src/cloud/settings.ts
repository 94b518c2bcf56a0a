import { LIMITS } from '../engine/ports/limits.ts';
import { ENDLESS, type Turns } from '../engine/ports/turns.ts';
import { type Client, type ClientSettings, createClient } from './http/client.ts';
import type { RetrySettings } from './http/retry.ts';
import type { CloudObserver } from './observer.ts';
import { systemTime, type Time } from './time.ts';

/** Settings from the composition root. Milliseconds unless the name says otherwise. */
export interface CloudSettings {
  /** The operator's own base address, with the version: https://HOST/v4. */
  readonly baseUrl: string;
  /** Other hosts allowed in the base address of a credential, with the port unless it is the
   *  default one. */
  readonly allowedHosts: readonly string[];
  /** The interval between two sweeps of a collection, while the budget allows it. */
  readonly pollMs: number;
  /** Reports whether this process may write. */
  readonly fence: () => boolean;
  readonly userAgent: string;
  readonly observer: CloudObserver;
}

/** Settings with a default. */
export interface CloudTuning {
  readonly time: Time;
  /** Creates the HTTP client; tests replace the network here. */
  readonly connect: (settings: ClientSettings) => Client;
  readonly requestTimeoutMs: number;
  /** Limit of an answer. The smallest page of the largest rows has less than 8 MB: 25 firewalls of
   *  6,375 addresses. */
  readonly largestAnswerBytes: number;
  /** Requests of one token per minute. Source: conventions#rate-limits. */
  readonly perMinute: number;
  /** Concurrent requests of one token. */
  readonly concurrency: number;
  /** Weight of a namespace's share of a class. */
  readonly weightOf: (namespace: string) => number;
  readonly patience: { readonly readMs: number; readonly writeMs: number };
  readonly retry: RetrySettings;
  /** Time to collect ids before deciding how to read them. */
  readonly gatherMs: number;
  /** Yields the event loop while long listings are read. */
  readonly turns: Turns;
  /** A collection without a request in this time is dropped. */
  readonly keptMs: number;
  /** Lifetime of the identity of a token. */
  readonly callerMs: number;
}

export const DEFAULT_TUNING: CloudTuning = {
  time: systemTime,
  connect: createClient,
  requestTimeoutMs: LIMITS.requestTimeoutMs,
  largestAnswerBytes: 12 * 1024 * 1024,
  perMinute: 800,
  concurrency: 16,
  weightOf: () => 1,
  patience: { readMs: 20_000, writeMs: LIMITS.writePatienceMs },
  retry: { retries: 2, firstWaitMs: 250, withinMs: 5_000 },
  gatherMs: 100,
  turns: ENDLESS,
  keptMs: 3_600_000,
  callerMs: 300_000,
};
