// The articles of the demo magazine, in the order in which the blog lists them. Their words are Markdown files in articles/,
// one for each language, with title, summary and the description of the picture on top.
import { readFileSync } from 'node:fs';
import type { Article, Language, Words } from './article.ts';

/** The article whose English title has a history. */
export const keepingABook: Article = {
  slug: 'keeping-a-commonplace-book',
  author: 'calloway',
  firstPrinted: '2024-03-04T08:00:00.000Z',
  minutes: 3.5,
  isFeatured: true,
  palette: { sky: ['#f6d5a8', '#c8553d'], shapes: ['#ffd5c2', '#2d3142', '#588b8b'] },
};

/** The article that is scheduled for the next day. */
export const scheduledArticle: Article = {
  slug: 'in-praise-of-the-index',
  author: 'calloway',
  firstPrinted: '2025-04-07T08:00:00.000Z',
  minutes: 2,
  isFeatured: true,
  palette: { sky: ['#d8f3dc', '#52b788'], shapes: ['#1b4332', '#b7e4c7', '#ffffff'] },
};

/** Every title the English page of `keepingABook` had, oldest first; the last one is a draft. */
export const keepingABookTitles: readonly string[] = [
  'Notes on a notebook',
  'Keeping a notebook',
  'How to keep a notebook',
  'How to keep a commonplace book',
  'How to keep a commonplace book, and why',
];

/** All articles; each is written after those before it, so that it can refer to them. */
export const articles: readonly Article[] = [
  keepingABook,
  {
    slug: 'the-lamplighters-ledger',
    author: 'brandt',
    firstPrinted: '2024-05-13T08:00:00.000Z',
    minutes: 4,
    isFeatured: false,
    palette: { sky: ['#1b1f3b', '#53599a'], shapes: ['#f4d35e', '#0d1321', '#3e5c76'] },
    extra: { archive: { shelf: 'C 14', pages: 212, digitised: false } },
  },
  {
    slug: 'a-walk-along-the-old-canal',
    author: 'calloway',
    firstPrinted: '2024-07-22T08:00:00.000Z',
    minutes: 5,
    isFeatured: true,
    palette: { sky: ['#a7d3d4', '#3a7d7c'], shapes: ['#f2e8cf', '#386641', '#1d3b3a'] },
    route: [
      { latitude: 51.5214, longitude: -0.183 },
      { latitude: 51.5263, longitude: -0.1718 },
      { latitude: 51.5352, longitude: -0.1534 },
      { latitude: 51.5416, longitude: -0.146 },
      { latitude: 51.5357, longitude: -0.1241 },
    ],
  },
  {
    slug: 'bread-on-the-third-day',
    author: 'brandt',
    firstPrinted: '2024-09-02T08:00:00.000Z',
    minutes: 2.5,
    isFeatured: false,
    palette: { sky: ['#fff1d0', '#dda15e'], shapes: ['#bc6c25', '#7f4f24', '#fefae0'] },
    extra: { serves: 4, ingredients: ['stale bread', 'onions', 'stock', 'hard cheese'], vegetarian: true },
  },
  {
    slug: 'letters-that-arrived-late',
    author: 'calloway',
    firstPrinted: '2024-11-18T08:00:00.000Z',
    minutes: 4.5,
    isFeatured: false,
    palette: { sky: ['#e0c3fc', '#8ec5fc'], shapes: ['#ffffff', '#5e548e', '#be95c4'] },
  },
  {
    slug: 'the-weather-in-old-diaries',
    author: 'brandt',
    firstPrinted: '2025-02-10T08:00:00.000Z',
    minutes: 3,
    isFeatured: false,
    palette: { sky: ['#cfd9df', '#6d8299'], shapes: ['#e2ebf0', '#415a77', '#1b263b'] },
    extra: { rainyDaysInFebruary: [11, 14, 9, 17], unit: 'days' },
  },
  scheduledArticle,
];

/** The words of an article in a language. Throws for a file that does not begin as it should. */
export function wordsOf({ slug }: Article, language: Language): Words {
  const text = readFileSync(new URL(`./articles/${slug}.${language}.md`, import.meta.url), 'utf8');
  const [, head, body] = /^---\n([^]*?)\n---\n\n([^]*)\n$/.exec(text) ?? [];
  const member = (name: string): string => {
    const value = new RegExp(`^${name}: (.+)$`, 'm').exec(head ?? '')?.[1];
    if (!value) throw new Error(`articles/${slug}.${language}.md has no ${name}.`);
    return value;
  };
  return { title: member('title'), summary: member('summary'), picture: member('picture'), body: body ?? '' };
}
