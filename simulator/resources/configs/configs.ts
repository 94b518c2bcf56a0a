import type { z } from 'zod';
import { ConfigCreate, ConfigUpdate, configs as endpoints } from '../../../src/api/configs.ts';
import { isKernel } from '../../catalog/kernels.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { done, listedPlain, notFound, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { computes, type InstanceRow } from '../instances/table.ts';
import { followVolumes } from '../volumes/plugging.ts';
import { deviceProblems, keptDevices, showDevices } from './devices.ts';
import { InterfacesBody, interfaceProblems, keptInterfaces, showInterface } from './interfaces.ts';
import { addConfig, type ConfigRow, configs, configsOf, pluggedVolumes } from './table.ts';

const CreateBody = ConfigCreate.extend({ interfaces: InterfacesBody.optional() });
const UpdateBody = ConfigUpdate.extend({ interfaces: InterfacesBody.optional() });

type Body = z.output<typeof UpdateBody> | z.output<typeof CreateBody>;
type Fields = Partial<ConfigRow>;

/** Source: compute#configuration-profiles. */
const showConfig = (
  world: World,
  row: InstanceRow,
  { computeId: _computeId, ...config }: ConfigRow,
): Readonly<Record<string, unknown>> => ({
  ...config,
  devices: showDevices(world, config.devices),
  interfaces: config.interfaces.map((shown) => showInterface(world, shown)),
  memory_limit:
    config.memory_limit === 0 && !isRecorded(world) ? row.specs.memory : config.memory_limit,
  initrd: null,
});

/** Returns the fields of a body in stored form. */
const fieldsOf = (body: Body, before: ConfigRow | undefined): Fields => {
  const { comments, devices, helpers, interfaces, ...plain } = body;
  const given = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  ) as Fields;
  const base = before?.helpers ?? {
    updatedb_disabled: true,
    distro: true,
    modules_dep: true,
    network: true,
    devtmpfs_automount: true,
  };
  return {
    ...given,
    ...(comments === undefined ? {} : { comments: comments ?? '' }),
    ...(devices === undefined ? {} : { devices: keptDevices(devices) }),
    ...(helpers === undefined
      ? {}
      : { helpers: { ...base, ...(helpers as Partial<ConfigRow['helpers']>) } }),
    ...(interfaces === undefined ? {} : { interfaces: keptInterfaces(interfaces) }),
  };
};

const refused = (
  world: World,
  row: InstanceRow,
  body: Body,
  before: ConfigRow | undefined,
): Refusal | undefined => {
  if (body.kernel !== undefined && !isKernel(body.kernel))
    return refuse('kernel is not valid', 'kernel');
  if ((body.memory_limit ?? 0) > row.specs.memory)
    return refuse(`Must be 0-${row.specs.memory}`, 'memory_limit');
  const devices = body.devices === undefined ? before?.devices : keptDevices(body.devices);
  const virtMode = body.virt_mode ?? before?.virt_mode ?? 'paravirt';
  const problems = [
    ...(devices === undefined ? [] : deviceProblems(world, row, devices, virtMode)),
    ...interfaceProblems(world, row.region, body.interfaces ?? []),
  ];
  return problems.length === 0 ? undefined : { kind: 'refused', status: 400, problems };
};

const emitEvent = (turn: Turn, row: InstanceRow, config: ConfigRow, action: string): void => {
  const url = `/v4${computes.path}/${row.id}/configs/${config.id}`;
  const secondary = { id: config.id, type: 'compute_config', label: config.label, url };
  tell(turn, { action, entity: reference(computes, row), secondary });
};

const own = (world: World, row: InstanceRow, id: string | number): ConfigRow | undefined => {
  const config = configs.find(world, Number(id));
  return config?.computeId === row.id ? config : undefined;
};

const createRoute = routeOn(
  computes,
  { ...endpoints.create, body: CreateBody },
  ({ turn, target, body }) => {
    const refusal = refused(turn.world, target, body, undefined);
    if (refusal !== undefined) return refusal;
    const before = pluggedVolumes(turn.world, target.id);
    const devices = keptDevices(body.devices);
    const config = addConfig(turn, target.id, {
      ...fieldsOf(body, undefined),
      label: body.label,
      devices,
    });
    followVolumes(turn, target, before);
    emitEvent(turn, target, config, 'compute_config_create');
    return ok(showConfig(turn.world, target, config));
  },
);

/** Keeps an unlimited memory unlimited when a client sends it back: the documents' dialect shows no
 *  limit as the whole memory. */
const withoutShownLimit = (world: World, row: InstanceRow, found: ConfigRow, body: Body): Body =>
  !isRecorded(world) && found.memory_limit === 0 && body.memory_limit === row.specs.memory
    ? { ...body, memory_limit: undefined }
    : body;

const updateRoute = routeOn(
  computes,
  { ...endpoints.update, body: UpdateBody },
  ({ turn, target, body: sent, params }) => {
    const found = own(turn.world, target, params.configId);
    if (found === undefined) return notFound;
    const body = withoutShownLimit(turn.world, target, found, sent);
    const refusal = refused(turn.world, target, body, found);
    if (refusal !== undefined) return refusal;
    const before = pluggedVolumes(turn.world, target.id);
    const config = configs.update(turn.world, found.id, {
      ...fieldsOf(body, found),
      updated: stamp(turn.now),
    });
    followVolumes(turn, target, before);
    emitEvent(turn, target, config, 'compute_config_update');
    return ok(showConfig(turn.world, target, config));
  },
);

const deleteRoute = routeOn(computes, endpoints.delete, ({ turn, target, params }) => {
  const found = own(turn.world, target, params.configId);
  if (found === undefined) return notFound;
  const before = pluggedVolumes(turn.world, target.id);
  configs.remove(turn.world, found.id);
  followVolumes(turn, target, before);
  emitEvent(turn, target, found, 'compute_config_delete');
  return done;
});

/** Configuration profiles. Source: compute#configuration-profiles. */
export const configResource: Resource = {
  routes: [
    routeOn(computes, endpoints.list, ({ turn: { world }, target }) =>
      listedPlain(configsOf(world, target.id), (config) => showConfig(world, target, config), {
        filters: isRecorded(world) ? ['interfaces'] : [],
      }),
    ),
    createRoute,
    routeOn(computes, endpoints.view, ({ turn: { world }, target, params }) => {
      const config = own(world, target, params.configId);
      return config === undefined ? notFound : ok(showConfig(world, target, config));
    }),
    updateRoute,
    deleteRoute,
  ],
};
