// What a question is put with, as a statement takes it: the text of the statement follows from the shape of the inputs, and
// their values are filled in for each run.
import { longValue, type Position } from '../../contract/listQuery.ts';
import { isPage, type Input, type PageInput } from '../../contract/question.ts';

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

/** The page at a place among the inputs, which is where a question says that one is. */
export function pageAt(inputs: readonly Input[], at: number): Pick<PageInput, 'query'> {
  return inputs[at] as PageInput;
}

/** Where a page begins or ends, with holes in the place of values that do not shape the statement. */
export function positionHoles(input: number, end: 'after' | 'before', position: Position | null): Position | null {
  const holes = position?.map((value, at) =>
    value === null || value === longValue
      ? value
      : new InputHole(`${String(input)} ${end} ${String(at)}`, (inputs) => pageAt(inputs, input).query[end]?.[at]),
  );
  // Holes are handed on as values are, to the parameters of the statement.
  return (holes as Position | undefined) ?? null;
}

/** What of the inputs shapes the statement; null where everything may, as filters do. */
export function shapeOf(inputs: readonly Input[]): string | null {
  const pages = inputs.filter(isPage);
  if (pages.some(({ query }) => query.conditions.length > 0)) return null;
  const shape = (position: Position | null): unknown =>
    position?.map((value) => (value === null || value === longValue ? value : 0)) ?? null;
  return JSON.stringify(
    pages.map(({ query: { order, limit, after, before, isBackward } }) => [
      limit,
      isBackward,
      order.map(({ field, isDescending }) => [field.name, isDescending]),
      shape(after),
      shape(before),
    ]),
  );
}
