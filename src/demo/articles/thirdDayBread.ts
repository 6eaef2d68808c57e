// An article of the demo magazine.
import type { Article } from '../article.ts';

/** On what to do with old bread. */
export const thirdDayBread: Article = {
  slug: 'bread-on-the-third-day',
  author: 'brandt',
  firstPrinted: '2024-09-02T08:00:00.000Z',
  minutes: 2.5,
  isFeatured: false,
  palette: { sky: ['#fff1d0', '#dda15e'], shapes: ['#bc6c25', '#7f4f24', '#fefae0'] },
  extra: { serves: 4, ingredients: ['stale bread', 'onions', 'stock', 'hard cheese'], vegetarian: true },
  words: {
    en: {
      title: 'Bread on the third day',
      summary: 'The first day is for butter, the second for toast. The third is for cooking.',
      body: [
        'Fresh bread needs nothing and teaches nothing. By the third day it has become an ingredient: it drinks, it thickens, it crisps.',
        'Slice it, let the slices dry on the stove, and lay them in a deep dish with onions that have had an hour to turn brown. Pour over as much stock as the bread will take, then a little more. Cheese on top, and twenty minutes in a hot oven.',
        'Nobody ever bought a loaf for this. That is why it tastes of thrift, and thrift tastes good.',
      ],
      picture: 'Round brown shapes, like loaves seen from close by.',
    },
    de: {
      title: 'Brot am dritten Tag',
      summary: 'Der erste Tag gehört der Butter, der zweite dem Toaster, der dritte dem Herd.',
      body: [
        'Frisches Brot braucht nichts und lehrt nichts. Am dritten Tag ist es eine Zutat geworden: Es trinkt, es bindet, es wird knusprig.',
        'Man schneidet es auf, trocknet die Scheiben auf dem Herd und schichtet sie in eine tiefe Form, mit Zwiebeln, die eine Stunde Zeit hatten, braun zu werden. Darüber so viel Brühe, wie das Brot aufnimmt, und noch etwas mehr. Käse darauf, zwanzig Minuten in den heißen Ofen.',
        'Niemand kauft dafür einen Laib. Darum schmeckt es nach Sparsamkeit, und die schmeckt gut.',
      ],
      picture: 'Runde braune Formen, wie Brotlaibe aus der Nähe.',
    },
    fr: {
      title: 'Le pain du troisième jour',
      summary: 'Le premier jour est au beurre, le deuxième au grille-pain, le troisième à la cuisine.',
      body: [
        'Le pain frais n’a besoin de rien et n’apprend rien. Au troisième jour, il est devenu un ingrédient : il boit, il lie, il croustille.',
        'Coupez-le, laissez sécher les tranches près du feu, puis rangez-les dans un plat creux avec des oignons qui ont eu une heure pour brunir. Versez autant de bouillon que le pain en veut, et encore un peu. Du fromage par-dessus, vingt minutes à four chaud.',
        'Personne n’achète une miche pour cela. C’est pourquoi ce plat a le goût de l’économie, et l’économie a bon goût.',
      ],
      picture: 'Des formes rondes et brunes, comme des miches vues de près.',
    },
  },
};
