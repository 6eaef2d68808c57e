// People of a tenant with their own tokens, and their groups and threads.
import type { Client } from './client.ts';
import { create } from './repeat.ts';
import type { SharedService, Tenant } from './service.ts';

/** A person: an identity, and a restricted client that acts as it. */
export interface Person extends Client {
  readonly identity: string;
  readonly client: string;
  readonly token: string;
}

/** What tests of communities repeatedly create. */
export interface Community {
  readonly admin: Tenant;
  /** Posts a body with the owner filled in and returns the urn; fails the test when it is refused. */
  make(path: string, body: Record<string, unknown>, as?: Client): Promise<string>;
  /** A person with these labels on the company. */
  person(name: string, labels?: readonly string[]): Promise<Person>;
  /** A restricted browser client, whose user is unknown. */
  session(labels?: readonly string[]): Promise<Client>;
  /** Grants a subject a label on an object. */
  grant(
    subjectScope: string,
    subjectUrn: string,
    objectScope: string,
    objectUrn: string,
    label: string,
  ): Promise<string>;
  /** A person's client that holds these labels and nothing else. */
  holder(...grants: readonly (readonly [scope: string, urn: string, label: string])[]): Promise<Person>;
  /** A bearer token of a client, for two hours unless it is said otherwise. */
  token(
    apiClient: string,
    more?: Record<string, unknown>,
  ): Promise<{ readonly urn: string; readonly client: Client; readonly text: string }>;
  /** A page that is live. */
  page(): Promise<{ readonly urn: string; readonly path: string }>;
  group(more?: Record<string, unknown>): Promise<string>;
  /** Adds people to a group as active members. */
  join(group: string, ...people: readonly Person[]): Promise<string[]>;
}

/** The tools for one tenant. */
export async function community(service: SharedService): Promise<Community> {
  const admin = await service.tenant();
  const make: Community['make'] = async (path, body, as = admin) => {
    const { body: made } = await create(as, path, { owner: admin.company, ...body });
    return String(made.urn);
  };
  const grant: Community['grant'] = (subjectScope, subjectUrn, objectScope, objectUrn, label) =>
    make('permission', edge(subjectScope, subjectUrn, objectScope, objectUrn, label));
  const token: Community['token'] = async (apiClient, more = {}) => {
    const body = { apiClient, expirationTimestamp: inTwoHours(), ...more };
    const { body: made } = await create(admin, 'apiclientbearertoken', body);
    const text = String(made.bearerToken);
    return { urn: String(made.urn), client: service.client(text), text };
  };
  const tokenOf = async (client: string, labels: readonly string[]): Promise<Client & Pick<Person, 'token'>> => {
    for (const label of labels) await grant('API_CLIENT', client, 'COMPANY', admin.company, label);
    const { text, client: caller } = await token(client);
    return { ...caller, token: text };
  };
  const person: Community['person'] = async (name, labels = ['READ', 'COMMENT']) => {
    // Every client is made with an identity of its own.
    const client = await make('apiclient', { name });
    const identity = String((await admin.rest('GET', `/n/v1/apiclient/${client}`)).body.identity.urn);
    return { ...(await tokenOf(client, labels)), identity, client };
  };
  return {
    admin,
    make,
    grant,
    person,
    async holder(...grants) {
      const viewer = await person('Viewer', []);
      for (const [scope, urn, label] of grants) await grant('API_CLIENT', viewer.client, scope, urn, label);
      return viewer;
    },
    token,
    async page() {
      const urn = crypto.randomUUID();
      const path = `/page-${urn}`;
      const texts = [{ name: 'title', sortOrder: 0, value: 'One' }];
      await make('entity', { urn, name: 'Page', path, language: 'en', status: 'PUBLISH', texts });
      return { urn, path };
    },
    session: async (labels = ['COMMENT']) =>
      tokenOf(
        await make('apiclient', { name: 'Browser', type: 'BROWSER', allowedOrigins: ['https://app.example'] }),
        labels,
      ),
    group: (more = {}) => make('group', { name: 'Readers', ...more }),
    join: (group, ...people) =>
      Promise.all(people.map((one) => make('groupmembership', membership(group, one.identity)))),
  };
}

/** An instant that is two hours ahead. */
export const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString();

/** The body of a permission. */
export const edge = (
  subjectScope: string,
  subjectUrn: string,
  objectScope: string,
  objectUrn: string,
  label: string,
): Record<string, string> => ({ subjectScope, subjectUrn, objectScope, objectUrn, label });

/** The body of a membership. */
export function membership(
  group: string,
  identity: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    group,
    identity,
    status: 'ACTIVE',
    enrollment: 'BY_OWNER_WITHOUT_CONSENT',
    emailNotification: 'UNSUBSCRIBED',
    smsNotification: 'UNSUBSCRIBED',
    inAppNotification: 'SUBSCRIBED',
    ...more,
  };
}
