// Reads a row, or a page of rows, with what stands in them, by one statement (database/answers). Lists and counts are left
// with the loaders, where the face that shows the rows finds them; what one statement cannot say is read by the loaders then.
import { LRUCache } from 'lru-cache';
import type { ListQuery } from '../contract/listQuery.ts';
import type { FieldQuestion, Input, PagePart, Question, RootQuestion, RowQuestion } from '../contract/question.ts';
import { targetOf, type Field, type Resource } from '../contract/resource.ts';
import { keptAddress } from '../domain/imagePath.ts';
import { turnOfText } from '../domain/loopTurns.ts';
import { isAggregate } from '../database/engine/aggregateStore.ts';
import { storedFields } from '../database/mapping/columns.ts';
import { answerQuestion, giveBackAnswer } from './answerQuestion.ts';
import type { Context, Page, Row } from './context.ts';

/** The fields that are shown of each row; null for all but those that are only shown on demand. */
export type Shown = ReadonlySet<string> | null;

/**
 * The row with what is shown of it; null when it does not exist or the caller may not read it, undefined when it has to be
 * read in another way. `urn` is canonical.
 */
export async function readAhead(
  context: Context,
  resource: Resource,
  urn: string,
  shown: Shown,
): Promise<Row | null | undefined> {
  const { question, row } = questionOf(resource, shown, 'ROW', (selected) => ({
    form: 'ROW',
    key,
    row: selected,
    input: 0,
  }));
  const answer = await answerOf(context, question, urn);
  if (answer === null) return undefined;
  // The statement writes a row, or null.
  const members = answer[key] as Members | null;
  return members && rowOf(context, row, members, shown === null);
}

/** A page of the kind's rows with what is shown of them; undefined when it has to be read in another way. */
export async function listAhead(
  context: Context,
  resource: Resource,
  query: ListQuery,
  shown: Shown,
): Promise<Page | undefined> {
  const { wantsCount, isBackward, order } = query;
  // A cursor is made from the values that the list is ordered by.
  const fields = shown && new Set([...shown, ...order.map(({ field }) => field.name)]);
  const { question, row } = questionOf(resource, fields, `PAGE ${String(wantsCount)}`, (selected) => {
    const info = (['NEXT', 'PREVIOUS'] as const).map((form) => ({ form, key: form }));
    const counted: PagePart[] = wantsCount ? [{ form: 'TOTAL', key: 'TOTAL' }] : [];
    const parts: PagePart[] = [
      { form: 'NODES', key: 'NODES', row: selected },
      { form: 'INFO', key: 'INFO', parts: info },
    ];
    return { form: 'PAGE', key, page: { resource, input: 0, parts: [...parts, ...counted] } };
  });
  const answer = await answerOf(context, question, { query, fingerprint: '' });
  if (answer === null) return undefined;
  // The statement writes these parts of a page.
  const page = answer[key] as Readonly<{
    NODES: readonly Members[];
    INFO: Readonly<Record<'NEXT' | 'PREVIOUS', boolean>>;
    TOTAL?: number | null;
  }>;
  return {
    rows: page.NODES.map((members) => rowOf(context, row, members, fields === null)),
    hasMore: page.INFO[isBackward ? 'PREVIOUS' : 'NEXT'],
    totalCount: page.TOTAL ?? null,
  };
}

/** The name of the only root of each question. */
const key = 'read';

type Members = Readonly<Record<string, unknown>>;

async function answerOf(context: Context, question: Question, input: Input): Promise<Members | null> {
  // The objects are counted as they are shown.
  const answered = await answerQuestion(context, question, [input], { countsObjects: false });
  if (answered === null) return null;
  await turnOfText(answered.text.length);
  const { data } = JSON.parse(String(answered.text)) as { readonly data: Members };
  giveBackAnswer(answered.text);
  return data;
}

interface KnownQuestion {
  readonly question: Question;
  readonly row: RowQuestion;
}

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<Resource, LRUCache<string, KnownQuestion>>();
const mostQuestions = 50;

