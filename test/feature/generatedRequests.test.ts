// Requests made by chance, from the schema and from the OpenAPI document, are answered as these describe and never as bugs.
// The same requests each time; `npm run test:fuzz` sends many more of them.
import { buildASTSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaDocument } from '../../src/contract/load.ts';
import { fuzzGraph, fuzzRest, readUrns, type Target } from '../fuzz/judge.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';

const seed = 20_261_121;
let service: DemoService;
let target: Target;

beforeAll(async () => {
  service = await startDemoService();
  const { url, token } = service;
  target = { url, token, seed, urns: await readUrns(service.client(token)), lanes: 3 };
});
afterAll(() => service.close());

test('Generated documents are answered with data, or with refusals that the catalog knows.', async () => {
  const schema = buildASTSchema(schemaDocument(), { assumeValidSDL: true });
  const { findings, answered } = await fuzzGraph(schema, target, 200);
  expect(findings).toEqual([]);
  expect(answered.get('DATA')).toBeGreaterThan(50);
}, 180_000);

test('Generated requests over REST are answered as the document describes.', async () => {
  const { findings, answered } = await fuzzRest(target, 500);
  expect(findings).toEqual([]);
  expect(answered.get('200')).toBeGreaterThan(30);
}, 180_000);
