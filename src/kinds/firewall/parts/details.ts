import { z } from 'zod';
import { path } from '../../../api/endpoint.ts';
import { type Firewall, FirewallDevice, firewalls } from '../../../api/firewalls.ts';
import type { Read } from '../../../model/request.ts';
import type { Details } from '../types.ts';

/** Reads the devices of a firewall, while it exists. Source: firewalls#devices. */
export const devicesOf = ({
  id,
  status,
}: Firewall): { readonly [K in keyof Details]: Read<Details[K]> | null } => ({
  devices:
    status === 'deleted'
      ? null
      : {
          path: path(firewalls.devices.path, { firewallId: id }),
          schema: z.array(FirewallDevice),
          paged: true,
          mayFail: ['Denied'],
        },
});
