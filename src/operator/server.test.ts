import { expect, test } from 'vitest';
import { startServer } from './server.ts';

const PASSES = () => ({ ok: true, detail: 'ok' });

test('metrics that cannot be read are an answer, and the probes go on', async () => {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    live: PASSES,
    ready: PASSES,
    metrics: async () => Promise.reject(new Error('a gauge has no value')),
  });
  const metrics = await fetch(`${server.url}/metrics`);
  expect([metrics.status, await metrics.text()]).toEqual([
    500,
    'the metrics cannot be read: a gauge has no value\n',
  ]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.close();
});
