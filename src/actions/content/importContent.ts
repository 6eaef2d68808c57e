// Imports lines of content. Each line is done by itself, by the actions that do the same by hand; nothing is written twice. What was there
// before is found in a few statements for all lines; a line that changes nothing costs no transaction.
import type { Transaction } from '../../database/connection/database.ts';
import { addressName, entitiesAt, type EntityAddress } from '../../database/content/addressStore.ts';
import { invalid, mayPass, refusedAt, ServiceError, type Violation } from '../../domain/errors.ts';
import { refusalsOf, type UserError } from '../../domain/refusals.ts';
import { readScope, requireCaller } from '../../engine/authorize.ts';
import { within } from '../../engine/bulk.ts';
import type { Context, Row, WriteOptions } from '../../engine/context.ts';
import { createResource } from '../../engine/createResource.ts';
import { chargeAhead } from '../../engine/requestBudget.ts';
import { updateResource } from '../../engine/updateResource.ts';
import { createWarnings } from '../../engine/warnings.ts';
import { missing, readLine, withLinks, type Line, type NamedLink } from './importLine.ts';
import { changePage, compareWithStored, makePage, type Gap, type WantedPage } from './importPage.ts';

/** What became of a line. */
export interface ImportedLine {
  /** From 1. */
  readonly line: number;
  readonly outcome: 'CREATED' | 'CHANGED' | 'UNCHANGED' | 'REFUSED';
  readonly urn: string | null;
  readonly waitsFor: readonly Gap[];
  readonly warnings: readonly string[];
  readonly userErrors: readonly UserError[];
}

/** What each line costs beside what it reads, and what one that is written costs in addition. */
const lineCost = 10;
const writtenCost = 40;

/** What is kept of the time of a request for telling what was done, in milliseconds. */
const answerMillis = 2_000;

const options: WriteOptions = { expectedVersion: null, isStrict: false, isForced: false };

/**
 * Imports the lines in their order; answers a result for each, or for as many as there was time for. With `isDryRun` all of it
 * is done and taken back.
 */
export async function importContent(
  context: Context,
  {
    owner,
    isDryRun,
    lines,
  }: { readonly owner: string | null; readonly isDryRun: boolean; readonly lines: readonly unknown[] },
): Promise<ImportedLine[]> {
  requireCaller(context.viewer);
  await chargeAhead(context, lines.length * lineCost);
  const company = owner ?? context.viewer.companyUrn;
  const results = isDryRun
    ? await takenBack(context, (inside, transaction) => importLines(inside, { company, lines, transaction }))
    : await importLines(context, { company, lines, transaction: null });
  const written = results.filter(({ outcome }) => outcome === 'CREATED' || outcome === 'CHANGED').length;
  if (written > 0 && !isDryRun) {
    context.budget.notePrice(written * writtenCost);
    await context.admission?.chargeSpent(written * writtenCost);
  }
  context.loaders.clear();
  return results;
}

/** Does the work in a transaction that is taken back. */
async function takenBack<T>(
  context: Context,
  work: (inside: Context, transaction: Transaction) => Promise<T>,
): Promise<T> {
  const done: { result?: T } = {};
  const end = new ServiceError('CONFLICT', 'A dry run ends here.');
  try {
    await context.database.transaction(async (transaction) => {
      done.result = await work(within(context, transaction, undefined), transaction);
      throw end;
    });
  } catch (error) {
    if (error !== end || done.result === undefined) throw error;
  }
  // Thrown above, where there is none.
  return done.result as T;
}

interface Lines {
  readonly company: string | null;
  readonly lines: readonly unknown[];
  /** The transaction that all lines share; null where each has its own. */
  readonly transaction: Transaction | null;
}

async function importLines(context: Context, { company, lines, transaction }: Lines): Promise<ImportedLine[]> {
  const read = lines.map((sent, at): Line | ServiceError => {
    try {
      return readLine(context.contract, sent, at, company);
    } catch (error) {
      return known(context, error);
    }
  });
  const found = await findKnown(context, refuseRepeated(read));
  const results: ImportedLine[] = [];
  for (const [at, line] of found.lines.entries()) {
    const result =
      line instanceof ServiceError ? refused(at, line) : await importLine({ context, transaction, found }, line);
    if (!(result instanceof ServiceError)) results.push(result);
    // With nothing done, the request can say why.
    else if (at === 0) throw result;
    else break;
  }
  await resolveLater({ context, transaction, found }, results);
  return results;
}

