// A caller that ends while it is subscribed (its token, or its client) is notified of nothing more. Resource reference 7.4, 9.7.
import { describe, expect, test } from 'vitest';
import type { Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { eventually } from '../support/webhooks.ts';
import {
  change,
  control,
  endStreams,
  everything,
  heardAt,
  narrowDoors,
  overSocket,
  place,
  service,
  toldAt,
  town,
  webhooks,
  whileFollowing,
  wideDoors,
  worldOf,
  write,
} from './following.ts';
import { everyPart, type World } from './waysOfRights.ts';

whileFollowing();

/** How a caller ends as a whole, and whether its webhooks do. */
const callerEnds: Readonly<
  Record<string, { readonly endsWebhooks: boolean; readonly end: (world: World) => Promise<unknown> }>
> = {
  'its token is revoked': {
    endsWebhooks: false,
    end: async ({ reader }) => write('DELETE', `apiclientbearertoken/${await tokenOf(reader)}`),
  },
  'its token has expired': {
    endsWebhooks: false,
    async end({ reader }) {
      const text = `UPDATE api_client_bearer_token SET expiration_timestamp = clock_timestamp() WHERE urn = $1`;
      const urn = await tokenOf(reader);
      await withClient(service.databaseUrl, (database) => database.query(text, [urn]));
    },
  },
  'its client is disabled': {
    endsWebhooks: true,
    end: ({ reader }) => write('PATCH', `apiclient/${reader.client}`, { status: 'DISABLED' }),
  },
  'its client is deleted': { endsWebhooks: true, end: ({ reader }) => write('DELETE', `apiclient/${reader.client}`) },
};

async function tokenOf({ client }: Person): Promise<string> {
  const { body } = await town.admin.rest('GET', `/n/v1/apiclientbearertokens?filter[apiClient]=${client}`);
  return String(body.apiclientbearertokens[0].urn);
}

describe('A caller that ends while it is subscribed is told nothing more', () => {
  test.each(Object.keys(callerEnds))('%s', async (name) => {
    const { endsWebhooks, end } = callerEnds[name] as (typeof callerEnds)[string];
    const world = await worldOf();
    await town.grant('API_CLIENT', world.reader.client, 'COMPANY', world.company, 'READ');
    const { door } = await webhooks(world, everyPart);
    const streams = [...(await wideDoors(world, everyPart)), ...(await narrowDoors(world, everyPart))];
    const administrator = overSocket(town.admin.token, 'events of an administrator', everyPart, everything);
    await toldAt([...streams, administrator, door], 'Given', (mark) => change(world, everyPart, mark));
    await end(world);
    const last = await place();
    await change(world, everyPart, 'Late');
    await control(world, [administrator]);
    await eventually(
      async () => streams.filter(({ ended }) => ended === undefined),
      (open) => open.length === 0,
    );
    for (const one of streams) {
      expect([one.name, one.ended]).toMatchObject([one.name, [{ extensions: { code: 'UNAUTHENTICATED' } }]]);
      expect([one.name, one.messages.filter(({ sequence }) => sequence > last)]).toEqual([one.name, []]);
    }
    const controls = everyPart.map((part) => `Late ${part}`);
    expect(controls.filter((text) => heardAt(administrator, text))).toEqual(controls);
    if (endsWebhooks) {
      const another = await worldOf();
      const other = await webhooks(another, everyPart);
      await control(another, [other.door]);
      expect(door.messages.filter(({ sequence }) => sequence > last)).toEqual([]);
    } else
      await eventually(
        async () => controls.filter((text) => !heardAt(door, text)),
        (missing) => missing.length === 0,
      );
    endStreams();
  });
});
