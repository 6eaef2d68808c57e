// Writes the magazine's articles with their pictures: one page per language, published but for the scheduled one, and
// the article whose title has a history.
import { newUrn } from '../domain/urn.ts';
import { languages, type Article, type Language } from './article.ts';
import { articles, keepingABook, keepingABookTitles, scheduledArticle, wordsOf } from './articles.ts';
import {
  type DemoWriter,
  type ImageAddresses,
  item,
  reference,
  notebookTitleUrn,
  notebookUrn,
  tomorrow,
} from './demoWriter.ts';
import { drawPicture } from './drawPicture.ts';
import { page, type Items, type PageWriter } from './pageWriter.ts';
import { articleTemplate } from './templates.ts';

/** Urns of pages by what they are about and their language, such as `brandt en`. */
export type PageUrns = ReadonlyMap<string, string>;

/** All articles, in order; gives their pages by slug and language. */
export async function writeArticles(writer: DemoWriter, pages: PageWriter, authors: PageUrns): Promise<PageUrns> {
  const urns = new Map<string, string>();
  for (const article of articles) {
    for (const language of languages) urns.set(`${article.slug} ${language}`, newUrn());
  }
  urns.set(`${keepingABook.slug} en`, notebookUrn);
  // A page refers to one that exists already, so the pages of a language are written one after the other.
  const published: Promise<void>[] = [];
  let translated: Promise<unknown> = Promise.resolve();
  for (const [at, article] of articles.entries()) {
    const issue = { article, previous: articles[at - 1], urns, authors, seed: at + 1 };
    const picture = newUrn();
    const english = await writePage(pages, issue, 'en', { urn: picture });
    const translating = translate(writer, pages, issue, { picture, after: translated });
    published.push(translating.then((others) => publish(writer, article, [english, ...others])));
    translated = translating;
  }
  await Promise.all(published);
  await rewriteTitle(writer);
  return urns;
}

interface Issue {
  readonly article: Article;
  readonly previous: Article | undefined;
  readonly urns: PageUrns;
  readonly authors: PageUrns;
  readonly seed: number;
}

// The English page gets the picture; the other languages name the same files.
async function translate(
  writer: DemoWriter,
  pages: PageWriter,
  issue: Issue,
  { picture, after }: { readonly picture: string; readonly after: Promise<unknown> },
): Promise<string[]> {
  const addresses = await writer.upload(picture, await drawPicture(issue.article.palette, issue.seed));
  await after;
  const others = languages.filter((language) => language !== 'en');
  return Promise.all(others.map((language) => writePage(pages, issue, language, addresses)));
}

async function publish(writer: DemoWriter, article: Article, urns: readonly string[]): Promise<void> {
  const order = { status: 'PUBLISH', publishTimestamp: tomorrow() };
  const publishOne = async (urn: string): Promise<void> => {
    if (article === scheduledArticle) await writer.change('Entity', urn, order);
    else await writer.publish(urn);
  };
  await Promise.all(urns.map(publishOne));
}

function writePage(
  pages: PageWriter,
  issue: Issue,
  language: Language,
  picture: Partial<ImageAddresses> & { readonly urn?: string },
): Promise<string> {
  const { article } = issue;
  const { title, picture: altText } = wordsOf(article, language);
  const urn = issue.urns.get(`${article.slug} ${language}`) ?? '';
  const images = [{ name: 'picture', sortOrder: 0, altText, ...picture }];
  const items = { ...wordItems(article, language), ...factsOf(article), ...linksOf(issue, language), images };
  return pages.draft(page(`/articles/${article.slug}`, language, title, { urn }), items);
}

function wordItems(article: Article, language: Language): Items {
  const { title, summary, body } = wordsOf(article, language);
  const hasHistory = article === keepingABook && language === 'en';
  const first = hasHistory ? { ...item('title', keepingABookTitles[0]), urn: notebookTitleUrn } : item('title', title);
  return {
    texts: [first, item('summary', summary)],
    markdowns: [item('body', body)],
    templates: [item('page', articleTemplate(language))],
    longs: [item('wordCount', body.split(/\s+/).length)],
  };
}

function factsOf(article: Article): Items {
  return {
    dateTimes: [item('firstPrinted', article.firstPrinted)],
    doubles: [item('readingMinutes', article.minutes)],
    booleans: [item('isFeatured', article.isFeatured)],
    jsons: article.extra ? [item('extra', article.extra)] : [],
    latLongs: (article.route ?? []).map((point, at) => ({ name: 'route', sortOrder: at, ...point })),
  };
}

function linksOf({ article, previous, urns, authors }: Issue, language: Language): Items {
  const href = `https://reader.example/${language}/articles/${article.slug}`;
  const related = previous ? [reference('related', urns.get(`${previous.slug} ${language}`) ?? '')] : [];
  return {
    links: [{ name: 'canonical', sortOrder: 0, rel: 'canonical', href, lang: language }],
    references: [reference('author', authors.get(`${article.author} ${language}`) ?? ''), ...related],
  };
}

// Five titles, the fourth of them live and the fifth a draft: the page is PUBLISHED_WITH_DRAFTS.
async function rewriteTitle(writer: DemoWriter): Promise<void> {
  const [, ...later] = keepingABookTitles;
  for (const [at, value] of later.entries()) {
    await writer.change('TextItem', notebookTitleUrn, { value });
    if (at < later.length - 1) await writer.publish(notebookUrn);
  }
}