/** What is known while lines are imported. */
interface Found {
  readonly lines: readonly (Line | ServiceError)[];
  /** The urns of pages by their addresses; what is made is added. */
  readonly at: Map<string, string>;
  /** The rows there are of what lines and links name by urn or key; null for what is made meanwhile. */
  readonly rows: Map<string, Row | null>;
}

interface Run {
  readonly context: Context;
  readonly transaction: Transaction | null;
  readonly found: Found;
}

function refuseRepeated(lines: readonly (Line | ServiceError)[]): (Line | ServiceError)[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    if (line instanceof ServiceError) return line;
    const names = [line.urn, line.address && addressName(line.address)].filter((name) => name !== null);
    const earlier = names.map((name) => seen.get(name)).find((at) => at !== undefined);
    for (const name of names) seen.set(name, line.at);
    if (earlier === undefined) return line;
    const message = `Line ${String(earlier + 1)} is about the same.`;
    return invalid([{ path: line.address ? '/path' : '/key', code: 'DUPLICATE', message }]);
  });
}

// What lines are about and what they refer to, in two statements and one for each kind.
async function findKnown(context: Context, lines: readonly (Line | ServiceError)[]): Promise<Found> {
  const addresses = new Map<string, EntityAddress>();
  const named = new Map<string, string>();
  const note = (address: EntityAddress): unknown => addresses.set(addressName(address), address);
  const checked = lines.map((line) => {
    if (line instanceof ServiceError) return line;
    if (line.address) note(line.address);
    if (line.urn !== null) named.set(line.urn, line.resource.name);
    try {
      withLinks(context.contract, line, ({ target, kind }) => {
        if (typeof target === 'string') named.set(target, kind);
        else note(target);
        return missing;
      });
      return line;
    } catch (error) {
      return known(context, error);
    }
  });
  const scope = readScope(context.viewer, context.contract.kinds.Entity);
  const at = await entitiesAt(context.database, scope, [...addresses.values()]);
  for (const line of checked) {
    const urn = line instanceof ServiceError || !line.address ? undefined : at.get(addressName(line.address));
    if (urn !== undefined) named.set(urn, 'Entity');
  }
  const rows = await Promise.all(
    [...named].map(async ([urn, kind]) => [urn, await context.loaders.byUrn(kind, urn)] as const),
  );
  return { lines: checked, at, rows: new Map(rows.flatMap(([urn, row]) => (row ? [[urn, row] as const] : []))) };
}

// What became of the line, or what may pass: then the caller is to send it again.
async function importLine(run: Run, line: Line): Promise<ImportedLine | ServiceError> {
  if (run.context.budget.timeLeft() < answerMillis) return new ServiceError('TIMEOUT');
  const remarks = createWarnings();
  const context = { ...run.context, remarks };
  const result: { line?: Pick<ImportedLine, 'outcome' | 'urn' | 'waitsFor'> } = {};
  const work = async (): Promise<void> => {
    result.line = await (line.resource.name === 'Entity'
      ? importPage({ ...run, context }, line)
      : importOther({ ...run, context }, line));
  };
  const failure = run.transaction ? await run.transaction.attempt(work) : await attempted(work);
  if (failure && mayPass(failure.error)) return failure.error;
  // Set by the work that did not fail.
  if (failure || !result.line) return refused(line.at, ofKey(line, known(context, failure?.error)));
  const warnings = remarks.warnings.map(({ message }) => message);
  return { line: line.at + 1, ...result.line, warnings, userErrors: [] };
}

async function attempted(work: () => Promise<void>): Promise<{ readonly error: unknown } | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return { error };
  }
}

async function importPage(run: Run, line: Line): Promise<Pick<ImportedLine, 'outcome' | 'urn' | 'waitsFor'>> {
  const { context, found } = run;
  const page = resolved(run, line);
  const name = line.address && addressName(line.address);
  const known =
    line.urn !== null && found.rows.has(line.urn) ? line.urn : name === null ? undefined : found.at.get(name);
  if (known === undefined) {
    const { urn, gaps } = await makePage(context, page);
    note(found, urn, name);
    return { outcome: 'CREATED', urn, waitsFor: gaps };
  }
  const row = found.rows.get(known);
  // What was read ahead saves the transaction of a page that is as it should be.
  const plan = row ? await compareWithStored(context, page, row) : null;
  if (plan?.writes.length === 0) return { outcome: 'UNCHANGED', urn: known, waitsFor: plan.gaps };
  const { isChanged, gaps, ignored } = await changePage(context, page, known);
  for (const message of ignored) context.remarks.warnings.push({ code: 'MEMBER_IGNORED', message });
  note(found, known, name);
  return { outcome: isChanged ? 'CHANGED' : 'UNCHANGED', urn: known, waitsFor: gaps };
}

