import { catalog } from '../../../src/api/catalog.ts';
import { KERNELS, type Kernel } from '../../catalog/kernels.ts';
import { REGIONS, region } from '../../catalog/regions.ts';
import { PLAN_TYPES, planType } from '../../catalog/types.ts';
import { listedPlain, notFound, ok, type Reply } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import { isRecorded, type World } from '../../core/world.ts';

/** Recorded kernels have no `xen`. Source: catalog#kernels. */
const showKernel =
  (world: World) =>
  (kernel: Kernel): object =>
    isRecorded(world) ? kernel : { ...kernel, xen: false };

const found = (value: unknown): Reply => (value === undefined ? notFound : ok(value));

/** Public catalogs. Source: catalog#catalog. */
export const catalogs: Resource = {
  routes: [
    route(catalog.kernels, ({ turn }) => listedPlain(KERNELS, showKernel(turn.world))),
    route(catalog.kernel, ({ turn, params }) => {
      const kernel = KERNELS.find((known) => known.id === params.kernelId);
      return found(kernel === undefined ? undefined : showKernel(turn.world)(kernel));
    }),
    route(catalog.regions, () => listedPlain(REGIONS, (known) => known)),
    route(catalog.region, ({ params }) => found(region(String(params.regionId)))),
    route(catalog.types, () => listedPlain(PLAN_TYPES, (known) => known)),
    route(catalog.type, ({ params }) => found(planType(String(params.typeId)))),
  ],
};
