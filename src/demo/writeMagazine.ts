// Writes the magazine: authors, articles, home and the other pages in their languages, and the blog's list.
import { newUrn } from '../domain/urn.ts';
import { languages } from './article.ts';
import { articles } from './articles.ts';
import { type DemoWriter, item, money, reference, type ItemInput, headlineUrn, homeUrn, inDays } from './demoWriter.ts';
import { drawPicture } from './drawPicture.ts';
import { about, authors, home, homePalette, readingEvening, subscribe, summerHome, summerPalette } from './pages.ts';
import { page, pageWriter, type Items, type PageWriter } from './pageWriter.ts';
import { homeTemplate, plainTemplate } from './templates.ts';
import { writeArticles, type PageUrns } from './writeArticles.ts';

/** Writes everything the magazine's company owns; gives the pages of its articles. */
export async function writeMagazine(writer: DemoWriter, company: string): Promise<PageUrns> {
  // Whatever the magazine publishes is public, and nothing else of it.
  const everyone = { subjectUrn: company, subjectScope: 'EVERYONE' };
  const magazine = { objectUrn: company, objectScope: 'COMPANY' };
  await writer.create('Permission', { owner: company, ...everyone, ...magazine, label: 'VIEW' });
  const pages = pageWriter(writer, company);
  const [articlePages] = await Promise.all([
    writeAuthors(pages).then((authorPages) => writeArticles(writer, pages, authorPages)),
    writeSummer(writer, pages),
    writePlainPages(writer, pages),
  ]);
  await Promise.all([writeHome(writer, pages, articlePages), writeBlog(writer, company, articlePages)]);
  return articlePages;
}

async function writeAuthors(pages: PageWriter): Promise<PageUrns> {
  const written = Object.entries(authors).flatMap(([key, author]) =>
    languages.map(async (language) => {
      const names = [item('title', author.fullName), item('fullName', author.fullName)];
      const items = { texts: names, markdowns: [item('body', author.bio[language])], ...plain };
      const urn = await pages.live(page(`/authors/${author.slug}`, language, author.fullName), items);
      return [`${key} ${language}`, urn] as const;
    }),
  );
  return new Map(await Promise.all(written));
}

// The English page gets the picture; the other languages name the same files.
async function writeHome(writer: DemoWriter, pages: PageWriter, articlePages: PageUrns): Promise<void> {
  const hero = newUrn();
  const write = (language: (typeof languages)[number], picture: object): Promise<string> => {
    const { name, headline, standfirst, picture: altText } = home[language];
    const isEnglish = language === 'en';
    const first = isEnglish ? { ...item('headline', headline), urn: headlineUrn } : item('headline', headline);
    const all = articles.map(({ slug }, at) => reference('article', articlePages.get(`${slug} ${language}`) ?? '', at));
    return pages.draft(page('/home', language, name, isEnglish ? { urn: homeUrn } : {}), {
      texts: [first, item('standfirst', standfirst)],
      images: [{ name: 'hero', sortOrder: 0, altText, ...picture }],
      references: all,
      templates: [item('page', homeTemplate)],
    });
  };
  const english = await write('en', { urn: hero });
  const addresses = await writer.upload(hero, await drawPicture(homePalette, 11));
  const others = await Promise.all([write('de', addresses), write('fr', addresses)]);
  await Promise.all([english, ...others].map((urn) => writer.publish(urn)));
}

// A variant holds only what differs; the view takes the rest from the default.
async function writeSummer(writer: DemoWriter, pages: PageWriter): Promise<void> {
  const hero = newUrn();
  const { headline, standfirst, notice, picture } = summerHome;
  const urn = await pages.draft(page('/home', 'en', 'Home in summer', { variant: 'summer' }), {
    texts: [item('headline', headline), item('standfirst', standfirst), item('notice', notice)],
    images: [{ urn: hero, name: 'hero', sortOrder: 0, altText: picture }],
  });
  await writer.upload(hero, await drawPicture(summerPalette, 12));
  await writer.publish(urn);
}

async function writePlainPages(writer: DemoWriter, pages: PageWriter): Promise<void> {
  const write = (path: string, { language, title, body }: (typeof about)[number], items: Items): Promise<string> =>
    pages.live(page(path, language, title), { ...words(title, body), ...items, ...plain });
  const [notice] = await Promise.all([
    write('/reading-evening', readingEvening, {}),
    ...about.map((text) => write('/about', text, office)),
    ...subscribe.map((text) => write('/subscribe', text, register)),
  ]);
  await writer.change('Entity', notice, { unpublishTimestamp: inDays(7) });
}

async function writeBlog(writer: DemoWriter, owner: string, articlePages: PageUrns): Promise<void> {
  const entities = articles.map(({ slug }) => ({ entity: articlePages.get(`${slug} en`) }));
  await writer.create('EntityList', { urn: newUrn(), owner, name: 'Blog', entities });
}

const plain: Items = { templates: [item('page', plainTemplate)] };

const office: Items = {
  latLongs: [{ name: 'office', sortOrder: 0, latitude: 45.6495, longitude: 13.7768 }],
  booleans: [item('isOpenToVisitors', true)],
};

const register: Items = {
  money: [money('yearly', 'EUR', 3600, 0), money('yearly', 'JPY', 5900, 1), money('yearly', 'KWD', 12_500, 2)],
  longs: [item('issuesPerYear', 4)],
  jsons: [item('postage', { days: { europe: 4, elsewhere: 12 }, includedInPrice: true })],
};

function words(title: string, body: readonly string[]): { texts: ItemInput[]; markdowns: ItemInput[] } {
  return { texts: [item('title', title)], markdowns: [item('body', body.join('\n\n'))] };
}
