// The fields of a Contentful entry as items: the kind of an item follows from the type of the field, and from the value where the export
// says no type.
import { richTextToMarkdown, type RichNode } from './richText.ts';
import { assetAddress, markdownItems } from './source.ts';

/** A link to another resource of the space. */
export interface Link {
  readonly sys: { readonly type?: string; readonly linkType?: string; readonly id: string };
}

/** A picture or another file. */
export interface AssetPlace {
  readonly address: string;
  readonly altText: string;
  readonly isPicture: boolean;
  /** As it is named from the folder of files; null when it is not there, or no picture. */
  readonly file: string | null;
  /** The same of a file that is no picture. */
  readonly kept: string | null;
}

/** Where items go, and what links lead to. */
export interface Adding {
  readonly add: (list: string, item: Record<string, unknown>) => void;
  readonly reference: (id: string) => { readonly key: string } | null;
  readonly asset: (id: string) => AssetPlace | null;
  /** The path of an entry; null for one without. */
  readonly address: (id: string) => string | null;
  readonly remark: (what: string) => void;
}

interface SentField {
  readonly id: string;
  readonly value: unknown;
  readonly type: string | null;
}

/** Adds the items of a field. */
export function addField(adding: Adding, { id, value, type }: SentField): void {
  if (Array.isArray(value)) for (const one of value as unknown[]) addField(adding, { id, value: one, type: null });
  else if (isRich(value)) addRich(adding, id, value);
  else if (isLink(value)) addLink(adding, id, value);
  else if (typeof value === 'string') addText(adding, { id, value, type });
  else if (typeof value === 'boolean') adding.add('booleans', { name: id, value });
  else if (typeof value === 'number')
    adding.add(type === 'Integer' && Number.isSafeInteger(value) ? 'longs' : 'doubles', { name: id, value });
  else if (isPoint(value)) adding.add('latLongs', { name: id, latitude: value.lat, longitude: value.lon });
  else if (typeof value === 'object' && value !== null) adding.add('jsons', { name: id, value });
}

// A long text of Contentful is Markdown.
function addText(
  { add }: Adding,
  { id, value, type }: { readonly id: string; readonly value: string; readonly type: string | null },
): void {
  if (type === 'Date') {
    const millis = Date.parse(/T/.test(value) ? value : `${value}T00:00:00Z`);
    if (Number.isFinite(millis)) {
      add('dateTimes', { name: id, value: new Date(millis).toISOString() });
      return;
    }
  }
  if (type === 'Text' || value.length > 60_000) for (const item of markdownItems(id, value)) add('markdowns', item);
  else add('texts', { name: id, value });
}

function addLink(adding: Adding, id: string, { sys }: Link): void {
  if (sys.linkType === 'Asset') {
    addAsset(adding, id, sys.id);
    return;
  }
  const entityReference = adding.reference(sys.id);
  if (sys.linkType === 'Entry' && entityReference !== null)
    adding.add('references', { name: id, relation: id.slice(0, 128), entityReference });
  else adding.remark(`A link of the field ${id} leads to what is not in the export`);
}

function addAsset({ add, asset, remark }: Adding, id: string, target: string): void {
  const found = asset(target);
  if (found?.file) add('images', { name: id, altText: found.altText, file: found.file });
  else if (found?.kept) add('links', { name: id, href: assetAddress(found.kept), text: found.altText });
  else if (!found || !/^https?:/.test(found.address)) remark(`An asset of the field ${id} is not in the export`);
  else {
    remark(found.isPicture ? 'A picture that is not there became a link' : 'A file that is no picture became a link');
    add('links', { name: id, href: found.address, text: found.altText });
  }
}

function addRich(adding: Adding, id: string, document: RichNode): void {
  const { asset, address, remark, add, reference } = adding;
  const pictures = new Map<string, string>();
  const text = richTextToMarkdown(document, {
    remark,
    link: ({ type, id: target }, words) => {
      if (type === 'Asset') {
        const found = asset(target);
        if (found?.file) pictures.set(found.file, found.altText);
        const own = found?.file ? `file:${encodeURI(found.file)}` : found?.kept ? assetAddress(found.kept) : null;
        const to = own ?? found?.address ?? '';
        if (own === null) remark('An asset in a text is not there');
        if (to === '') return words ?? '';
        return words === null && found?.isPicture === true
          ? `![${found.altText}](${to})`
          : `[${words ?? found?.altText ?? to}](${to})`;
      }
      const to = address(target);
      if (words === null) {
        const entityReference = reference(target);
        remark(
          entityReference
            ? 'An entry in a text became a link and a reference'
            : 'An entry in a text is not in the export',
        );
        if (entityReference) add('references', { name: `${id}.embedded`, entityReference });
        return to === null ? '' : `[${to}](${to})`;
      }
      if (to === null) remark('A link in a text leads to an entry without an address');
      return to === null ? words : `[${words}](${to})`;
    },
  });
  for (const item of markdownItems(id, text)) add('markdowns', item);
  for (const [file, altText] of pictures) add('images', { name: `${id}.picture`, altText, file });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function isRich(value: unknown): value is RichNode {
  return isObject(value) && value['nodeType'] === 'document';
}

function isLink(value: unknown): value is Link {
  return (
    isObject(value) &&
    isObject(value['sys']) &&
    value['sys']['type'] === 'Link' &&
    typeof value['sys']['id'] === 'string'
  );
}

function isPoint(value: unknown): value is { readonly lat: number; readonly lon: number } {
  return isObject(value) && typeof value['lat'] === 'number' && typeof value['lon'] === 'number';
}
