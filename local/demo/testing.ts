import type { Row } from './row.ts';

/** Rows in the three moods, and a missing one. */
export const ROWS: readonly Row[] = [
  {
    kind: 'Instance',
    name: 'web-1',
    state: 'running',
    ready: 'True',
    message: 'the instance is running',
    mood: 'ready',
  },
  {
    kind: 'Volume',
    name: 'web-data',
    state: 'creating',
    ready: 'False',
    message: 'the service is creating the volume',
    mood: 'working',
  },
  {
    kind: 'Volume',
    name: 'shop/x',
    state: '',
    ready: 'False',
    message: 'the label is taken',
    mood: 'stuck',
  },
  { kind: 'Volume', name: 'y', state: '', ready: '', message: '', mood: 'working' },
];
