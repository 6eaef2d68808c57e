// Writes the magazine: authors, articles, home and the other pages in their languages, the blog's list, and what is
// scheduled. Pages are private until an edge opens them: drafts need a label that EVERYONE does not get.
import { newUrn } from '../domain/urn.ts';
import { languages, type Article, type Language } from './article.ts';
import { articles, scheduledArticle } from './articles/index.ts';
import { keepingABook, keepingABookTitles } from './articles/keepingABook.ts';
import type { DemoWriter, ImageAddresses } from './demoWriter.ts';
import { drawPicture } from './drawPicture.ts';
import { item, money, reference, type ItemInput } from './itemInput.ts';
import { headlineUrn, homeUrn } from './knownUrns.ts';
import { about, authors, home, homePalette, readingEvening, subscribe, summerHome, summerPalette } from './pages.ts';
import { articleTemplate, homeTemplate, plainTemplate } from './templates.ts';

const day = 24 * 3600 * 1000;

/** The pages other parts of the demo refer to. */
export interface Magazine {
  readonly homeUrn: string;
  /** Article slug and language, such as `letters-that-arrived-late en`, to the urn of its page. */
  readonly articles: ReadonlyMap<string, string>;
}

/** Writes everything that belongs to the magazine's company. */
export async function writeMagazine(writer: DemoWriter, company: string): Promise<Magazine> {
  const press = new Press(writer, company);
  const authorPages = await press.authors();
  const pages = new Map<string, string>();
  const pictures = await Promise.all(articles.map((article, at) => drawPicture(article.palette, at + 1)));
  for (const [at, article] of articles.entries()) {
    await press.article(article, { pages, authorPages, previous: articles[at - 1], picture: pictures[at] });
  }
  await Promise.all([press.home(pages), press.plainPages()]);
  await press.rewrite(pages.get(`${keepingABook.slug} en`) ?? '');
  await press.blog(articles.map((article) => pages.get(`${article.slug} en`) ?? ''));
  return { homeUrn, articles: pages };
}

interface Around {
  readonly pages: Map<string, string>;
  readonly authorPages: ReadonlyMap<string, string>;
  readonly previous: Article | undefined;
  readonly picture: Buffer | undefined;
}

type Lists = Readonly<Record<string, readonly ItemInput[]>>;

interface Page {
  readonly urn?: string;
  readonly name: string;
  readonly path: string;
  readonly language: string;
  readonly variant?: string;
}

class Press {
  private readonly writer: DemoWriter;
  private readonly company: string;

  constructor(writer: DemoWriter, company: string) {
    this.writer = writer;
    this.company = company;
  }

  async authors(): Promise<Map<string, string>> {
    const urns = new Map<string, string>();
    for (const [key, author] of Object.entries(authors)) {
      for (const language of languages) {
        const page = { name: author.fullName, path: `/authors/${author.slug}`, language };
        const body = item('body', author.bio[language]);
        const texts = [item('title', author.fullName), item('fullName', author.fullName)];
        urns.set(`${key} ${language}`, await this.published(page, { texts, markdowns: [body], ...plain() }));
      }
    }
    return urns;
  }

  // The English page gets the picture; the others name the same files.
  async article(article: Article, around: Around): Promise<void> {
    const shared: { picture?: ImageAddresses } = {};
    for (const language of languages) {
      const words = article.words[language];
      const page = { name: words.title, path: `/articles/${article.slug}`, language };
      const image = newUrn();
      const images = [{ urn: image, name: 'picture', sortOrder: 0, altText: words.picture, ...shared.picture }];
      const urn = await this.draft(page, { ...articleItems(article, language, around), images });
      around.pages.set(`${article.slug} ${language}`, urn);
      if (around.picture) shared.picture ??= await this.writer.upload(image, around.picture);
      await this.open(urn);
      if (article === scheduledArticle) {
        const tomorrow = new Date(Date.now() + day).toISOString();
        await this.writer.change('Entity', urn, { status: 'PUBLISH', publishTimestamp: tomorrow });
      } else await this.writer.publish(urn);
    }
  }

  async home(pages: ReadonlyMap<string, string>): Promise<void> {
    const shared: { picture?: ImageAddresses } = {};
    const drawn = await drawPicture(homePalette, 11);
    for (const language of languages) {
      const words = home[language];
      const page = { urn: language === 'en' ? homeUrn : newUrn(), name: words.name, path: '/home', language };
      const image = newUrn();
      const headline = item('headline', words.headline);
      await this.draft(page, {
        texts: [language === 'en' ? { ...headline, urn: headlineUrn } : headline, item('standfirst', words.standfirst)],
        images: [{ urn: image, name: 'hero', sortOrder: 0, altText: words.picture, ...shared.picture }],
        references: articles.map(({ slug }, at) => reference('article', pages.get(`${slug} ${language}`) ?? '', at)),
        templates: [item('page', homeTemplate)],
      });
      shared.picture ??= await this.writer.upload(image, drawn);
      await this.open(page.urn);
      await this.writer.publish(page.urn);
    }
    await this.summer();
  }

  // A variant holds only what differs; the view takes the rest from the default.
  private async summer(): Promise<void> {
    const image = newUrn();
    const urn = await this.draft(
      { name: 'Home in summer', path: '/home', language: 'en', variant: 'summer' },
      {
        texts: [
          item('headline', summerHome.headline),
          item('standfirst', summerHome.standfirst),
          item('notice', summerHome.notice),
        ],
        images: [{ urn: image, name: 'hero', sortOrder: 0, altText: summerHome.picture }],
      },
    );
    await this.writer.upload(image, await drawPicture(summerPalette, 12));
    await this.open(urn);
    await this.writer.publish(urn);
  }

  async plainPages(): Promise<void> {
    for (const { language, title, body } of about) {
      const office = { name: 'office', sortOrder: 0, latitude: 45.6495, longitude: 13.7768 };
      await this.published(
        { name: title, path: '/about', language },
        { ...words(title, body), latLongs: [office], booleans: [item('isOpenToVisitors', true)], ...plain() },
      );
    }
    for (const { language, title, body } of subscribe) {
      await this.published(
        { name: title, path: '/subscribe', language },
        { ...words(title, body), ...offer(), ...plain() },
      );
    }
    const { language, title, body } = readingEvening;
    const notice = { name: title, path: '/reading-evening', language };
    const urn = await this.published(notice, { ...words(title, body), ...plain() });
    const nextWeek = new Date(Date.now() + 7 * day).toISOString();
    await this.writer.change('Entity', urn, { unpublishTimestamp: nextWeek });
  }

  // Five titles, the fourth of them live: the page is PUBLISHED_WITH_DRAFTS.
  async rewrite(page: string): Promise<void> {
    const title = titleUrns.get(this) ?? '';
    const [, ...later] = keepingABookTitles;
    for (const [at, value] of later.entries()) {
      await this.writer.change('TextItem', title, { value });
      if (at < later.length - 1) await this.writer.publish(page);
    }
  }

  async blog(pages: readonly string[]): Promise<void> {
    const urn = newUrn();
    await this.writer.create('EntityList', {
      urn,
      owner: this.company,
      name: 'Blog',
      entities: pages.map((entity, at) => ({ entity, sortOrder: (at + 1) * 10 })),
    });
    await this.open(urn, 'ENTITY_LIST');
  }
}
