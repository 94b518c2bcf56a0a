import { expect, test } from 'vitest';
import type { Example } from './examples.ts';
import { ROWS } from './testing.ts';
import { invitation, lateText, seconds, summary } from './words.ts';

const web: Example = {
  kind: 'Instance',
  namespace: 'default',
  name: 'web-1',
  spec: { label: 'web-1' },
};
const data: Example = { kind: 'Volume', namespace: 'shop', name: 'web-data', spec: { size: 40 } };

test('an invitation looks at all, describes one thing and makes it larger', () => {
  expect(invitation('/cache/kubectl', '/k/config', [web, data]).split('\n')).toEqual([
    'Try, in another terminal:',
    '  export KUBECONFIG=/k/config',
    '  /cache/kubectl get cloud -A',
    '  /cache/kubectl describe volume web-data -n shop',
    `  /cache/kubectl patch volume web-data -n shop --type merge -p '{"spec":{"size":80}}'`,
    'Changes appear below. Ctrl-C ends the demo and removes everything.',
  ]);
});

test.each([
  [[web], ['  kubectl get cloud -A', '  kubectl describe instance web-1']],
  [[], ['  kubectl get cloud -A']],
])('an invitation to %j names only what is there', (examples, commands) => {
  expect(
    invitation('kubectl', '/k', examples)
      .split('\n')
      .filter((line) => line.includes(' kubectl')),
  ).toEqual(commands);
});

test.each([
  [7, 11_100, 84, '7 objects Ready in 12 s, 84 requests to the service'],
  [1, 900, 3, '1 object Ready in 1 s, 3 requests to the service'],
])('what it took', (objects, tookMs, requests, text) => {
  expect(summary(objects, tookMs, requests)).toBe(text);
});

test('who is late is named', () => {
  expect(lateText(ROWS, 90_000)).toBe(
    'not Ready within 90 s: Volume/web-data, Volume/shop/x, Volume/y',
  );
});

test('seconds have one place', () => {
  expect([0, 3_449, 61_000].map(seconds)).toEqual(['0.0 s', '3.4 s', '61.0 s']);
});
