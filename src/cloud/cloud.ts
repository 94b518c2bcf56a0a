import type { Cloud, CloudChange } from '../engine/ports/cloud.ts';
import { type Accounts, open } from './accounts.ts';
import { observationsOf } from './gauges.ts';
import { createRoutes } from './http/routes.ts';
import type { CloudGauges } from './observer.ts';
import { type CloudSettings, type CloudTuning, DEFAULT_TUNING } from './settings.ts';

/** The service for the engine, and its gauges and shutdown for the composition root. */
export interface CloudAdapter extends Cloud {
  gauges(): CloudGauges;
  /** Stops polling and sending; drains requests in flight for some seconds. */
  close(): Promise<void>;
}

/** Creates the HTTP adapter. Sends nothing before the first credential is opened. */
export function createCloud(
  settings: CloudSettings,
  tuning: Partial<CloudTuning> = {},
): CloudAdapter {
  const all = { ...DEFAULT_TUNING, ...tuning, ...settings };
  const listeners = new Set<(change: CloudChange) => void>();
  const tell = (change: CloudChange): void => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        all.observer.failed(error);
      }
    }
  };
  const accounts: Accounts = {
    settings: all,
    client: all.connect(all),
    routeOf: createRoutes(),
    tokens: new Map(),
    views: new Map(),
    tell,
  };
  return {
    open: (credential) => open(accounts, credential),
    onChange: (listener) => void listeners.add(listener),
    gauges: () => gaugesOf(accounts),
    close: async () => {
      for (const view of accounts.views.values()) view.close();
      for (const { governor } of accounts.tokens.values()) governor.close();
      await accounts.client.close();
    },
  };
}

function gaugesOf({ settings, routeOf, tokens, views }: Accounts): CloudGauges {
  const now = settings.time.elapsed();
  const opened = [...tokens.values()].flatMap((token) =>
    token.opened === null ? [] : [{ ...token, account: token.opened.view.caller.account }],
  );
  return {
    budgets: opened.map(({ account, ordinal, budget }) => ({
      account,
      budget: ordinal,
      limit: budget.limit(now),
      remaining: budget.remaining(now),
      waiting: budget.waiting(),
    })),
    observations: observationsOf([...views.values()], routeOf, now),
    sweeps: [...views.values()].map((view) => ({
      account: view.caller.account,
      periodSeconds: view.sweepMs() / 1000,
    })),
    credentials: {
      accepted: tokens
        .values()
        .filter(({ refusedAt, opened: entry }) => refusedAt === null && entry !== null)
        .toArray().length,
      refused: tokens
        .values()
        .filter(({ refusedAt }) => refusedAt !== null)
        .toArray().length,
    },
  };
}
