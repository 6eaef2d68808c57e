// A statement under construction and what runs it. Values are always parameters; identifiers come from the contract.
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Contract } from '../../contract/resource.ts';
import { parseUrn } from '../../domain/urn.ts';

/** A finished statement. With a name PostgreSQL prepares it once per connection; give one only to fixed shapes. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Whether the best plan depends on the values: such a statement is planned for them where that looks cheaper. */
  readonly isPlannedByValue?: boolean;
  /** Whether only the newest state will do, such as the end of the log: no replica answers, nor any later read of the request. */
  readonly isOfPrimary?: boolean;
  /** Whether its row says at which access epoch it read (answers/answerStatement.ts); a long answer in it is bytes. */
  readonly saysEpoch?: boolean;
  /** Whether nobody is told what it reads: the statements that follow from it prove the caller. */
  readonly isShownToNobody?: boolean;
  /**
   * That it may be run as one with others of its group, which differ from it in the values at these places alone, the texts of lists of
   * one each: it answers a row for each, and in `at` for which of them, from 1 on.
   */
  readonly joinable?: { readonly group: object; readonly lists: readonly number[] };
  /** Whether it changes nothing where its caller is no longer the one that was decided. */
  readonly requiresEpoch?: boolean;
}

/** Whatever runs statements: the read pool, or a transaction. Rows are plain objects. */
export interface Executor {
  /** What the database holds. */
  readonly contract: Contract;
  /** Whether it is a transaction that is done again, since what it had taken for granted did not hold. */
  readonly isRepeated?: boolean;
  query(statement: Statement): Promise<Record<string, unknown>[]>;
}

/** What runs statements of the DataSource: the open database, or a transaction of it. */
export interface RowExecutor extends Executor {
  /** Writes statements over the entities of the DataSource (written.ts). */
  readonly manager: EntityManager;
}

/** The rows of a statement. `R` is what its text selects, as `connections.ts` reads the columns: they are written side by side. */
export async function rowsOf<R>(executor: Pick<Executor, 'query'>, statement: Statement): Promise<R[]> {
  return (await executor.query(statement)) as R[];
}

/** The first row of a statement, as `rowsOf` reads it; null when there is none. */
export async function firstOf<R>(executor: Pick<Executor, 'query'>, statement: Statement): Promise<R | null> {
  return (await rowsOf<R>(executor, statement))[0] ?? null;
}

/** The row of a statement that has one in any case: a count, or a row that its transaction holds. */
export async function onlyRow<R>(executor: Pick<Executor, 'query'>, statement: Statement): Promise<R> {
  // The statement guarantees it.
  return (await rowsOf<R>(executor, statement))[0] as R;
}

/** The urns that a statement selects, in its order. */
export async function urnsOf(executor: Pick<Executor, 'query'>, statement: Statement): Promise<string[]> {
  return (await rowsOf<{ urn: string }>(executor, statement)).map(({ urn }) => urn);
}

/** Whether a statement that selects one truth, named `is`, finds it. */
export async function isTrue(executor: Pick<Executor, 'query'>, statement: Statement): Promise<boolean> {
  return (await firstOf<{ is: boolean }>(executor, statement))?.is === true;
}

/** Collects parameters while a statement's text is written. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder with the cast that PostgreSQL needs to know its type. */
  add(value: unknown, cast: string): string {
    this.values.push(cast === 'uuid[]' ? urnList(value) : value);
    return `$${String(this.values.length)}::${cast}`;
  }
}

/** A value as it is sent: lists of urns in binary. */
export function sentValue(value: unknown, cast: string): unknown {
  return arrayText(cast === 'uuid[]' ? urnList(value) : value);
}

// A list of canonical urns as PostgreSQL sends and takes it in binary: it reads that in a tenth of the time that it takes for their text,
// which was a sixth of a short read. Any other value as it is.
function urnList(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const known = encoded.get(value);
  if (known) return known;
  const bytes = bytesOf(value);
  // What nobody can change is sent as it was before: ten thousand companies of a caller, several times in each statement.
  if (bytes && Object.isFrozen(value)) encoded.set(value, bytes);
  return bytes ?? value;
}

const encoded = new WeakMap<readonly unknown[], Buffer>();

function bytesOf(value: readonly unknown[]): Buffer | null {
  if (!value.every(isUrn)) return null;
  const bytes = Buffer.allocUnsafe(listHead + value.length * (4 + urnBytes));
  // One dimension, no NULL, the type `uuid`, and where the dimension begins and ends.
  [1, 0, 2950, value.length, 1].forEach((word, at) => bytes.writeInt32BE(word, 4 * at));
  value.forEach((urn, index) => {
    const at = bytes.writeInt32BE(urnBytes, listHead + index * (4 + urnBytes));
    bytes.write(urn.replaceAll('-', ''), at, 'hex');
  });
  return bytes;
}

const [listHead, urnBytes] = [20, 16];

const isUrn = (value: unknown): value is string => parseUrn(value) !== null;

/** A statement of a fixed shape, prepared under a name made from its text, and planned once for all values. */
export function prepared(text: string, parameters: Parameters): Statement {
  return { text, values: parameters.values, name: nameOf(text) };
}

/** A statement of a fixed shape whose best plan depends on the values: how many rows a parent has, say. */
export function preparedByValue(text: string, parameters: Parameters): Statement {
  return { ...prepared(text, parameters), isPlannedByValue: true };
}

/** A statement whose shape depends on the request; it is not kept prepared, and is planned for its values. */
export function unprepared(text: string, parameters: Parameters): Statement {
  return { text, values: parameters.values, isPlannedByValue: true };
}

/** The name that a text is prepared under. */
export function nameOf(text: string): string {
  return createHash('md5').update(text).digest('hex').slice(0, 20);
}

/** A value of a kept statement that each run brings along. */
export interface Hole {
  readonly hole: number;
}

const holes: readonly Hole[] = Array.from({ length: 40 }, (_, hole) => ({ hole }));
const knownHoles: ReadonlySet<unknown> = new Set(holes);

/**
 * A statement that is written once for an owner, such as a viewer, and a question, and from then on only filled in. `write`
 * gets placeholders in the place of `values`; whatever else it adds must follow from the owner and the question alone.
 */
export function kept(
  owner: object,
  question: string,
  values: readonly unknown[],
  write: (holes: readonly Hole[]) => Statement,
): Statement {
  const known = statements.get(owner) ?? new Map<string, Statement>();
  statements.set(owner, known);
  let statement = known.get(question);
  if (!statement) {
    const written = write(holes);
    statement = { ...written, values: written.values.map(arrayText) };
    // Questions are kinds and fields of the contract; the bound covers unforeseen ones.
    if (known.size < mostQuestions) known.set(question, statement);
  }
  return { ...statement, values: statement.values.map((value) => (isHole(value) ? values[value.hole] : value)) };
}

const mostQuestions = 500;

/**
 * A list of texts as PostgreSQL reads it, any other value as it is: the driver would write the lists of a viewer, such as its
 * companies, anew for each run of a statement.
 */
export function arrayText(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return value;
  return `{${value.map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

// Only a cache of what `write` returns: owners are created again when their derived values change.
const statements = new WeakMap<object, Map<string, Statement>>();

function isHole(value: unknown): value is Hole {
  // Compared by identity, whatever it is.
  return knownHoles.has(value);
}
