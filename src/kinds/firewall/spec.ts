import { z } from 'zod';
import { TagLabel } from '../../api/conventions.ts';
import { FIREWALL, FirewallRule } from '../../api/firewall-rules.ts';
import { FirewallLabel } from '../../api/firewalls.ts';
import { IPV4_PATTERN, IPV6_PATTERN } from '../../model/address.ts';
import { asWhole, inOrder, setOf } from '../../model/lists.ts';
import {
  asLongAs,
  itemRef,
  labelSelector,
  lineAsLongAs,
  tagList,
} from '../../model/spec-fields.ts';

const IPV4_NETWORK = new RegExp(`^${IPV4_PATTERN}(/(3[0-2]|[12]?[0-9]))?$`);
const IPV6_NETWORK = new RegExp(`^${IPV6_PATTERN}(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?$`);
const PORT =
  '(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})';
const PIECE = `${PORT}(-${PORT})?`;
const PORTS = new RegExp(`^${PIECE}(, ?${PIECE})*$`);
const FEW_PIECES = new RegExp(`^[^,-]*([,-][^,-]*){0,${FIREWALL.portPieces - 1}}$`);
/** Longest list of ports: all pieces with five digits, a comma and a space. */
const PORTS_LENGTH_MAX = FIREWALL.portPieces * 7;

const networks = (pattern: RegExp, length: number, what: string) =>
  setOf(
    z
      .array(z.string().max(length).regex(pattern, 'Must be an address or a network with its mask'))
      .max(FIREWALL.addressesPerRule),
  )
    .optional()
    .describe(what);

const RuleSpec = z.strictObject({
  action: FirewallRule.shape.action.describe(
    'Action for traffic that matches the rule. It has precedence over the policy.',
  ),
  protocol: FirewallRule.shape.protocol.describe('Protocol of the traffic.'),
  ports: z
    .string()
    .max(PORTS_LENGTH_MAX)
    .regex(PORTS, 'Must be ports and ranges of ports, separated by commas')
    .regex(FEW_PIECES, `Must be at most ${FIREWALL.portPieces} pieces`)
    .optional()
    .describe(
      'Ports and ranges, separated by commas: `22-24, 80`. At most 15 pieces; a range counts as two. Required for TCP and UDP, and allowed only there.',
    ),
  addresses: z
    .strictObject({
      ipv4: networks(
        IPV4_NETWORK,
        18,
        'IPv4 addresses and networks: `198.51.100.0/24`. Without a mask, a single address.',
      ),
      ipv6: networks(
        IPV6_NETWORK,
        43,
        'IPv6 addresses and networks: `2001:db8::/32`. Without a mask, a single address.',
      ),
    })
    .describe('Source or destination of the traffic: at most 255 addresses and networks.'),
  label: lineAsLongAs(FirewallRule.shape.label.unwrap())
    .optional()
    .describe('Name of the rule. Display only.'),
  description: lineAsLongAs(FirewallRule.shape.description.unwrap())
    .optional()
    .describe('Purpose of the rule. Display only.'),
});
export type RuleSpec = z.infer<typeof RuleSpec>;

const rules = (direction: string) =>
  inOrder(z.array(RuleSpec).max(FIREWALL.rules))
    .optional()
    .describe(
      `Rules for ${direction} traffic, in order. The operator removes other rules. If absent, the rules are not managed.`,
    );
const policy = (direction: string) =>
  FirewallRule.shape.action.describe(`Action for ${direction} traffic that matches no rule.`);

const RulesSpec = z
  .strictObject({
    inbound: rules('inbound'),
    inboundPolicy: policy('inbound'),
    outbound: rules('outbound'),
    outboundPolicy: policy('outbound'),
  })
  .describe('Rules and policies. At most 25 rules in both directions together.');

const MOST_INSTANCES = 1000;

/** The spec of a Firewall. Source: firewalls#firewalls; firewalls#rules; firewalls#devices. */
export const FirewallSpec = z.strictObject({
  label: asLongAs(FirewallLabel)
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*[a-zA-Z0-9]$/, 'Must begin and end with a letter or digit')
    .optional()
    .describe(
      'Name of the firewall in the account: letters, digits, dashes, underscores and periods, none of the last three twice in a row. Default for a new item: the name of this object.',
    ),
  enforcement: z
    .enum(['Enabled', 'Disabled'])
    .optional()
    .describe(
      'Enforcement of the rules. If absent, it is not managed, and a new firewall is enabled. Disabled: the operator disables a new firewall before it adds instances.',
    ),
  rules: RulesSpec.optional(),
  tags: tagList(TagLabel).optional(),
  instanceRefs: asWhole(
    z.array(itemRef('An instance that the firewall protects.')).max(MOST_INSTANCES),
  )
    .optional()
    .describe(
      'Instances that the firewall protects, each by the name of its object or by its id. The firewall protects these instances and those of instanceSelector. [] means none.',
    ),
  instanceSelector: labelSelector(
    'Selects the Instances that the firewall protects by their labels.',
  ).optional(),
});
export type FirewallSpec = z.infer<typeof FirewallSpec>;
