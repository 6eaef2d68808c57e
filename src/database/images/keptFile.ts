// A whole row of an image file, as reads of its kind have it, also after its removal.
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { selectList, type Row } from '../engine/row.ts';

/** A file, removed or not, as long as its row is kept. The caller has checked that it may be shown. */
export async function keptFile(executor: Executor, urn: string): Promise<Row<'ImageItemFile'> | null> {
  const p = new Parameters();
  const select = selectList(executor.contract.kinds.ImageItemFile, 't');
  const text = `SELECT ${select}, false AS "$seesDrafts" FROM "image_item_file" t WHERE t."urn" = ${p.add(urn, 'uuid')}`;
  return firstOf<Row<'ImageItemFile'>>(executor, prepared(text, p));
}
