import { setTimeout } from 'node:timers/promises';
import type { Account } from '../../engine/ports/cloud.ts';
import { KINDS } from '../../kinds/index.ts';
import { openReader } from '../../kube/reader.ts';
import { resourceOf } from '../../kube/resources.ts';
import { explain, type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { adviceFor } from '../advice.ts';
import { openToRead } from '../open-to-read.ts';
import type { ImportConfig } from './config.ts';
import { type Export, exportOf } from './export.ts';
import { type Held, heldBy, NOTHING_HELD } from './held.ts';
import { survey } from './survey.ts';

/** Manifests, and a line for each failed read. */
export interface ExportedAccount extends Export {
  readonly unread: readonly string[];
}

const unopened = (failure: Failure): string =>
  ['the account cannot be opened', explain(failure), adviceFor(failure.code)]
    .filter((part) => part !== null)
    .join(': ');

/** Reads the account, and the cluster on request. @returns a failure as one line where there is no
 *  result */
export async function exportAccount(
  config: ImportConfig,
): Promise<Result<ExportedAccount, string>> {
  const opened = await openToRead(config.apiUrl, config.token);
  try {
    if (!opened.account.ok) return fail(unopened(opened.account.failure));
    const account = opened.account.value;
    const held = await heldIn(config, account);
    if (!held.ok) return held;
    const seen = await survey(
      { account, kinds: KINDS, wait: (ms) => setTimeout(ms) },
      config.selection,
    );
    return ok({
      ...exportOf(seen, KINDS, { ...config.manner, held: held.value }),
      unread: seen.unread,
    });
  } finally {
    await opened.close();
  }
}

async function heldIn(
  { cluster, kubeconfig, manner }: ImportConfig,
  { caller }: Account,
): Promise<Result<Held, string>> {
  if (!cluster) return ok(NOTHING_HELD);
  const reader = await openReader(kubeconfig);
  if (!reader.ok) return fail(reader.failure.detail);
  try {
    const objects = await reader.value.objects(KINDS.map(resourceOf), null);
    if (!objects.ok)
      return fail(
        `the objects cannot be read from ${reader.value.host}: ${objects.failure.detail}`,
      );
    return ok(heldBy(objects.value, caller.account, manner.namespace));
  } finally {
    await reader.value.close();
  }
}
