// What every action receives first: the caller, and the parts it may use. Created once per request by a face.
import type { Database } from '../database/connection/database.ts';
import type { Page, PageQuery } from '../database/engine/resourceStore.ts';
import type { ItemRow, Row } from '../database/engine/row.ts';
import type { AddressRange } from '../domain/networkAddress.ts';
import type { Admission, RequestLimiter } from '../domain/requestLimits.ts';
import type { Callers } from '../domain/callers.ts';
import type { ShownRows } from '../domain/shownRows.ts';
import type { PageOrigins } from '../domain/pageOrigins.ts';
import type { RegisteredDocuments } from '../domain/registeredDocuments.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { ImageWork } from '../files/imageWork.ts';
import type { FileStorage } from '../files/storage.ts';
import type { RenderPool } from '../rendering/renderPool.ts';
import type { TemplateRenderer } from '../rendering/template.ts';
import type { Announcing } from './announcements.ts';
import type { CallerProof } from './callerProof.ts';
import type { ReadPositions } from './readPositions.ts';
import type { RequestBudget } from './requestBudget.ts';
import type { Warnings } from './warnings.ts';

// What a face needs to name of a row or a page, without importing from src/database.
export type { Page, PageQuery } from '../database/engine/resourceStore.ts';
export { itemUrnOf, type ItemRow, type Row } from '../database/engine/row.ts';

/** How people sign in, as the operator has set it up. */
export interface SignInParts {
  /** How long a session lives without a request, and at most. */
  readonly session: { readonly idleSeconds: number; readonly longestSeconds: number };
  /** How the session's cookie is set: over https alone, and whether pages of other sites may send it. */
  readonly cookie: { readonly isSecure: boolean; readonly sameSite: 'Lax' | 'None' };
  /** Whether there is any way to sign in. */
  readonly isOffered: boolean;
  /** Whether people sign in with passkeys, which invitations register. */
  readonly hasPasskeys: boolean;
  /** The company people sign in to; null for the first one. */
  readonly companyUrn: string | null;
}

/** What webhooks need to be set up, wherever they are sent from. */
export interface WebhookParts {
  /** Seals the secrets of subscriptions. */
  readonly secrets: SecretBox;
  /** Private addresses that the operator lets webhooks reach. */
  readonly allowedRanges: readonly AddressRange[];
  /** The public keys that `v1a` signatures are made with, as receivers look them up. */
  readonly publicKeys: readonly PublicKey[];
}

/** A key that deliveries are signed with. */
export interface PublicKey {
  /** `whpk_` and the raw Ed25519 key in base64. */
  readonly key: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
}

/** Which past of the event log this process has seen last; the database has the word. */
export interface LogMark {
  readonly epoch: number;
  /** Notes another one. */
  readonly note: (epoch: number) => void;
}

/** Parts that live as long as the process. */
export interface Services extends Announcing {
  readonly database: Database;
  readonly eventLog: LogMark;
  /** Whom credentials stand for. */
  readonly callers: Callers;
  /** How new reads have to be; null where no replica answers any. */
  readonly readPositions: ReadPositions | null;
  /** Documents of the graph that clients have registered. */
  readonly documents: RegisteredDocuments;
  /** Whose pages may read answers. */
  readonly origins: PageOrigins;
  readonly files: FileStorage;
  /** Where work on images waits for its turn, and is done. */
  readonly images: ImageWork;
  /** Checks what authors write. */
  readonly templates: TemplateRenderer;
  /** Renders views, large ones off the main thread. */
  readonly rendering: RenderPool;
  /** Signs cursors; the same for all processes of one database. */
  readonly cursorKey: Buffer;
  /** The configured address of the service without a trailing slash; all urls are built from it, never from headers. */
  readonly baseUrl: string;
  readonly webhooks: WebhookParts;
  readonly signIn: SignInParts;
  readonly limits: {
    readonly itemsPerEntity: number;
    readonly imageBytes: number;
    /** Bytes of sizes of images that are kept. */
    readonly imageCacheBytes: number;
    /** Bytes of rendered views that are kept in memory. */
    readonly viewCacheBytes: number;
    /** For how many days something deleted can be restored. */
    readonly deletedDays: number;
    /** For how many days a value is kept after it was replaced by a newer one; null for good. */
    readonly historyRetentionDays: number | null;
    /** For how many days sign-ins, use of tokens and refused writes are recorded. */
    readonly accessAuditDays: number;
    /** For how many hours the bytes of a file outlive the last row that named them. */
    readonly unusedFileHours: number;
    /** How long a search waits for the index of what was committed before it, in milliseconds. */
    readonly searchWaitMillis: number;
    /** How long an OAuth access token lasts. */
    readonly accessTokenMinutes: number;
  };
  /** Called for errors that are bugs, where they do not end the request. */
  readonly reportBug: (bug: unknown, requestId: string) => void;
  /** Counts requests; null when requests are not limited. */
  readonly limiter: RequestLimiter | null;
}

