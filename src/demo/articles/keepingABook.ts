// An article of the demo magazine; its English title is the value with a history of five.
import type { Article } from '../article.ts';

/** Every title the English page had, oldest first; the last one is a draft. */
export const keepingABookTitles: readonly string[] = [
  'Notes on a notebook',
  'Keeping a notebook',
  'How to keep a notebook',
  'How to keep a commonplace book',
  'How to keep a commonplace book, and why',
];

/** On writing down what others wrote. */
export const keepingABook: Article = {
  slug: 'keeping-a-commonplace-book',
  author: 'calloway',
  firstPrinted: '2024-03-04T08:00:00.000Z',
  minutes: 3.5,
  isFeatured: true,
  palette: { sky: ['#f6d5a8', '#c8553d'], shapes: ['#ffd5c2', '#2d3142', '#588b8b'] },
  words: {
    en: {
      title: 'How to keep a commonplace book',
      summary: 'Copy by hand, name the source, and never wait for a better notebook.',
      body: [
        'A commonplace book is a place for sentences that are not yours. You copy them **by hand**, slowly enough to notice where the writer put the comma, and you write down where they came from.',
        'Three rules are enough:',
        '1. Copy only what you would read aloud to somebody.\n2. Name the book and the page. You will want to go back.\n3. Leave the left page empty. Your answer may take ten years.',
        'Do not wait for a better notebook. The one you have is the one that gets filled.',
      ],
      picture: 'A pale sun over dark and green hills, drawn in flat colours.',
    },
    de: {
      title: 'Ein Buch für fremde Sätze',
      summary: 'Von Hand abschreiben, die Quelle nennen und nicht auf ein schöneres Heft warten.',
      body: [
        'In ein solches Buch kommen Sätze, die man nicht selbst geschrieben hat. Man schreibt sie **von Hand** ab, langsam genug, um zu merken, wo das Komma steht, und vermerkt, woher sie stammen.',
        'Drei Regeln genügen:',
        '1. Nur abschreiben, was man jemandem vorlesen würde.\n2. Buch und Seite nennen. Man will später zurück.\n3. Die linke Seite frei lassen. Die Antwort darf zehn Jahre dauern.',
        'Auf ein schöneres Heft sollte man nicht warten. Voll wird immer das, welches man schon hat.',
      ],
      picture: 'Eine blasse Sonne über dunklen und grünen Hügeln, in flächigen Farben.',
    },
    fr: {
      title: 'Tenir un cahier de citations',
      summary: 'Copier à la main, noter la source, et ne pas attendre un plus beau cahier.',
      body: [
        'Un cahier de citations accueille les phrases des autres. On les copie **à la main**, assez lentement pour remarquer où tombe la virgule, et l’on note d’où elles viennent.',
        'Trois règles suffisent :',
        '1. Ne copier que ce que l’on lirait à voix haute à quelqu’un.\n2. Noter le livre et la page : on voudra y revenir.\n3. Laisser vide la page de gauche. La réponse prendra peut-être dix ans.',
        'N’attendez pas un plus beau cahier. Celui que l’on remplit est celui que l’on a.',
      ],
      picture: 'Un soleil pâle sur des collines sombres et vertes, en aplats de couleur.',
    },
  },
};
