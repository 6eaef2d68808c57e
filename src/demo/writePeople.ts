// Writes the address book of the demo: identities with their names, e-mail and postal addresses.
import { newUrn } from '../domain/urn.ts';
import type { DemoWriter } from './demoWriter.ts';

/** Urns of identities: the people by their key, and `bookshop`. */
export type IdentityUrns = ReadonlyMap<string, string>;

/** All identities of the demo, owned by the company. */
export async function writePeople(writer: DemoWriter, owner: string): Promise<IdentityUrns> {
  const urns = new Map<string, string>();
  const written = people.map(({ key, givenName, familyName, email, language, timeZone, address }) => {
    const urn = newUrn();
    urns.set(key, urn);
    return writer.create('Identity', {
      urn,
      owner,
      name: `${givenName} ${familyName}`,
      type: 'PERSON',
      language,
      timeZone,
      companies: [owner],
      persons: [{ names: [{ givenName, familyName, isPreferred: true }] }],
      emails: [{ email, type: 'WORK', isPrimary: true }],
      addresses: address ? [{ ...address, addressType: 'WORK' }] : [],
    });
  });
  const shop = newUrn();
  urns.set('bookshop', shop);
  const emails = [{ email: bookshop.email, type: 'BILLING', isPrimary: true }];
  await writer.create('Identity', {
    urn: shop,
    owner,
    name: bookshop.name,
    type: 'COMPANY',
    companies: [owner],
    emails,
  });
  await Promise.all(written);
  return urns;
}

/** A person with what an address book holds. All of them are invented. */
interface DemoPerson {
  readonly key: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly language: string;
  readonly timeZone: string;
  readonly address?: Readonly<Record<string, string>>;
}

/** Those who make the magazine, and two readers. */
const people: readonly DemoPerson[] = [
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
const bookshop = { name: 'Harbour Bookshop', email: 'orders@harbour-books.example' } as const;
