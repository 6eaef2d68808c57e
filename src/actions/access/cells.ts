// In which cell a token is good that nobody here knows: one that was made where its tenant lives now, or of a tenant that never
// lived here. Nothing in a token says so: the cells that the operator has named here are asked.
import { LRUCache } from 'lru-cache';
import { readCells } from '../../database/access/cellStore.ts';
import type { Database } from '../../database/connection/database.ts';
import type { Cell } from '../../domain/cell.ts';
import { ServiceError } from '../../domain/errors.ts';
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

/** The cells that are named in the database. */
export function createCells({ database, ask }: { readonly database: Database; readonly ask: AskCell }): Cells {
  const kept = new LRUCache<string, { readonly cell: Cell | null }>({ max: mostKept });
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
  return {
    async placeOf(token) {
      const cells = await all();
      if (cells.length === 0) return null;
      const hash = secretHash(token);
      const known = kept.get(hash);
      if (known) return known.cell;
      const asked = asking.get(hash);
      if (asked) return asked;
      if (asking.size >= mostAsked) throw cannotTell();
      const found = findIn(cells, token, ask).finally(() => asking.delete(hash));
      asking.set(hash, found);
      const cell = await found;
      kept.set(hash, { cell }, { ttl: cell ? foundMillis : unknownMillis });
      return cell;
    },
  };
}

async function findIn(cells: readonly Cell[], token: string, ask: AskCell): Promise<Cell | null> {
  const answers = await Promise.allSettled(
    cells.map(async (cell) => {
      const answer = await ask(cell, token);
      return answer === 'HERE' ? cell : answer === 'UNKNOWN' ? null : answer;
    }),
  );
  const found = answers.find((one) => one.status === 'fulfilled' && one.value !== null);
  if (found?.status === 'fulfilled') return found.value;
  // It may be good in the one that said nothing.
  if (answers.some((one) => one.status === 'rejected')) throw cannotTell();
  return null;
}

function cannotTell(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Whether another cell knows this token cannot be found out now.');
}
