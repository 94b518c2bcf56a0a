import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { DEPLOYED, field, first, fresh, offline } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const GZIP = { bytes: 3_000_000, gzip: true };
const BINARY = { 'content-type': 'application/octet-stream' };
const input = { label: 'mine', region: 'us-east', description: 'one' };
const DAY_MS = 86_400_000;

const disk = (stage: Stage, id: number): number => first(stage, `/compute/instances/${id}/disks`);

const uploading = (stage: Stage): string =>
  String(stage.call('POST', '/images/upload', input).at('upload_to')).replace(
    /^http:\/\/[^/]+/,
    '',
  );

const put = (
  stage: Stage,
  url: string,
  upload = GZIP,
  headers: Readonly<Record<string, string>> = BINARY,
): number => stage.sim.handle({ method: 'PUT', url, headers, upload }).status;

const IMAGE = '/images/private/17578001';

playAll([
  {
    name: 'public images are visible to every account',
    call: () => ['GET', '/images/compute/debian11', undefined, { token: '' }],
    has: { is_public: true, status: 'available', created_by: 'compute' },
  },
  {
    name: 'the slash may be encoded',
    call: () => ['GET', '/images/compute%2Fdebian11'],
    has: { id: 'compute/debian11' },
  },
  {
    name: 'private images are hidden without a token',
    given: (stage) => {
      stage.call('POST', '/images/upload', input);
      return 0;
    },
    call: () => ['GET', IMAGE, undefined, { token: '' }],
    status: 404,
  },
  {
    name: 'a filter that matches nothing has page 0',
    call: () => ['GET', '/images', undefined, { filter: { label: 'none' } }],
    has: { page: 0, pages: 0, results: 0, data: [] },
  },
  {
    name: 'an image of a disk begins with its size',
    given: offline,
    call: (id, stage) => ['POST', '/images', { disk_id: disk(stage, id) }],
    has: { status: 'creating', size: 25_088, label: 'Debian 11 Disk', created_by: 'admin' },
    afterwards: (stage, id) => {
      expect(stage.call('POST', `/compute/instances/${id}/boot`).status).toBe(400);
      stage.settle();
      expect(field(stage, IMAGE, 'status')).toBe('available');
      expect(Number(field(stage, IMAGE, 'size'))).toBeLessThan(2001);
    },
  },
  {
    name: 'an unknown disk is refused',
    call: () => ['POST', '/images', { disk_id: 1 }],
    status: 400,
    problems: ['disk_id: disk_id is not valid'],
  },
  {
    name: 'a busy instance is refused',
    given: (stage) => fresh(stage),
    call: (id, stage) => ['POST', '/images', { disk_id: disk(stage, id) }],
    status: 400,
    problems: ['Compute busy.'],
  },
  {
    name: 'an upload answers with both',
    call: () => ['POST', '/images/upload', input],
    has: { image: { status: 'pending_upload', size: 0, description: 'one' } },
  },
  {
    name: 'an upload answers with the image and one field more',
    dialect: 'documents',
    call: () => ['POST', '/images/upload', input],
    has: { status: 'pending_upload', id: 'private/17578001' },
  },
  {
    name: 'an upload wants a known region',
    call: () => ['POST', '/images/upload', { ...input, region: 'mars' }],
    status: 400,
    problems: ['region: region is not valid'],
  },
  {
    name: 'a description can be emptied',
    given: (stage) => {
      stage.call('POST', '/images/upload', input);
      return 0;
    },
    call: () => ['PUT', IMAGE, { description: null, label: 'new' }],
    has: { description: '', label: 'new' },
  },
  {
    name: 'a public image cannot be deleted',
    call: () => ['DELETE', '/images/compute/debian11'],
    status: 404,
  },
  {
    name: 'an image that is not there yet cannot be deployed',
    given: (stage) => {
      stage.call('POST', '/images/upload', input);
      return 0;
    },
    call: () => ['POST', '/compute/instances', { ...DEPLOYED, image: 'private/17578001' }],
    status: 400,
    problems: ['image: image is not available'],
  },
]);

test('data that was sent becomes an image', () => {
  const stage = openStage();
  expect(put(stage, uploading(stage))).toBe(200);
  stage.settle();
  expect(stage.call('GET', IMAGE).body).toMatchObject({ status: 'available', size: 3 });
  expect(
    stage.call('POST', '/compute/instances', { ...DEPLOYED, image: 'private/17578001' }).status,
  ).toBe(200);
});

test('data that is not gzip makes no image', () => {
  const stage = openStage();
  put(stage, uploading(stage), { bytes: 10, gzip: false });
  stage.settle();
  expect(stage.call('GET', IMAGE).status).toBe(404);
});

test.each([
  ['a wrong signature', (url: string) => url.replace(/.$/, 'x'), GZIP, BINARY, 404],
  ['a wrong content type', (url: string) => url, GZIP, {}, 400],
  ['too much data', (url: string) => url, { bytes: 6 * 1024 ** 3, gzip: true }, BINARY, 413],
])('%s is refused', (_name, address, upload, headers, status) => {
  const stage = openStage();
  expect(put(stage, address(uploading(stage)), upload, headers)).toBe(status);
});

test('data is taken once', () => {
  const stage = openStage();
  const url = uploading(stage);
  expect([put(stage, url), put(stage, url)]).toEqual([200, 404]);
});

test('after a day without data the image is gone, and the address with it', () => {
  const stage = openStage();
  const url = uploading(stage);
  stage.pass(DAY_MS);
  expect([stage.call('GET', IMAGE).status, put(stage, url)]).toEqual([404, 404]);
});
