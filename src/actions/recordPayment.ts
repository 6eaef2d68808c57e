// Records a payment of an invoice; the one that pays the rest makes it PAID. Resource reference 4.9.
import { resourceOf } from '../contract/resource.ts';
import { databaseNow } from '../database/changeStore.ts';
import { paymentsOf, type Payment } from '../database/paymentStore.ts';
import type { Row } from '../database/row.ts';
import { invalid, notFound, ServiceError, type Violation } from '../domain/errors.ts';
import { parseInstant } from '../domain/instant.ts';
import { parseInt64 } from '../domain/int64.ts';
import { codePoints, isStorable } from '../domain/text.ts';
import { newUrn } from '../domain/urn.ts';
import { requireCaller } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { lockForWrite } from './lockForWrite.ts';
import { applyUpdate } from './updateResource.ts';
import { stepOn } from './stepOn.ts';

const longestReference = 255;
const payable = ['OPEN', 'UNCOLLECTIBLE'];

/** What a caller says of a payment. */
interface PaymentInput {
  readonly unitValue: bigint;
  readonly paidTimestamp: string | null;
  readonly reference: string | null;
}

/**
 * Adds `{ unitValue, paidTimestamp, reference }` to the invoice and gives the invoice. CONFLICT when it is neither OPEN
 * nor UNCOLLECTIBLE; OUT_OF_RANGE for more than is due.
 */
export async function recordPayment(
  context: Context,
  urn: string,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions,
): Promise<Row> {
  requireCaller(context.viewer);
  const resource = resourceOf(context.contract, 'PaymentInvoice');
  await context.database.transaction(async (transaction) => {
    const before = await lockForWrite(context, transaction, resource, urn, resource.labels.update, options);
    const payment = readPayment(input);
    if (!payable.includes(String(before['status']))) {
      throw new ServiceError('CONFLICT', `An invoice that is ${String(before['status'])} takes no payment.`);
    }
    const now = await databaseNow(transaction);
    const paidTimestamp = payment.paidTimestamp ?? now;
    const due = BigInt(String(before['dueUnitValue']));
    checkAgainst(payment.unitValue, due, paidTimestamp, now);
    const kept: Payment = {
      urn: newUrn(),
      unitValue: String(payment.unitValue),
      paidTimestamp,
      reference: payment.reference,
      createdTimestamp: now,
    };
    const rest = due - payment.unitValue;
    const values = {
      paidUnitValue: String(BigInt(String(before['paidUnitValue'])) + payment.unitValue),
      dueUnitValue: String(rest),
      ...(rest === 0n ? { status: 'PAID', paidTimestamp } : {}),
    };
    const hidden = { payments: [...(await paymentsOf(transaction, urn)), kept] };
    await applyUpdate(stepOn({ context, transaction, now }, 'UPDATE', before, { options, values, hidden }), before);
  });
  context.loaders.clear();
  const row = await context.loaders.byUrn(resource.name, urn);
  if (!row) throw notFound();
  return row;
}

/** The payments of an invoice that the caller may read, oldest first. */
export async function readPayments(context: Context, urn: string): Promise<Payment[]> {
  requireCaller(context.viewer);
  if (!(await context.loaders.byUrn('PaymentInvoice', urn))) throw notFound();
  return paymentsOf(context.database, urn);
}

function readPayment(input: Readonly<Record<string, unknown>>): PaymentInput {
  const violations: Violation[] = [];
  const { unitValue = null, paidTimestamp = null, reference = null } = input;
  const amount = parseInt64(unitValue);
  if (unitValue === null) violations.push({ path: '/unitValue', code: 'REQUIRED', message: 'Required.' });
  else if (amount === null) {
    violations.push({
      path: '/unitValue',
      code: 'INVALID_FORMAT',
      message: 'A whole number of minor units is expected.',
    });
  }
  const instant = parseInstant(paidTimestamp);
  if (paidTimestamp !== null && instant === null) {
    violations.push({ path: '/paidTimestamp', code: 'INVALID_FORMAT', message: 'A date-time is expected.' });
  }
  if (reference !== null && (typeof reference !== 'string' || !isStorable(reference))) {
    violations.push({ path: '/reference', code: 'INVALID_FORMAT', message: 'A text is expected.' });
  } else if (typeof reference === 'string' && codePoints(reference) > longestReference) {
    const message = `At most ${String(longestReference)} characters.`;
    violations.push({ path: '/reference', code: 'TOO_LONG', message, limit: longestReference });
  }
  if (violations.length > 0) throw invalid(violations);
  return {
    unitValue: BigInt(amount ?? 0),
    paidTimestamp: instant,
    reference: typeof reference === 'string' ? reference : null,
  };
}

function checkAgainst(amount: bigint, due: bigint, paidTimestamp: string, now: string): void {
  if (amount < 1n || amount > due) {
    const message = `1 to ${String(due)} is allowed: what is still due.`;
    throw invalid([{ path: '/unitValue', code: 'OUT_OF_RANGE', message, limit: `1..${String(due)}` }]);
  }
  if (paidTimestamp <= now) return;
  const message = 'A payment has been made already.';
  throw invalid([{ path: '/paidTimestamp', code: 'OUT_OF_RANGE', message, limit: now }]);
}
