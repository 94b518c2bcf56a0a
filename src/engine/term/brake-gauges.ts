import type { BrakeGauge } from '../ports/telemetry.ts';
import type { Environment } from './environment.ts';
import { serves } from './operator-identity.ts';

/** Returns the use of the brake's limits by account and kind. */
export function brakeGauges({
  brake,
  settings,
  clock,
  kinds,
  cluster,
  self,
}: Environment): readonly BrakeGauge[] {
  if (settings.brake.count === 0) return [];
  return brake.counts(clock.now()).flatMap((row) => {
    const kind = kinds.find((one) => one.kind === row.kind);
    if (kind === undefined) return [];
    const objects = (): number => cluster.all(row.kind).filter((one) => serves(self, one)).length;
    return [{ ...row, limit: brake.limit({ holdsData: kind.holdsData, objects }) }];
  });
}
