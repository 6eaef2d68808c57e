// All words of the desk: one file for each area, merged here. Another language is another object of this shape.
import { assets } from './assets.ts';
import { board } from './board.ts';
import { content } from './content.ts';
import { day } from './day.ts';
import { inbox } from './inbox.ts';
import { operations } from './operations.ts';
import { page } from './page.ts';
import { people } from './people.ts';
import { shell, signIn } from './shell.ts';
import { trash } from './trash.ts';
import { types } from './types.ts';

/** The words, by area. */
export const texts = { assets, board, content, day, inbox, operations, page, people, shell, signIn, trash, types };
