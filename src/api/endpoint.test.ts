import { expect, expectTypeOf, test } from 'vitest';
import { type ParameterOf, path } from './endpoint.ts';
import { instances } from './instances.ts';
import { volumes } from './volumes.ts';

test('path parameters are read from the template at compile time', () => {
  expectTypeOf<ParameterOf<typeof volumes.attach.path>>().toEqualTypeOf<'volumeId'>();
  expectTypeOf<ParameterOf<typeof instances.list.path>>().toEqualTypeOf<never>();
  expectTypeOf<ParameterOf<'/a/{x}/b/{y}'>>().toEqualTypeOf<'x' | 'y'>();
});

test.each([
  ['/volumes', {}, '/volumes'],
  ['/volumes/{volumeId}/attach', { volumeId: 12 }, '/volumes/12/attach'],
  [
    '/compute/kernels/{kernelId}',
    { kernelId: 'compute/latest-64bit' },
    '/compute/kernels/compute%2Flatest-64bit',
  ],
  ['/tags/{label}', { label: 'k8s:a b?c#{label}$&' }, '/tags/k8s%3Aa%20b%3Fc%23%7Blabel%7D%24%26'],
  ['/a/{x}/b/{y}', { x: 1, y: '{x}' }, '/a/1/b/%7Bx%7D'],
])('%s is filled with %o', (template, params, expected) => {
  expect(path<string>(template, params)).toBe(expected);
});
