// An article of the demo magazine.
import type { Article } from '../article.ts';

/** On a lamplighter's account book. */
export const lamplighter: Article = {
  slug: 'the-lamplighters-ledger',
  author: 'brandt',
  firstPrinted: '2024-05-13T08:00:00.000Z',
  minutes: 4,
  isFeatured: false,
  palette: { sky: ['#1b1f3b', '#53599a'], shapes: ['#f4d35e', '#0d1321', '#3e5c76'] },
  extra: { archive: { shelf: 'C 14', pages: 212, digitised: false } },
  words: {
    en: {
      title: 'The lamplighter’s ledger',
      summary: 'A man walked the same forty-one lamps for nineteen years and wrote down every one that failed.',
      body: [
        'The ledger has two hundred and twelve pages and almost no adjectives. Each evening the lamplighter entered the date, the weather, and the number of any lamp that would not burn. Lamp 17, by the bridge, appears more often than the other forty together.',
        'In the margin of one winter page stands the only remark he allowed himself: *“17 again. I think it likes to be visited.”*',
        'The street has other lamps now. The eighth one, by the bridge, flickers.',
      ],
      picture: 'A yellow light above dark blue slopes at night.',
    },
    de: {
      title: 'Das Heft des Laternenanzünders',
      summary: 'Neunzehn Jahre lang ging ein Mann dieselben einundvierzig Laternen ab und notierte jede, die versagte.',
      body: [
        'Das Heft hat zweihundertzwölf Seiten und fast kein Adjektiv. Jeden Abend trug der Laternenanzünder das Datum, das Wetter und die Nummer jeder Laterne ein, die nicht brennen wollte. Laterne 17 an der Brücke kommt öfter vor als die übrigen vierzig zusammen.',
        'Am Rand einer Winterseite steht die einzige Bemerkung, die er sich erlaubte: *„Wieder die 17. Ich glaube, sie mag Besuch.“*',
        'Heute stehen andere Laternen in der Straße. Die achte, an der Brücke, flackert.',
      ],
      picture: 'Ein gelbes Licht über dunkelblauen Hängen bei Nacht.',
    },
    fr: {
      title: 'Le registre de l’allumeur de réverbères',
      summary:
        'Pendant dix-neuf ans, un homme a fait le tour des mêmes quarante et un réverbères et noté chaque panne.',
      body: [
        'Le registre compte deux cent douze pages et presque aucun adjectif. Chaque soir, l’allumeur inscrivait la date, le temps qu’il faisait et le numéro de tout réverbère qui refusait de s’allumer. Le 17, près du pont, revient plus souvent que les quarante autres réunis.',
        'Dans la marge d’une page d’hiver figure la seule remarque qu’il se soit permise : *« Encore le 17. Je crois qu’il aime les visites. »*',
        'La rue a d’autres réverbères aujourd’hui. Le huitième, près du pont, clignote.',
      ],
      picture: 'Une lumière jaune au-dessus de pentes bleu nuit.',
    },
  },
};
