// The number of statements of a conversation, however many posts it has: one for a thread, and where no single statement
// can answer, as many as the answer has levels.
import { beforeAll, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let people: Person[];
let threads: string[];

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  people = await Promise.all(['Anna', 'Bert', 'Carl'].map((name) => town.person(name)));
  const group = await town.group();
  await town.join(group, ...people);
  // The oldest comes first in lists.
  const first = await town.make('messagethread', { group });
  threads = [first, ...(await Promise.all(Array.from({ length: 9 }, () => town.make('messagethread', { group }))))];
  for (let at = 0; at < 50; at += 1) {
    await town.make('threadpost', { messageThread: first, content: `Post ${String(at)}` }, people[at % 3]);
  }
  for (const thread of threads.slice(1)) {
    await town.make('threadpost', { messageThread: thread, content: 'Hello' }, people[0]);
  }
});

function someone(at: number): Person {
  const person = people[at];
  if (!person) throw new Error('Nobody is there');
  return person;
}

// Statements of the request itself: not those that resolve the caller, nor scheduled work.
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = service.statements.length;
  await work();
  const asked = /"(thread_post|message_thread|message_thread_notification|search_document|search_language|identity)"/;
  return service.statements.slice(before).filter((text) => asked.test(text));
}

test('a thread of 50 posts with their authors and names takes one statement', async () => {
  const query = `query ($urn: ID!) { messageThread(urn: $urn) { name posts(first: 50) { nodes { content authorIdentity { urn name } } } } }`;
  const reader = someone(0);
  let posts: readonly { readonly authorIdentity: { readonly urn: string } | null }[] = [];
  const statements = await statementsOf(async () => {
    posts = (await reader.data(query, { urn: threads[0] })).messageThread.posts.nodes;
  });
  expect(posts).toHaveLength(50);
  expect(posts.every((post) => post.authorIdentity !== null)).toBe(true);
  expect(statements).toHaveLength(1);
});

test('a page of threads with their posts, authors and names takes one statement', async () => {
  const query = `query ($first: Int!) { messageThreads(first: $first) { nodes { name posts(first: 8) { nodes { content authorIdentity { name persons { names { givenName } } } } } } } }`;
  const statements = await statementsOf(async () => {
    const { messageThreads } = await someone(0).data(query, { first: 10 });
    expect(messageThreads.nodes).toHaveLength(10);
    expect(messageThreads.nodes[0].posts.nodes).toHaveLength(8);
  });
  expect(statements).toHaveLength(1);
});

test('an inbox of 10 threads with their names and first unread posts takes at most 4 statements', async () => {
  const query = `query { inbox { unreadThreadCount unreadMentionCount notifications(first: 50) { nodes { notificationCount messageThread { name } firstUnreadPost { content } } } } }`;
  let nodes: readonly unknown[] = [];
  const statements = await statementsOf(async () => {
    nodes = (await someone(1).data(query)).inbox.notifications.nodes;
  });
  expect(nodes).toHaveLength(10);
  // The notifications, what waits in all, the threads, and the posts.
  expect(statements.length).toBeLessThanOrEqual(4);
});

test('a search takes at most 3 statements, however many kinds it covers, and one more for its total', async () => {
  const query = `query ($scopes: [SearchScope!]!) { search(query: "post", includeScopes: $scopes, first: 50) { nodes { name highlights { text } } } }`;
  const few = await statementsOf(async () => someone(0).data(query, { scopes: ['THREAD_POST'] }));
  const many = await statementsOf(async () =>
    someone(0).data(query, { scopes: ['THREAD_POST', 'TASK', 'PROJECT', 'ENTITY', 'GROUP', 'IDENTITY'] }),
  );
  expect(many).toHaveLength(few.length);
  expect(many.length).toBeLessThanOrEqual(3);
  const counted = await statementsOf(async () =>
    someone(0).data(`query { search(query: "post", includeScopes: [THREAD_POST]) { totalCount } }`),
  );
  expect(counted.length).toBeLessThanOrEqual(4);
});