function questionOf(
  resource: Resource,
  shown: Shown,
  form: string,
  rootOf: (row: RowQuestion) => RootQuestion,
): KnownQuestion {
  const ofResource = questions.get(resource) ?? new LRUCache<string, KnownQuestion>({ max: mostQuestions });
  questions.set(resource, ofResource);
  const name = `${form} ${shown === null ? '*' : [...shown].sort().join()}`;
  const known = ofResource.get(name);
  if (known) return known;
  const row = rowQuestion(resource, shown);
  const made = { question: { roots: [rootOf(row)] }, row };
  ofResource.set(name, made);
  return made;
}

const value = (field: Field): FieldQuestion => ({ form: 'VALUE', key: field.name, field });

// All columns of a row that is shown as a whole, or computed from; lists with their elements, in which lists are urns alone.
function rowQuestion(resource: Resource, shown: Shown, isInside = false): RowQuestion {
  const parts = resource.fields.filter((field) => (shown ? shown.has(field.name) : !field.rest.isOnDemand));
  const counts = parts.filter((field) => isCount(resource, field));
  const isComputed = parts.some(
    (field) => field.storage === 'COMPUTED' && field.name !== 'url' && !counts.includes(field),
  );
  const columns = storedFields(resource).filter(
    ({ name }) => shown === null || isComputed || shown.has(name) || always.has(name),
  );
  const lists = parts.filter((field) => !field.isPaged && isLinkList(field));
  // The urn of an item may be that of a value in its history, which says who wrote it.
  const ofEntries = resource.isItem ? resource.fields.filter(({ name }) => name === 'actor' || name === 'itemUrn') : [];
  return {
    resource,
    fields: [
      ...columns.map(value),
      ...ofEntries.map(value),
      ...counts.map(value),
      ...lists.map((field): FieldQuestion => {
        const target = targetOf(field);
        const isWhole = field.storage === 'INVERSE' && !isInside;
        const row = isWhole ? rowQuestion(target, null, true) : { resource: target, fields: urnsOf(target) };
        return { form: 'LIST', key: field.name, field, row, names: null };
      }),
    ],
  };
}

/** What every answer needs of its row: who it is, and in which version. */
const always: ReadonlySet<string> = new Set(['urn', 'version', 'createdTimestamp', 'updatedTimestamp', 'isPublished']);

const isLinkList = ({ storage }: Field): boolean =>
  storage === 'INVERSE' || storage === 'LINKS' || storage === 'INVERSE_LINKS';

const isCount = (resource: Resource, { name, typeClass, isList }: Field): boolean =>
  isAggregate(`${resource.name}.${name}`) && typeClass === 'SCALAR' && !isList;

const urnsOf = (resource: Resource): FieldQuestion[] =>
  storedFields(resource)
    .filter(({ name }) => name === 'urn')
    .map(value);

function rowOf(context: Context, { resource, fields }: RowQuestion, members: Members, isWhole: boolean): Row {
  // A face reads the fields of a row alone: nothing says that drafts may be seen.
  const values: Record<string, unknown> = {
    $kind: resource.name,
    $owner: String(members['owner']),
    $seesDrafts: false,
  };
  const lists = new Map<string, readonly Row[]>();
  const counts = new Map<string, unknown>();
  for (const field of fields) {
    const found = members[field.key];
    if (field.form === 'LIST') {
      // The statement writes a list as an array.
      const rows = found as readonly Members[];
      lists.set(
        field.key,
        rows.map((each) => rowOf(context, field.row, each, false)),
      );
    } else if (field.key === 'itemUrn') values['$itemUrn'] = found === members['urn'] ? undefined : found;
    else if (field.key === 'actor') values['actor'] = found;
    else if (field.form === 'VALUE' && field.field.storage === 'COMPUTED') counts.set(field.key, found);
    else if (field.form === 'VALUE' && field.field.typeName === 'URL' && typeof found === 'string')
      // A row holds what is kept: the face completes it, and cursors compare it.
      values[field.key] = keptAddress(found, context.baseUrl);
    else values[field.key] = found;
  }
  // The question selects what `Row` names.
  const row = values as unknown as Row;
  if (isWhole || lists.size + counts.size > 0)
    context.loaders.know(resource.name, row.urn, { row: isWhole ? row : null, lists, counts });
  return row;
}
