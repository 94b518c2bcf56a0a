import { UNSTAGED_MANAGED } from './unstaged-managed.ts';
import { UNSTAGED_NETWORK } from './unstaged-network.ts';
import type { Unstaged } from './unstaged-rows.ts';

const MOVING = [
  'booting',
  'rebooting',
  'shutting_down',
  'provisioning',
  'migrating',
  'rebuilding',
  'cloning',
  'restoring',
  'resizing',
  'deleting',
  'stopped',
  'a_new_word',
];

/** Skipped rows, with the reason. */
export const UNSTAGED: readonly Unstaged[] = [
  {
    kind: 'Volume',
    reason: 'only a copy carries the mark of another object and is written to',
    rows: [
      "a clone's tags follow, and the mark of its source goes",
      'what stays keeps the mark of another object',
    ],
  },
  {
    kind: 'Instance',
    reason: 'the service does not show it in any dialect that is simulated',
    rows: [
      'no group and an empty one are the same',
      'profiles that the service does not show are waited for',
    ],
  },
  {
    kind: 'Instance',
    reason: 'the service chooses the address',
    rows: ['an address outside the private network is ignored'],
  },
  {
    kind: 'Instance',
    reason: 'what was not looked at is looked at next',
    rows: [
      'profiles that were not looked at are not spoken of',
      'a profile to boot that was not looked at is waited for',
      'without an image is rebooted into the profile that the service picks',
      'without an image a profile is looked for first',
      'a rescue waits for a look at the disks',
    ],
  },
  {
    kind: 'Instance',
    reason: 'a history of the object and of another client, one after the other',
    rows: [
      'a slot that was filled outside is left alone',
      'what a resize turned off is booted, though the spec does not name its power',
      'what a resize turned off is booted, though the spec names a profile that is missing',
      'it is booted without its new plan, unless the resize can be sent again',
      'it is not booted where the spec wants it off',
      'a profile that was relabelled outside is known by its id and gets its label back',
      'a profile with a recorded id is renamed, not created',
      'a profile that vanished is made again',
    ],
  },
  {
    kind: 'Instance',
    reason:
      'a state that passes by itself before anybody could look, or a word that the service does not say',
    rows: [
      'a schedule is sent before the service has picked one',
      'a resize under way is waited for',
      'is not resized while something else is under way',
      'is not rebooted while something is under way',
      'is not rescued while something is under way',
      'is deleted while it is created',
      'is not deleted while it is cloned',
      'is not deleted while a backup is restored',
      'is not deleted twice',
      ...MOVING.map((word) => `power waits while the instance is ${word}`),
      ...MOVING.filter((word) => word !== 'stopped' && word !== 'a_new_word').map(
        (word) => `${word} is not ready`,
      ),
      'maintenance is not ready',
      'an unknown status word is shown',
      'running is not ready where it is to be off',
      'off is not ready where it is to run',
    ],
  },
  {
    kind: 'Volume',
    reason:
      'an instance without a profile, or that is not seen: test/lifecycle/volume-moves.test.ts plays it',
    rows: [
      'stays where it is while the next instance has no profile',
      'stays where it is while the next instance is not shown',
      'stays where it is until the next instance was looked at',
    ],
  },
  {
    kind: 'Volume',
    reason: 'a profile without room takes more volumes than the rest of the table together',
    rows: ['a profile where there is no room for a further volume is for the service to refuse'],
  },
  {
    kind: 'Volume',
    reason:
      'a state that passes by itself before anybody could look, or a word that the service does not say',
    rows: [
      'a clone waits for its source to be active',
      'is relabelled while it is created',
      'is not attached while it is created',
      'is not deleted while it is created',
      'waits for active before it grows',
      'a new size that is shown while the volume grows is not asked for again',
      'is attached before it grows where growing has to wait',
      'offline is ready when no attachment is requested',
      'a volume that migrates is for the service to refuse, and waited for',
      'creating is not ready',
      'resizing is not ready',
      'an unknown status word is shown',
      'contact_support waits for a person',
      'offline is not ready on an instance',
      'not yet attached is not ready',
      'attached elsewhere is not ready',
      'an attachment against the spec is not ready',
    ],
  },
  ...UNSTAGED_MANAGED,
  ...UNSTAGED_NETWORK,
];
