// The words of the magazine's pages that are not articles. Data only.
import type { Language, Palette } from './article.ts';

/** The home page by language. */
export const home: Readonly<Record<Language, { name: string; headline: string; standfirst: string; picture: string }>> =
  {
    en: {
      name: 'Home',
      headline: 'The Commonplace Reader',
      standfirst: 'A small magazine of things worth copying down.',
      picture: 'Low hills under an evening sky.',
    },
    de: {
      name: 'Startseite',
      headline: 'The Commonplace Reader',
      standfirst: 'Ein kleines Heft für alles, was das Abschreiben lohnt.',
      picture: 'Flache Hügel unter einem Abendhimmel.',
    },
    fr: {
      name: 'Accueil',
      headline: 'The Commonplace Reader',
      standfirst: 'Une petite revue de ce qui mérite d’être recopié.',
      picture: 'Des collines basses sous un ciel du soir.',
    },
  };

/** What the summer variant of the English home page lays over it. */
export const summerHome = {
  headline: 'The Summer Reader',
  standfirst: 'Shorter pieces for longer days.',
  notice: 'The office is closed from 3 to 21 August. Letters wait, and so do we.',
  picture: 'A bright sun over sandy dunes.',
} as const;

/** Colors of the pictures of the home page. */
export const homePalette: Palette = { sky: ['#fde2e4', '#9d8189'], shapes: ['#fff1e6', '#6d6875', '#355070'] };

/** Colors of its summer variant. */
export const summerPalette: Palette = { sky: ['#90e0ef', '#fefae0'], shapes: ['#ffb703', '#f4a261', '#e9c46a'] };

interface PlainPage {
  readonly language: string;
  readonly title: string;
  readonly body: readonly string[];
}

/** About the magazine; the Arabic page is written from right to left. */
export const about: readonly PlainPage[] = [
  {
    language: 'en',
    title: 'About us',
    body: [
      'We are a small magazine that appears four times a year. We write about notebooks, bridges, bread and letters, and about whatever else is better read slowly.',
      'Our office is one room above a bookbinder’s in Trieste. Come on a Thursday: there is always tea.',
    ],
  },
  {
    language: 'de',
    title: 'Über uns',
    body: [
      'Wir sind eine kleine Zeitschrift und erscheinen viermal im Jahr. Wir schreiben über Hefte, Brücken, Brot und Briefe und über alles andere, was man besser langsam liest.',
      'Unser Büro ist ein Zimmer über einer Buchbinderei in Triest. Kommen Sie an einem Donnerstag: Tee gibt es immer.',
    ],
  },
  {
    language: 'fr',
    title: 'Qui sommes-nous ?',
    body: [
      'Nous sommes une petite revue qui paraît quatre fois par an. Nous parlons de cahiers, de ponts, de pain et de lettres, et de tout ce qui gagne à être lu lentement.',
      'Notre bureau est une pièce au-dessus d’un atelier de reliure, à Trieste. Venez un jeudi : il y a toujours du thé.',
    ],
  },
  {
    language: 'ar',
    title: 'من نحن',
    body: [
      'نحن مجلة صغيرة تصدر أربع مرات في السنة. نكتب عن الدفاتر والجسور والخبز والرسائل، وعن كل ما يستحق أن يُقرأ على مهل.',
      'مكتبنا غرفة واحدة فوق ورشة لتجليد الكتب في ترييستي. زورونا يوم الخميس: فالشاي جاهز دائمًا.',
    ],
  },
];

/** What a year of the magazine costs, and where it is sent. */
export const subscribe: readonly PlainPage[] = [
  {
    language: 'en',
    title: 'Subscribe',
    body: ['Four issues a year, by post, wherever you live. Write to us when you move: the magazine will find you.'],
  },
  {
    language: 'de',
    title: 'Abonnieren',
    body: ['Vier Hefte im Jahr, mit der Post, wohin Sie wollen. Schreiben Sie uns beim Umzug: Das Heft findet Sie.'],
  },
  {
    language: 'fr',
    title: 'S’abonner',
    body: [
      'Quatre numéros par an, par la poste, où que vous soyez. Écrivez-nous si vous déménagez : la revue vous suivra.',
    ],
  },
];

/** A notice that leaves the site by itself. */
export const readingEvening: PlainPage = {
  language: 'en',
  title: 'A reading evening',
  body: [
    'Next Thursday at seven we read to each other, by the stove, from whatever is in our pockets. Bring a page and a cup.',
  ],
};

/** An internal page for the office; it is never published. */
export const houseStyle: PlainPage = {
  language: 'en',
  title: 'House style',
  body: ['Short words first. One idea to a sentence. If a comma can go, it goes.'],
};

interface Author {
  readonly slug: string;
  readonly fullName: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly bio: Readonly<Record<Language, string>>;
}

/** Those who write, by the key articles name them with. */
export const authors: Readonly<Record<'calloway' | 'brandt', Author>> = {
  calloway: {
    slug: 'ines-calloway',
    fullName: 'Ines Calloway',
    givenName: 'Ines',
    familyName: 'Calloway',
    bio: {
      en: 'Ines Calloway edits this magazine. She walks to work, and it shows.',
      de: 'Ines Calloway leitet diese Zeitschrift. Sie geht zu Fuß zur Arbeit, und das merkt man.',
      fr: 'Ines Calloway dirige cette revue. Elle vient travailler à pied, et cela se lit.',
    },
  },
  brandt: {
    slug: 'tomasz-brandt',
    fullName: 'Tomasz Brandt',
    givenName: 'Tomasz',
    familyName: 'Brandt',
    bio: {
      en: 'Tomasz Brandt was an archivist until the archive moved. He stayed, and writes.',
      de: 'Tomasz Brandt war Archivar, bis das Archiv umzog. Er blieb und schreibt.',
      fr: 'Tomasz Brandt fut archiviste jusqu’au déménagement des archives. Il est resté, et il écrit.',
    },
  },
};
