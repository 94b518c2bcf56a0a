import { describe, expect, test } from 'vitest';
import { readArguments, readEnvironment } from './environment.ts';

const host = { platform: 'linux', arch: 'x64', home: '/home/ada' };

describe('readEnvironment', () => {
  test.each([
    [{}, '/home/ada/.cache/cloudinfra-operator'],
    [{ XDG_CACHE_HOME: '/xdg' }, '/xdg/cloudinfra-operator'],
    [{ XDG_CACHE_HOME: '', CLOUDINFRA_CACHE: '' }, '/home/ada/.cache/cloudinfra-operator'],
    [{ XDG_CACHE_HOME: '/xdg', CLOUDINFRA_CACHE: '/mine' }, '/mine'],
  ])('takes the cache folder of %j', (variables, cache) => {
    expect(readEnvironment(variables, host).cache).toBe(cache);
  });

  test.each([
    [{}, null],
    [{ KUBEBUILDER_ASSETS: '' }, null],
    [{ KUBEBUILDER_ASSETS: '/assets' }, '/assets'],
  ])('takes the ready binaries of %j', (variables, assets) => {
    expect(readEnvironment(variables, host).assets).toBe(assets);
  });

  test.each([
    [host, 'linux-amd64'],
    [{ ...host, arch: 'arm64' }, 'linux-arm64'],
    [{ ...host, platform: 'darwin', arch: 'arm64' }, 'darwin-arm64'],
    [{ ...host, platform: 'win32' }, 'windows-amd64'],
    [{ ...host, arch: 'riscv64' }, 'linux-riscv64'],
  ])('names the platform of %j as Go does', (machine, platform) => {
    expect(readEnvironment({}, machine).platform).toBe(platform);
  });

  test('reads the search path without its empty parts', () => {
    expect(readEnvironment({ PATH: '/a::/b' }, host).path).toEqual(['/a', '/b']);
    expect(readEnvironment({}, host).path).toEqual([]);
  });
});

test.each([
  [[], { controllerManager: false }],
  [['--controller-manager'], { controllerManager: true }],
  [['--controller-manger'], null],
  [['now'], null],
])('readArguments reads %j as %j', (words, read) => {
  expect(readArguments(words)).toEqual(read);
});
