// Progress of a start: lines without a terminal, one line with the time left at a terminal.
import { describe, expect, test } from 'vitest';
import { createTerminal } from '../../../src/start/terminal.ts';

describe('The progress of a start', () => {
  test('is a line for each step if the output is no terminal', () => {
    let text = '';
    const terminal = createTerminal({ write: (part) => (text += part) });
    terminal.step('Starting PostgreSQL in data');
    terminal.say('ready');
    terminal.done();
    expect(text).toBe('Starting PostgreSQL in data\nready\n');
  });

  test('is whole at a terminal that does not say how wide it is', () => {
    let text = '';
    let now = 0;
    const output = { isTTY: true, columns: 0, write: (part: string) => (text += part) };
    const terminal = createTerminal(output, () => now);
    now = 2_000;
    terminal.step('Starting PostgreSQL in data');
    terminal.done();
    expect(text).toContain('Starting PostgreSQL in data … about');
  });

  test.each([
    [20, 19],
    [5, 10],
  ])('leaves the last place of a line free, so that none is broken: %i columns, %i places', (columns, places) => {
    let text = '';
    let now = 0;
    const terminal = createTerminal({ isTTY: true, columns, write: (part) => (text += part) }, () => now);
    now = 2_000;
    terminal.step('Starting PostgreSQL in data');
    expect(text).toBe('Starting PostgreSQL in data'.slice(0, places));
  });

  test('expects no more than twice the usual pace of what is left', () => {
    let text = '';
    let now = 0;
    const terminal = createTerminal({ isTTY: true, columns: 80, write: (part) => (text += part) }, () => now);
    terminal.step('Creating a PostgreSQL database in data');
    now = 1_000;
    terminal.step('Starting PostgreSQL in data');
    expect(text).toBe('Starting PostgreSQL in data … about 3 s left');
  });

  test('counts the demo only for a start that creates a database', () => {
    let text = '';
    let now = 0;
    const terminal = createTerminal({ isTTY: true, columns: 80, write: (part) => (text += part) }, () => now);
    terminal.step('Starting PostgreSQL in data');
    now = 3_000;
    terminal.step('PostgreSQL is running');
    terminal.done();
    expect(text).toContain('PostgreSQL is running … about 3 s left');
  });

  test('shows the time left at a terminal after a second, at the pace so far, and clears it at the end', () => {
    let text = '';
    let now = 0;
    const output = { isTTY: true, columns: 80, write: (part: string) => (text += part) };
    const terminal = createTerminal(output, () => now);
    terminal.step('Creating a PostgreSQL database in data');
    expect(text).toBe('');
    // Twice the usual time so far, so the estimate for the rest doubles too.
    now = 6_000;
    terminal.step('Starting PostgreSQL in data');
    expect(text).toBe('Starting PostgreSQL in data … about 10 s left');
    text = '';
    terminal.say('a line');
    expect(text).toBe('\r\u001b[2Ka line\n');
    terminal.step('Writing the demo content');
    text = '';
    terminal.done();
    expect(text).toBe('\r\u001b[2K');
  });
});
