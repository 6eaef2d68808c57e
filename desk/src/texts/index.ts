// All words of the desk: one file for each area, merged here. Another language is another object of this shape.
import { content } from './content.ts';
import { day } from './day.ts';
import { page } from './page.ts';
import { shell, signIn } from './shell.ts';

/** The words, by area. */
export const texts = { content, day, page, shell, signIn };
