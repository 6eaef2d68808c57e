// An article of the demo magazine.
import type { Article } from '../article.ts';

/** On the weather in old diaries. */
export const diaryWeather: Article = {
  slug: 'the-weather-in-old-diaries',
  author: 'brandt',
  firstPrinted: '2025-02-10T08:00:00.000Z',
  minutes: 3,
  isFeatured: false,
  palette: { sky: ['#cfd9df', '#6d8299'], shapes: ['#e2ebf0', '#415a77', '#1b263b'] },
  extra: { rainyDaysInFebruary: [11, 14, 9, 17], unit: 'days' },
  words: {
    en: {
      title: 'The weather in old diaries',
      summary: 'Nobody keeps a diary about rain, and so everybody does.',
      body: [
        'Open any diary more than a hundred years old and it will tell you first about the weather. Wars begin on fine mornings. Children are born in sleet. One farmer’s entry for the day he was married reads, in full: *“Wind NW. Married. Hay in.”*',
        'The weather was never small talk. It was the one piece of news that concerned everybody and that nobody could get wrong.',
        'Historians of climate now read these lines for the wind. We read them for the hay.',
      ],
      picture: 'A pale sun in a grey sky over dark blue hills.',
    },
    de: {
      title: 'Das Wetter in alten Tagebüchern',
      summary: 'Niemand führt ein Tagebuch über den Regen, und darum tun es alle.',
      body: [
        'Jedes Tagebuch, das älter ist als hundert Jahre, spricht zuerst vom Wetter. Kriege beginnen an schönen Vormittagen. Kinder kommen bei Schneeregen zur Welt. Der Eintrag eines Bauern an seinem Hochzeitstag lautet vollständig: *„Wind NW. Geheiratet. Heu drin.“*',
        'Das Wetter war nie bloßes Geplauder. Es war die eine Nachricht, die alle betraf und bei der sich keiner irren konnte.',
        'Die Klimaforschung liest diese Zeilen heute wegen des Windes. Wir lesen sie wegen des Heus.',
      ],
      picture: 'Eine blasse Sonne in grauem Himmel über dunkelblauen Hügeln.',
    },
    fr: {
      title: 'Le temps qu’il fait dans les vieux journaux',
      summary: 'Personne ne tient un journal de la pluie, et tout le monde le fait donc.',
      body: [
        'Ouvrez un journal intime vieux de plus de cent ans : il parlera d’abord du temps. Les guerres commencent par de belles matinées. Les enfants naissent sous la neige fondue. Le jour de son mariage, un fermier écrit en tout et pour tout : *« Vent NO. Marié. Foin rentré. »*',
        'Le temps n’était pas un sujet de bavardage. C’était la seule nouvelle qui regardait tout le monde et sur laquelle nul ne pouvait se tromper.',
        'Les historiens du climat lisent aujourd’hui ces lignes pour le vent. Nous les lisons pour le foin.',
      ],
      picture: 'Un soleil pâle dans un ciel gris, au-dessus de collines bleu sombre.',
    },
  },
};
