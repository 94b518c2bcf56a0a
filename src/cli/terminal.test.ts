import { expect, test, vi } from 'vitest';
import { processTerminal } from './terminal.ts';

test('what others wrote does not steer the terminal of who reads it', () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  processTerminal().out('\u001b[32mdata\u001b[0m \u001b[2J\u0007');
  vi.restoreAllMocks();
  expect(written).toEqual(['\u001b[32mdata\u001b[0m \\u001b[2J\\u0007\n']);
});
