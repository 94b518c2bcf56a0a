import { describe, expect, test } from 'vitest';
import {
  type DemoArguments,
  readArguments,
  readDemoArguments,
  readEnvironment,
} from './environment.ts';

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

const leaving: DemoArguments = {
  afterwards: 'leave',
  timeoutMs: 300_000,
  speed: 60,
  colours: 'wanted',
};
const staying: DemoArguments = { ...leaving, afterwards: 'stay' };

describe('readDemoArguments', () => {
  test.each<[boolean, string, DemoArguments]>([
    [false, '', leaving],
    [true, '', staying],
    [true, '--once', leaving],
    [false, '--stay', staying],
    [false, '--timeout 90s', { ...leaving, timeoutMs: 90_000 }],
    [false, '--speed 0.5', { ...leaving, speed: 0.5 }],
    [true, '--once --timeout=1h --speed=600', { ...leaving, timeoutMs: 3_600_000, speed: 600 }],
  ])('on a terminal: %j, asked %j', (onTerminal, words, read) => {
    expect(readDemoArguments(onTerminal, words.split(' ').filter(Boolean), {})).toEqual(read);
  });

  test.each([
    ['--timeout 5', '--timeout must be a duration such as 90s or 5m'],
    ['--timeout', "Option '--timeout <value>' argument missing"],
    ['--speed fast', '--speed must be a number above 0'],
    ['--speed 0', '--speed must be a number above 0'],
    ['--speed -1', "Option '--speed' argument is ambiguous"],
    ['--speed Infinity', '--speed must be a number above 0'],
    ['--once --stay', '--once and --stay exclude each other'],
    ['--forever', "Unknown option '--forever'"],
    ['please', "Unexpected argument 'please'"],
  ])('says in one line what is wrong with %j', (words, problem) => {
    const read = readDemoArguments(true, words.split(' '), {});
    expect(read).toContain(problem);
    expect(read).not.toContain('\n');
  });

  test.each([
    [{ NO_COLOR: '1' }, 'unwanted'],
    [{ NO_COLOR: '' }, 'wanted'],
  ])('takes colours away for %j', (variables, colours) => {
    expect(readDemoArguments(true, [], variables)).toMatchObject({ colours });
  });
});
