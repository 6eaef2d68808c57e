// Which sizes of images were made and kept.
import { firstOf, onlyRow, type RowExecutor } from '../connection/statement.ts';
import { insertInto, selectFrom, updateOf, written } from '../connection/written.ts';

/** A picture that is kept: where its bytes are. */
export interface DerivedImage {
  readonly sha256: string;
  readonly contentType: string;
}

/** One that is to be kept. */
export interface NewDerivedImage extends DerivedImage {
  readonly key: string;
  /** The SHA-256 of the stored image that it is made of. */
  readonly source: string;
  readonly byteLength: number;
}

const keptImage = written<{ key: string }>((manager) =>
  selectFrom(manager, 'derived_image', 'd')
    .select('d.sha256', 'sha256')
    .addSelect('d.content_type', 'contentType')
    .addSelect(`d.used_timestamp < now() - interval '1 hour'`, 'isOld')
    .where('d.key = :key'),
);

/** What is kept under a key. `isOld` says that its use was not noted for an hour. */
export async function derivedImage(
  executor: Pick<RowExecutor, 'query' | 'manager'>,
  key: string,
): Promise<(DerivedImage & { readonly isOld: boolean }) | null> {
  return firstOf<DerivedImage & { readonly isOld: boolean }>(executor, keptImage(executor, { key }));
}

const use = written<{ key: string }>((manager) =>
  updateOf(manager, 'derived_image', { used_timestamp: 'now()' }).where('key = :key'),
);

/** Notes that what is kept under a key was used now. */
export async function noteUse(executor: RowExecutor, key: string): Promise<void> {
  await executor.query(use(executor, { key }));
}

const made = written<NewDerivedImage>((manager) =>
  insertInto(manager, 'derived_image', {
    key: ':key',
    source: ':source',
    sha256: ':sha256',
    content_type: ':contentType',
    byte_length: ':byteLength',
    used_timestamp: 'now()',
  }).orUpdate(['sha256', 'content_type', 'byte_length', 'used_timestamp'], ['key']),
);

/** Keeps a picture under its key, in place of another one that was made twice at once. */
export async function keepDerived(executor: RowExecutor, image: NewDerivedImage): Promise<void> {
  await executor.query(made(executor, image));
}

const size = written((manager) =>
  selectFrom(manager, 'derived_image', 'd').select('coalesce(sum(d.byte_length), 0)::float8', 'bytes'),
);

/** The bytes of all that is kept. */
export async function derivedBytes(executor: RowExecutor): Promise<number> {
  return (await onlyRow<{ bytes: number }>(executor, size(executor, {}))).bytes;
}
