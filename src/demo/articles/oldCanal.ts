// An article of the demo magazine; it has a route for a map.
import type { Article } from '../article.ts';

/** On walking along the Regent's Canal in London. */
export const oldCanal: Article = {
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
  words: {
    en: {
      title: 'A walk along the old canal',
      summary: 'From Little Venice to King’s Cross at the speed of a laden barge.',
      body: [
        'Start at Little Venice before eight, when the boats are still shut and the herons have the towpath to themselves. The water sets the pace: a horse with a full barge made four kilometres in an hour, and so should you.',
        'At Camden the locks do in daylight what they have always done, lifting strangers over a small hill with nothing but patience. Watch one boat through. It takes as long as a cup of tea.',
        'The walk ends at King’s Cross, where the coal went in and the gasholders now hold flats.',
      ],
      picture: 'A pale disc above green banks.',
    },
    de: {
      title: 'Am alten Kanal entlang',
      summary: 'Von Little Venice nach King’s Cross, so schnell wie ein beladener Kahn.',
      body: [
        'Am besten beginnt man vor acht in Little Venice, wenn die Boote noch verschlossen sind und der Treidelpfad den Reihern gehört. Das Wasser gibt das Tempo vor: Ein Pferd mit vollem Kahn schaffte vier Kilometer in der Stunde, mehr muss niemand.',
        'In Camden tun die Schleusen, was sie immer taten: Mit nichts als Geduld heben sie Fremde über einen kleinen Hügel. Ein Boot sollte man ganz hindurchgehen sehen. Es dauert so lange wie eine Tasse Tee.',
        'Der Weg endet in King’s Cross, wo einst die Kohle ankam und heute in den Gasbehältern gewohnt wird.',
      ],
      picture: 'Eine blasse Scheibe über grünen Ufern.',
    },
    fr: {
      title: 'Une promenade le long du vieux canal',
      summary: 'De Little Venice à King’s Cross, à l’allure d’une péniche chargée.',
      body: [
        'Partez de Little Venice avant huit heures, quand les bateaux sont encore fermés et que le chemin de halage appartient aux hérons. C’est l’eau qui donne l’allure : un cheval et une péniche pleine faisaient quatre kilomètres à l’heure, n’en demandez pas davantage.',
        'À Camden, les écluses font ce qu’elles ont toujours fait : avec de la patience pour seul moteur, elles hissent des inconnus par-dessus une petite colline. Regardez passer un bateau. C’est le temps d’une tasse de thé.',
        'La promenade s’achève à King’s Cross, où arrivait le charbon et où l’on habite maintenant dans les gazomètres.',
      ],
      picture: 'Un disque pâle au-dessus de rives vertes.',
    },
  },
};
