// Records a payment of an invoice; the one that pays the rest makes it PAID. Resource reference 4.9.
import { databaseNow } from '../../database/engine/changeStore.ts';
import { paymentsOf, type Payment } from '../../database/work/paymentStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalid, notFound, ServiceError } from '../../domain/errors.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { newUrn } from '../../domain/urn.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import { applyUpdate } from '../../engine/updateResource.ts';
import type { InvoicePaymentInput } from '../../generated/verbs.ts';
import { readBack } from '../../engine/readResource.ts';

const payable = ['OPEN', 'UNCOLLECTIBLE'];

/**
 * Adds the payment to the invoice and returns the invoice. CONFLICT when it is neither OPEN
 * nor UNCOLLECTIBLE; OUT_OF_RANGE for more than is due.
 */
export async function recordPayment(
  context: Context,
  urn: string,
  input: InvoicePaymentInput,
  options: WriteOptions,
): Promise<Row> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.PaymentInvoice;
  await context.database.transaction(async (transaction) => {
    const before = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, options);
    const amount = BigInt(input.unitValue);
    if (!payable.includes(before.status)) {
      throw new ServiceError('CONFLICT', `An invoice that is ${before.status} does not accept payments.`);
    }
    const now = await databaseNow(transaction);
    const paidTimestamp = input.paidTimestamp ?? now;
    const due = BigInt(before.dueUnitValue);
    checkAgainst(amount, due, paidTimestamp, now);
    const kept: Payment = {
      urn: newUrn(),
      unitValue: String(amount),
      paidTimestamp,
      reference: input.reference ?? null,
      createdTimestamp: now,
    };
    const payments = [...(await paymentsOf(transaction, urn)), kept];
    const times = payments.map((payment) => payment.paidTimestamp);
    const latest = times.reduce((one, other) => (isBefore(one, other) ? other : one));
    const rest = due - amount;
    const values = {
      paidUnitValue: String(BigInt(before.paidUnitValue) + amount),
      dueUnitValue: String(rest),
      ...(rest === 0n ? { status: 'PAID', paidTimestamp: latest } : {}),
    };
    await applyUpdate(
      beginUpdate({ context, transaction, now }, 'UPDATE', before, { options, values, hidden: { payments } }),
      before,
    );
  });
  return readBack(context, resource, urn);
}

/** The payments of an invoice that the caller may read, oldest first. */
export async function readPayments(context: Context, urn: string): Promise<Payment[]> {
  requireCaller(context.viewer);
  if (!(await context.loaders.byUrn('PaymentInvoice', urn))) throw notFound();
  return paymentsOf(context.database, urn);
}

function checkAgainst(amount: bigint, due: bigint, paidTimestamp: string, now: string): void {
  if (amount < 1n || amount > due) {
    const message = `Must be from 1 to ${String(due)}, the amount that is still due.`;
    throw invalid([{ path: '/unitValue', code: 'OUT_OF_RANGE', message, limit: `1..${String(due)}` }]);
  }
  if (isAtOrBefore(paidTimestamp, now)) return;
  const message = 'A payment has been made already.';
  throw invalid([{ path: '/paidTimestamp', code: 'OUT_OF_RANGE', message, limit: now }]);
}
