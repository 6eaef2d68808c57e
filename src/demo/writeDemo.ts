// Writes the demo on the first start: a small magazine and the office behind it, as demo/ has it. Everything goes through the
// service's own actions, so that histories, triggers and permissions are what they would be had people written it.
import { authenticate } from '../actions/access/authenticate.ts';
import type { FirstTenant } from '../actions/access/bootstrap.ts';
import { uploadImage } from '../actions/images/uploadImage.ts';
import { resourceOf } from '../contract/resource.ts';
import { newUrn } from '../domain/urn.ts';
import type { Context, Row, Services, WriteOptions } from '../engine/context.ts';
import { contextOf } from '../engine/contextOf.ts';
import { createResource } from '../engine/createResource.ts';
import { updateResource } from '../engine/updateResource.ts';
import {
  readDemo,
  templateOf,
  wordsOf,
  type DemoPage,
  type DemoPicture,
  type DemoStep,
  type Values,
} from './demoSteps.ts';
import { drawPicture } from './drawPicture.ts';

/** Writes the demo into an empty tenant; gives the token of a restricted content client. */
export async function writeDemo(services: Services, tenant: FirstTenant): Promise<string> {
  const { urns, lines } = readDemo();
  const context = async (): Promise<Context> => contextOf(services, await authenticate(services, tenant.token));
  const names = namesOf({ ...urns, office: tenant.companyUrn }, lines.flat());
  names.get('office')?.done();
  const [company = [], ...others] = lines;
  const inTurn = queue();
  await writeLine({ context: await context(), names, inTurn }, company);
  // What a caller may do is read with the token: only now does it reach the new company.
  const demo = { context: await context(), names, inTurn };
  // What does not need one another is written at the same time: someone waits for the first start.
  const rows = await Promise.all(others.map((line) => writeLine(demo, line)));
  return String(rows.flat().find((row) => row?.['bearerToken'])?.['bearerToken']);
}

/** What has a name: its urn, and when it is written. */
interface Named {
  readonly urn: string;
  readonly written: Promise<string>;
  readonly done: () => void;
}

