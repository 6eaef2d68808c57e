// Invoices: their sums, whom they are for, what is fixed once they are issued, and their statuses. Resource reference
// 4.9, 10.5.
import type { Row } from '../../database/engine/row.ts';
import { formatMoney, storedCurrency } from '../../domain/currency.ts';
import { isBefore } from '../../domain/instant.ts';
import { invalid, invalidTransition, ServiceError, type Violation } from '../../domain/errors.ts';
import { allowedNext, isDraft, type InvoiceStatus, invoiceTotals } from '../../domain/invoice.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import { nowIn } from '../../engine/databaseClock.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';

/** What an invoice says from the moment it is issued, and never otherwise. */
const fixed = ['number', 'currencyCode', 'lines', 'customerCompany', 'customerIdentity'] as const;

/** Invoices: their sums and statuses; amounts are minor units. */
export const paymentInvoiceKind: Kind<'PaymentInvoice'> = {
  sets: deletesInSets,

  computed: {
    isOverdue: async ({ status, dueTimestamp: due }, context) =>
      status === 'OPEN' && typeof due === 'string' && isBefore(due, await nowIn(context)),
  },

  made: {
    formattedTotal: ({ totalUnitValue, currencyCode }) =>
      formatMoney(BigInt(String(totalUnitValue)), storedCurrency(currencyCode), 'und').formattedValue,
  },

  prepare(step) {
    if (step.before && !isDraft(statusOf(step.before))) keepFixed(step, step.before);
    computeAmounts(step);
    if (lacksCustomer({ ...step.before, ...step.values })) {
      const message = 'customerCompany or customerIdentity is required.';
      step.violations.push({ path: '/customerCompany', code: 'REQUIRED', message });
    }
    if (step.before && !isDraft(statusOf(step.before)) && step.values.dueTimestamp === null) {
      const message = 'An issued invoice has a due time.';
      step.violations.push({ path: '/dueTimestamp', code: 'NULL_NOT_ALLOWED', message });
    }
  },

  isIncomplete: lacksCustomer,

  decide(step) {
    const { before, operation, values } = step;
    const from = before ? statusOf(before) : 'DRAFT';
    if (operation === 'DELETE') {
      if (isDraft(from)) return;
      throw new ServiceError('CONFLICT', `Only a DRAFT is deleted; this invoice is ${from}.`);
    }
    // checkInput takes members of the enum alone.
    const to = values.status ?? from;
    if (to === from) return;
    if (!allowedNext(from).includes(to)) throw invalidTransition('/status', from, to, allowedNext(from));
    become(step, to);
  },
};

function lacksCustomer(whole: { readonly customerCompany?: unknown; readonly customerIdentity?: unknown }): boolean {
  return typeof whole.customerCompany !== 'string' && typeof whole.customerIdentity !== 'string';
}

function statusOf(row: Row<'PaymentInvoice'>): InvoiceStatus {
  // The column holds nothing but what this file lets through.
  return row.status;
}

// Ignored in silence, or refused under strict handling when the value differs.
function keepFixed(step: WriteContext<'PaymentInvoice'>, before: Row<'PaymentInvoice'>): void {
  for (const name of fixed) {
    const sent = step.values[name];
    Reflect.deleteProperty(step.values, name);
    if (!step.options.isStrict) forgive(step, name);
    if (sent === undefined || !step.options.isStrict || isSame(sent, before[name])) continue;
    step.violations.push({
      path: `/${name}`,
      code: 'IMMUTABLE',
      message: 'This cannot be changed after the invoice was issued.',
    });
  }
}

// What is ignored breaks no rule, whatever it is.
function forgive(step: WriteContext<'PaymentInvoice'>, name: string): void {
  const others = step.violations.filter(({ path }) => path !== `/${name}` && !path.startsWith(`/${name}/`));
  step.violations.splice(0, step.violations.length, ...others);
}

// What is sent of a line lacks what the service computes, and may say null for what it does not have.
function isSame(sent: unknown, stored: unknown): boolean {
  const bare = (value: unknown): string =>
    JSON.stringify(value, (key, member: unknown) => (key === 'totalUnitValue' ? undefined : (member ?? undefined)));
  return bare(sent) === bare(stored);
}

interface Line {
  readonly description: string;
  readonly quantity: string;
  readonly unitPriceUnitValue: string;
  readonly taxRatePercent: string;
  readonly sortOrder?: number | null;
}

function computeAmounts(step: WriteContext<'PaymentInvoice'>): void {
  const sent = step.values.lines;
  if (step.operation === 'CREATE') Object.assign(step.values, { paidUnitValue: '0' });
  if (!Array.isArray(sent) || step.violations.some((v) => v.path.startsWith('/lines'))) return;
  // checkInput objected to none of them, so each is an object of canonical values.
  const given = sent as readonly Line[];
  const problems = given.flatMap((line, at) => rateProblem(line, at));
  step.violations.push(...problems);
  if (problems.length > 0) return;
  const lines = inOrder(given);
  const totals = invoiceTotals(lines.map((l) => ({ ...l, unitPriceUnitValue: BigInt(l.unitPriceUnitValue) })));
  if (totals === null || totals.total < 0n) {
    const message = 'The sum of an invoice is zero or more, and fits 64 bits.';
    step.violations.push({ path: '/lines', code: 'OUT_OF_RANGE', message });
    return;
  }
  Object.assign(step.values, {
    lines: lines.map((line, at) => ({
      ...line,
      sortOrder: line.sortOrder ?? null,
      totalUnitValue: String(totals.lines[at]),
    })),
    subtotalUnitValue: String(totals.subtotal),
    taxUnitValue: String(totals.tax),
    totalUnitValue: String(totals.total),
    dueUnitValue: String(totals.total),
  });
}

// Lines that say where they stand come first, in that order; the others follow as given.
function inOrder(lines: readonly Line[]): Line[] {
  const place = ({ sortOrder }: Line): number => sortOrder ?? Infinity;
  return [...lines].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

function rateProblem({ taxRatePercent }: Line, at: number): Violation[] {
  const rate = parseDecimal(taxRatePercent);
  if (rate === null || rate.digits >= 0n) return [];
  const message = 'A tax rate is zero or more.';
  return [{ path: `/lines/${String(at)}/taxRatePercent`, code: 'OUT_OF_RANGE', message, limit: 0 }];
}

// What a new status brings with it.
function become(step: WriteContext<'PaymentInvoice'>, to: InvoiceStatus): void {
  const { values, now } = step;
  const whole = { ...step.before, ...values };
  if (to === 'OPEN') {
    if (typeof whole.dueTimestamp !== 'string') {
      throw invalid([{ path: '/dueTimestamp', code: 'REQUIRED', message: 'Required before the invoice is OPEN.' }]);
    }
    values.issuedTimestamp = now;
  } else if (to === 'PAID') {
    Object.assign(values, { paidUnitValue: whole.totalUnitValue, dueUnitValue: '0', paidTimestamp: now });
  } else if (to === 'VOID') {
    Object.assign(values, { dueUnitValue: '0', voidedTimestamp: now });
  }
}
