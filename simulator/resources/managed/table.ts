import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';

interface Phone {
  readonly primary: string | null;
  readonly secondary: string | null;
}

export interface ContactRow extends Row {
  readonly name: string;
  readonly email: string;
  readonly phone: Phone;
  readonly group: string | null;
  readonly updated: string;
}

/** A credential; username and password are hidden. */
export interface CredentialRow extends Row {
  readonly label: string;
  readonly last_decrypted: string | null;
  readonly username: string;
  readonly password: string;
}

/** A monitored service; `isDown`, whether it answers, is hidden. */
export interface ServiceRow extends Row {
  readonly status: 'disabled' | 'pending' | 'ok' | 'problem';
  readonly service_type: 'url' | 'tcp';
  readonly label: string;
  readonly address: string;
  readonly timeout: number;
  readonly body: string | null;
  readonly consultation_group: string;
  readonly notes: string | null;
  readonly region: string | null;
  readonly credentials: readonly number[];
  readonly created: string;
  readonly updated: string;
  readonly isDown: boolean;
}

/** An issue, with the id of its ticket; `isOpen` is hidden. */
export interface IssueRow extends Row {
  readonly created: string;
  readonly services: readonly number[];
  readonly ticketId: number;
  readonly isOpen: boolean;
}

export const contactTable = table<ContactRow>('managed contacts');
export const credentialTable = table<CredentialRow>('managed credentials');
export const serviceTable = table<ServiceRow>('managed services');
export const issueTable = table<IssueRow>('managed issues');

/** Source: monitoring#contacts. */
export const contacts: Entity<ContactRow> = {
  type: 'managed_contact',
  path: '/managed/contacts',
  table: contactTable,
  label: (row) => row.name,
  show: (_turn, row) => ({ ...row }),
};

/** Source: monitoring#credentials. */
export const credentials: Entity<CredentialRow> = {
  type: 'managed_credential',
  path: '/managed/credentials',
  table: credentialTable,
  label: (row) => row.label,
  show: (_turn, { id, label, last_decrypted }) => ({ id, label, last_decrypted }),
};

/** Source: monitoring#services. */
export const services: Entity<ServiceRow> = {
  type: 'managed_service',
  path: '/managed/services',
  table: serviceTable,
  label: (row) => row.label,
  show: (_turn, { isDown: _isDown, ...row }) => row,
};

/** Source: monitoring#issues. */
export const issues: Entity<IssueRow> = {
  type: 'managed_issue',
  path: '/managed/issues',
  table: issueTable,
  label: () => 'Managed Issue opened!',
  show: (_turn, { id, created, services: about, ticketId }) => ({
    id,
    created,
    services: about,
    entity: {
      id: ticketId,
      type: 'ticket',
      label: 'Managed Issue opened!',
      url: `/support/tickets/${ticketId}`,
    },
  }),
};

export const openIssueOf = (world: World, serviceId: number): IssueRow | undefined =>
  issueTable.all(world).find((row) => row.isOpen && row.services.includes(serviceId));
