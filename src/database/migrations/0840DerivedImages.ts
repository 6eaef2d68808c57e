// The sizes of images that were made for readers are kept: a row says of which stored image and by which key, and where its bytes are.
import { Statements } from './statements.ts';

/** Adds the table. */
export class DerivedImages1795845000000 extends Statements {
  readonly name = 'DerivedImages1795845000000';
  protected readonly statements = [
    `CREATE TABLE "derived_image" ("key" text NOT NULL, "source" text NOT NULL, "sha256" text NOT NULL, "content_type" text NOT NULL,` +
      ` "byte_length" bigint NOT NULL, "used_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_derived_image" PRIMARY KEY ("key"))`,
    `CREATE INDEX "ix_derived_image_sha256" ON "derived_image" ("sha256")`,
    `CREATE INDEX "ix_derived_image_used" ON "derived_image" ("used_timestamp")`,
  ];
}
