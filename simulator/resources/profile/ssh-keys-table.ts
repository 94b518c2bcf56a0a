import { table } from '../../core/table.ts';
import type { Row } from '../../core/world.ts';

export interface SshKeyRow extends Row {
  readonly username: string;
  readonly label: string;
  readonly ssh_key: string;
  readonly created: string;
}

export const sshKeys = table<SshKeyRow>('ssh keys');
