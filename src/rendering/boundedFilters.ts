// liquidjs' own filters, each charged for what it produces, and exact on whole numbers.
import { filters, type Context, type FilterImplOptions } from 'liquidjs';
import { TemplateFailure } from './templateFailure.ts';
import { textOf } from './outputText.ts';
import { exactly, exactSum, type Calculate } from './wholeNumbers.ts';

/** The most characters and entries a list may come to when it is written out. */
const largestList = 8_000_000;

/** What one conversion of a date is charged, in characters. */
const conversionWeight = 500;

interface FilterCall {
  readonly context: Context;
}
type Handler = (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;

/**
 * All filters by name. liquidjs charges most of what they read, but not every result, and counts a list by its own
 * entries only: a list pushed into itself forty times is 41 entries and 2^40 characters. Here a list whose full text
 * would be too long never comes into being, so no comparison, key or print later can blow it up.
 */
export function createBoundedFilters(): Record<string, FilterImplOptions> {
  const bounded: Record<string, FilterImplOptions> = {};
  for (const [name, filter] of Object.entries(filters)) {
    // liquidjs types handlers with `any`; each is called with itself as `this` and the values as arguments.
    const handler = (typeof filter === 'function' ? filter : filter.handler) as Handler;
    bounded[name] = pay(exactly(name, handler as Calculate));
  }
  // As above.
  bounded['date'] = pay(countConversions(filters['date'] as Handler));
  bounded['sum'] = pay(sum);
  bounded['raw'] = { raw: true, handler: printRaw };
  return bounded;
}

// A single value is a list of it, and of a list what is absent is left out.
const [listOf, valuesIn] = [filters['compact'] as Handler, filters['map'] as Handler];

function* sum(this: FilterCall, list: unknown, property: unknown): Generator<unknown, unknown> {
  // liquidjs gives what was yielded, once it is known.
  const values: unknown = yield property === undefined ? listOf.call(this, list) : valuesIn.call(this, list, property);
  return exactSum(values as unknown[]);
}

function pay(handler: Handler): FilterImplOptions {
  return function* (this: FilterCall, value: unknown, ...args: unknown[]): Generator<unknown, unknown> {
    const result: unknown = yield handler.apply(this, [value, ...args]);
    if (typeof result === 'string') this.context.memoryLimit.use(result.length);
    if (Array.isArray(result)) {
      this.context.memoryLimit.use(result.length);
      if (weigh(result, largestList) > largestList) throw new TemplateFailure('TEMPLATE_LIMIT');
    }
    return result;
  };
}

// A conversion such as %B costs as much as some hundred characters of text, however short its result is.
function countConversions(date: Handler): Handler {
  return function (this: FilterCall, value: unknown, ...args: unknown[]): unknown {
    const [format] = args;
    if (typeof format === 'string') this.context.memoryLimit.use((format.split('%').length - 1) * conversionWeight);
    return date.apply(this, [value, ...args]);
  };
}

function printRaw(this: FilterCall, value: unknown): string {
  return textOf(value, (amount) => this.context.memoryLimit.use(amount));
}

/** Entries and characters of a value written out in full; stops counting soon after `most`. */
function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (!Array.isArray(value)) return 1;
  let weight = 1;
  for (const part of value) {
    weight += weigh(part, most - weight);
    if (weight > most) break;
  }
  return weight;
}
