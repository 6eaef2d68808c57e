// The other cells by the command line: databases with gateways of their own, in which other tenants live.
import { readCells, removeCell, writeCell } from '../database/access/cellStore.ts';
import { isSafeUrl } from '../domain/url.ts';
import { withoutTrailing } from '../domain/text.ts';
import { UsageError, type Command, type Given, table } from './command.ts';

/** The address of a cell's gateways. Throws UsageError for what is none. */
export function gatewaysAt(text: string): string {
  if (!isSafeUrl(text, ['http', 'https'])) throw new UsageError('--at must be an address such as https://two.example.');
  return withoutTrailing(text, '/');
}

function oneName({ words }: Given): string {
  const [name] = words;
  if (name === undefined || words.length !== 1) throw new UsageError('The name of one cell is expected.');
  return name;
}

/** `cell add`, `cell list`, `cell remove`. */
export const cellCommands: Readonly<Record<string, Command>> = {
  'cell add': {
    summary: 'Name another cell, or where it is now: requests with tokens of its tenants are passed on to it',
    words: '<name>',
    options: { at: { type: 'string', value: 'url', meaning: 'The address at which its gateways answer.' } },
    examples: ['commonplace cell add two --at https://two.example'],
    async run(given, { onDatabase, print }) {
      const cell = { name: oneName(given), url: gatewaysAt(given.text('at') ?? '') };
      await onDatabase(({ database }) => writeCell(database, cell));
      print(`${cell.name} is at ${cell.url}. Gateways know that within five seconds.`);
      return 0;
    },
  },
  'cell list': {
    summary: 'List the other cells, with the number of tenants that moved there from here',
    words: '',
    options: { json: { type: 'boolean', meaning: 'Print JSON.' } },
    examples: ['commonplace cell list'],
    async run(given, { onDatabase, print }) {
      const cells = await onDatabase(({ database }) => readCells(database));
      if (given.isSet('json')) for (const cell of cells) print(JSON.stringify(cell));
      else
        print(
          table(
            ['NAME', 'AT', 'TENANTS FROM HERE'],
            cells.map(({ name, url, tenants }) => [name, url, String(tenants)]),
          ),
        );
      return 0;
    },
  },
  'cell remove': {
    summary: 'Forget a cell to which no tenant has moved from here',
    words: '<name>',
    options: {},
    examples: ['commonplace cell remove two'],
    async run(given, { onDatabase, print, warn }) {
      const name = oneName(given);
      const isRemoved = await onDatabase(({ database }) => removeCell(database, name));
      if (isRemoved) print(`${name} is forgotten.`);
      else warn(`${name} is not known, or tenants that moved away from here live there: see cell list.`);
      return isRemoved ? 0 : 1;
    },
  },
};
