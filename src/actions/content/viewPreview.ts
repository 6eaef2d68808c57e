// What a preview link opens: one page as its maker chose, with its pictures, and nothing else. Whatever the page refers to is shown as
// the caller sees it without the link.
import { previewedPage, type PreviewedPage } from '../../database/content/previewStore.ts';
import { viewCandidates } from '../../database/content/viewStore.ts';
import { notFound } from '../../domain/errors.ts';
import { imagePath, previewPath } from '../../domain/imagePath.ts';
import { isTokenForm } from '../../domain/tokenForm.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { scopeFor } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { imageFields } from '../../engine/fields.ts';
import { safeHtml } from '../../rendering/markdown.ts';
import { secretHash } from '../../engine/secret.ts';
import { compose, type ShownEntity } from './composeView.ts';
import { choose, languagesByOwner, pageAt } from './findView.ts';
import type { ShownItem } from './renderItems.ts';
import type { ViewOptions } from './viewRequest.ts';

/** A page that is shown by a link. */
export interface Preview {
  readonly shown: ShownEntity;
  /** How what it refers to is shown: as readers of the same language and variant see that now. */
  readonly references: ViewOptions;
  /** When the link ends, as an instant. */
  readonly expirationTimestamp: string;
}

/** The page that the link with that secret shows. NOT_FOUND for a link that opens nothing, and for a page that shows nothing then. */
export async function viewPreview(
  context: Context,
  token: string,
  render: ViewOptions['render'] = 'HTML',
): Promise<Preview> {
  const link = isTokenForm(token) ? await previewedPage(context.database, secretHash(token)) : null;
  const options = link && optionsOf(link, render);
  const shown = link && options && (await pageOf(context, link, options));
  if (!shown) throw notFound();
  const items = withPictures(context, shown.items, token);
  const { language } = shown.entity;
  const references: ViewOptions = { ...options, language, version: 'PUBLISHED', atTimestamp: null };
  return { shown: { ...shown, items }, references, expirationTimestamp: link.expirationTimestamp };
}

const optionsOf = (
  { contentVersion: version, variant, atTimestamp }: PreviewedPage,
  render: ViewOptions['render'],
): ViewOptions => ({ language: null, variant, version, atTimestamp, render });

async function pageOf(context: Context, link: PreviewedPage, options: ViewOptions): Promise<ShownEntity | null> {
  const [urn = ''] = link.shown;
  // What a link may show was decided for its maker; all other versions of the page are left out.
  const all = await viewCandidates(context.database, scopeFor(systemViewer, 'VIEW'), [{ urn }]);
  const $seesDrafts = link.contentVersion === 'LATEST' || link.atTimestamp !== null;
  const found = all
    .filter((one) => link.shown.includes(one.urn))
    .map((one) => ({ ...one, $seesDrafts, lastEditedBy: null }));
  const page = pageAt(context, options, { urn }, found);
  const choice = page && (await choose(context, options, page, languagesByOwner(context)));
  const [composed] = choice ? await compose(context, [{ ...choice, render: options.render }]) : [];
  if (!composed) return null;
  const { shown } = composed;
  // Whoever opens the link sees no other values: no history.
  const unseen = { $seesDrafts: false };
  return {
    ...shown,
    entity: { ...shown.entity, ...unseen },
    items: shown.items.map((item) => ({ ...item, ...unseen })),
  };
}

const pictureFields = Object.values(imageFields);

/** The urns of the files that the image items name. */
function filesOf(items: readonly ShownItem[]): Set<string> {
  const addresses = items.flatMap((item) =>
    item.$kind === 'ImageItem' ? pictureFields.map((field) => item[field] ?? '') : [],
  );
  return new Set(addresses.filter((one) => one.startsWith(imagePath)).map((one) => one.slice(imagePath.length)));
}

// The pictures of the page are read by the link, wherever the page names them.
function withPictures({ baseUrl }: Context, items: readonly ShownItem[], token: string): ShownItem[] {
  const files = filesOf(items);
  const place = `${previewPath}${token}/image/`;
  const readdress = (text: string): string =>
    text.replaceAll(/\/v\/v1\/image\/([\da-f-]{36})/g, (address, urn: string) =>
      files.has(urn) ? place + urn : address,
    );
  return items.map((item) => {
    if (item.$kind === 'MarkdownItem' || item.$kind === 'TemplateItem')
      return { ...item, value: readdress(item.value) };
    if (item.$kind !== 'ImageItem') return item;
    const own = pictureFields.flatMap((field) => {
      const address = item[field];
      return address?.startsWith(imagePath) ? [[field, baseUrl + readdress(address)] as const] : [];
    });
    return { ...item, ...Object.fromEntries(own) };
  });
}

/** Refuses the picture of a file that the page of the link does not show: NOT_FOUND. */
export async function requirePreviewed(
  context: Context,
  { token, file }: { readonly token: string; readonly file: string },
): Promise<void> {
  const { shown } = await viewPreview(context, token, 'RAW');
  const isShown = shown.items.some(
    (item) =>
      item.$kind === 'ImageItem' && pictureFields.some((field) => item[field]?.endsWith(`/image/${file}`) === true),
  );
  if (!isShown) throw notFound();
}

/** What an author's template made, as it may stand in a page of the service. */
export const safeMarkup = safeHtml;
