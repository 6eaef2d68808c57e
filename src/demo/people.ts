// The people around the magazine, and its one customer. Data only; all of them are invented.

/** A person with what an address book holds. */
export interface DemoPerson {
  readonly key: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly language: string;
  readonly timeZone: string;
  readonly address?: Readonly<Record<string, string>>;
}

/** Those who make the magazine, and two readers. */
export const people: readonly DemoPerson[] = [
  {
    key: 'ines',
    givenName: 'Ines',
    familyName: 'Calloway',
    email: 'ines@reader.example',
    language: 'en',
    timeZone: 'Europe/Rome',
    address: { street: 'Via del Teatro 3', postalCode: '34121', locality: 'Trieste', countryCode: 'IT' },
  },
  {
    key: 'tomasz',
    givenName: 'Tomasz',
    familyName: 'Brandt',
    email: 'tomasz@reader.example',
    language: 'de',
    timeZone: 'Europe/Vienna',
  },
  {
    key: 'leila',
    givenName: 'Leïla',
    familyName: 'Haddad',
    email: 'leila@reader.example',
    language: 'fr',
    timeZone: 'Europe/Paris',
  },
  {
    key: 'noor',
    givenName: 'Noor',
    familyName: 'Rahman',
    email: 'noor@reader.example',
    language: 'ar',
    timeZone: 'Asia/Kuwait',
  },
];

/** The customer of the one invoice. */
export const bookshop = { name: 'Harbour Bookshop', email: 'orders@harbour-books.example' } as const;
