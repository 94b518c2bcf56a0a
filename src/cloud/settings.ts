import { ENDLESS, type Turns } from '../engine/ports/turns.ts';
import { type Client, type ClientSettings, createClient } from './http/client.ts';
import type { RetrySettings } from './http/retry.ts';
import type { CloudObserver } from './observer.ts';
import { systemTime, type Time } from './time.ts';

/** What the composition root says. Milliseconds unless the name says otherwise. */
export interface CloudSettings {
  /** The operator's own base address, with the version: https://HOST/v4. */
  readonly baseUrl: string;
  /** Other hosts that a credential's own base address may be on, with the port where it is not the
   *  usual one. */
  readonly allowedHosts: readonly string[];
  /** The time between two sweeps of a collection, while the budget allows it. */
  readonly pollMs: number;
  /** Whether this process may write. */
  readonly fence: () => boolean;
  readonly userAgent: string;
  readonly observer: CloudObserver;
}

/** Numbers that have a good value. */
export interface CloudTuning {
  readonly time: Time;
  /** The way to the service; another one stands in for the network. */
  readonly connect: (settings: ClientSettings) => Client;
  readonly requestTimeoutMs: number;
  /** The smallest page of the largest rows has less than 8 MB: 25 firewalls of 6,375 addresses. */
  readonly largestAnswerBytes: number;
  /** Requests of one token in a minute. Source: conventions#rate-limits. */
  readonly perMinute: number;
  /** Requests of one token under way at once. */
  readonly concurrency: number;
  /** How much of a class's share a namespace gets beside the others. */
  readonly weightOf: (namespace: string) => number;
  readonly patience: { readonly readMs: number; readonly writeMs: number };
  readonly retry: RetrySettings;
  /** How long ids are gathered before it is decided how to read them. */
  readonly gatherMs: number;
  /** Asked while long listings are read. */
  readonly turns: Turns;
  /** A collection that nobody asked for in this time is dropped. */
  readonly keptMs: number;
  /** How long it is believed who a token is. */
  readonly callerMs: number;
}

export const DEFAULT_TUNING: CloudTuning = {
  time: systemTime,
  connect: createClient,
  requestTimeoutMs: 30_000,
  largestAnswerBytes: 12 * 1024 * 1024,
  perMinute: 800,
  concurrency: 16,
  weightOf: () => 1,
  patience: { readMs: 20_000, writeMs: 5_000 },
  retry: { retries: 2, firstWaitMs: 250, withinMs: 5_000 },
  gatherMs: 100,
  turns: ENDLESS,
  keptMs: 3_600_000,
  callerMs: 300_000,
};
