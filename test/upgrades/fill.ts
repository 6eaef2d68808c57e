// What a release is given before its database is kept: a little of everything that an upgrade has to carry. By requests of the REST
// face that every version since 0.2.0 understands.

/** Sends a request and resolves to the body of its answer; rejects when it is refused. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

const far = '2090-01-01T00:00:00.000Z';

/** Writes it. */
export async function fill(send: Send): Promise<void> {
  const [company] = (await send('GET', '/n/v1/companies'))['companies'] as { urn: string }[];
  const owner = String(company?.urn);
  const make = async (kind: string, body: object): Promise<string> =>
    String((await send('POST', `/n/v1/${kind}`, body))['urn']);
  const entity = (path: string, more: object): Promise<string> =>
    make('entity', {
      urn: crypto.randomUUID(),
      owner,
      name: `Page ${path}`,
      path,
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      ...more,
    });
  const item = (name: string, value: unknown, sortOrder = 0): object => ({ name, sortOrder, value });
  const firstText = async (urn: string): Promise<string> => {
    const texts = (await send('GET', `/n/v1/textitems?filter[entity]=${urn}&sort=sortOrder`))['textitems'] as {
      urn: string;
    }[];
    return String(texts[0]?.urn);
  };
  const put = (kind: string, urn: string, body: object): Promise<unknown> => send('PUT', `/n/v1/${kind}/${urn}`, body);

  // Content: published with a date of its own and a history, with a draft, scheduled over what is live, withdrawn, and removed.
  const post = await entity('/post', {
    status: 'PUBLISH',
    publishTimestamp: '2013-01-11T20:22:19.000Z',
    texts: [item('title', 'Title 1 ä€😀*'), item('lead', 'Lead', 1)],
    markdowns: [item('body', '# Heading\n\nA *paragraph*.')],
    money: [{ name: 'price', sortOrder: 0, unitValue: 1999, currencyCode: 'EUR' }],
  });
  const title = await firstText(post);
  await put('textitem', title, { value: 'Changed 1' });
  await put('entity', post, { status: 'PUBLISH', publishTimestamp: '2014-02-12T00:00:00.000Z' });
  await put('textitem', title, { value: 'A draft' });
  const scheduled = await entity('/scheduled', { status: 'PUBLISH', texts: [item('title', 'Live')] });
  await put('textitem', await firstText(scheduled), { value: 'To come' });
  await put('entity', scheduled, { status: 'PUBLISH', publishTimestamp: far });
  const cancelled = await entity('/cancelled', { status: 'PUBLISH', texts: [item('title', 'Live')] });
  await put('textitem', await firstText(cancelled), { value: 'Draft' });
  await put('entity', cancelled, { status: 'PUBLISH', publishTimestamp: far });
  await put('entity', cancelled, { status: 'PUBLISHED_WITH_DRAFTS' });
  const gone = await entity('/gone', { status: 'PUBLISH', texts: [item('title', 'Withdrawn')] });
  await put('entity', gone, { status: 'DRAFT_UNPUBLISHED' });
  await entity('/post', { language: 'de', status: 'PUBLISH', texts: [item('title', 'Titel')] });
  await entity('/linked', { references: [{ name: 'to', sortOrder: 0, entityReference: post }] });
  const removed = await entity('/removed', { texts: [item('title', 'Removed')] });
  await send('DELETE', `/n/v1/entity/${removed}`);
  await make('entitylist', { owner, name: 'Posts', entities: [{ entity: post }, { entity: scheduled }] });

  // People, rights and clients.
  const anne = await make('identity', { owner, name: 'Änne Ünal' });
  const person = await make('person', { identity: anne });
  await make('personname', { person, givenName: 'Änne', familyName: 'Ünal' });
  await make('email', { identity: anne, email: 'anne@example.org', type: 'HOME', isPrimary: true });
  const client = await send('POST', '/n/v1/apiclient', {
    owner,
    name: 'App',
    type: 'SERVER',
    accessLevel: 'RESTRICTED',
  });
  const identity = (client['identity'] as { urn: string }).urn;
  const role = await make('role', { owner, name: 'Readers', apiClients: [client['urn']] });
  const edge = { owner, subjectUrn: role, subjectScope: 'ROLE', objectUrn: owner, objectScope: 'COMPANY' };
  await make('permission', { ...edge, label: 'READ' });
  const group = await make('group', { owner, name: 'Editors' });
  const notices = {
    emailNotification: 'UNSUBSCRIBED',
    smsNotification: 'UNSUBSCRIBED',
    inAppNotification: 'SUBSCRIBED',
  };
  const member = { identity: anne, status: 'ACTIVE', enrollment: 'BY_OWNER_WITHOUT_CONSENT', ...notices };
  await make('groupmembership', { group, ...member });

  // Work, talk and money.
  const related = { associatedIdentities: [], associatedCompanies: [], associatedTasks: [], blocking: [] };
  const task = (heading: string, more: object): Promise<string> =>
    make('task', {
      title: heading,
      description: 'What',
      dueTimestamp: far,
      associatedEntities: [post],
      blockedBy: [],
      ...related,
      ...more,
    });
  const first = await task('First', { assignee: identity });
  await task('Second', { blockedBy: [first] });
  await put('task', first, { status: 'IN_PROGRESS' });
  const thread = await make('messagethread', { name: 'About the post', group, entities: [post] });
  for (const content of ['Hello', 'World ä€😀']) await make('threadpost', { messageThread: thread, content });
  await make('paymentinvoice', {
    ...{ owner, number: '2026-1', currencyCode: 'EUR', customerIdentity: anne },
    lines: [{ description: 'Work', quantity: '2', unitPriceUnitValue: 10_050 }],
  });
  const hook = {
    owner,
    apiClient: client['urn'],
    subject: 'ENTITY',
    event: 'ALL',
    destinationUrl: 'https://example.org/hook',
    eventsPerMinute: 60,
  };
  await make('webhooksubscription', { ...hook, secret: 'a-secret-of-the-fixture', status: 'PAUSED' });
}
