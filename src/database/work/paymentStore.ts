// The payments of an invoice, kept with it.
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';

/** One payment as it is kept. */
export interface Payment {
  readonly urn: string;
  /** Minor units, as text. */
  readonly unitValue: string;
  readonly paidTimestamp: string;
  readonly reference: string | null;
  readonly createdTimestamp: string;
}

/** The payments of an invoice in the order they came in. */
export async function paymentsOf(executor: Executor, invoice: string): Promise<Payment[]> {
  const p = new Parameters();
  const text = `SELECT "payments" FROM "payment_invoice" WHERE "urn" = ${p.add(invoice, 'uuid')}`;
  const row = await firstOf<{ payments: Payment[] }>(executor, prepared(text, p));
  // Only recordPayment writes the column.
  return row?.payments ?? [];
}
