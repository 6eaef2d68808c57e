// The articles of the demo magazine, in the order in which the blog lists them.
import type { Article } from '../article.ts';
import { diaryWeather } from './diaryWeather.ts';
import { keepingABook } from './keepingABook.ts';
import { lamplighter } from './lamplighter.ts';
import { lateLetters } from './lateLetters.ts';
import { oldCanal } from './oldCanal.ts';
import { praiseOfTheIndex } from './praiseOfTheIndex.ts';
import { thirdDayBread } from './thirdDayBread.ts';

/** All articles; each is written after those before it, so that it can refer to them. */
export const articles: readonly Article[] = [
  keepingABook,
  lamplighter,
  oldCanal,
  thirdDayBread,
  lateLetters,
  diaryWeather,
  praiseOfTheIndex,
];

/** The article that is scheduled for the next day. */
export const scheduledArticle = praiseOfTheIndex;
