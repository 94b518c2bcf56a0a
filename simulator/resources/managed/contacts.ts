import { managedContacts as endpoints } from '../../../src/api/managed-contacts.ts';
import { stamp } from '../../core/clock.ts';
import { done, listed, ok } from '../../core/reply.ts';
import { type Route, route, routeOn } from '../../core/route.ts';
import { nextId } from '../../core/world.ts';
import { sent } from './sent.ts';
import { contacts, contactTable } from './table.ts';

const NO_PHONE = { primary: null, secondary: null } as const;

/** Contacts of the account. Source: monitoring#contacts. */
export const contactRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listed(turn, contacts, contactTable.all(turn.world))),
  route(endpoints.create, ({ turn, body }) => {
    const { name, email, group = null, phone = {} } = body;
    const row = contactTable.insert(turn.world, {
      id: nextId(turn.world, 'managed contact', 560),
      name,
      email,
      group,
      phone: { ...NO_PHONE, ...sent(phone) },
      updated: stamp(turn.now),
    });
    return ok(contacts.show(turn, row));
  }),
  routeOn(contacts, endpoints.view, ({ turn, target }) => ok(contacts.show(turn, target))),
  routeOn(contacts, endpoints.update, ({ turn, target, body }) => {
    const { phone, ...rest } = body;
    const row = contactTable.update(turn.world, target.id, {
      ...sent(rest),
      phone: { ...target.phone, ...sent(phone ?? {}) },
      updated: stamp(turn.now),
    });
    return ok(contacts.show(turn, row));
  }),
  routeOn(contacts, endpoints.delete, ({ turn, target }) => {
    contactTable.remove(turn.world, target.id);
    return done;
  }),
];
