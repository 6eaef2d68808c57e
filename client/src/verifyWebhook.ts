// Whether a delivery of a webhook is genuine: Standard Webhooks, `v1`, with nothing but Web Crypto.

/** The headers of a request: of `fetch`, or as Node gives them. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether these are the bytes that the service signed with the secret, at most `toleranceSeconds` (300) away from now.
 * Give the body as it came: parsed and written again it is another text.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  toleranceSeconds = 300,
): Promise<boolean> {
  const header = (name: string): string => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };
  const timestamp = header('webhook-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const encoder = new TextEncoder();
  const head = encoder.encode(`${header('webhook-id')}.${timestamp}.`);
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = new Uint8Array(head.length + tail.length);
  signed.set(head);
  signed.set(tail, head.length);
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : encoder.encode(secret);
  if (!bytes || bytes.length === 0) return false;
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const one of header('webhook-signature').split(' ')) {
    const signature = one.startsWith('v1,') ? fromBase64(one.slice(3)) : null;
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
