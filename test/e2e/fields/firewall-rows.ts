import { userTags } from '../../../src/model/tags.ts';
import { GUARDED } from './given.ts';
import {
  type FieldRow,
  labelFor,
  member,
  rowsOf,
  type Scene,
  type Seen,
  type Spec,
} from './scene.ts';

const RULE: Spec = {
  action: 'ACCEPT',
  protocol: 'TCP',
  ports: '22',
  addresses: { ipv4: ['198.51.100.0/24'] },
};
const POLICIES: Spec = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
const rules = (direction: string, rule: Spec): Spec => ({ ...POLICIES, [direction]: [rule] });
const firewall: ReturnType<typeof rowsOf> = (field, ...row) =>
  rowsOf('Firewall', { label: labelFor(field), rules: POLICIES })(field, ...row);

const inRule = (direction: string, field: string, value: unknown, more: Spec = {}): FieldRow => {
  const now = { ...RULE, ...more, [field]: value };
  const look: Seen = ({ item }) =>
    member((member(item['rules'], direction) as readonly Spec[])[0], field);
  return firewall(
    `rules.${direction}[].${field}`,
    { rules: rules(direction, RULE) },
    { rules: rules(direction, now) },
    look,
    value,
  );
};
const inAddresses = (direction: string, family: string, value: readonly string[]): FieldRow => {
  const now = { ...RULE, addresses: { [family]: value } };
  const look: Seen = ({ item }) =>
    member(member((member(item['rules'], direction) as readonly Spec[])[0], 'addresses'), family);
  return firewall(
    `rules.${direction}[].addresses.${family}`,
    { rules: rules(direction, RULE) },
    { rules: rules(direction, now) },
    look,
    value,
  );
};
const policy = (field: string, stored: string, now: string): FieldRow =>
  firewall(
    `rules.${field}`,
    {},
    { rules: { ...POLICIES, [field]: now } },
    ({ item }) => member(item['rules'], stored),
    now,
  );

const inRules = (direction: string): readonly FieldRow[] => [
  inRule(direction, 'action', 'DROP'),
  inRule(direction, 'protocol', 'UDP'),
  inRule(direction, 'ports', '22-24,80'),
  inRule(direction, 'label', 'ssh'),
  inRule(direction, 'description', 'for the people who work on it'),
  inAddresses(direction, 'ipv4', ['203.0.113.0/24']),
  inAddresses(direction, 'ipv6', ['2001:db8::/32']),
];

/** Returns the guarded instances behind the row's firewall. */
const behind = async ({ service, given, item }: Scene): Promise<readonly string[]> => {
  const devices = await service.rows<Spec>(`/networking/firewalls/${item.id}/devices`);
  return GUARDED.filter((name) =>
    devices.some((device) => member(device['entity'], 'id') === given.item(name).id),
  );
};
const guarding = (field: string, was: Spec, now: FieldRow['now'], name: string): FieldRow =>
  firewall(field, was, now, behind, [name]);

export const firewallRows: readonly FieldRow[] = [
  firewall(
    'label',
    { label: 'wall-old' },
    { label: 'wall-new' },
    ({ item }) => item['label'],
    'wall-new',
  ),
  firewall(
    'enforcement',
    { enforcement: 'Enabled' },
    { enforcement: 'Disabled' },
    ({ item }) => item['status'],
    'disabled',
  ),
  firewall(
    'tags',
    { tags: ['old'] },
    { tags: ['new'] },
    ({ item }) => userTags(item['tags'] as string[]),
    ['new'],
  ),
  policy('inboundPolicy', 'inbound_policy', 'ACCEPT'),
  policy('outboundPolicy', 'outbound_policy', 'DROP'),
  ...inRules('inbound'),
  ...inRules('outbound'),
  guarding(
    'instanceRefs[].name',
    { instanceRefs: [] },
    { instanceRefs: [{ name: GUARDED[0] }] },
    GUARDED[0],
  ),
  guarding(
    'instanceRefs[].id',
    { instanceRefs: [] },
    ({ given }) => ({ instanceRefs: [{ id: given.item(GUARDED[1]).id }] }),
    GUARDED[1],
  ),
  guarding(
    'instanceSelector.matchLabels',
    { instanceSelector: { matchLabels: { guarded: 'nobody' } } },
    { instanceSelector: { matchLabels: { guarded: GUARDED[2] } } },
    GUARDED[2],
  ),
  guarding(
    'instanceSelector.matchExpressions[]',
    {
      instanceSelector: {
        matchExpressions: [{ key: 'guarded', operator: 'In', values: ['nobody'] }],
      },
    },
    {
      instanceSelector: {
        matchExpressions: [{ key: 'guarded', operator: 'In', values: [GUARDED[3]] }],
      },
    },
    GUARDED[3],
  ),
];
