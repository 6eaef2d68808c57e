// Imports lines of content. Each line is done by the actions that do the same by hand, new pages several together; nothing is written twice.
// What was there before is found in a few statements for all lines; a line that changes nothing costs no transaction.
import type { Transaction } from '../../database/connection/database.ts';
import { resourceOf } from '../../contract/resource.ts';
import { addressName, entitiesAt, rowsNamed, type EntityAddress } from '../../database/content/addressStore.ts';
import { invalid, mayPass, refusedAt, ServiceError, type Violation } from '../../domain/errors.ts';
import { refusalsOf } from '../../domain/refusals.ts';
import { readScope, requireCaller } from '../../engine/authorize.ts';
import { newUrn } from '../../domain/urn.ts';
import { hexDigest } from '../../engine/importKeys.ts';
import { within } from '../../engine/bulk.ts';
import type { Context, Row, WriteOptions } from '../../engine/context.ts';
import { createResource } from '../../engine/createResource.ts';
import { chargeAhead } from '../../engine/requestBudget.ts';
import { updateResource } from '../../engine/updateResource.ts';
import { createWarnings } from '../../engine/warnings.ts';
import { missing, ownNameText, readLine, withLinks, type Line, type OwnName } from './importLine.ts';
import { withAddresses } from './importedAddresses.ts';
import { changePage, compareWithStored, makePage, type Gap } from './importPage.ts';
import {
  answerMillis,
  assetOf,
  nameOf,
  namesOf,
  note,
  resolved,
  storedUrn,
  urnNamed,
  type Found,
  type ImportedLine,
  type Run,
} from './importRun.ts';
import { countTogether, importTogether } from './importTogether.ts';

/** What each line costs beside what it reads, and what one that is written costs in addition. */
const lineCost = 10;
const writtenCost = 40;

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
  const run = { context, transaction, found: await findKnown(context, refuseRepeated(read)) };
  const outcomes = await importAll(run);
  const end = outcomes.findIndex((outcome) => outcome === undefined || outcome instanceof ServiceError);
  const [first] = outcomes;
  // With nothing done, the request can say why.
  if (first instanceof ServiceError) throw first;
  // All before the end are results.
  const results = outcomes.slice(0, end < 0 ? outcomes.length : end) as ImportedLine[];
  await resolveLater(run, results);
  return results;
}

/** Transactions that are under way at the same time: each waits for the database most of its time. */
const writesAtOnce = 4;

// The outcome of each line; a ServiceError, and nothing behind it that was not begun, where the request has to end. A page waits for
// the lines before it that it refers to, anything else for all lines before it.
async function importAll(run: Run): Promise<readonly (ImportedLine | ServiceError | undefined)[]> {
  const { lines, refersTo } = run.found;
  const outcomes = new Array<ImportedLine | ServiceError | undefined>(lines.length);
  const begun: Promise<void>[] = [];
  const atOf = new Map<string, number>();
  const state = { next: 0, isOver: false, isAlone: 0 };
  const importSome = async (at: number, count: number, waitFor: readonly number[]): Promise<void> => {
    await Promise.all(waitFor.flatMap((earlier) => begun[earlier] ?? []));
    const some = await importNext(run, at, count);
    for (const [place, outcome] of some.entries()) outcomes[at + place] = outcome;
    state.isOver ||= some.some((outcome) => outcome instanceof ServiceError);
  };
  const work = async (): Promise<void> => {
    for (let line = lines[state.next]; line && !state.isOver; line = lines[state.next]) {
      const at = state.next;
      const count = countTogether(run, at);
      state.next += count;
      const isPage = line instanceof ServiceError || line.resource.name === 'Entity';
      const all = Array.from({ length: count }, (_, place) => at + place);
      const named = isPage
        ? all.flatMap((one) => (refersTo.get(one) ?? []).flatMap((name) => atOf.get(name) ?? []))
        : [...begun.keys()];
      const waitFor = isPage ? [...named, ...(state.isAlone > 0 ? [state.isAlone - 1] : [])] : named;
      if (!isPage) state.isAlone = at + 1;
      for (const one of all) {
        const noted = lines[one];
        if (noted && !(noted instanceof ServiceError)) for (const name of namesOf(noted)) atOf.set(name, one);
      }
      const done = importSome(at, count, waitFor);
      for (const one of all) begun[one] = done;
      await done;
    }
  };
  await Promise.all(Array.from({ length: run.transaction ? 1 : writesAtOnce }, work));
  return outcomes;
}

// Outcomes of lines next to each other; fewer where the request has to end.
async function importNext(run: Run, from: number, count: number): Promise<(ImportedLine | ServiceError)[]> {
  const lines = run.found.lines.slice(from, from + count);
  const pages = lines.filter((line): line is Line => !(line instanceof ServiceError));
  const made = pages.length > 1 && pages.length === lines.length ? await importTogether(run, pages) : null;
  if (made) return made;
  const outcomes: (ImportedLine | ServiceError)[] = [];
  for (const [place, line] of lines.entries()) {
    const outcome = line instanceof ServiceError ? refused(from + place, line) : await importLine(run, line);
    outcomes.push(outcome);
    if (outcome instanceof ServiceError) break;
  }
  return outcomes;
}

