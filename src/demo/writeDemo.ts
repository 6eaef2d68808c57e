// Writes the demo on the first start: a small magazine and the office behind it. Everything goes through the service's
// own actions, so that histories, triggers and permissions are what they would be had people written it.
import { authenticate } from '../actions/access/authenticate.ts';
import type { FirstTenant } from '../actions/access/bootstrap.ts';
import type { Services } from '../engine/context.ts';
import { contextOf } from '../engine/contextOf.ts';
import { demoWriter, type DemoWriter, item, magazineUrn, inDays } from './demoWriter.ts';
import { houseStyle } from './pages.ts';
import { page } from './pageWriter.ts';
import { writeCommunity } from './writeCommunity.ts';
import { writeMagazine } from './writeMagazine.ts';
import { writePeople, type IdentityUrns } from './writePeople.ts';
import { writeInvoice, writeWork } from './writeWork.ts';
import { newUrn } from '../domain/urn.ts';

/** Writes the demo into an empty tenant; gives the token of a restricted content client. */
export async function writeDemo(services: Services, tenant: FirstTenant): Promise<string> {
  const root = tenant.companyUrn;
  const founder = await writerFor(services, tenant);
  await founder.create('Company', { urn: magazineUrn, owner: root, name: 'The Commonplace Reader' });
  // What a caller may do is read with the token: only now does it reach the new company.
  const writer = await writerFor(services, tenant);
  // What does not need one another is written at the same time: someone waits for the first start.
  const [articles, people, token] = await Promise.all([
    writeMagazine(writer, magazineUrn),
    writePeople(writer, root),
    writeReaderApp(writer, root, magazineUrn),
    writeHouseStyle(writer, root),
  ]);
  const office = { owner: root, people, articles };
  const [tasks, invoice] = await Promise.all([
    writeWork(writer, office),
    writeInvoice(writer, office),
    writeDesk(writer, root, people),
  ]);
  await writeCommunity(writer, office, { tasks, invoice });
  return token;
}

async function writerFor(services: Services, tenant: FirstTenant): Promise<DemoWriter> {
  return demoWriter(contextOf(services, await authenticate(services, tenant.token)));
}

// For the office only: owned by the company above the magazine, and never published.
async function writeHouseStyle(writer: DemoWriter, owner: string): Promise<void> {
  const { language, title, body } = houseStyle;
  const status = 'DRAFT_UNPUBLISHED';
  const markdowns = [item('body', body.join('\n\n'))];
  await writer.create('Entity', { ...page('/house-style', language, title), owner, status, markdowns });
}

/**
 * A client of `tenant` that may read what `shown` owns and is live, and nothing else; gives its token.
 * Writes who may do what: the demo's restricted content client, the way an installed app should get its access, with a
 * role that has READ on what it shows and an API client that holds the role; and what its people may do once signed in.
 */
async function writeReaderApp(writer: DemoWriter, tenant: string, shown: string): Promise<string> {
  const role = newUrn();
  const client = newUrn();
  await writer.create('Role', {
    urn: role,
    owner: tenant,
    name: 'Reader app',
    description: 'Apps that show the magazine.',
  });
  await writer.create('Permission', {
    owner: tenant,
    subjectUrn: role,
    subjectScope: 'ROLE',
    objectUrn: shown,
    objectScope: 'COMPANY',
    label: 'READ',
  });
  await writer.create('ApiClient', { urn: client, owner: tenant, name: 'Reader app', accessLevel: 'RESTRICTED' });
  await writer.create('Permission', {
    owner: tenant,
    subjectUrn: client,
    subjectScope: 'API_CLIENT',
    objectUrn: role,
    objectScope: 'ROLE',
    label: 'MEMBER',
  });
  const token = await writer.create('ApiClientBearerToken', {
    apiClient: client,
    name: 'Reader app',
    expirationTimestamp: inDays(365),
  });
  return String(token['bearerToken']);
}

// By the keys of people: an editor, and a reader who comments.
const desk: Readonly<Record<string, readonly string[]>> = {
  ines: ['CREATE', 'UPDATE', 'COMMENT', 'PUBLISH'],
  tomasz: ['COMMENT'],
};

/** Lets people of the office work on what `office` and the companies below it own. */
async function writeDesk(writer: DemoWriter, office: string, people: IdentityUrns): Promise<void> {
  const object = { objectUrn: office, objectScope: 'COMPANY' };
  const granted = Object.entries(desk).flatMap(([key, labels]) => {
    const person = { subjectUrn: people.get(key), subjectScope: 'IDENTITY' };
    return labels.map((label) => writer.create('Permission', { owner: office, ...person, ...object, label }));
  });
  await Promise.all(granted);
}
