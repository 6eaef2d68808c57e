// What a release answered of its own data, and whether a later version answers the same. It is read over both faces, by requests that
// every version since 0.2.0 understands.

/** A request, by REST or, where it is no path, as a document of the graph; resolves to what was answered. */
export type Ask = (request: string) => Promise<unknown>;

/** What was answered, by request. */
export type Answers = Record<string, unknown>;

const plurals =
  'apiclients apiclientbearertokens companies emails entities entitylists entitylistitems groups groupmemberships identities markdownitems' +
  ' messagethreads moneyitems paymentinvoices permissions persons personnames referenceitems roles tasks tasklogs textitems threadposts' +
  ' webhooksubscriptions workflows workflowstages';

const documents = [
  `{ entities(first: 20, orderBy: [{ field: NAME, direction: ASC }]) { totalCount nodes { urn name path language variant status
    version createdTimestamp publishTimestamp liveTimestamp texts { name value version isPublished } money { name unitValue currencyCode }
    markdowns { name value } references { name entityReference { urn name } } } } }`,
  `{ tasks(first: 20, orderBy: [{ field: TITLE, direction: ASC }]) { totalCount nodes { urn title status createdTimestamp assignee { urn } blockedBy { urn } } } }`,
  `{ messageThreads(first: 5) { totalCount nodes { urn name postCount posts(first: 10) { nodes { urn content authorIdentity { urn } createdTimestamp } } } } }`,
  `{ events(after: "0", first: 200) { nodes { event subject targetUrn targetVersion timestamp changedFields actor { urn type } } } }`,
];

/** Asks for all of it. */
export async function readAnswers(ask: Ask): Promise<Answers> {
  const answers: Answers = {};
  const add = async (request: string): Promise<Record<string, unknown>> => {
    const answer = await ask(request);
    answers[request] = answer;
    return answer as Record<string, unknown>;
  };
  for (const plural of plurals.split(' ')) await add(`/n/v1/${plural}?limit=100&count=true&sort=urn`);
  const texts = answers['/n/v1/textitems?limit=100&count=true&sort=urn'] as { textitems: { urn: string }[] };
  for (const { urn } of texts.textitems) await add(`/n/v1/textitemhistory/${urn}`);
  for (const path of ['/v/v1/entityview/post', '/v/v1/entityview/scheduled', '/v/v1/entityview/gone']) await add(path);
  for (const document of documents) await add(document);
  return answers;
}

/** Where `now` lacks something of `before`, or says otherwise: paths with both values. What was added is no difference. */
export function differences(before: unknown, now: unknown, path = ''): string[] {
  if (Array.isArray(before) && Array.isArray(now)) {
    const length =
      before.length === now.length ? [] : [`${path}: ${String(before.length)} became ${String(now.length)}`];
    return [...length, ...before.flatMap((one, at) => differences(one, now[at], `${path}/${String(at)}`))];
  }
  if (isObject(before) && isObject(now)) {
    return Object.entries(before).flatMap(([name, one]) => differences(one, now[name], `${path}/${name}`));
  }
  return Object.is(before, now)
    ? []
    : [`${path}: ${JSON.stringify(before)} became ${now === undefined ? 'nothing' : JSON.stringify(now)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
