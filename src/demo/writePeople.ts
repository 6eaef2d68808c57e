// Writes the address book of the demo: identities with their names, e-mail and postal addresses.
import { newUrn } from '../domain/urn.ts';
import type { DemoWriter } from './demoWriter.ts';
import { bookshop, people } from './people.ts';

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