function refuseRepeated(lines: readonly (Line | ServiceError)[]): (Line | ServiceError)[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    if (line instanceof ServiceError) return line;
    const names = namesOf(line);
    const earlier = names.map((name) => seen.get(name)).find((at) => at !== undefined);
    for (const name of names) seen.set(name, line.at);
    if (earlier === undefined) return line;
    const message = `Line ${String(earlier + 1)} is about the same.`;
    const path = line.address ? 'path' : (line.ownName?.field.name ?? 'key');
    return invalid([{ path: `/${path}`, code: 'DUPLICATE', message }]);
  });
}

// What lines are about and what they refer to, in a statement for each kind, and another one for its names.
async function findKnown(context: Context, lines: readonly (Line | ServiceError)[]): Promise<Found> {
  const addresses = new Map<string, EntityAddress>();
  const ownNames = new Map<string, OwnName>();
  const named = new Map<string, string>();
  const refersTo = new Map<number, string[]>();
  const note = (target: EntityAddress | OwnName): string => {
    if ('field' in target) ownNames.set(ownNameText(target), target);
    else addresses.set(addressName(target), target);
    return nameOf(target);
  };
  const checked = lines.map((line) => {
    if (line instanceof ServiceError) return line;
    if (line.address) note(line.address);
    if (line.ownName) note(line.ownName);
    if (line.urn !== null) named.set(line.urn, line.resource.name);
    const names: string[] = [];
    refersTo.set(line.at, names);
    try {
      withLinks(context.contract, line, ({ target, kind }) => {
        if (typeof target === 'string') named.set(target, kind);
        else note(target);
        names.push(nameOf(target));
        return missing;
      });
      withAddresses(line.input, (asset) => {
        const { target } = assetOf(line, asset);
        named.set(target, 'Asset');
        names.push(target);
        return null;
      });
      return line;
    } catch (error) {
      return known(context, error);
    }
  });
  const at = await findNamed(context, addresses, ownNames);
  for (const line of checked) {
    const urn = line instanceof ServiceError ? undefined : urnNamed(at, line);
    if (urn !== undefined && !(line instanceof ServiceError)) named.set(urn, line.resource.name);
  }
  const rows = await Promise.all(
    [...named].map(async ([urn, kind]) => [urn, await context.loaders.byUrn(kind, urn)] as const),
  );
  const there = new Map(rows.flatMap(([urn, row]) => (row ? [[urn, row] as const] : [])));
  return { lines: checked, at, refersTo, rows: there };
}

async function findNamed(
  { viewer, contract, database }: Context,
  addresses: ReadonlyMap<string, EntityAddress>,
  ownNames: ReadonlyMap<string, OwnName>,
): Promise<Map<string, string>> {
  const at = await entitiesAt(database, readScope(viewer, contract.kinds.Entity), [...addresses.values()]);
  const all = [...ownNames.values()];
  for (const kind of new Set(all.map((name) => name.kind))) {
    const resource = resourceOf(contract, kind);
    const names = all.filter((name) => name.kind === kind);
    // The kind is that of one of them.
    const [{ field }] = names as [OwnName, ...OwnName[]];
    for (const { urn, owner, value } of await rowsNamed(
      database,
      readScope(viewer, resource),
      { resource, field },
      names,
    ))
      at.set(ownNameText({ kind, field, owner, value }), urn);
  }
  return at;
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
  const known = storedUrn(found, line);
  if (known === undefined) {
    const { urn, gaps } = await makePage(context, page);
    note(found, line, urn);
    return { outcome: 'CREATED', urn, waitsFor: gaps };
  }
  const row = found.rows.get(known);
  // What was read ahead saves the transaction of a page that is as it should be.
  const plan = row ? await compareWithStored(context, page, row) : null;
  if (plan?.writes.length === 0) return { outcome: 'UNCHANGED', urn: known, waitsFor: plan.gaps };
  const { isChanged, gaps, ignored } = await changePage(context, page, known);
  for (const message of ignored) context.remarks.warnings.push({ code: 'MEMBER_IGNORED', message });
  note(found, line, known);
  return { outcome: isChanged ? 'CHANGED' : 'UNCHANGED', urn: known, waitsFor: gaps };
}

async function importOther(run: Run, line: Line): Promise<Pick<ImportedLine, 'outcome' | 'urn' | 'waitsFor'>> {
  const { context, found } = run;
  const { resource } = line;
  const { input, gaps } = resolved(run, line);
  const needed = gaps.filter(({ path }) => path.lastIndexOf('/') === 0);
  if (needed.length > 0) throw invalid(needed.map(leadingNowhere));
  const known = storedUrn(found, line);
  const urn = known ?? line.urn ?? newUrn();
  const row = found.rows.get(urn);
  const written =
    known === undefined
      ? await createResource(context, resource, { ...input, urn }, options)
      : await updateResource(context, { resource, urn }, input, options);
  note(found, line, urn);
  const isChanged = written.row.version !== row?.version;
  const outcome = written.isNew ? 'CREATED' : isChanged ? 'CHANGED' : 'UNCHANGED';
  return { outcome, urn, waitsFor: [...gaps, ...missingBytes(line, written.row)] };
}

// The bytes of an asset that are not those that the line names.
function missingBytes({ files }: Line, { urn, digest }: Row): Gap[] {
  const [file] = files;
  if (!file || (typeof digest === 'string' && hexDigest(digest) === file.digest)) return [];
  return [{ path: '/file', code: 'MISSING_FILE', name: file.name, imageItemUrn: null, fileUrn: null, assetUrn: urn }];
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
