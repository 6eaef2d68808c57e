// Writes the demo on the first start: a small magazine and the office behind it. Everything goes through the service's
// own actions, so that histories, triggers and permissions are what they would be had people written it.
import { authenticate } from '../actions/access/authenticate.ts';
import type { FirstTenant } from '../actions/access/bootstrap.ts';
import type { Services } from '../engine/context.ts';
import { contextOf } from '../engine/contextOf.ts';
import { demoWriter, type DemoWriter } from './demoWriter.ts';
import { item } from './itemInput.ts';
import { magazineUrn } from './knownUrns.ts';
import { houseStyle } from './pages.ts';
import { page } from './pageWriter.ts';
import { writeDesk, writeReaderApp } from './writeAccess.ts';
import { writeCommunity } from './writeCommunity.ts';
import { writeMagazine } from './writeMagazine.ts';
import { writePeople } from './writePeople.ts';
import { writeInvoice, writeWork } from './writeWork.ts';

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
