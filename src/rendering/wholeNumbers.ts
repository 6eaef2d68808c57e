// Arithmetic of templates on whole numbers, exact as long as the result has 64 bits: liquidjs computes with doubles, which do not
// hold all of the integers that items hold.
import { isInt64 } from '../domain/int64.ts';

/** What a filter does with values, called with the filter's own `this`. */
export type Calculate = (this: unknown, ...args: unknown[]) => unknown;

type Result = bigint | number | null;

// Each gives null for what has no whole result.
const operations: Readonly<Record<string, (value: bigint, other: bigint, isWhole: boolean) => Result>> = {
  plus: (value, other) => value + other,
  minus: (value, other) => value - other,
  times: (value, other) => value * other,
  divided_by: (value, other, isWhole) => {
    if (other === 0n) return null;
    const rest = value % other;
    if (rest !== 0n && !isWhole) return null;
    return rest !== 0n && rest < 0n !== other < 0n ? value / other - 1n : value / other;
  },
  modulo: (value, other) => (other === 0n ? null : value % other),
  at_least: (value, other) => (value > other ? value : other),
  at_most: (value, other) => (value < other ? value : other),
};

const ofOne: Readonly<Record<string, (value: bigint) => Result>> = {
  abs: (value) => (value < 0n ? -value : value),
  ceil: (value) => value,
  floor: (value) => value,
  round: (value) => value,
  to_integer: (value) => value,
};

/** The filter of that name, exact on whole numbers; `otherwise` for everything else, and for results beyond 64 bits. */
export function exactly(name: string, otherwise: Calculate): Calculate {
  const [two, one] = [operations[name], ofOne[name]];
  if (!two && !one) return otherwise;
  return function (this: unknown, ...args: unknown[]): unknown {
    const [value, other] = args.map(wholeOf);
    const isSimple =
      value !== undefined && value !== null && (two ? other : args[1] === undefined ? 0n : null) !== null;
    const result = isSimple ? (two?.(value, other ?? 0n, Boolean(args[2])) ?? one?.(value) ?? null) : null;
    // As doubles: liquidjs takes no others.
    return (
      shown(result) ??
      otherwise.apply(
        this,
        args.map((arg) => (typeof arg === 'bigint' ? Number(arg) : arg)),
      )
    );
  };
}

/** The sum of values, of which those that are no numbers count nothing: exact where all are whole. */
export function exactSum(values: readonly unknown[]): number | bigint {
  const numbers = values.map((value) => wholeOf(value) ?? Number(value)).filter((one) => !Number.isNaN(one));
  const wholes = numbers.filter((one) => typeof one === 'bigint');
  const sum = wholes.reduce((all, one) => all + one, 0n);
  if (wholes.length === numbers.length) return shown(sum) ?? Number(sum);
  return numbers.reduce<number>((all, one) => all + Number(one), 0);
}

// Large ones stay bigint; what has more than 64 bits is no whole number of ours.
function shown(result: Result): number | bigint | null {
  if (typeof result !== 'bigint') return result;
  if (!isInt64(result)) return null;
  const number = Number(result);
  return Number.isSafeInteger(number) ? number : result;
}

function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : null;
  return typeof value === 'string' && /^ *-?[0-9]{1,19} *$/.test(value) ? BigInt(value) : null;
}
