// A company with everything below it as lines of JSON, and back into this or another database: urns, histories, drafts, links
// and files as they were. For the operator, who has the database; no caller reaches it.
import {
  copiedTables,
  countRows,
  fileDigests,
  readRows,
  rootCompany,
  schemaVersion,
  lookForMissingWords,
  writeRows,
  type CopiedTable,
} from '../../database/identity/companyCopyStore.ts';
import { inLongTransaction, type Outcome } from '../../database/connection/longConnection.ts';
import type { Database } from '../../database/connection/database.ts';
import type { Executor } from '../../database/connection/statement.ts';
import type { Services } from '../../engine/context.ts';
import { ServiceError } from '../../domain/errors.ts';

/** What copying works with. */
export interface CopyParts {
  readonly database: Database;
  readonly files: Services['files'];
  /** Receives progress: how much is done, of how much. */
  readonly progress: (done: number, total: number) => void;
}

/** What an export wrote; `missing` files are named by images and not in the storage. */
export interface Exported {
  readonly name: string;
  readonly rows: number;
  readonly files: number;
  readonly missing: number;
}

/** What an import wrote, or would have; what was there already is `known`. */
export interface Imported {
  readonly company: string;
  readonly rows: { readonly written: number; readonly known: number };
  readonly files: { readonly written: number; readonly known: number };
}

const format = 'commonplace company 1';
const batch = 500;

interface Header {
  readonly format: string;
  readonly schema: string;
  readonly company: { readonly urn: string; readonly name: string };
  readonly exportedTimestamp: string;
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes the root company with that urn, or the oldest one, line by line: a header, rows, files, an end. All of it is of one
 * moment. NOT_FOUND without such a company.
 */
export async function exportCompany(
  { database, files, progress }: CopyParts,
  urn: string | null,
  write: (line: string) => Promise<void>,
): Promise<Exported> {
  return inLongTransaction(database, async (executor) => {
    const company = await rootCompany(executor, urn);
    if (!company) throw new ServiceError('NOT_FOUND', 'There is no root company with this urn.');
    const tables = copiedTables(database.contract);
    const digests = await fileDigests(executor, company.urn);
    let rows = 0;
    for (const table of tables) rows += await countRows(executor, table, company.urn);
    const total = rows + digests.length;
    const exportedTimestamp = new Date().toISOString();
    const schema = await schemaVersion(executor);
    const header: Header = { format, schema, company, exportedTimestamp, rows, files: digests.length };
    await write(JSON.stringify(header));
    let done = 0;
    for (const table of tables) {
      for await (const lines of readRows(executor, table, company.urn, batch)) {
        for (const line of lines) await write(`{"table":"${table.name}","row":${line}}`);
        progress((done += lines.length), total);
      }
    }
    let missing = 0;
    for (const file of digests) {
      const bytes = await files.get(file);
      if (bytes) await write(JSON.stringify({ file, base64: bytes.toString('base64') }));
      else missing += 1;
      progress((done += 1), total);
    }
    await write(JSON.stringify({ end: true, rows, files: digests.length }));
    return ['DROP', { name: company.name, rows, files: digests.length - missing, missing }] satisfies Outcome<Exported>;
  });
}

/**
 * Reads what exportCompany wrote. Rows that are there already are left as they are, so that it can be run again; all of it is
 * one transaction, and a dry run rolls it back. Refuses a file of another version, and one that ends early.
 */
export async function importCompany(
  { database, files, progress }: CopyParts,
  lines: AsyncIterable<string>,
  isDryRun: boolean,
): Promise<Imported> {
  return inLongTransaction(database, async (executor) => {
    const tables = new Map(copiedTables(database.contract).map((table) => [table.name, table]));
    const reading = new Reading(executor, tables, { files, isDryRun });
    for await (const line of lines) {
      if (line === '') continue;
      await reading.take(line);
      progress(reading.done, reading.total);
    }
    const answer = await reading.finish();
    return [isDryRun ? 'DROP' : 'KEEP', answer];
  });
}

class Reading {
  done = 0;
  total = 0;
  private header: Header | null = null;
  private isEnded = false;
  private table: CopiedTable | null = null;
  private held: string[] = [];
  private written = 0;
  private filesKnown = 0;
  private filesWritten = 0;
  private readonly executor: Executor;
  private readonly tables: ReadonlyMap<string, CopiedTable>;
  private readonly storage: { readonly files: Services['files']; readonly isDryRun: boolean };

  constructor(executor: Executor, tables: ReadonlyMap<string, CopiedTable>, storage: Reading['storage']) {
    this.executor = executor;
    this.tables = tables;
    this.storage = storage;
  }

  async take(line: string): Promise<void> {
    if (!this.header) return this.begin(line);
    if (this.isEnded) throw unreadable('Something follows the end.');
    // As exportCompany writes them; the row is not read, so that no number of it changes.
    const row = /^\{"table":"(\w+)","row":(\{.*\})\}$/s.exec(line);
    if (row) return this.takeRow(row[1] ?? '', row[2] ?? '');
    const { file, base64, end } = objectOf(line);
    if (typeof file === 'string' && typeof base64 === 'string') return this.takeFile(file, base64);
    if (end !== true) throw unreadable('A line is neither a row nor a file.');
    await this.flush();
    await lookForMissingWords(this.executor);
    this.isEnded = true;
  }

  async finish(): Promise<Imported> {
    if (!this.header || !this.isEnded) throw unreadable('The file ends early: export it again.');
    const { written, filesWritten, filesKnown, header } = this;
    return {
      company: header.company.name,
      rows: { written, known: header.rows - written },
      // Of those that the header counts some may have been missing.
      files: { written: filesWritten, known: filesKnown },
    };
  }

  private async begin(line: string): Promise<void> {
    // Checked here: a file may be anything.
    const header = objectOf(line) as Partial<Header>;
    if (header.format !== format) throw unreadable('It was not written by `commonplace export`.');
    const schema = await schemaVersion(this.executor);
    if (header.schema !== schema)
      throw unreadable(`It is of ${String(header.schema)}, this database of ${schema}: use one version for both.`);
    this.header = header as Header;
    this.total = this.header.rows + this.header.files;
  }

  private async takeRow(name: string, row: string): Promise<void> {
    if (this.table?.name !== name) {
      await this.flush();
      this.table = this.tables.get(name) ?? null;
      if (!this.table) throw unreadable(`There is no table ${name} to write to.`);
    }
    this.held.push(row);
    this.done += 1;
    if (this.held.length >= batch) await this.flush();
  }

  private async takeFile(digest: string, base64: string): Promise<void> {
    await this.flush();
    const { files, isDryRun } = this.storage;
    if ((await files.get(digest)) === null) this.filesWritten += 1;
    else this.filesKnown += 1;
    // Known bytes are stored again, so that no sweep takes them for old ones. The storage refuses bytes of another digest.
    if (!isDryRun) await files.put(digest, Buffer.from(base64, 'base64'));
    this.done += 1;
  }

  private async flush(): Promise<void> {
    if (this.table && this.held.length > 0) this.written += await writeRows(this.executor, this.table, this.held);
    this.held = [];
  }
}

function objectOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    // Checked here; its members are where they are used.
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw unreadable('A line is no JSON object.');
}

function unreadable(reason: string): ServiceError {
  return new ServiceError('BAD_REQUEST', `The file cannot be imported. ${reason}`);
}
