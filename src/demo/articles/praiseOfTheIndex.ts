// An article of the demo magazine; it goes live the day after the demo was written.
import type { Article } from '../article.ts';

/** On the last pages of a book. */
export const praiseOfTheIndex: Article = {
  slug: 'in-praise-of-the-index',
  author: 'calloway',
  firstPrinted: '2025-04-07T08:00:00.000Z',
  minutes: 2,
  isFeatured: true,
  palette: { sky: ['#d8f3dc', '#52b788'], shapes: ['#1b4332', '#b7e4c7', '#ffffff'] },
  words: {
    en: {
      title: 'In praise of the index',
      summary: 'The last pages of a book are the only ones that expect you to be in a hurry.',
      body: [
        'An index is written by somebody who has read the book more carefully than its author. It knows that *grief* is on page 40 and again, under another name, on page 212.',
        'A good one can be read from A to Z like a very short novel: *Aunts, formidable. Boats, lent and not returned. Forgiveness, see Boats.*',
      ],
      picture: 'A dark green disc above pale green curves.',
    },
    de: {
      title: 'Lob des Registers',
      summary: 'Die letzten Seiten eines Buches sind die einzigen, die mit Eile rechnen.',
      body: [
        'Ein Register schreibt jemand, der das Buch genauer gelesen hat als sein Autor. Es weiß, dass die *Trauer* auf Seite 40 steht und unter anderem Namen noch einmal auf Seite 212.',
        'Ein gutes lässt sich von A bis Z lesen wie ein sehr kurzer Roman: *Boote, verliehen und nicht zurückgegeben. Tanten, gefürchtete. Vergebung, siehe Boote.*',
      ],
      picture: 'Eine dunkelgrüne Scheibe über hellgrünen Bögen.',
    },
    fr: {
      title: 'Éloge de l’index',
      summary: 'Les dernières pages d’un livre sont les seules qui prévoient que vous soyez pressé.',
      body: [
        'L’index est l’œuvre de quelqu’un qui a lu le livre plus attentivement que son auteur. Il sait que le *chagrin* est à la page 40 et, sous un autre nom, à la page 212.',
        'Un bon index se lit de A à Z comme un très court roman : *Barques, prêtées et non rendues. Pardon, voir Barques. Tantes, redoutables.*',
      ],
      picture: 'Un disque vert sombre au-dessus de courbes vert pâle.',
    },
  },
};