/** A request: the services, the caller, and what was loaded for it so far. */
export interface Context extends Services {
  readonly viewer: Viewer;
  /** Where the caller is the one decided for an earlier request: the proof that this still holds. */
  readonly proof?: CallerProof | undefined;
  readonly requestId: string;
  /** The address that the request came from, as far as it can be trusted; empty for work of the service itself. */
  readonly address: string;
  /** Says that the request only reads, so that replicas may answer it. */
  readonly onlyReads: () => void;
  readonly loaders: Loaders;
  /** What writes of the caller's web session have to say in `X-CSRF-Token`; null for every other caller. */
  readonly csrfToken: string | null;
  /** How the request was counted; null for work that is not limited. */
  readonly admission: Admission | null;
  /** What the request may spend, counted while it runs. */
  readonly budget: RequestBudget;
  /** What the answer says beside its data. */
  readonly remarks: Warnings;
  /** In writes that stand or fall together: puts a check off until all of them are done. Absent where each write is by itself. */
  readonly putOff?: ((check: () => Promise<void>) => void) | undefined;
  /** Notes what the answer shows, where it is kept for those who send the request again. */
  readonly shown?: ShownRows | undefined;
  /** Value of the Accept-Language header, if any. */
  readonly acceptLanguage: string | null;
}

/** Batched reads of one request. All answer only what the viewer may read, in as many statements as there are levels. */
export interface Loaders {
  /** A row, or null when it does not exist or may not be read. */
  byUrn<Name extends string>(kind: Name, urn: string): Promise<Row<Name> | null>;
  /** The rows of a short list: children by their link to the parent, or linked resources in order. */
  list(kind: string, field: string, parentUrn: string): Promise<readonly Row[]>;
  /** A page of a long list of one parent. */
  page(kind: string, field: string, parentUrn: string, page: PageQuery): Promise<Page>;
  /** How many rows that long list of the parent has in all for this viewer. */
  pageCount(kind: string, field: string, parentUrn: string): Promise<number | null>;
  /** The values of an entity that a view shows at `at`: live ones, or with `newest` drafts included. */
  viewItems(entityUrn: string, view: { readonly at: string; readonly newest: boolean }): Promise<readonly ItemRow[]>;
  /** A page of an item's history, newest first; entries written after `asOf` are left out. */
  history(itemUrn: string, page: PageQuery, asOf: string | null): Promise<Page>;
  /** How many values it has had by then; null where there are more than are counted. */
  historyCount(itemUrn: string, asOf: string | null): Promise<number | null>;
  /** A count or sum over the parts of one object, by the names of database/aggregateStore. */
  aggregate(name: string, urn: string): Promise<unknown>;
  /** The loaders of the same caller as views see it. */
  inViews(): Loaders;
  /** Forgets what was read: after a write, the answer shows the new state. */
  clear(): void;
}

/** The result of a write: the row as stored, and whether this request made it. */
export interface Written<Name extends string = string> {
  readonly row: Row<Name>;
  readonly isNew: boolean;
}

/** How a write is to be done. */
export interface WriteOptions {
  /** The version the caller knows; null when it does not care. */
  readonly expectedVersion: string | null;
  /** `Prefer: handling=strict`. */
  readonly isStrict: boolean;
  /** `?force=true`: the override of a guard that a kind offers one for. */
  readonly isForced: boolean;
  /** Of a create: it says everything, as a copy does, and kinds fill in nothing of their own. */
  readonly isWhole?: boolean;
}

/** A sealed secret, as it is stored. */
export interface Sealed {
  readonly version: 1;
  readonly iv: string;
  readonly tag: string;
  readonly text: string;
}

/** Seals and opens secrets with one key. */
export interface SecretBox {
  /** Seals the secret for the resource of that urn. */
  seal(secret: string, urn: string): Sealed;
  /** The secret; throws when the key is another one or the text was changed or moved. */
  open(sealed: Sealed, urn: string): string;
}