function note({ rows, at }: Found, urn: string, name: string | null): void {
  rows.set(urn, null);
  if (name !== null) at.set(name, urn);
}

async function importOther(run: Run, line: Line): Promise<Pick<ImportedLine, 'outcome' | 'urn' | 'waitsFor'>> {
  const { context, found } = run;
  const { resource, urn } = line;
  const { input, gaps } = resolved(run, line);
  const needed = gaps.filter(({ path }) => path.lastIndexOf('/') === 0);
  if (urn === null || needed.length > 0) throw invalid(needed.map(leadingNowhere));
  const row = found.rows.get(urn);
  const written = found.rows.has(urn)
    ? await updateResource(context, { resource, urn }, input, options)
    : await createResource(context, resource, { ...input, urn }, options);
  found.rows.set(urn, null);
  const isChanged = written.row.version !== row?.version;
  return { outcome: written.isNew ? 'CREATED' : isChanged ? 'CHANGED' : 'UNCHANGED', urn, waitsFor: gaps };
}

// The urn of a key is nobody's to choose: it is taken by what was made with the key before.
function ofKey({ isKey, urn }: Line, error: ServiceError): ServiceError {
  if (!isKey || urn === null || error.code !== 'ALREADY_EXISTS' || error.violations[0]?.path !== '/urn') return error;
  const message = `What has this key was deleted, or you may not read it: restore ${urn}, or use another key.`;
  return refusedAt('ALREADY_EXISTS', { path: '/key', message });
}

function leadingNowhere({ path, name }: Gap): Violation {
  return { path, code: 'INVALID_REFERENCE', message: `There is no ${name}.` };
}

// The line with urns in place of paths and keys.
function resolved({ context, found }: Run, line: Line): WantedPage {
  const gaps: Gap[] = [];
  const input = withLinks(context.contract, line, (link, path) => {
    const urn = urnOf(found, link);
    if (urn !== undefined) return urn;
    gaps.push({ path, code: 'MISSING_REFERENCE', name: link.name, imageItemUrn: null, fileUrn: null });
    return missing;
  });
  return { line, input, gaps };
}

function urnOf({ at, rows }: Found, { target }: NamedLink): string | undefined {
  if (typeof target !== 'string') return at.get(addressName(target));
  return rows.has(target) ? target : undefined;
}

// Pages that refer to later lines of the same request are completed once those are there.
async function resolveLater(run: Run, results: ImportedLine[]): Promise<void> {
  for (const [at, result] of results.entries()) {
    const line = run.found.lines[at];
    if (!line || line instanceof ServiceError || result.outcome === 'REFUSED') continue;
    if (!result.waitsFor.some(({ code }) => code === 'MISSING_REFERENCE')) continue;
    const left = resolved(run, line).gaps.length;
    const missed = result.waitsFor.filter(({ code }) => code === 'MISSING_REFERENCE').length;
    if (left === missed) continue;
    const again = await importLine(run, line);
    // It still waits, so the caller sends it again in any case.
    if (again instanceof ServiceError) break;
    const outcome = again.outcome === 'REFUSED' ? again.outcome : result.outcome;
    const isSame = outcome === 'UNCHANGED' && again.outcome === 'CHANGED';
    results[at] = { ...again, outcome: isSame ? 'CHANGED' : outcome, warnings: result.warnings };
  }
}

function refused(at: number, error: ServiceError): ImportedLine {
  const nothing = { urn: null, waitsFor: [], warnings: [] };
  return { line: at + 1, outcome: 'REFUSED', ...nothing, userErrors: refusalsOf(error) };
}

// What the other lines did stays done, and the answer must say so.
function known(context: Context, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  context.reportBug(error, context.requestId);
  return new ServiceError('INTERNAL_ERROR');
}
