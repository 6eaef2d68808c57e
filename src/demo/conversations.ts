// What is said in the demo's groups. Data only.

/** A post; `answers` counts from 0 within its thread. */
export interface DemoPost {
  readonly author: string;
  readonly content: string;
  readonly answers?: number;
}

/** Posts about the cover of the next issue. */
export const coverTalk: readonly DemoPost[] = [
  { author: 'leila', content: 'The sketch has a stopped clock on it. Too much, given the theme?' },
  { author: 'ines', content: 'A little. What if it simply showed the wrong time?', answers: 0 },
  { author: 'leila', content: 'Ten past eleven, then. Nobody will notice, and everybody will feel it.', answers: 1 },
  { author: 'tomasz', content: 'I noticed.', answers: 2 },
];

/** Posts of readers about an article. */
export const lettersTalk: readonly DemoPost[] = [
  { author: 'noor', content: 'My grandmother kept a stove lit for eleven years. Now I know what she was waiting for.' },
  { author: 'tomasz', content: 'Did the letter come?', answers: 0 },
  { author: 'noor', content: 'He came. The letter arrived the year after.', answers: 1 },
];

/** Posts about the open invoice. */
export const invoiceTalk: readonly DemoPost[] = [
  { author: 'tomasz', content: 'They always pay on the last day. Shall we ask for the money on the day before it?' },
  { author: 'ines', content: 'We shall ask for the next order instead.', answers: 0 },
];
