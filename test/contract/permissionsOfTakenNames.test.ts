// A name that is taken is refused to whoever may create there, also where a draft has taken it: uniqueness has to be told. The
// refusal says no more than that: it is the same for a draft and for live content, and names neither, on both faces, alone and in
// a bulk. Resource reference 1.8, 15.7.
import { beforeAll, describe, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';

const canary = 'Canary';

let service: SharedService;
let tenant: Community;
let creator: Person;
let taken: Readonly<Record<'live' | 'draft', Place>>;

/** A page that is live, with an item that is live or a draft, and the path of another page in the same state. */
interface Place {
  readonly page: string;
  readonly path: string;
  /** What nobody is told of who may not see drafts. */
  readonly hidden: readonly string[];
}

beforeAll(async () => {
  service = await sharedService();
  tenant = await community(service);
  creator = await tenant.person('Creator', ['READ', 'CREATE']);
  taken = { live: await placed('live'), draft: await placed('draft') };
});

async function placed(state: 'live' | 'draft'): Promise<Place> {
  const pageAt = (path: string, status: string, texts: unknown[] = []): Promise<string> =>
    tenant.make('entity', { urn: crypto.randomUUID(), name: canary, path, language: 'en', status, texts });
  const text = { name: 'title', sortOrder: 0, value: canary };
  const page = await pageAt(`/page-${state}`, 'PUBLISH', state === 'live' ? [text] : []);
  const items = state === 'draft' ? [await tenant.make('textitem', { entity: page, ...text })] : [];
  const other = await pageAt(`/taken-${state}`, state === 'live' ? 'PUBLISH' : 'DRAFT_UNPUBLISHED');
  return { page, path: `/taken-${state}`, hidden: [...items, other, canary] };
}

const textAt = ({ page }: Place) => ({ entity: page, name: 'title', sortOrder: 0, value: 'Mine' });
const pageAt = ({ path }: Place) => ({
  owner: tenant.admin.company,
  name: 'Mine',
  path,
  language: 'en',
  status: 'DRAFT_UNPUBLISHED',
});

/** Ways to take a name, over REST and in the graph, alone and in a bulk. */
const ways: Record<string, (place: Place) => Promise<unknown>> = {};
for (const [what, kind, bodyOf] of [
  ['an item', 'TextItem', textAt],
  ['a page', 'Entity', pageAt],
] as const) {
  const path = `/n/v1/${kind.toLowerCase()}`;
  const operation = (place: Place) => ({ method: 'POST', path, body: { urn: crypto.randomUUID(), ...bodyOf(place) } });
  ways[`${what} over REST`] = async (place) => {
    const { body } = await creator.rest('POST', path, { body: { urn: crypto.randomUUID(), ...bodyOf(place) } });
    return [body.code, body.errors, body.detail];
  };
  ways[`${what} in the graph`] = (place) =>
    creator.data(
      `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { userErrors { code path message related } } }`,
      { input: bodyOf(place) },
    );
  for (const mode of ['ATOMIC', 'INDEPENDENT']) {
    ways[`${what} in an ${mode} bulk over REST`] = async (place) => {
      const { body } = await creator.rest('POST', '/n/v1/bulk', { body: { mode, operations: [operation(place)] } });
      const [{ error }] = body.results as [{ error: { code: string; errors: unknown; detail: string } }];
      return [error.code, error.errors, error.detail];
    };
    ways[`${what} in an ${mode} bulk in the graph`] = (place) =>
      creator.data(
        `mutation ($operations: [BulkOperation!]!) { bulk(mode: ${mode}, operations: $operations) { results { status userErrors { code path message related } } } }`,
        { operations: [operation(place)] },
      );
  }
}

describe('A name that a draft has taken', () => {
  test.each(Object.entries(ways))(
    'is refused as one that is live, and nothing is said of the draft: %s',
    async (_, take) => {
      const [live, draft] = [await take(taken.live), await take(taken.draft)];
      expect(JSON.stringify(draft)).toContain('ALREADY_EXISTS');
      expect(draft).toEqual(live);
      for (const secret of [...taken.draft.hidden, ...taken.live.hidden])
        expect(JSON.stringify(draft)).not.toContain(secret);
    },
  );

  test('is refused so by the urn of the draft, too', async () => {
    const [item = ''] = taken.draft.hidden;
    const body = { urn: item, entity: taken.draft.page, name: 'free', sortOrder: 7, value: 'Mine' };
    const answer = await creator.rest('POST', '/n/v1/textitem', { body });
    expect([answer.body.code, answer.body.errors]).toEqual([
      'ALREADY_EXISTS',
      [{ path: '/urn', code: 'ALREADY_EXISTS', message: 'The urn is already in use.' }],
    ]);
  });
});
