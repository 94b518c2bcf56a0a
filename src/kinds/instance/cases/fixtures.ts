import type { Need, Outside, Stage } from '../../../model/case.ts';

const place = { region: 'eu-west', type: 'g6-nanode-1' };
const deployed = { ...place, image: 'compute/debian11', root_pass: 'correct horse battery staple' };
const volume = (id: number, label: string): Need => ({
  id,
  fields: ['volumeRef', 'volume_id'],
  method: 'POST',
  path: '/volumes',
  body: { label, region: place.region, size: 20 },
});
const disk = (id: number): Need => ({
  id,
  fields: ['diskId', 'disk_id'],
  method: 'POST',
  path: '/compute/instances/{id}/disks',
  body: { label: `disk-${id}`, size: 1024, filesystem: 'ext4' },
});

/** Scripts, users, backups, volumes and disks in the rows. */
export const needs: readonly Need[] = [
  {
    id: 'admin',
    fields: ['authorizedUsers'],
    method: 'POST',
    path: '/profile/sshkeys',
    body: { label: 'key', ssh_key: 'ssh-ed25519 AAAA' },
  },
  {
    id: 10,
    fields: ['stackscriptRef'],
    method: 'POST',
    path: '/compute/stackscripts',
    body: { label: 'script', images: ['any/all'], script: '#!/bin/sh' },
  },
  {
    id: 70,
    fields: [],
    method: 'POST',
    path: '/compute/instances',
    body: { ...deployed, label: 'saved', backups_enabled: true },
  },
  {
    id: 99,
    fields: ['backupId'],
    method: 'POST',
    path: '/compute/instances/{70}/backups',
    body: { label: 'snapshot' },
  },
  volume(12, 'data'),
  volume(13, 'other'),
  disk(31),
  disk(32),
];

const put = (field: string): readonly Outside[] => [
  { method: 'PUT', path: '/compute/instances/{id}', body: { [field]: '{value}' } },
];
const scheduled = {
  available: true,
  enabled: true,
  last_successful: null,
  schedule: { day: 'Saturday', window: 'W22' },
};
const withPrivateAddress = ['198.51.100.7', '192.168.143.197'];

/** Stages for the instances in the rows. */
export const stages: readonly Stage[] = [
  ...['tags', 'label', 'group', 'watchdog_enabled', 'alerts'].map((field) => ({
    field,
    requests: put(field),
  })),
  { field: 'region', spec: { region: '{value}' } },
  {
    field: 'backups',
    value: scheduled,
    spec: { backupsEnabled: true, backups: { schedule: scheduled.schedule } },
  },
  { field: 'ipv4', value: withPrivateAddress, spec: { privateIp: true } },
  { field: 'image', spec: { image: '{value}', booted: false } },
  { field: 'status', value: 'running', spec: { image: 'compute/debian11', booted: true } },
  { field: 'status', value: 'offline', spec: {} },
];

/** Stages for its profiles and disks. */
export const detailStages: Readonly<Record<string, Outside>> = {
  configs: { method: 'POST', path: '/compute/instances/{id}/configs', body: '{value}' },
  disks: {
    method: 'POST',
    path: '/compute/instances/{id}/disks',
    body: { label: '{value.label}', size: '{value.size}', filesystem: '{value.filesystem}' },
  },
};