interface Demo {
  readonly context: Context;
  /** Runs what it is given one after the other. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly names: ReadonlyMap<string, Named>;
}

// Urns are made in the order of the steps, so that lists that are ordered by them are always the same.
function namesOf(urns: Readonly<Record<string, string>>, steps: readonly DemoStep[]): Map<string, Named> {
  const all = new Set([...Object.keys(urns), ...steps.flatMap(namesIn)]);
  return new Map([...all].map((name) => [name, named(urns[name] ?? newUrn())]));
}

function named(urn: string): Named {
  let done: Named['done'] = () => undefined;
  const written = new Promise<string>((resolve) => (done = () => resolve(urn)));
  return { urn, written, done };
}

// What a step creates: under its name, and parts of it by their urns.
function namesIn(step: DemoStep): string[] {
  if ('page' in step) return step.languages.map((language) => pageName(step, language));
  if (!('create' in step)) return [];
  const parts = [...JSON.stringify(step.values).matchAll(/"urn":"@([^"]+)"/g)].map(([, name = '']) => name);
  return [...(step.as === undefined ? [] : [step.as]), ...parts];
}

const pageName = ({ page, variant }: DemoPage, language: string): string =>
  [page, language, variant ?? []].flat().join(' ');

async function writeLine(demo: Demo, steps: readonly DemoStep[]): Promise<(Row | null)[]> {
  const rows: (Row | null)[] = [];
  for (const step of steps) rows.push(await writeStep(demo, step));
  return rows;
}

async function writeStep(demo: Demo, step: DemoStep): Promise<Row | null> {
  if ('page' in step) return writePage(demo, step);
  if ('change' in step) return change(demo, step.change, await nameOf(demo, step.of.slice(1)).written, step.values);
  const urn = step.as === undefined ? {} : { urn: `@${step.as}` };
  const row = await create(demo, step.create, { ...urn, ...step.values });
  for (const name of namesIn(step)) nameOf(demo, name).done();
  return row;
}

// Strict, so that a field that is misspelt in a step ends the first start instead of being ignored.
const options: WriteOptions = { expectedVersion: null, isStrict: true, isForced: false };

async function create(demo: Demo, kind: string, values: Values): Promise<Row> {
  const { context } = demo;
  return (await createResource(context, resourceOf(context.contract, kind), await filled(demo, values), options)).row;
}

async function change(demo: Demo, kind: string, urn: string, values: Values): Promise<Row> {
  const target = { resource: resourceOf(demo.context.contract, kind), urn };
  return (await updateResource(demo.context, target, await filled(demo, values), options)).row;
}

function nameOf({ names }: Demo, name: string): Named {
  const found = names.get(name);
  if (!found) throw new Error(`Nothing in demo/steps.ndjson is called ${name}.`);
  return found;
}

// Resolves once everything is written that the values name.
async function filled(demo: Demo, values: Values): Promise<Values> {
  const entries = Object.entries(values).map(async ([key, value]): Promise<[string, unknown]> => {
    const isOwn = key === 'urn' && typeof value === 'string' && value.startsWith('@');
    return [key, isOwn ? nameOf(demo, value.slice(1)).urn : await filledValue(demo, value)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function filledValue(demo: Demo, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return value.startsWith('@') ? nameOf(demo, value.slice(1)).written : value;
  if (Array.isArray(value)) return Promise.all(value.map((one) => filledValue(demo, one)));
  if (typeof value !== 'object' || value === null) return value;
  if ('inDays' in value) return new Date(Date.now() + Number(value.inDays) * 86_400_000).toISOString();
  // What is left of JSON is an object.
  return filled(demo, value as Values);
}

async function writePage(demo: Demo, page: DemoPage): Promise<null> {
  const { picture, languages, publish } = page;
  const publication = { status: 'PUBLISH', publishTimestamp: publish === 'now' ? null : publish };
  const state = publish && !picture ? publication : { status: 'DRAFT_UNPUBLISHED' };
  const write = async (language: string, image: Values): Promise<string> => {
    const names = [
      pageName(page, language),
      ...membersIn(page, language).map((one) => memberName(page, language, one)),
    ];
    await create(demo, 'Entity', { ...pageValues(demo, page, language, image), ...state });
    for (const name of names) demo.names.get(name)?.done();
    return nameOf(demo, pageName(page, language)).urn;
  };
  const [first = '', ...others] = languages;
  const image = newUrn();
  const written = await write(first, { urn: image });
  const addresses = picture ? await upload(demo, image, picture) : {};
  const all = [written, ...(await Promise.all(others.map((language) => write(language, addresses))))];
  if (picture) await Promise.all(all.map((urn) => change(demo, 'Entity', urn, publication)));
  return null;
}

const memberName = (page: DemoPage, language: string, member: string): string =>
  `${pageName(page, language)} ${member}`;

// `name` is the entity's own, and `picture` says what its picture shows.
const membersIn = (page: DemoPage, language: string): string[] =>
  [...wordsOf(page, language).members.keys()].filter((member) => member !== 'name' && member !== 'picture');

function pageValues(demo: Demo, page: DemoPage, language: string, image: Values): Values {
  const { owner, page: path, type, variant = '', template, picture, items = {} } = page;
  const { members, body } = wordsOf(page, language);
  const texts = membersIn(page, language).map((member) => {
    const name = memberName(page, language, member);
    return { ...(demo.names.has(name) && { urn: `@${name}` }), name: member, value: members.get(member) };
  });
  const ofLanguage = JSON.stringify(items)
    .replaceAll('{language}', language)
    .replaceAll('"{words}"', String(body.split(/\s+/).length));
  const all: Record<string, readonly Values[]> = {
    texts,
    markdowns: body === '' ? [] : [{ name: 'body', value: body }],
    templates: template === undefined ? [] : [{ name: 'page', value: templateOf(template, language) }],
    images: picture ? [{ name: picture.name, altText: members.get('picture'), ...image }] : [],
    // As steps.ndjson has them.
    ...(JSON.parse(ofLanguage) as Record<string, readonly Values[]>),
  };
  const ordered = Object.entries(all).map(([field, some]) => [field, some.map((one) => ({ sortOrder: 0, ...one }))]);
  const name = members.get('name') ?? members.get('title');
  const urn = `@${pageName(page, language)}`;
  const typed = type === undefined ? {} : { entityType: type };
  return { urn, owner, path, language, variant, name, ...typed, ...(Object.fromEntries(ordered) as Values) };
}

function queue(): Demo['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

// Gives the absolute addresses of the picture's three formats, as image items of other pages name them. One picture after the
// other: on a busy machine an upload that waits for the others is refused in the end, and with it the first start.
async function upload({ context, inTurn }: Demo, imageItemUrn: string, picture: DemoPicture): Promise<Values> {
  const bytes = await drawPicture(picture);
  await inTurn(() => uploadImage(context, { imageItemUrn, format: 'DEFAULT', bytes, urn: null }));
  const row = await context.loaders.byUrn('ImageItem', imageItemUrn);
  const addressOf = (path: unknown): string => context.baseUrl + String(path);
  return { src: addressOf(row?.src), mediumSrc: addressOf(row?.mediumSrc), largeSrc: addressOf(row?.largeSrc) };
}
