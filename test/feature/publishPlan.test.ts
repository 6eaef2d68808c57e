// What a publication would change, before it is done.
import { beforeAll, describe, expect, test } from 'vitest';
import { page, text, write, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { task } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

describe('the publish plan', () => {
  test('lists what would change, references to unpublished content, and open tasks', async () => {
    const target = await page(editor, '/target');
    const entity = await page(editor, '/planned', {
      status: 'PUBLISH',
      references: [{ name: 'author', sortOrder: 0, entityReference: { urn: target.urn } }],
      texts: [text('One'), text('Two', 'gone', 1)],
    });
    await write(editor, entity.texts[0].urn, 'New');
    await editor.rest('DELETE', `/n/v1/textitem/${String(entity.texts[1].urn)}`);
    const added = await editor.rest('POST', '/n/v1/longitem', {
      body: { entity: { urn: entity.urn }, name: 'n', sortOrder: 0, value: 1 },
    });
    const { status: code, body } = await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}/publishplan`);
    expect(code).toBe(200);
    const changes = body.changes.map((c: Body) => [c.item.urn, c.kind, c.change]);
    expect(changes).toHaveLength(3);
    expect(changes).toEqual(
      expect.arrayContaining([
        [entity.texts[0].urn, 'TextItem', 'CHANGED'],
        [entity.texts[1].urn, 'TextItem', 'REMOVED'],
        [added.body.urn, 'LongItem', 'ADDED'],
      ]),
    );
    expect(body.missingReferences.map((m: Body) => m.entity.urn)).toEqual([target.urn]);
    expect(body.openTasks).toEqual([]);
    const [title, status] = ['Proofread', 'PENDING'];
    const urn = await task(editor, title, { owner: editor.company, associatedEntities: [entity.urn] });
    await task(editor, 'Of another', { owner: editor.company, associatedEntities: [target.urn] });
    const open = (await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}/publishplan`)).body.openTasks;
    expect(open).toEqual([{ urn, url: `${service.url}/n/v1/task/${urn}`, title, status }]);
    const query = 'query ($urn: ID!) { publishPlan(urn: $urn) { openTasks { urn title status } } }';
    const graph = await editor.data(query, { urn: entity.urn });
    expect(graph.publishPlan.openTasks).toEqual([{ urn, title, status }]);
  });
});
