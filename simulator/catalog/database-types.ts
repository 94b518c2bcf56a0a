import { PLAN_TYPES, type PlanType } from './types.ts';

interface Price {
  readonly hourly: number;
  readonly monthly: number;
}

/** A plan of database nodes; memory and disk in MB, prices in US dollars. */
export interface DatabaseType {
  readonly id: string;
  readonly label: string;
  readonly engines: Readonly<
    Record<string, readonly { readonly quantity: number; readonly price: Price }[]>
  >;
  readonly memory: number;
  readonly disk: number;
  readonly vcpus: number;
  readonly class: string;
}

const CLASSES: ReadonlySet<string> = new Set(['nanode', 'standard', 'dedicated']);

/** Prices of one, two and three nodes, as multiples of the plan's own price. Source:
 *  databases#engines-and-plans. */
const MULTIPLES: Readonly<Record<string, readonly number[]>> = {
  mysql: [3, 5, 7],
  postgresql: [3, 5, 7],
  mongodb: [3, 6, 9],
};

const times = ({ hourly, monthly }: Price, multiple: number): Price => ({
  hourly: Math.round(hourly * multiple * 10_000) / 10_000,
  monthly: monthly * multiple,
});

const databaseTypeOf = (plan: PlanType): DatabaseType => ({
  id: plan.id,
  label: `DBaaS - ${plan.label}`,
  engines: Object.fromEntries(
    Object.entries(MULTIPLES).map(([engine, multiples]) => [
      engine,
      multiples.map((multiple, index) => ({
        quantity: index + 1,
        price: times(plan.price, multiple),
      })),
    ]),
  ),
  memory: plan.memory,
  disk: plan.disk,
  vcpus: plan.vcpus,
  class: plan.class,
});

/** The plans of database nodes. Source: databases#engines-and-plans. */
export const DATABASE_TYPES: readonly DatabaseType[] = PLAN_TYPES.filter((plan) =>
  CLASSES.has(plan.class),
).map(databaseTypeOf);

export const databaseType = (id: string): DatabaseType | undefined =>
  DATABASE_TYPES.find((known) => known.id === id);
