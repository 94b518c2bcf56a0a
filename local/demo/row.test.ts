import { describe, expect, test } from 'vitest';
import { CloudObjects, type Row, rowOf } from './row.ts';

const condition = (type: string, status: string, message: string, reason = 'Because') => ({
  type,
  status,
  reason,
  message,
});

interface Seen {
  readonly metadata?: object;
  readonly status?: object;
}

const rowFor = ({ metadata, status }: Seen): Row => {
  const object = {
    metadata: { name: 'web', namespace: 'default', generation: 2, ...metadata },
    ...(status === undefined ? {} : { status }),
  };
  return CloudObjects.parse({ items: [object] }).items.map((item) =>
    rowOf('Volume', item),
  )[0] as Row;
};

const blank = { kind: 'Volume', name: 'web', state: '', ready: '', message: '', mood: 'working' };
const running = {
  observedGeneration: 2,
  state: 'active',
  conditions: [condition('Ready', 'True', 'it is usable')],
};

describe('a row', () => {
  test.each<[string, Seen, Partial<Row>]>([
    ['is blank before the operator has looked', {}, {}],
    ['is blank while the status is only its default', { status: { observedGeneration: -1 } }, {}],
    [
      'says what the item is',
      { status: running },
      { state: 'active', ready: 'True', message: 'it is usable', mood: 'ready' },
    ],
    [
      'is not ready for a spec that was not looked at yet',
      { metadata: { generation: 3 }, status: running },
      { state: 'active', ready: 'True', message: 'it is usable', mood: 'working' },
    ],
    [
      'says why it is not ready',
      {
        status: {
          ...running,
          state: 'creating',
          conditions: [condition('Ready', 'False', 'the service\n  creates it ')],
        },
      },
      { state: 'creating', ready: 'False', message: 'the service creates it' },
    ],
    [
      'is stuck where a person must act',
      {
        status: {
          ...running,
          conditions: [
            condition('Ready', 'False', 'refused'),
            condition('Stalled', 'True', 'refused'),
          ],
        },
      },
      { state: 'active', ready: 'False', message: 'refused', mood: 'stuck' },
    ],
    [
      'says of a ready item what keeps us from its spec',
      {
        status: {
          ...running,
          conditions: [
            condition('Ready', 'True', 'usable'),
            condition('Synced', 'False', 'cpu differs', 'Drifted'),
          ],
        },
      },
      { state: 'active', ready: 'True', message: 'Drifted: cpu differs', mood: 'ready' },
    ],
    [
      'does not repeat that all is well',
      {
        status: {
          ...running,
          conditions: [
            condition('Synced', 'True', 'nothing to do'),
            condition('Ready', 'True', 'usable'),
          ],
        },
      },
      { state: 'active', ready: 'True', message: 'usable', mood: 'ready' },
    ],
    [
      'is not ready while it is deleted',
      { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, status: running },
      { state: 'active', ready: 'True', message: 'it is usable', mood: 'working' },
    ],
    [
      'says that it is deleted where nothing else is known',
      { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
      { message: 'being deleted' },
    ],
    [
      'names a namespace that is not the usual one',
      { metadata: { namespace: 'shop' } },
      { name: 'shop/web' },
    ],
  ])('%s', (_name, seen, row) => {
    expect(rowFor(seen)).toEqual({ ...blank, ...row });
  });
});
