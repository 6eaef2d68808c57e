// The headers of a delivery's requests that follow from the delivery: they are shown with each attempt, and not kept with it.

/** The headers that every request has. They are not kept with attempts: another value needs a migration that keeps this one. */
const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Commonplace-Webhooks/1' } as const;

/** A request of a delivery. */
export interface DeliveryRequest {
  readonly delivery: string;
  readonly attempt: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  /** The SHA-256 of the body, in base64. */
  readonly bodyDigest: string;
}

/** The headers of a request that follow from its delivery; `headersSql` gives the same for a stored attempt. */
export function headersOf({ delivery, attempt, at, bodyDigest }: DeliveryRequest): Record<string, string> {
  return {
    ...fixedHeaders,
    'webhook-id': delivery,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-attempt': String(attempt),
    'content-digest': `sha-256=:${bodyDigest}:`,
  };
}

/** All headers of the attempt `a` of the delivery `d`, as SQL; null when nothing was sent. */
export const headersSql =
  `CASE WHEN a."request_headers" IS NOT NULL THEN jsonb_build_object(${Object.entries(fixedHeaders)
    .map(([name, value]) => `'${name}', '${value}'`)
    .join(', ')},` +
  ` 'webhook-id', d."urn", 'webhook-timestamp', floor(extract(epoch FROM a."started_timestamp"))::bigint::text,` +
  ` 'webhook-attempt', a."number"::text, 'content-digest', 'sha-256=:' || d."body_digest" || ':') || a."request_headers"::jsonb END`;
