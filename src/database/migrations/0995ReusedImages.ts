// Pictures are shown in several items and made from assets: files are found by what they show, and by the asset. Those before were uploaded.
import { Statements } from './statements.ts';

/** Adds the column and the indexes. */
export class ReusedImages1795995000000 extends Statements {
  readonly name = 'ReusedImages1795995000000';
  protected readonly statements = [
    `ALTER TABLE "image_item_file" ADD "asset" uuid`,
    `CREATE INDEX "ix_image_item_file_asset" ON "image_item_file" ("asset")`,
    `CREATE INDEX "ix_image_item_file_with_digest" ON "image_item_file" ("tenant", md5("digest")) WHERE "deleted_timestamp" IS NULL`,
  ];
}
