import { CASE_MARK, CASE_NAME, type Case } from '../../../model/case.ts';
import { Secret } from '../../../model/secret.ts';

const spec = { region: 'eu-west', type: 'g6-nanode-1' };
const image = 'compute/debian11';
const password = new Secret('correct horse battery staple');
const secrets = { rootPasswordSecretRef: password };
const deployed = { image };
const body = { ...spec, label: CASE_NAME, tags: [CASE_MARK] };
const CREATE = 'Create (POST /compute/instances) region: eu-west, type: g6-nanode-1';
const LABEL_RULE =
  'is not a valid label of an instance: 3 to 64 letters, digits, dashes, underscores and periods, with a letter at the beginning, and no two dashes, underscores or periods in a row; set spec.label';
const BAD_ANSWERS =
  'refuse spec.stackscriptDataFrom: the value of the Secret must be a JSON object of at most 65535 characters';

/** Creation of an Instance. */
export const creationCases: readonly Case[] = [
  {
    name: 'is made empty without an image',
    source: 'compute#create',
    keptBy: 'plan',
    item: null,
    plan: [CREATE],
    sends: [body],
  },
  {
    name: 'is deployed from an image with the password of a Secret',
    source: 'compute#create',
    keptBy: 'plan',
    item: null,
    spec: deployed,
    secrets,
    plan: [CREATE],
    sends: [{ ...body, image, root_pass: '[redacted]' }],
  },
  {
    name: 'is made with all that the body can carry',
    source: 'compute#create',
    keptBy: 'plan',
    item: null,
    secrets: { ...secrets, stackscriptDataFrom: new Secret('{"port": 80}') },
    spec: {
      ...deployed,
      label: 'web-1',
      authorizedKeys: ['ssh-ed25519 AAAA'],
      authorizedUsers: ['admin'],
      stackscriptRef: { id: 10 },
      stackscriptDataFrom: { name: 'answers' },
      backupsEnabled: true,
      booted: true,
      swapSize: 256,
      privateIp: true,
      interfaces: [
        { purpose: 'public' },
        { purpose: 'vlan', label: 'back', ipamAddress: '10.0.0.1/24' },
      ],
      group: 'web',
      tags: ['web'],
    },
    plan: [
      'Create (POST /compute/instances) tags: ["web"], label: web-1, group: web, region: eu-west, type: g6-nanode-1, backupsEnabled: true, privateIp: true, booted: true',
    ],
    sends: [
      {
        ...spec,
        label: 'web-1',
        image,
        root_pass: '[redacted]',
        authorized_keys: ['ssh-ed25519 AAAA'],
        authorized_users: ['admin'],
        stackscript_id: 10,
        stackscript_data: '[redacted]',
        backups_enabled: true,
        booted: true,
        swap_size: 256,
        private_ip: true,
        interfaces: [
          { purpose: 'public' },
          { purpose: 'vlan', label: 'back', ipam_address: '10.0.0.1/24' },
        ],
        group: 'web',
        tags: [CASE_MARK, 'web'],
      },
    ],
  },
  {
    name: 'waits for the StackScript that runs on it',
    source: 'compute#create',
    keptBy: 'wait',
    item: null,
    spec: { ...deployed, stackscriptRef: { name: 'setup' } },
    secrets,
    plan: ['wait for the StackScript that the spec names, which has no id yet'],
  },
  {
    name: 'is restored from a backup without a password',
    source: 'compute#create',
    keptBy: 'plan',
    item: null,
    spec: { backupId: 99, booted: false },
    plan: [`${CREATE}, booted: false`],
    sends: [{ ...body, backup_id: 99, booted: false }],
  },
  {
    name: 'an empty list of interfaces is sent: it means one public',
    source: 'compute#interfaces',
    keptBy: 'canonical',
    item: null,
    spec: { ...deployed, interfaces: [] },
    secrets,
    plan: [CREATE],
    sends: [{ ...body, image, root_pass: '[redacted]', interfaces: [] }],
  },
  {
    name: 'what is not deployed is not booted by its creation',
    source: 'compute#create',
    keptBy: 'plan',
    item: null,
    spec: { booted: true },
    plan: [CREATE],
    sends: [body],
    ends: 'waiting',
  },
  {
    name: 'is not booted by its creation where the profile to boot is made afterwards',
    item: null,
    spec: { ...deployed, booted: true, bootConfig: 'main' },
    secrets,
    plan: [CREATE],
    sends: [{ ...body, image, root_pass: '[redacted]', booted: false }],
    ends: 'waiting',
  },
  {
    name: 'is made without tags by a credential that may not tag',
    source: 'tags#assign',
    keptBy: 'plan',
    item: null,
    mayTag: false,
    spec: { tags: ['web'] },
    plan: [CREATE],
    sends: [{ ...spec, label: CASE_NAME }],
    ends: 'refused',
  },
  {
    name: 'an image waits for the password',
    source: 'compute#create',
    keptBy: 'wait',
    item: null,
    spec: deployed,
    plan: ['wait for the Secret that holds the password of the root user'],
    ends: 'ready',
  },
  {
    name: 'a password that is too short is refused before anything is sent',
    source: 'compute#create',
    keptBy: 'refuse',
    item: null,
    spec: { ...deployed, rootPasswordSecretRef: { name: 'root' } },
    secrets: { rootPasswordSecretRef: new Secret('secret') },
    plan: [
      'refuse spec.rootPasswordSecretRef: the password in the Secret must have 7 to 128 characters',
    ],
  },
  {
    name: 'a password that is too long is refused before anything is sent',
    source: 'compute#create',
    keptBy: 'refuse',
    item: null,
    spec: { ...deployed, rootPasswordSecretRef: { name: 'root' } },
    secrets: { rootPasswordSecretRef: new Secret('x'.repeat(129)) },
    plan: [
      'refuse spec.rootPasswordSecretRef: the password in the Secret must have 7 to 128 characters',
    ],
  },
  ...['{"port": ', '[80]', '"80"', JSON.stringify({ text: 'x'.repeat(65_536) })].map(
    (text, i): Case => ({
      name: `answers to a StackScript that are ${['no JSON', 'a list', 'a text', 'too long'][i]} are refused before anything is sent`,
      source: 'compute#create',
      keptBy: 'refuse',
      item: null,
      spec: { ...deployed, stackscriptRef: { id: 10 }, stackscriptDataFrom: { name: 'answers' } },
      secrets: { ...secrets, stackscriptDataFrom: new Secret(text) },
      plan: [BAD_ANSWERS],
    }),
  ),
  ...['1st-web', 'ab', 'a'.repeat(65)].map(
    (called): Case => ({
      name: `the name ${called.slice(0, 10)} is no label and is refused with the rule`,
      source: 'conventions#labels',
      keptBy: 'refuse',
      item: null,
      called,
      plan: [`refuse spec.label: ${called} ${LABEL_RULE}`],
    }),
  ),
  {
    name: 'a name with a period is a label',
    source: 'conventions#labels',
    keptBy: 'plan',
    item: null,
    called: 'web.example.org',
    plan: [CREATE],
  },
];
