// The format of the log: JSON for programs, short lines for people, and quiet on a terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createLogger, prettyLine } from '../../src/start/logs.ts';

function record(isTTY: boolean): { readonly lines: string[]; readonly isTTY: boolean; write(text: string): void } {
  const lines: string[] = [];
  return { lines, isTTY, write: (text) => void lines.push(text) };
}

describe('The log', () => {
  test('is JSON from `info` on without a terminal, and short lines from `warn` on at a terminal', () => {
    const [file, terminal] = [record(false), record(true)];
    for (const output of [file, terminal]) {
      const logger = createLogger({ level: null, format: null }, output);
      logger.debug('detail');
      logger.info({ path: '/x' }, 'request');
      logger.warn({ port: 1 }, 'careful');
    }
    expect(file.lines.map((line) => JSON.parse(line).msg)).toEqual(['request', 'careful']);
    expect(terminal.lines).toHaveLength(1);
    expect(terminal.lines[0]?.slice('00:00:00'.length)).toBe(' \u001b[33mWARN \u001b[0m careful port=1\n');
  });

  test('follows the settings for every destination', () => {
    const file = record(false);
    createLogger({ level: 'debug', format: 'pretty' }, file).debug('detail');
    expect(file.lines.join('')).toMatch(/^\d\d:\d\d:\d\d DEBUG detail\n$/);
    const terminal = record(true);
    createLogger({ level: 'info', format: 'json' }, terminal).info('request');
    expect(JSON.parse(terminal.lines[0] ?? '').msg).toBe('request');
  });

  test('shows the stack of an error below its line', () => {
    const entry = { level: 50, time: 0, msg: 'failed', err: { message: 'no', stack: 'Error: no\n    at here' } };
    expect(prettyLine(JSON.stringify(entry), false)).toBe('00:00:00 ERROR failed\n  Error: no\n      at here\n');
  });

  test('gathers its lines, and writes them soon, and before the process ends', async () => {
    const logs = new URL('../../src/start/logs.ts', import.meta.url).href;
    const script = `
      import fs from 'node:fs';
      import { createLogger } from '${logs}';
      const { write } = fs;
      let count = 0;
      fs.write = (...all) => { count += 1; write(...all); };
      const logger = createLogger({ level: 'info', format: 'json' });
      for (const name of ['one', 'two']) logger.info(name);
      console.log(count);
      process.stdin.on('data', () => { logger.info('last'); process.exit(); });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    const text = { out: '', log: '' };
    child.stdout.on('data', (data) => (text.out += String(data)));
    const isWritten = new Promise<void>((resolve) =>
      child.stderr.on('data', (data) => {
        text.log += String(data);
        if (text.log.includes('"two"')) resolve();
      }),
    );
    await isWritten;
    child.stdin.write('end');
    await once(child, 'close');
    expect(text.out).toBe('0\n');
    expect(text.log.match(/"msg":"\w+"/g)).toEqual(['"msg":"one"', '"msg":"two"', '"msg":"last"']);
  });
});
