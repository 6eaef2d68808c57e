// The bodies of a kind as a question that one statement answers (engine/rowText.ts, engine/listText.ts): columns as they are, links
// shallow unless expanded, short lists of children spelled out one level deep. Resource reference 1.1, 1.2 and 3.1.
import { LRUCache } from 'lru-cache';
import type { FieldQuestion, RowQuestion } from '../../contract/question.ts';
import { targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { isObject } from '../../contract/scalarRules.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { turnOfText } from '../../domain/loopTurns.ts';
import { fullShape, type Expansion, type Shape } from '../request/shape.ts';

/** Most links one answer shows in full. */
const mostExpanded = 5_000;

/** A row in full has a urn and an address, so that no shorter answer has so many. */
const leastText = 100 * mostExpanded;

/** Where the pages that are embedded in rows stand among the inputs (pagination.ts): in what is asked for, and in what that leads to. */
const embeddedAt = { top: 1, inside: 2 } as const;

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<Resource, LRUCache<string, RowQuestion>>();
const mostQuestions = 50;

/** The question. Where links are shown in full, its answer is to be held against `limitExpanded`. */
export function bodyQuestion(resource: Resource, shape: Shape): RowQuestion {
  const fields = shape.fields === null ? '*' : [...shape.fields].sort().join();
  return kept(resource, `${fields} ${namesOf(shape.expand).join()}`, () =>
    rowQuestion(resource, shape, { parentField: null, isInside: false }),
  );
}

/** Some members of rows, the others of which are at hand. */
export interface Rest {
  readonly fields: readonly Field[];
  /** The field that led here from the parent; null at the top. */
  readonly parentField: string | null;
  readonly rows: RestRows;
}

/** What the rows are: resources, those that the caller has made in this request and may not read, or values of histories. */
export type RestRows = 'READ' | 'MADE' | 'ENTRIES';

/** The question about some members alone. */
export function restQuestion(resource: Resource, shape: Shape, { fields, parentField, rows }: Rest): RowQuestion {
  const names = fields.map(({ name }) => name).join();
  return kept(resource, `${names} of ${String(parentField)} ${rows} ${namesOf(shape.expand).join()}`, () => ({
    resource,
    ...(rows === 'MADE' && { isMade: true }),
    ...(rows === 'ENTRIES' && { isEntry: true }),
    fields: fields.map((field) => fieldQuestion(field, shape, { parentField, isInside: false })),
  }));
}

function kept(resource: Resource, name: string, make: () => RowQuestion): RowQuestion {
  const known = questions.get(resource) ?? new LRUCache({ max: mostQuestions });
  questions.set(resource, known);
  const question = known.get(name) ?? make();
  known.set(name, question);
  return question;
}

// The dotted paths of what is shown in full, in an order that does not depend on how they were sent.
function namesOf(expand: Expansion): string[] {
  return [...expand].flatMap(([name, below]) => [name, ...namesOf(below).map((one) => `${name}.${one}`)]).sort();
}

interface Standing {
  /** The field that led here from the parent, which is left out; lists below it stay shallow. Null at the top. */
  readonly parentField: string | null;
  /** Whether the row stands in another one. */
  readonly isInside: boolean;
}

/** Whether a body has a member for the field. */
export function isShown(
  field: Field,
  { fields, expand }: Shape,
  { parentField }: Pick<Standing, 'parentField'>,
): boolean {
  if (field.name === parentField) return false;
  if (fields) return fields.has(field.name) || field.name === 'url' || field.name === 'urn';
  return !field.rest.isOnDemand || expand.has(field.name);
}

function rowQuestion(resource: Resource, shape: Shape, standing: Standing): RowQuestion {
  const shown = resource.restFields.filter((field) => isShown(field, shape, standing));
  return { resource, fields: shown.map((field) => fieldQuestion(field, shape, standing)) };
}

function fieldQuestion(field: Field, shape: Shape, { parentField, isInside }: Standing): FieldQuestion {
  const key = field.rest.name;
  if (field.isWriteOnly || field.name === 'url') return { form: 'VALUE', key, field };
  if (field.typeClass === 'HISTORY') return { form: 'ADDRESS', key };
  if (field.rest.isNewestPage) {
    const input = isInside ? embeddedAt.inside : embeddedAt.top;
    return { form: 'EMBEDDED', key, pagination: 'pagination', field, row: rowInside(field, shape, null), input };
  }
  if (field.typeClass === 'LINK' && !field.rest.isUrnOnly) return linkQuestion(field, shape, parentField);
  return { form: 'VALUE', key, field, ...asInBody(field) };
}

// Of a value object that no row has, there is nothing to be written.
const asInBody = ({ typeClass, typeName, isTransient }: Field): { readonly isNumber?: true } =>
  (typeClass === 'OBJECT' && !isTransient) || typeName === 'Long' ? { isNumber: true } : {};

function linkQuestion(field: Field, shape: Shape, parentField: string | null): FieldQuestion {
  const key = field.rest.name;
  const isChildren = isOfChildren(field, parentField);
  if (!isChildren && !shape.expand.has(field.name)) return { form: 'SHALLOW', key, field };
  const row = rowInside(field, shape, isChildren ? field.inverseOf : null);
  return field.isList
    ? { form: 'LIST', key, field, row, names: null }
    : { form: 'LINK', key, field, row, orShallow: true };
}

// What the field leads to, with all members, by another one of which it leads back.
const rowInside = (field: Field, { expand }: Shape, parentField: string | null): RowQuestion =>
  rowQuestion(
    targetOf(field),
    { fields: null, expand: expand.get(field.name) ?? fullShape.expand },
    { parentField, isInside: true },
  );

/**
 * Refuses bodies of the question, the JSON text of one or of a list, with more than 5,000 links in full: INVALID_PARAMETER, on `expand`. A
 * text that is long enough for so many is read for that.
 */
export async function limitExpanded(question: RowQuestion, { expand }: Shape, text: string | Buffer): Promise<void> {
  if (expand.size === 0 || text.length < leastText) return;
  await turnOfText(text.length);
  if (expandedIn(question, JSON.parse(String(text)), null) <= mostExpanded) return;
  const message = `More than ${String(mostExpanded)} links would be shown in full; ask for a smaller page.`;
  throw invalidParameter('expand', message, mostExpanded);
}

// How many links are in full in a body, or in each of a list.
function expandedIn(question: RowQuestion, body: unknown, parentField: string | null): number {
  if (Array.isArray(body)) return sumOf(body, (one) => expandedIn(question, one, parentField));
  if (!isObject(body)) return 0;
  return sumOf(question.fields, (one) => {
    if (one.form === 'LINK') return isInFull(body[one.key]) ? 1 + expandedIn(one.row, body[one.key], null) : 0;
    if (one.form === 'EMBEDDED') return expandedIn(one.row, body[one.key], null);
    const listed = one.form === 'LIST' ? body[one.key] : null;
    if (one.form !== 'LIST' || !Array.isArray(listed)) return 0;
    return isOfChildren(one.field, parentField)
      ? expandedIn(one.row, listed, one.field.inverseOf)
      : listed.length + expandedIn(one.row, listed, null);
  });
}

const sumOf = <T>(all: readonly T[], countOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + countOf(one), 0);

// Others are `{ urn, url }`.
const isInFull = (link: unknown): boolean => isObject(link) && Object.keys(link).length > 2;

// Whether a list spells out what lives in the row.
const isOfChildren = ({ storage, isPaged }: Field, parentField: string | null): boolean =>
  storage === 'INVERSE' && !isPaged && parentField === null;
