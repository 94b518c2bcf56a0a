import type { Config } from '../../../api/configs.ts';
import type { Past } from '../terms.ts';

/** The stored profile that a label of the spec stands for: the one recorded for it, else the first of that label that is recorded for no other. */
export function profileNamed(label: string, stored: readonly Config[], { configs: recorded = [] }: Past): Config | undefined {
  const id = recorded.find((one) => one.label === label)?.id;
  const others = new Set(recorded.flatMap((one) => (one.label === label ? [] : [one.id])));
  return stored.find((config) => config.id === id) ?? stored.find((config) => config.label === label && !others.has(config.id));
}
