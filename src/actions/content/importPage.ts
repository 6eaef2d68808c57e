// A page of an import: compared with what is stored, and written by the same actions as by hand, all of it or nothing. What a list of the
// line does not hold is removed from the page; lists that the line does not have stay as they are.
import { itemLists } from '../../contract/listedItems.ts';
import { checkInput } from '../../contract/rules.ts';
import { targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { ConcurrentChangeError, invalid, mayPass, ServiceError, type Violation } from '../../domain/errors.ts';
import { newUrn, parseUrn } from '../../domain/urn.ts';
import { fileUrnOf } from '../../engine/importKeys.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { within } from '../../engine/bulk.ts';
import type { Context, Row, WriteOptions } from '../../engine/context.ts';
import { createResource } from '../../engine/createResource.ts';
import { deleteResource } from '../../engine/deleteResource.ts';
import { updateResource } from '../../engine/updateResource.ts';
import { writeSet, type SetWrite } from '../../engine/writeSets.ts';
import { withFileAddresses } from './importedAddresses.ts';
import type { Line } from './importLine.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Something that a line waits for. */
export interface Gap {
  readonly path: string;
  readonly code: 'MISSING_REFERENCE' | 'MISSING_FILE';
  readonly name: string;
  readonly imageItemUrn: string | null;
  /** The urn under which its bytes are to be uploaded. */
  readonly fileUrn: string | null;
  /** The asset that takes the bytes; null for everything else. */
  readonly assetUrn: string | null;
}

/** A page as a line wants it, with urns for links. */
export interface WantedPage {
  readonly line: Line;
  readonly input: Sent;
  /** What it refers to that is not there. */
  readonly gaps: readonly Gap[];
}

/** How a page has to be changed. */
export interface PageChange {
  /** In their order; the page itself comes last, with its publication. */
  readonly writes: readonly PageWrite[];
  /** All that it waits for, files included. */
  readonly gaps: readonly Gap[];
  /** What was passed over. */
  readonly ignored: readonly string[];
}

interface PageWrite {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly resource: Resource;
  /** Null for what is made. */
  readonly urn: string | null;
  readonly version: string | null;
  readonly input: Sent;
  /** Where it stands in the line. */
  readonly path: string;
}

const options: WriteOptions = { expectedVersion: null, isStrict: false, isForced: false };

/** Publication is given last, and not at all while something is missing. */
const publication = new Set(['status', 'publishTimestamp', 'unpublishTimestamp']);

/** A page that was made, and what it waits for. */
export interface MadePage {
  readonly urn: string;
  readonly gaps: readonly Gap[];
}

/** Makes the page. */
export async function makePage(context: Context, page: WantedPage): Promise<MadePage> {
  const { input, gaps } = newPage(context, page);
  const { row } = await createResource(context, context.contract.kinds.Entity, input, options);
  return { urn: row.urn, gaps };
}

/** A page, and the request as its line sees it. */
export interface PageOfLine {
  readonly context: Context;
  readonly page: WantedPage;
}

/** Makes pages in one transaction; null, or an error, with nothing written, where one of them is refused. */
export async function makePages(
  context: Context,
  pages: readonly [PageOfLine, ...PageOfLine[]],
): Promise<readonly MadePage[] | null> {
  const made = pages.map((one) => ({ context: one.context, ...newPage(one.context, one.page) }));
  const [first, ...others] = made.map(({ context: own, input }) => creating(own, input));
  const outcome = first && (await writeSet(context, [first, ...others]));
  if (!outcome || 'refused' in outcome) return null;
  return made.map(({ gaps }, at) => ({ urn: outcome.rows[at]?.urn ?? '', gaps }));
}

function creating(context: Context, input: Sent): SetWrite {
  return { context, verb: 'CREATE', resource: context.contract.kinds.Entity, urn: null, input, options };
}

function newPage(context: Context, page: WantedPage): { readonly input: Sent; readonly gaps: readonly Gap[] } {
  const { input, gaps } = withFiles(context, page, []);
  const members = gaps.length > 0 ? without(input, publication) : input;
  return { input: { status: 'DRAFT_UNPUBLISHED', ...members, urn: page.line.urn ?? newUrn() }, gaps };
}

/** What has to be written to make the stored page the wanted one. Throws VALIDATION_FAILED with all that is wrong with it. */
export async function compareWithStored(context: Context, page: WantedPage, row: Row): Promise<PageChange> {
  const lists = itemLists(context.contract.kinds.Entity).filter(({ name }) => page.input[name] !== undefined);
  const stored = await Promise.all(lists.map(({ name }) => context.loaders.list('Entity', name, row.urn)));
  const images = stored[lists.findIndex(({ name }) => name === 'images')] ?? [];
  const { input, gaps } = withFiles(context, page, images);
  const checking: Checking = { context, violations: [], ignored: [] };
  const items = lists.map((field, at) => compareItems(checking, field, input[field.name], stored[at] ?? []));
  const own = comparePage(checking, page.line, gaps.length > 0 ? without(input, publication) : input, {
    row,
    isChanged: items.flat().length > 0,
  });
  if (checking.violations.length > 0) throw invalid(checking.violations);
  // What goes makes room for what comes.
  const order = ['DELETE', 'UPDATE', 'CREATE'] as const;
  const writes = order.flatMap((operation) => items.flat().filter((write) => write.operation === operation));
  const within = writes.map((write) =>
    write.operation === 'CREATE' ? { ...write, input: { ...write.input, entity: row.urn } } : write,
  );
  return { writes: [...within, ...own], gaps, ignored: checking.ignored };
}

/** Brings the stored page to what the line wants, in one transaction; answers whether anything changed. */
export function changePage(
  context: Context,
  page: WantedPage,
  urn: string,
): Promise<PageChange & { readonly isChanged: boolean }> {
  return context.database.transaction(async (transaction) => {
    const inside = within(context, transaction, context.putOff);
    const row = await inside.loaders.byUrn('Entity', urn);
    if (!row) throw new ConcurrentChangeError('The page was deleted meanwhile; try again.');
    const change = await compareWithStored(inside, page, row);
    let isChanged = false;
    for (const write of change.writes) isChanged = (await carryOut(inside, write)) || isChanged;
    return { ...change, isChanged };
  });
}

async function carryOut(context: Context, write: PageWrite): Promise<boolean> {
  const { resource, urn, input } = write;
  try {
    if (urn === null) return (await createResource(context, resource, input, options)).isNew;
    if (write.operation === 'DELETE') {
      await deleteResource(context, resource, urn, options);
      return true;
    }
    return (await updateResource(context, { resource, urn }, input, options)).row.version !== write.version;
  } catch (error) {
    throw error instanceof ServiceError && !mayPass(error) && write.path !== '' ? placed(error, write.path) : error;
  }
}

function placed({ code, message, violations, extras }: ServiceError, path: string): ServiceError {
  const all = violations.length > 0 ? violations : [{ path: '', code, message }];
  return new ServiceError(
    code,
    message,
    all.map((one) => ({ ...one, path: path + one.path })),
    extras,
  );
}

interface Checking {
  readonly context: Context;
  readonly violations: Violation[];
  readonly ignored: string[];
}

const placeOf = (item: Sent): string => JSON.stringify([item['name'] ?? null, item['sortOrder']]);

// The items of one kind, by name and place.
function compareItems(checking: Checking, field: Field, sent: unknown, stored: readonly Row[]): PageWrite[] {
  const { violations } = checking;
  const resource = targetOf(field);
  if (!Array.isArray(sent)) {
    violations.push({ path: `/${field.name}`, code: 'INVALID_FORMAT', message: 'A list is expected.' });
    return [];
  }
  const left = new Map(stored.map((row) => [placeOf(row), row]));
  const seen = new Set<string>();
  const writes: PageWrite[] = [];
  for (const [at, item] of sent.entries()) {
    const path = `/${field.name}/${String(at)}`;
    const values = checkMembers(checking, resource, item, { path, given: field.inverseOf ?? '' });
    if (values === null) continue;
    const place = placeOf(values);
    if (seen.has(place))
      violations.push({
        path,
        code: 'DUPLICATE',
        message: 'Another item of this kind has the same name and sortOrder.',
      });
    seen.add(place);
    const row = left.get(place);
    left.delete(place);
    // Checked to be an object.
    const input = item as Sent;
    if (!row) writes.push({ operation: 'CREATE', resource, urn: null, version: null, input, path });
    else if (differs(resource, { sent: input, values, row })) {
      const { version, urn } = row;
      writes.push({ operation: 'UPDATE', resource, urn, version, input: without(input, identifying), path });
    }
  }
  for (const { urn, version } of left.values())
    writes.push({ operation: 'DELETE', resource, urn, version, input: {}, path: `/${field.name}` });
  return writes;
}

/** What finds an item, and what it is made with, is no change of it. */
const identifying = new Set(['urn', 'name', 'sortOrder', 'createdTimestamp']);

function checkMembers(
  { context, violations, ignored }: Checking,
  resource: Resource,
  item: unknown,
  { path, given }: { readonly path: string; readonly given: string },
): Sent | null {
  const checked = checkInput(context.contract, resource, item, {
    operation: 'CREATE',
    path,
    isStrict: false,
    given: new Set([given]),
    cut: [],
    ignored,
  });
  violations.push(...checked.violations);
  return checked.violations.length > 0 ? null : checked.values;
}

// What code computes is compared where it is written.
function differs(
  resource: Resource,
  { sent, values, row }: { readonly sent: Sent; readonly values: Sent; readonly row: Row },
): boolean {
  return resource.fields.some((field) => {
    if (sent[field.name] === undefined || identifying.has(field.name) || field.isReadOnly) return false;
    return field.storage !== 'COLUMN' || JSON.stringify(row[field.name]) !== JSON.stringify(values[field.name]);
  });
}

// The page itself: its own members, and its publication where anything is to go live.
function comparePage(
  { context, violations }: Checking,
  { resource }: Line,
  input: Sent,
  { row, isChanged }: { readonly row: Row; readonly isChanged: boolean },
): PageWrite[] {
  const lists = new Set(itemLists(resource).map(({ name }) => name));
  const own = without(input, new Set([...lists, 'urn', 'owner', 'createdTimestamp']));
  const { values, violations: found } = checkInput(context.contract, resource, own, {
    operation: 'UPDATE',
    path: '',
    isStrict: false,
    given: new Set(),
    cut: [],
  });
  violations.push(...found);
  if (found.length > 0) return [];
  const plain = without(own, publication);
  const isOwn = differs(resource, { sent: plain, values, row });
  if (!isOwn && !isOrdered(values, row, isChanged)) return [];
  const { version, urn } = row;
  return [{ operation: 'UPDATE', resource, urn, version, input: own, path: '' }];
}

// Whether the publication has to be ordered: it is not as the line wants it, or there are drafts now.
function isOrdered(values: Sent, row: Row, isChanged: boolean): boolean {
  const { status, publishTimestamp, unpublishTimestamp } = values;
  if (publishTimestamp !== undefined && publishTimestamp !== row['publishTimestamp']) return true;
  if (unpublishTimestamp !== undefined && unpublishTimestamp !== row['unpublishTimestamp']) return true;
  if (status === undefined || status === row['status']) return false;
  const isPublished = row['status'] === 'PUBLISHED' || row['status'] === 'PUBLISH_PENDING';
  if (status === 'PUBLISH' || status === 'PUBLISHED') return isChanged || !isPublished;
  return true;
}

// The names of files in texts become the addresses that the files have once they are uploaded.
function withFiles(
  { baseUrl }: Context,
  { line, input, gaps }: WantedPage,
  stored: readonly Row[],
): { readonly input: Sent; readonly gaps: readonly Gap[] } {
  if (line.files.length === 0) return { input, gaps };
  const byPlace = new Map(stored.map((row) => [placeOf(row), row]));
  // `readLine` found a list with an object at the place of each file.
  const images = [...(input['images'] as readonly unknown[])] as Sent[];
  const addresses = new Map<string, string>();
  const missing: Gap[] = [];
  for (const { at, name, digest } of line.files) {
    const image = images[at] ?? {};
    const row = byPlace.get(placeOf(image));
    const item = row?.urn ?? parseUrn(image['urn']) ?? newUrn();
    const fileUrn = fileUrnOf(item, 'DEFAULT', digest);
    const src = imagePath + fileUrn;
    addresses.set(name, baseUrl + src);
    images[at] = { ...image, urn: item };
    if (row?.['src'] === src) continue;
    missing.push({
      path: `/images/${String(at)}/file`,
      code: 'MISSING_FILE',
      name,
      imageItemUrn: item,
      fileUrn,
      assetUrn: null,
    });
  }
  const written = withFileAddresses(input, (name) => addresses.get(name) ?? null);
  return { input: { ...written, images }, gaps: [...gaps, ...missing] };
}

function without(members: Sent, names: ReadonlySet<string>): Sent {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}
