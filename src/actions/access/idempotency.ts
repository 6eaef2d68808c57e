// Requests that may be sent again without being carried out twice: under an idempotency key the first one is carried out,
// and the same request under the same key gets its answer. Resource reference 1.6.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { claimKey, keepAnswer, noteCarriedOut, purgeKeys, releaseKey } from '../../database/access/idempotencyStore.ts';
import type { Database } from '../../database/connection/database.ts';
import { stillShown } from '../../database/engine/accessCheckStore.ts';
import { resourceOf } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import { createShownRows, type ShownRow, type ShownRows } from '../../domain/shownRows.ts';
import type { Viewer } from '../../domain/viewer.ts';

/** A request that was sent with a key. */
export interface KeyedRequest {
  /** Whose key it is: keys of different callers have nothing to do with each other. */
  readonly caller: string;
  /** Whose data the caller is of. */
  readonly tenant: string | null;
  /** As permissions see the caller now. */
  readonly viewer: Viewer;
  readonly key: string;
  /** What identifies the request: method, address and body. */
  readonly content: string;
}

/** An answer as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right to carry the request out. */
export interface KeyClaim {
  /** The same database, whose changes are noted as this request's together with them. */
  within(database: Database): Database;
  /** Where it is noted what the answer shows. */
  readonly shown: ShownRows;
  /** Keeps the answer; null for one that is not to be repeated, which gives the key up. */
  settle(answer: KeptAnswer | null): Promise<void>;
}

/**
 * Claims the key of a request, or gives the answer that it had. Throws IDEMPOTENCY_KEY_REUSED for another request under the
 * same key, IDEMPOTENCY_IN_PROGRESS while the first one runs, and CONFLICT when it was carried out and its answer was lost,
 * or shows what the caller may not read any more.
 */
export async function claimRequest(database: Database, request: KeyedRequest): Promise<KeyClaim | KeptAnswer> {
  const { caller, tenant, key, content } = request;
  const name = hash(`key ${caller} ${key}`).toString('base64url');
  const digest = hash(`content ${content}`).toString('base64url');
  // Answers may hold what is shown only once: without the key they cannot be read.
  const seal = hash(`seal ${caller} ${key}`);
  const state = await claimKey(database, tenant, name, digest);
  switch (state.kind) {
    case 'NEW':
      return claimOf(database, name, seal);
    case 'ANSWERED':
      return showable(database, request.viewer, opened(seal, state.answer));
    case 'OTHER_REQUEST':
      throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
    case 'RUNNING':
      throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', undefined, [], { retryAfterSeconds: 1 });
    case 'CARRIED_OUT':
      throw new ServiceError('CONFLICT', lost);
  }
}

const batch = 500;

/** Forgets keys after their time. */
export async function purgeIdempotencyKeys({ database }: { readonly database: Database }): Promise<void> {
  while ((await purgeKeys(database, batch)) === batch);
}

function claimOf(database: Database, name: string, seal: Buffer): KeyClaim {
  const shown = createShownRows();
  return {
    shown,
    within: (inner) => ({
      ...inner,
      transaction: (work, turn) =>
        inner.transaction((transaction) => {
          transaction.beforeCommit(() => noteCarriedOut(transaction, name));
          return work(transaction);
        }, turn),
      writeAtOnce: null,
    }),
    settle(answer) {
      const rows = answer && shown.rows();
      return rows ? keepAnswer(database, name, sealed(seal, { ...answer, shown: rows })) : releaseKey(database, name);
    },
  };
}

/** An answer as it is kept, with what it shows, which is not known of answers that earlier versions kept. */
interface SealedAnswer extends KeptAnswer {
  readonly shown?: readonly ShownRow[];
}

// A right that was taken since the first answer holds for the second: the caller learns only that there was one.
async function showable(database: Database, viewer: Viewer, { shown, ...answer }: SealedAnswer): Promise<KeptAnswer> {
  if (!shown) throw new ServiceError('CONFLICT', lost);
  const groups = new Map<string, Omit<ShownRow, 'urn'> & { readonly urns: string[] }>();
  for (const { kind, as, urn } of shown) {
    const group = groups.get(`${kind} ${as}`) ?? { kind, as, urns: [] };
    group.urns.push(urn);
    groups.set(`${kind} ${as}`, group);
  }
  for (const { kind, as, urns } of groups.values()) {
    const resource = resourceOf(database.contract, kind);
    const known = await stillShown(database, viewer, { resource, urns }, as);
    if (!urns.every((urn) => known.has(urn))) throw new ServiceError('CONFLICT', hidden);
  }
  return answer;
}

const lost = 'The request was carried out, and its answer is lost: read what it changed.';
const hidden = 'The request was answered before, and the answer shows what the caller may not read any more.';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

function sealed(key: Buffer, answer: SealedAnswer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function opened(key: Buffer, kept: string): SealedAnswer {
  const bytes = Buffer.from(kept, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  // `sealed` wrote it.
  return JSON.parse(text) as SealedAnswer;
}
