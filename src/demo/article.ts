// What an article of the demo magazine is made of, before it becomes pages. Data only.

/** The languages every article is written in. */
export type Language = 'en' | 'de' | 'fr';

/** The languages, in the order in which pages are written. */
export const languages: readonly Language[] = ['en', 'de', 'fr'];

/** The words of a page in one language. */
export interface Words {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly body: string;
  /** What the picture shows, for people who do not see it. */
  readonly picture: string;
}

/** The colors of a drawn picture: the sky from top to bottom, and the shapes in front of it. */
export interface Palette {
  readonly sky: readonly [string, string];
  readonly shapes: readonly string[];
}

/** A place on a map. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** One article, without its words. */
export interface Article {
  /** The last part of its path. */
  readonly slug: string;
  readonly author: 'calloway' | 'brandt';
  /** When it first appeared in print. */
  readonly firstPrinted: string;
  readonly minutes: number;
  readonly isFeatured: boolean;
  readonly palette: Palette;
  /** A line on the map, in order. */
  readonly route?: readonly Point[];
  /** Anything a reader's app may want to know besides. */
  readonly extra?: Readonly<Record<string, unknown>>;
}
