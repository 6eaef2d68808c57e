// What a question is put with, as a statement takes it: the text of the statement follows from the shape of the inputs, and
// their values are filled in for each run.
import {
  longValue,
  plainFilter,
  plainTerm,
  type Condition,
  type Filter,
  type ListQuery,
  type Position,
} from '../../contract/listQuery.ts';
import {
  isNamed,
  isPage,
  type FoundRows,
  type Input,
  type NamedRows,
  type PageInput,
} from '../../contract/question.ts';

/** Stands for a value among those of a statement. */
export class InputHole {
  private readonly key: string;
  /** The value that belongs there. */
  readonly read: (inputs: readonly Input[]) => unknown;

  constructor(key: string, read: (inputs: readonly Input[]) => unknown) {
    this.key = key;
    this.read = read;
  }

  /** What tells one hole from another and from values. */
  toJSON(): string {
    return `\u0000${this.key}`;
  }
}

/** The urn, or the names, at a place among the inputs. */
export function inputHole(input: number): InputHole {
  return new InputHole(String(input), (inputs) => inputs[input]);
}

/** The urn at a place among the inputs, as the text of a list that has no other. */
export function listHole(input: number): InputHole {
  return new InputHole(`${String(input)} list`, (inputs) => `{${String(inputs[input])}}`);
}

/** The urns, or what is selected of each of them, at a place among the inputs. */
export function namedHole(input: number, member: keyof NamedRows): InputHole {
  return new InputHole(`${String(input)} ${member}`, (inputs) => (inputs[input] as NamedRows)[member]);
}

/** What is said of rows that were found, at a place among the inputs. */
export function foundHole(input: number, member: keyof FoundRows): InputHole {
  return new InputHole(`${String(input)} ${member}`, (inputs) => (inputs[input] as FoundRows)[member]);
}

/** Until when the values of a history were written, at a place among the inputs. */
export function asOfHole(input: number): InputHole {
  return new InputHole(`${String(input)} as of`, (inputs) => pageAt(inputs, input).asOf);
}

/** Whether the values of a history are asked for as they were then. */
export function hasAsOf(inputs: readonly Input[], input: number): boolean {
  return typeof pageAt(inputs, input).asOf === 'string';
}

/** Whether a page of an inbox holds what has nothing to report, too. */
export function isOfAll(inputs: readonly Input[], input: number): boolean {
  return pageAt(inputs, input).isAll === true;
}

/** How many rows may be named at that place; the same for about as many. */
export function mostNamed(inputs: readonly Input[], at: number): number {
  const input = inputs[at];
  const count = isNamed(input) ? input.urns.length : 1;
  return count <= 20 ? 20 : 200;
}

/** The page at a place among the inputs, which is where a question says that one is. */
export function pageAt(inputs: readonly Input[], at: number): Pick<PageInput, 'query' | 'asOf' | 'isAll'> {
  return inputs[at] as PageInput;
}

/** The list that is wanted of a page among the inputs, with holes in the place of values that do not shape the statement. */
export function listWithHoles(inputs: readonly Input[], input: number): ListQuery {
  const { query } = pageAt(inputs, input);
  return {
    ...query,
    conditions: conditionHoles(input, query.conditions),
    order: query.order.map((term, at) =>
      term.item ? { ...term, item: { ...term.item, name: nameHole(input, at) } } : term,
    ),
    after: positionHoles(input, 'after', query.after),
    before: positionHoles(input, 'before', query.before),
  };
}

// The name of the item that a page is put in order by.
function nameHole(input: number, at: number): InputHole {
  return new InputHole(
    `${String(input)} item ${String(at)}`,
    (inputs) => pageAt(inputs, input).query.order[at]?.item?.name,
  );
}

// Where a page begins or ends.
function positionHoles(input: number, end: 'after' | 'before', position: Position | null): Position | null {
  const holes = position?.map((value, at) =>
    value === null || value === longValue
      ? value
      : new InputHole(`${String(input)} ${end} ${String(at)}`, (inputs) => pageAt(inputs, input).query[end]?.[at]),
  );
  // Holes are handed on as values are, to the parameters of the statement.
  return (holes as Position | undefined) ?? null;
}

// Which rows are wanted. What is compared is a value, also a list of them, whatever its length; whether it is null shapes the statement, and
// so does a truth: of two there is a text for each, whose plan knows how many rows it leaves.
function conditionHoles(input: number, conditions: readonly Filter[]): readonly Filter[] {
  let count = 0;
  const holed = (filter: Filter): Filter => {
    if ('every' in filter) return { every: filter.every.map(holed) };
    if ('some' in filter) return { some: filter.some.map(holed) };
    if ('not' in filter) return { not: holed(filter.not) };
    if ('link' in filter || 'list' in filter) return { ...filter, where: holed(filter.where) };
    const at = count;
    count += 1;
    if (filter.value === null || typeof filter.value === 'boolean') return filter;
    const read = (inputs: readonly Input[]): unknown =>
      comparisonsOf(pageAt(inputs, input).query.conditions)[at]?.value;
    return { ...filter, value: new InputHole(`${String(input)} where ${String(at)}`, read) };
  };
  return conditions.map(holed);
}

// The comparisons in filters, in the order in which they stand there.
function comparisonsOf(filters: readonly Filter[]): readonly Condition[] {
  return filters.flatMap((filter): readonly Condition[] => {
    if ('every' in filter) return comparisonsOf(filter.every);
    if ('some' in filter) return comparisonsOf(filter.some);
    if ('not' in filter) return comparisonsOf([filter.not]);
    return 'link' in filter || 'list' in filter ? comparisonsOf([filter.where]) : [filter];
  });
}

/** What of the inputs shapes the statement: of a page everything but the values that it is compared with. */
export function shapeOf(inputs: readonly Input[]): string {
  const shapes = inputs.map((input, at) => {
    if (isNamed(input)) return mostNamed(inputs, at);
    if (!isPage(input)) return null;
    const { limit, isBackward, order, after, before, conditions } = listWithHoles(inputs, at);
    const which = [conditions.map(plainFilter), hasAsOf(inputs, at), isOfAll(inputs, at)];
    return [limit, isBackward, order.map(plainTerm), after, before, ...which];
  });
  return JSON.stringify(shapes);
}

/** Whether a page among the inputs is filtered. */
export function isFiltered(inputs: readonly Input[]): boolean {
  return inputs.some((input) => isPage(input) && input.query.conditions.length > 0);
}
