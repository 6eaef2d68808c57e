// The statuses of a payment invoice and the changes between them (resource reference 10.5). Pure.

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
