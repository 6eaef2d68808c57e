// CRM and identity records, typed in from interface.md and resources.md section 4.
import { added, bool, country, crudl, currency, date, email, json, kept, link, links, locale } from './field.ts';
import { oneOf, stated, str, time, uri, words } from './field.ts';
import type { SpecKind } from './field.ts';
import { addressTypes, emailTypes, telephoneTypes } from './enums.ts';

/** resources.md 4.1: Organisation */
const organisation: SpecKind = {
  name: 'Organisation',
  path: 'organisation',
  plural: 'organisations',
  subject: null,
  verbs: crudl,
  only: { C: 'operator', D: 'operator' },
  owner: 'Company',
  fields: [
    ...kept(),
    ...added(
      str('name', { req: true, max: 1024 }),
      str('legalName', { max: 1024 }),
      str('registrationNumber', { max: 64 }),
      str('vatId', { max: 64 }),
      str('taxId', { max: 64 }),
      str('leiCode', { max: 20, min: 20, form: 'lei' }),
      uri('websiteUrl', { max: 2048 }),
      locale('defaultLanguage', { default: 'und' }),
      currency('defaultCurrencyCode'),
      links('companies', 'Company', { ro: true }),
    ),
  ],
};

/** resources.md 4.2: Company */
const company: SpecKind = {
  name: 'Company',
  path: 'company',
  plural: 'companies',
  subject: 'COMPANY',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('name', { req: true, max: 1024 }),
      link('parentCompany', 'Company'),
      link('organisation', 'Organisation'),
      link('entity', 'Entity'),
      links('identities', 'Identity', { ign: true }),
      json('fallbackLanguages', { form: 'languageMap' }),
    ),
  ],
};

/** resources.md 4.4: Identity */
const identity: SpecKind = {
  name: 'Identity',
  path: 'identity',
  plural: 'identities',
  subject: 'IDENTITY',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('name', { max: 1024 }),
      oneOf('type', words('PERSON COMPANY SERVICE ANONYMOUS'), { ign: true, default: 'PERSON' }),
      links('persons', 'Person', { ign: true, max: 100 }),
      links('emails', 'Email', { ign: true, max: 100 }),
      links('telephones', 'Telephone', { ign: true, max: 100 }),
      links('addresses', 'Address', { ign: true, max: 100 }),
      links('clientIdentifiers', 'ClientIdentifier', { ign: true, max: 100 }),
      links('companies', 'Company', { max: 500 }),
      locale('language'),
      str('timeZone', { max: 64, form: 'timeZone' }),
    ),
  ],
};

/** resources.md 4.5: Person */
const person: SpecKind = {
  name: 'Person',
  path: 'person',
  plural: 'persons',
  subject: 'PERSON',
  verbs: crudl,
  owner: 'Identity',
  fields: [
    ...kept(),
    ...added(
      link('identity', 'Identity', { req: true, ign: true }),
      date('birthDate', { form: 'partialDate' }),
      links('names', 'PersonName', { ign: true, max: 100 }),
    ),
  ],
};

/** interface.md: Person Name; lengths and additions resources.md 4.5 */
const personName: SpecKind = {
  name: 'PersonName',
  path: 'personname',
  plural: 'personnames',
  subject: 'PERSON_NAME',
  verbs: crudl,
  owner: 'Person',
  fields: [
    ...kept(),
    ...stated(
      link('person', 'Person', { req: true }),
      str('givenName', { req: true, max: 255 }),
      str('familyName', { max: 255 }),
      str('honorificPrefix'),
    ),
    ...added(
      str('middleName', { max: 255 }),
      str('honorificSuffix', { max: 255 }),
      str('nickname', { max: 255 }),
      bool('isPreferred'),
      locale('language'),
    ),
  ],
};

/** resources.md 4.6: Email */
const emailKind: SpecKind = {
  name: 'Email',
  path: 'email',
  plural: 'emails',
  subject: 'EMAIL',
  verbs: crudl,
  owner: 'Identity',
  fields: [
    ...kept(),
    ...added(
      link('identity', 'Identity', { req: true, ign: true }),
      email('email', { req: true, max: 254 }),
      oneOf('type', emailTypes, { default: 'OTHER' }),
      bool('isPrimary'),
      bool('isVerified', { ro: true }),
      time('verifiedTimestamp', { ro: true }),
    ),
  ],
};

/** resources.md 4.7: Telephone */
const telephone: SpecKind = {
  name: 'Telephone',
  path: 'telephone',
  plural: 'telephones',
  subject: 'TELEPHONE',
  verbs: crudl,
  owner: 'Identity',
  fields: [
    ...kept(),
    ...added(
      link('identity', 'Identity', { req: true, ign: true }),
      str('number', { req: true, max: 32, form: 'telephone' }),
      str('e164', { ro: true }),
      str('extension', { max: 16, form: 'digits' }),
      oneOf('type', telephoneTypes, { default: 'OTHER' }),
      bool('isPrimary'),
    ),
  ],
};

/** interface.md: Address; lengths, marks of identity and additions resources.md 4.8 */
const address: SpecKind = {
  name: 'Address',
  path: 'address',
  plural: 'addresses',
  subject: 'ADDRESS',
  verbs: crudl,
  owner: 'Identity',
  fields: [
    ...kept(),
    ...stated(
      link('identity', 'Identity', { req: true, ign: true }),
      str('street', { req: true, max: 1024 }),
      str('postalCode', { req: true, max: 32 }),
      str('locality', { max: 255 }),
      str('region', { max: 255 }),
      str('area', { max: 255 }),
      str('officeBoxNumber', { max: 64 }),
      country('countryCode'),
      oneOf('addressType', addressTypes),
    ),
    ...added(bool('isPrimary')),
  ],
};

/** interface.md: Client Identifier; lengths resources.md 4.8 */
const clientIdentifier: SpecKind = {
  name: 'ClientIdentifier',
  path: 'clientidentifier',
  plural: 'clientidentifiers',
  subject: 'CLIENT_IDENTIFIER',
  verbs: crudl,
  owner: 'Identity',
  fields: [
    ...kept(),
    ...stated(
      link('identity', 'Identity'),
      str('domain', { req: true, max: 255 }),
      str('token', { req: true, max: 1024 }),
      time('expiresTimestamp'),
    ),
  ],
};

/** Organisation, Company, Identity, Person, Person Name, Email, Telephone, Address and Client Identifier. */
export const identities: readonly SpecKind[] = [
  organisation,
  company,
  identity,
  person,
  personName,
  emailKind,
  telephone,
  address,
  clientIdentifier,
];
