// An article of the demo magazine.
import type { Article } from '../article.ts';

/** On letters that were delivered years after they were sent. */
export const lateLetters: Article = {
  slug: 'letters-that-arrived-late',
  author: 'calloway',
  firstPrinted: '2024-11-18T08:00:00.000Z',
  minutes: 4.5,
  isFeatured: false,
  palette: { sky: ['#e0c3fc', '#8ec5fc'], shapes: ['#ffffff', '#5e548e', '#be95c4'] },
  words: {
    en: {
      title: 'Letters that arrived late',
      summary: 'What a postcard says when it has been behind a cupboard for thirty-one years.',
      body: [
        'When the sorting office was pulled down, the workmen found nine letters behind a cupboard. The post office delivered all nine, without comment and without extra charge.',
        'One was an apology, and both brothers had long forgotten for what. One was an invitation to a wedding whose silver jubilee had been the year before. One said only: *arriving Thursday, please light the stove.*',
        'She lit it, she told us. It seemed rude not to.',
      ],
      picture: 'A white moon over violet hills under a lilac sky.',
    },
    de: {
      title: 'Briefe, die zu spät kamen',
      summary: 'Was eine Postkarte sagt, die einunddreißig Jahre hinter einem Schrank gelegen hat.',
      body: [
        'Als das alte Postamt abgerissen wurde, fanden die Arbeiter hinter einem Schrank neun Briefe. Die Post stellte alle neun zu, ohne ein Wort und ohne Nachgebühr.',
        'Einer war eine Entschuldigung, und beide Brüder hatten längst vergessen, wofür. Einer lud zu einer Hochzeit ein, deren Silberjubiläum im Jahr zuvor gefeiert worden war. Auf einem stand nur: *Komme Donnerstag, bitte Ofen anheizen.*',
        'Sie hat ihn angeheizt, erzählte sie uns. Alles andere wäre unhöflich gewesen.',
      ],
      picture: 'Ein weißer Mond über violetten Hügeln unter fliederfarbenem Himmel.',
    },
    fr: {
      title: 'Des lettres arrivées en retard',
      summary: 'Ce que dit une carte postale restée trente et un ans derrière une armoire.',
      body: [
        'Quand on a démoli l’ancien bureau de tri, les ouvriers ont trouvé neuf lettres derrière une armoire. La poste les a distribuées toutes les neuf, sans commentaire et sans surtaxe.',
        'L’une était une excuse, et les deux frères avaient depuis longtemps oublié de quoi. L’une invitait à un mariage dont on avait fêté les noces d’argent l’année précédente. L’une disait seulement : *j’arrive jeudi, allume le poêle.*',
        'Elle l’a allumé, nous a-t-elle dit. Il aurait été impoli de ne pas le faire.',
      ],
      picture: 'Une lune blanche sur des collines violettes, sous un ciel lilas.',
    },
  },
};
