import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_TUNING } from '../../src/cloud/settings.ts';
import { readRunConfig } from '../../src/config/config.ts';
import { LIMITS } from '../../src/engine/ports/limits.ts';
import { DEFAULT_SETTINGS, graceMs, lagMs } from '../../src/engine/term/environment.ts';
import { heldSpec } from '../../src/kube/lease/lease-record.ts';
import { ROOT } from '../docs/pages.ts';

/** Time that a process needs after its last request, to release its Lease and to exit. */
const REST_MS = 5_000;

describe('the times that the parts of the operator agree on', () => {
  test('are those of the engine and of the adapter of the service', () => {
    expect(DEFAULT_SETTINGS).toMatchObject(LIMITS);
    expect(DEFAULT_TUNING).toMatchObject({
      requestTimeoutMs: LIMITS.requestTimeoutMs,
      patience: { writeMs: LIMITS.writePatienceMs },
    });
  });

  test('give a request of another process time to have its effect', () => {
    expect(graceMs(DEFAULT_SETTINGS)).toBeGreaterThan(LIMITS.leaseMs + LIMITS.writePatienceMs);
    expect(graceMs(DEFAULT_SETTINGS)).toBeGreaterThan(
      LIMITS.requestTimeoutMs + LIMITS.writePatienceMs,
    );
    expect(lagMs(DEFAULT_SETTINGS)).toBeGreaterThanOrEqual(graceMs(DEFAULT_SETTINGS));
  });

  test('are the defaults of the flags', () => {
    expect(
      readRunConfig(['--namespace', 'a'], {
        CLOUD_API_URL: 'https://api.example.com/v4',
        CLOUD_API_TOKEN: 'any',
      }),
    ).toMatchObject({
      value: { brake: DEFAULT_SETTINGS.brake, listingLagMs: DEFAULT_SETTINGS.listingLagMs },
    });
  });

  test('are whole seconds in a Lease', () => {
    const { leaseMs: durationMs } = LIMITS;
    expect(heldSpec({ identity: 'me', durationMs, previous: null, epochMs: 0 })).toMatchObject({
      leaseDurationSeconds: LIMITS.leaseMs / 1_000,
    });
  });
});

test.each([
  'deploy/kustomize/base/deployment.yaml',
  'deploy/helm/cloudinfra-operator/templates/deployment.yaml',
])('%s lets a process end its last request and the Lease run out', (path) => {
  const text = readFileSync(`${ROOT}/${path}`, 'utf8');
  const [, seconds] = /terminationGracePeriodSeconds: (\d+)$/m.exec(text) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(LIMITS.requestTimeoutMs + REST_MS);
  expect(Number(seconds) * 1_000).toBeGreaterThan(LIMITS.leaseMs);
});
