// In which cell a token is good that nobody here knows: one that was made where its tenant lives now, or of a tenant that never
// lived here. Nothing in a token says so: the cells that the operator has named here are asked.
import { LRUCache } from 'lru-cache';
import { readCells } from '../../database/access/cellStore.ts';
import type { Database } from '../../database/connection/database.ts';
import type { Cell } from '../../domain/cell.ts';
import { CellSilent } from '../../domain/cellSilent.ts';
import type { Cells } from '../../engine/context.ts';
import { secretHash } from './secret.ts';

/** What a cell says of a token: that it is good there, that nobody there knows it, or the cell in which it is. Throws where it cannot tell. */
export type AskCell = (cell: Cell, token: string) => Promise<'HERE' | 'UNKNOWN' | Cell>;

/** For so long an answer is used: until then a revoked token is passed on, and refused there. */
const foundMillis = 60_000;
const unknownMillis = 10_000;
const mostKept = 10_000;
/** The cells are known by heart for so long; most services have none. */
const listMillis = 5_000;
/** Guesses are not to be multiplied: so many tokens are asked about at a time. */
const mostAsked = 16;
/** A cell that did not answer is not asked again for so long: nobody waits for it. */
const silentMillis = 5_000;

/** The cells that are named in the database. */
export function createCells({ database, ask }: { readonly database: Database; readonly ask: AskCell }): Cells {
  const found = new LRUCache<string, Cell>({ max: mostKept, ttl: foundMillis });
  // Apart: however many are guessed, those that were found stay.
  const unknown = new LRUCache<string, true>({ max: mostKept, ttl: unknownMillis });
  const silent = new LRUCache<string, true>({ max: mostKept, ttl: silentMillis });
  const asking = new Map<string, Promise<Cell | null>>();
  const list = new LRUCache<'all', Promise<readonly Cell[]>>({ max: 1, ttl: listMillis });
  const all = (): Promise<readonly Cell[]> => {
    const known = list.get('all');
    if (known) return known;
    const read = readCells(database);
    list.set('all', read);
    read.catch(() => list.delete('all'));
    return read;
  };
  const askOne: AskCell = async (cell, token) => {
    if (silent.has(cell.name)) throw new CellSilent();
    try {
      return await ask(cell, token);
    } catch (error) {
      silent.set(cell.name, true);
      throw error;
    }
  };
  return {
    async placeOf(token) {
      const cells = await all();
      if (cells.length === 0) return null;
      const hash = secretHash(token);
      const known = found.get(hash);
      if (known) return known;
      if (unknown.has(hash)) return null;
      const asked = asking.get(hash);
      if (asked) return asked;
      if (asking.size >= mostAsked) throw new CellSilent();
      const finding = findIn(cells, askOne, token).finally(() => asking.delete(hash));
      asking.set(hash, finding);
      const cell = await finding;
      if (cell) found.set(hash, cell);
      else unknown.set(hash, true);
      return cell;
    },
  };
}

const unknownThere = new Error('Unknown there');

// Once one of them knows it, nobody waits for the others.
async function findIn(cells: readonly Cell[], ask: AskCell, token: string): Promise<Cell | null> {
  const places = cells.map(async (cell) => {
    const answer = await ask(cell, token);
    if (answer === 'UNKNOWN') throw unknownThere;
    return answer === 'HERE' ? cell : answer;
  });
  try {
    return await Promise.any(places);
  } catch (error) {
    if (error instanceof AggregateError && error.errors.every((one) => one === unknownThere)) return null;
    // It may be good in the one that said nothing.
    throw new CellSilent();
  }
}
