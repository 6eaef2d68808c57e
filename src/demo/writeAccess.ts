// Writes who may do what: the demo's restricted content client, the way an installed app should get its access, with a
// role that has READ on what it shows and an API client that holds the role; and what its people may do once signed in.
import { newUrn } from '../domain/urn.ts';
import type { DemoWriter } from './demoWriter.ts';
import { inDays } from './times.ts';
import type { IdentityUrns } from './writePeople.ts';

/** A client of `tenant` that may read what `shown` owns and is live, and nothing else; gives its token. */
export async function writeReaderApp(writer: DemoWriter, tenant: string, shown: string): Promise<string> {
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
export async function writeDesk(writer: DemoWriter, office: string, people: IdentityUrns): Promise<void> {
  const object = { objectUrn: office, objectScope: 'COMPANY' };
  const granted = Object.entries(desk).flatMap(([key, labels]) => {
    const person = { subjectUrn: people.get(key), subjectScope: 'IDENTITY' };
    return labels.map((label) => writer.create('Permission', { owner: office, ...person, ...object, label }));
  });
  await Promise.all(granted);
}
