// Bodies of rows that are at hand: of what was just written, of what code has found, of a page as it is shown at some time. What follows
// from a row is taken from it, and all else, its lists say, is read by one statement for the rows of a kind. Resource reference 1.1, 1.2.
import { historyUrlOf, targetOf, urlOf, type Field, type Resource } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { membersOfJson } from '../../domain/jsonText.ts';
import { turnOfText } from '../../domain/loopTurns.ts';
import { itemUrnOf, type Context, type Row } from '../../engine/context.ts';
import { columnValue, computedValue, isOfParts } from '../../engine/fields.ts';
import { rowTexts } from '../../engine/rowTexts.ts';
import { fullShape, type Shape } from '../request/shape.ts';
import { membersByLoaders } from './byLoaders.ts';
import { isShown, limitExpanded, restQuestion, type Rest, type RestRows } from './bodyQuestion.ts';
import { embeddedPages, type EmbeddedPage } from './pagination.ts';
import { plainValue, shallowLink } from './representValue.ts';
import { objectText, readJson, writeJson } from './writeJson.ts';

/** The members of a resource in an answer. */
export type Body = Record<string, unknown>;

/** How a row is shown beyond its shape. */
interface Showing {
  /** The field that led here from the parent: it is left out. */
  readonly parentField?: string | null;
  /** Members that are known already, by the names of their fields. */
  readonly given?: ReadonlyMap<string, unknown>;
  /** The page wanted of the list that is embedded as one; the newest where none is. */
  readonly page?: EmbeddedPage | null;
}

/** Rows of a kind. */
interface ShownRows {
  readonly resource: Resource;
  readonly rows: readonly Row[];
}

/** The body of one row. */
export async function represent(
  context: Context,
  { resource, row }: { readonly resource: Resource; readonly row: Row },
  shape: Shape = fullShape,
  showing: Showing = {},
): Promise<Body> {
  const [body = {}] = await representAll(context, { resource, rows: [row] }, shape, showing);
  return body;
}

/** The bodies of rows, in their order. */
export async function representAll(
  context: Context,
  shown: ShownRows,
  shape: Shape,
  showing: Showing = {},
): Promise<Body[]> {
  const all = await allMembers(context, shown, shape, showing);
  return all.map((members) =>
    Object.fromEntries(members.map(({ name, value, text }) => [name, text === null ? value : readJson(text)])),
  );
}

/** The same as JSON texts. That of a row as it stands is, byte for byte, what a read of the row is answered. */
export async function bodyTexts(
  context: Context,
  shown: ShownRows,
  shape: Shape = fullShape,
  showing: Showing = {},
): Promise<string[]> {
  const all = await allMembers(context, shown, shape, showing);
  const texts: string[] = [];
  for (const members of all) {
    texts.push(objectText(members.map(({ name, value, text }) => [name, text ?? writeJson(value)])));
    await (turnOfText(texts.at(-1)?.length ?? 0) ?? context.budget.pause());
  }
  return texts;
}

/** A member of a body: a value, or JSON text. */
interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly text: string | null;
}

async function allMembers(
  context: Context,
  { resource, rows }: ShownRows,
  shape: Shape,
  { parentField = null, given = new Map(), page = null }: Showing,
): Promise<Member[][]> {
  const { budget, shown } = context;
  const fields = resource.restFields.filter((field) => isShown(field, shape, { parentField }));
  const rest = fields.filter((field) => !given.has(field.name) && !isAtHand(resource, field, shape));
  const texts =
    rest.length > 0 ? await restOf(context, { resource, rows }, shape, { fields: rest, parentField, page }) : null;
  return Promise.all(
    rows.map(async (row) => {
      if (texts === null) budget.addObjects(1);
      shown?.note(row);
      await budget.pause();
      budget.check();
      const read = texts?.get(row.urn);
      const members = fields.map(async (field): Promise<Member[]> => {
        const { name } = field.rest;
        if (rest.includes(field))
          return namesOf(field).map((one) => ({ name: one, value: null, text: read?.get(one) ?? noneOf(field) }));
        const value = given.has(field.name)
          ? given.get(field.name)
          : await valueAtHand(context, { resource, row }, field);
        if (typeof value === 'string') budget.addBytes(value.length);
        return [{ name, value, text: null }];
      });
      return (await Promise.all(members)).flat();
    }),
  );
}

/** Whether a member follows from the row. */
function isAtHand(resource: Resource, field: Field, { expand }: Shape): boolean {
  const { typeClass, storage, rest } = field;
  if (field.isWriteOnly || typeClass === 'HISTORY' || rest.isUrnOnly) return true;
  if (storage === 'COMPUTED' && isOfParts(resource, field)) return false;
  if (typeClass !== 'LINK') return true;
  if (field.isList || expand.has(field.name)) return false;
  return storage === 'COMPUTED' || !targetOf(field).isSecret;
}

async function valueAtHand(
  context: Context,
  { resource, row }: { readonly resource: Resource; readonly row: Row },
  field: Field,
): Promise<unknown> {
  if (field.isWriteOnly) return null;
  if (field.name === 'url') return urlOf(context, resource, row.urn);
  if (field.typeClass === 'HISTORY') return { url: historyUrlOf(context, resource, itemUrnOf(row)) };
  const isComputed = field.storage === 'COMPUTED';
  const value = isComputed ? await computedValue(context, resource, row, field) : columnValue(context, row, field);
  if (field.typeClass !== 'LINK') return plainValue(context, field, value);
  if (value === null || value === undefined || field.rest.isUrnOnly) return value ?? null;
  if (isComputed) context.shown?.note(value);
  // A computed link is the row that it leads to.
  const urn = isComputed ? (value as Row).urn : (value as string);
  return shallowLink(context, targetOf(field), urn);
}

/** The members that rows lack, as JSON texts, by the urn of the row and the name of the member. */
async function restOf(
  context: Context,
  { resource, rows }: ShownRows,
  shape: Shape,
  { page, ...rest }: Pick<Rest, 'fields' | 'parentField'> & { readonly page: EmbeddedPage | null },
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  const embedded = embeddedPages(context, resource, shape, page);
  for (const [as, some] of groupBy(rows, standingOf)) {
    const question = restQuestion(resource, shape, { ...rest, rows: as });
    const urns = some.map(({ urn }) => urn);
    const texts = context.shown
      ? new Map(urns.map((urn) => [urn, null]))
      : await rowTexts(context, { row: question, urns, inputs: embedded, at: 0 });
    await limitExpanded(question, shape, `[${[...texts.values()].filter((one) => one !== null).join(',')}]`);
    for (const [urn, text] of texts) if (text !== null) found.set(urn, membersOfJson(text));
    // What a statement could not hold is read level by level.
    const left = some.filter(({ urn }) => texts.get(urn) === null);
    context.budget.addObjects(left.length);
    const each = left.map(
      async (row) => [row.urn, await membersByLoaders(context, { resource, row }, shape, { ...rest, page })] as const,
    );
    for (const [urn, members] of await Promise.all(each)) found.set(urn, members);
  }
  return found;
}

const standingOf = (row: Row): RestRows =>
  row.$isUnread === true ? 'MADE' : itemUrnOf(row) === row.urn ? 'READ' : 'ENTRIES';

// The names of the members that a field is shown as.
const namesOf = ({ rest }: Field): string[] => (rest.isNewestPage ? [rest.name, 'pagination'] : [rest.name]);

// Of what is gone meanwhile.
const noneOf = ({ isList }: Field): string => (isList ? '[]' : 'null');
