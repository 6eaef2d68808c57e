// The statuses of a payment invoice, the changes between them, and its totals (resource reference 10.5). Pure.
import { formatMinor, multiplyHalfUp, parseDecimal } from './decimal.ts';
import { isInt64 } from './int64.ts';

/** The statuses of a payment invoice. */
export const invoiceStatuses = ['DRAFT', 'OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE'] as const;

/** The status of a payment invoice. */
export type InvoiceStatus = (typeof invoiceStatuses)[number];

const next: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  DRAFT: ['OPEN'],
  OPEN: ['PAID', 'VOID', 'UNCOLLECTIBLE'],
  PAID: [],
  VOID: [],
  UNCOLLECTIBLE: ['PAID', 'VOID'],
};

/** The statuses an invoice may be set to from `status`. The status it has is not listed: setting it changes nothing. */
export function allowedNext(status: InvoiceStatus): readonly InvoiceStatus[] {
  return next[status];
}

/** Whether an invoice may still be deleted and its amounts changed: only while it is a draft. */
export function isDraft(status: InvoiceStatus): boolean {
  return status === 'DRAFT';
}

/** What the amounts of a line are computed from. */
interface LineAmounts {
  /** Decimal text. */
  readonly quantity: string;
  /** Minor units. */
  readonly unitPriceUnitValue: bigint;
  /** Decimal text, in percent. */
  readonly taxRatePercent: string;
}

/** Sums in minor units. */
interface InvoiceTotals {
  /** Each line before tax, in the order given. */
  readonly lines: readonly bigint[];
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** The totals; null when one of them does not fit 64 bits. */
export function invoiceTotals(lines: readonly LineAmounts[]): InvoiceTotals | null {
  const nets = lines.map((line) => multiplyHalfUp(line.quantity, line.unitPriceUnitValue));
  const taxes = lines.map((line, at) => multiplyHalfUp(hundredth(line.taxRatePercent), nets[at] ?? 0n));
  const subtotal = sum(nets);
  const tax = sum(taxes);
  const total = subtotal + tax;
  return [...nets, ...taxes, subtotal, tax, total].every(isInt64) ? { lines: nets, subtotal, tax, total } : null;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((all, one) => all + one, 0n);
}

// A percentage as a plain factor: two more decimals, nothing lost.
function hundredth(percent: string): string {
  const decimal = parseDecimal(percent);
  if (decimal === null) throw new RangeError('The rate is not a decimal number.');
  return formatMinor(decimal.digits, decimal.scale + 2);
}
