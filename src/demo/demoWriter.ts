// The few verbs the demo is written with, as its first administrator; its times, counted from the moment it is written; and
// the urns that the documentation names, so that its examples can be copied as they stand.
import { demoCompany } from '../domain/demo.ts';
import { createResource } from '../engine/createResource.ts';
import type { Context, Row, WriteOptions } from '../engine/context.ts';
import { updateResource } from '../engine/updateResource.ts';
import { uploadImage } from '../actions/images/uploadImage.ts';
import { resourceOf } from '../contract/resource.ts';

/** Writes as one caller. Every verb is one transaction, as it would be over HTTP. */
export interface DemoWriter {
  /** Creates a resource of a kind; gives the row, with what is shown only once. */
  create(kind: string, values: Readonly<Record<string, unknown>>): Promise<Row>;
  /** Changes the fields that are named. */
  change(kind: string, urn: string, values: Readonly<Record<string, unknown>>): Promise<Row>;
  /** Publishes an entity now. */
  publish(entity: string): Promise<void>;
  /** Sends a picture for an image item; gives the absolute addresses of its three formats. */
  upload(imageItem: string, bytes: Buffer): Promise<ImageAddresses>;
}

/** The addresses of an uploaded picture, as an image item names them. */
export interface ImageAddresses {
  readonly src: string;
  readonly mediumSrc: string;
  readonly largeSrc: string;
}

// Strict, so that a field that is misspelt here ends the first start instead of being ignored.
const options: WriteOptions = { expectedVersion: null, isStrict: true, isForced: false };

/** A writer for the viewer of this context. */
export function demoWriter(context: Context): DemoWriter {
  const kind = (name: string) => resourceOf(context.contract, name);
  return {
    create: async (name, values) => (await createResource(context, kind(name), values, options)).row,
    change: async (name, urn, values) =>
      (await updateResource(context, { resource: kind(name), urn }, values, options)).row,
    async publish(entity) {
      // Strict writes set the status and the time together; null stands for now.
      await updateResource(
        context,
        { resource: kind('Entity'), urn: entity },
        { status: 'PUBLISH', publishTimestamp: null },
        options,
      );
    },
    async upload(imageItem, bytes) {
      await uploadImage(context, { imageItemUrn: imageItem, format: 'DEFAULT', bytes });
      const row = await context.loaders.byUrn('ImageItem', imageItem);
      const addressOf = (path: unknown): string => context.baseUrl + String(path);
      return { src: addressOf(row?.src), mediumSrc: addressOf(row?.mediumSrc), largeSrc: addressOf(row?.largeSrc) };
    },
  };
}

const day = 24 * 3600 * 1000;

/** The instant some days from now; days may be negative. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString();
}

/** The instant one day from now. */
export const tomorrow = (): string => inDays(1);

/** What every item has. */
export interface ItemInput {
  readonly name: string;
  readonly sortOrder: number;
  readonly [field: string]: unknown;
}

/** An item with one value: text, markdown, boolean, date-time, double, long, JSON. */
export function item(name: string, value: unknown, sortOrder = 0): ItemInput {
  return { name, sortOrder, value };
}

/** A reference to another entity. */
export function reference(name: string, entityReference: string, sortOrder = 0): ItemInput {
  return { name, sortOrder, entityReference, relation: name };
}

/** An amount of money, in minor units. */
export function money(name: string, currencyCode: string, unitValue: number, sortOrder: number): ItemInput {
  return { name, sortOrder, currencyCode, unitValue };
}

/** The company that owns the magazine's pages. */
export const magazineUrn = demoCompany;

/** The English home page. */
export const homeUrn = '019a0000-0000-7000-8000-000000000002';

/** The headline of the English home page. */
export const headlineUrn = '019a0000-0000-7000-8000-000000000003';

/** The English page of the article with a history. */
export const notebookUrn = '019a0000-0000-7000-8000-000000000004';

/** The title of that page, which had five values. */
export const notebookTitleUrn = '019a0000-0000-7000-8000-000000000005';
