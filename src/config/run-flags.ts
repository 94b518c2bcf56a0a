import { z } from 'zod';
import { DEFAULT_SETTINGS } from '../engine/term/environment.ts';
import { CLASS_LABEL } from '../model/group.ts';
import type { Flags } from './flags.ts';
import { ALLOW_HOST, CLASS, CLUSTER_FLAGS, SERVICE_FLAGS } from './service.ts';
import {
  Count,
  Duration,
  durationText,
  Listen,
  Namespace,
  ServedNamespaces,
  Switch,
} from './values.ts';

/** Flags of `run`. */
export const RUN_FLAGS = {
  ...SERVICE_FLAGS,
  'secrets-only': {
    schema: Switch,
    help: 'use only the tokens in Secrets of the namespaces, and none of the operator',
  },
  'token-namespace': {
    schema: ServedNamespaces.optional(),
    value: 'NAME',
    repeatable: true,
    variable: 'CLOUD_API_TOKEN_NAMESPACES',
    unset: 'the namespaces of --namespace',
    help: "a namespace that the operator's own token serves, '*' for all",
  },
  ...CLUSTER_FLAGS,
  namespace: {
    schema: z.array(Namespace).optional(),
    value: 'NAME',
    repeatable: true,
    unset: 'all',
    help: 'watch only this namespace',
  },
  class: {
    ...CLASS,
    unset: 'objects without it',
    help: `serve only objects with the label ${CLASS_LABEL}: NAME`,
  },
  'allow-host': ALLOW_HOST,
  listen: {
    schema: Listen,
    value: 'HOST:PORT',
    default: '0.0.0.0:8080',
    help: 'where /metrics, /healthz and /readyz are served',
  },
  poll: {
    schema: Duration,
    value: 'DURATION',
    default: '30s',
    help: 'time between two listings of a collection',
  },
  'listing-lag': {
    schema: Duration,
    value: 'DURATION',
    default: durationText(DEFAULT_SETTINGS.listingLagMs),
    help: 'maximum age of a listing that the service may return; a create without an answer is sent again after this time, or earlier if a listing is proven to be newer',
  },
  'leader-elect': {
    schema: Switch,
    help: 'enable leader election, for several replicas; without it, a second operator waits for the first to exit',
  },
  'lease-namespace': {
    schema: Namespace,
    value: 'NAME',
    variable: 'POD_NAMESPACE',
    default: 'default',
    help: 'namespace of the Lease and of the deletion count',
  },
  'brake-count': {
    schema: Count,
    value: 'N',
    default: String(DEFAULT_SETTINGS.brake.count),
    help: 'maximum deletions and re-creations of items that hold data, per kind and namespace within --brake-window; four times as many for other kinds; 0 disables the brake',
  },
  'brake-window': {
    schema: Duration,
    value: 'DURATION',
    default: durationText(DEFAULT_SETTINGS.brake.windowMs),
    help: 'window of the brake',
  },
  'log-level': {
    schema: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error'),
    value: 'LEVEL',
    default: 'info',
    help: 'debug, info, warn or error',
  },
  'log-format': {
    schema: z.enum(['json', 'pretty'], 'must be json or pretty').optional(),
    value: 'FORMAT',
    unset: 'pretty on a terminal, else json',
    help: 'json or pretty',
  },
} as const satisfies Flags;
