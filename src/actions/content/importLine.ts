// What a line of an import says: of which kind it is, what names it, what it refers to by path or key, and which files it wants. Nothing is
// read or written here.
import { checkInput } from '../../contract/rules.ts';
import { itemLists } from '../../contract/listedItems.ts';
import { isObject } from '../../contract/scalarRules.ts';
import type { Contract, Field, Resource } from '../../contract/resource.ts';
import type { EntityAddress } from '../../database/content/addressStore.ts';
import { invalid, ServiceError, type Violation } from '../../domain/errors.ts';
import { hexDigest, urnOfKey } from '../../engine/importKeys.ts';
import { didYouMean } from '../../domain/nearestName.ts';
import { parseUrn } from '../../domain/urn.ts';

/** The kinds that lines may be of. */
const importedKinds: ReadonlySet<string> = new Set([
  'Entity',
  'EntityType',
  'EntityList',
  'Asset',
  'Redirect',
  'Group',
  'Identity',
  'MessageThread',
  'ThreadPost',
]);

/** The member that a line which could not be read as JSON has in place of all others: why not. */
const unreadable = '$unreadable';

/** A picture of a page, or an asset, that names a file. */
export interface LineFile {
  /** Which of the images of the line it is; 0 for an asset. */
  readonly at: number;
  readonly name: string;
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
}

/** What names a row that is unique for its owner: a redirect by its path, an entity type by its name. */
export interface OwnName {
  readonly kind: string;
  readonly field: Field;
  readonly owner: string;
  /** In canonical form. */
  readonly value: string;
}

/** The name as a text: equal for equal names alone. */
export function ownNameText({ kind, owner, value }: OwnName): string {
  return JSON.stringify([kind, owner, value]);
}

/** A line that can be worked on. */
export interface Line {
  /** The place of the line among those that were sent, from 0. */
  readonly at: number;
  readonly resource: Resource;
  readonly owner: string;
  /** What the line is about, where a urn or a key names it. */
  readonly urn: string | null;
  /** Whether the urn is that of a key. */
  readonly isKey: boolean;
  /** Where a page stands; null for what has no path, and where it is not valid. */
  readonly address: EntityAddress | null;
  /** What else names it; null for kinds without such a name, and where it is not valid. */
  readonly ownName: OwnName | null;
  /** The members of the kind, as they were sent: links may still name a path or a key. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly files: readonly LineFile[];
}

/** What a link names in place of a urn. */
export interface NamedLink {
  /** As it is called in the line. */
  readonly name: string;
  /** The kind that it leads to. */
  readonly kind: string;
  /** The urn of a key, the address of a page, or the name of a type. */
  readonly target: string | EntityAddress | OwnName;
}

type Sent = Readonly<Record<string, unknown>>;

/** Reads a line. Throws a ServiceError, with paths into the line, for what cannot be worked on. */
export function readLine(contract: Contract, sent: unknown, at: number, company: string | null): Line {
  if (!isObject(sent)) throw refusal('', 'INVALID_FORMAT', 'A JSON object is expected.');
  const why = sent[unreadable];
  if (typeof why === 'string') throw new ServiceError('BAD_REQUEST', why);
  const resource = kindOf(contract, sent['kind']);
  const owner = ownerOf(sent['owner']) ?? company;
  if (owner === null) throw refusal('/owner', 'REQUIRED', 'The company that owns it is missing.');
  const { kind: _, key, ...members } = sent;
  const urn = urnOf(resource, { ...members, key }, owner);
  const violations: Violation[] = [];
  const isEntity = resource.name === 'Entity';
  const placed = isEntity ? placeItems(resource, members) : members;
  const { input, files } = takeFiles(resource, placed, violations);
  if (violations.length > 0) throw invalid(violations);
  const owned = resource.fieldByName.has('owner') ? { ...input, owner } : input;
  const address = isEntity ? addressOf(contract, owned, owner) : null;
  const ownName = isEntity ? null : ownNameOf(contract, resource, owned, owner);
  requireName(resource, owned, urn ?? address ?? ownName);
  return { at, resource, owner, urn, isKey: key !== undefined, address, ownName, input: owned, files };
}

// A name that is there but not valid is refused where the line is written, with all else that is wrong.
function requireName(resource: Resource, input: Sent, name: unknown): void {
  if (name !== null) return;
  const own = resource.name === 'Entity' ? 'path' : ownNameField(resource)?.name;
  if (own !== undefined && input[own] !== undefined && input[own] !== null) return;
  const message = own === undefined ? 'A key or a urn is needed.' : `A ${own}, a key or a urn is needed.`;
  throw refusal(`/${own ?? 'key'}`, 'REQUIRED', message);
}

/** The member that is unique for each owner; undefined for kinds without one. */
function ownNameField(resource: Resource): Field | undefined {
  const [, name, ...others] = resource.unique.find(([first]) => first === 'owner') ?? [];
  return name === undefined || others.length > 0 ? undefined : resource.fieldByName.get(name);
}

function ownNameOf(contract: Contract, resource: Resource, input: Sent, owner: string): OwnName | null {
  const field = ownNameField(resource);
  if (!field || input[field.name] === undefined) return null;
  const { values, violations } = checkInput(
    contract,
    resource,
    { [field.name]: input[field.name] },
    { operation: 'UPDATE', path: '', isStrict: false, given: new Set(), cut: [] },
  );
  const value = values[field.name];
  return violations.length > 0 || typeof value !== 'string' ? null : { kind: resource.name, field, owner, value };
}

function kindOf(contract: Contract, name: unknown): Resource {
  const known = typeof name === 'string' && importedKinds.has(name) ? contract.byName.get(name) : undefined;
  if (known) return known;
  const all = [...importedKinds].join(', ');
  if (typeof name !== 'string') throw refusal('/kind', 'REQUIRED', `One of ${all} is expected.`);
  throw refusal('/kind', 'INVALID_ENUM', `One of ${all} is expected.${didYouMean(name, importedKinds)}`);
}

function ownerOf(sent: unknown): string | null {
  if (sent === undefined || sent === null) return null;
  const urn = parseUrn(isObject(sent) ? sent['urn'] : sent);
  if (urn === null) throw refusal('/owner', 'INVALID_FORMAT', 'The urn of a company is expected.');
  return urn;
}

/** Longest key, in characters. */
const longestKey = 255;

function urnOf(resource: Resource, { urn, key }: Sent, owner: string): string | null {
  if (key !== undefined) {
    if (urn !== undefined) throw refusal('/key', 'NOT_ALLOWED_TOGETHER', 'A key or a urn is expected, not both.');
    return urnOfKey(owner, resource.name, keyOf(key, '/key'));
  }
  if (urn === undefined) return null;
  const known = parseUrn(urn);
  if (known === null) throw refusal('/urn', 'INVALID_FORMAT', 'A UUID of 36 characters is expected.');
  return known;
}

function keyOf(key: unknown, path: string): string {
  if (typeof key === 'string' && key !== '' && key.length <= longestKey) return key;
  throw refusal(path, 'INVALID_FORMAT', `A text of 1 to ${String(longestKey)} characters is expected.`);
}

// Items of one kind and name stand in the order in which they are listed, unless they say where they stand.
function placeItems(resource: Resource, members: Sent): Sent {
  const placed = itemLists(resource).flatMap(({ name }): (readonly [string, unknown])[] => {
    const items = members[name];
    if (!Array.isArray(items)) return [];
    const counts = new Map<unknown, number>();
    const all = items.map((item: unknown) => {
      if (!isObject(item)) return item;
      const count = counts.get(item['name']) ?? 0;
      counts.set(item['name'], count + 1);
      return { sortOrder: count, ...item };
    });
    return [[name, all]];
  });
  return { ...members, ...Object.fromEntries(placed) };
}

function takeFiles(
  { name }: Resource,
  members: Sent,
  violations: Violation[],
): { readonly input: Sent; readonly files: LineFile[] } {
  const files: LineFile[] = [];
  const take = (sent: Sent, path: string, at: number): Sent => {
    if (sent['file'] === undefined && sent['digest'] === undefined) return sent;
    const { file, digest, ...rest } = sent;
    const hex = typeof digest === 'string' ? hexDigest(digest) : null;
    if (typeof file !== 'string' || file === '')
      violations.push({ path: `${path}/file`, code: 'INVALID_FORMAT', message: 'The name of a file is expected.' });
    if (hex === null) {
      const message =
        'The digest of the bytes is expected, such as sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:.';
      violations.push({ path: `${path}/digest`, code: digest === undefined ? 'REQUIRED' : 'INVALID_FORMAT', message });
    }
    if (typeof file === 'string' && hex !== null) files.push({ at, name: file, digest: hex });
    return rest;
  };
  if (name === 'Asset') return { input: take(members, '', 0), files };
  const { images } = members;
  if (name !== 'Entity' || !Array.isArray(images)) return { input: members, files };
  const plain = images.map((image: unknown, at) =>
    isObject(image) ? take(image, `/images/${String(at)}`, at) : image,
  );
  return { input: { ...members, images: plain }, files };
}

// What is not valid is refused where the page is checked.
function addressOf(contract: Contract, input: Sent, owner: string): EntityAddress | null {
  const { path, language, variant = '' } = input;
  const { values, violations } = checkInput(
    contract,
    contract.kinds.Entity,
    { path, language, variant },
    { operation: 'UPDATE', path: '', isStrict: false, given: new Set(), cut: [] },
  );
  if (violations.length > 0 || typeof values['path'] !== 'string' || typeof values['language'] !== 'string')
    return null;
  return { owner, path: values['path'], language: values['language'], variant: String(values['variant']) };
}

/** A link that leads nowhere yet. */
export const missing = Symbol('missing');

/** Answers the urn of what a link names, or `missing`. */
export type FindLink = (link: NamedLink, path: string) => string | typeof missing;

/**
 * The input of a line with urns in place of paths and keys. What leads nowhere is left out: a link, the entry of a list that is one, and a
 * child that cannot be without it or leads nowhere else. Throws for links that cannot be read.
 */
export function withLinks(contract: Contract, line: Line, find: FindLink): Record<string, unknown> {
  const { language } = line.input;
  const read = (field: Field, value: unknown, path: string): unknown => {
    if (Array.isArray(value))
      return value
        .map((one: unknown, at) => read(field, one, `${path}/${String(at)}`))
        .filter((one) => one !== missing);
    if (!isObject(value)) return value;
    if (field.storage === 'INVERSE' && field.target) return readMembers(field.target.fields, value, path);
    if (field.object) return readMembers(field.object.fields, value, path);
    // The one list of urns in a value object: the types that a field of a type may refer to.
    if (field.name === 'entityTypes') return find(typeLink(contract, value, path, line.owner), path);
    if (field.typeClass !== 'LINK') return value;
    const link = namedLink(contract, { field, value, path }, { owner: line.owner, language });
    return link ? find(link, path) : value;
  };
  const readMembers = (
    fields: readonly Field[],
    sent: Sent,
    path: string,
  ): Record<string, unknown> | typeof missing => {
    const byName = new Map(fields.map((field) => [field.name, field]));
    const members: [string, unknown][] = [];
    let isCut = false;
    let leads = false;
    for (const [name, value] of Object.entries(sent)) {
      const field = byName.get(name);
      const link = field ? read(field, value, `${path}/${name}`) : value;
      if (link === missing && field?.isRequired === true && path !== '') return missing;
      if (link === missing) isCut = true;
      else members.push([name, link]);
      leads ||= link !== missing && (field?.typeClass === 'LINK' || field?.typeName === 'URL');
    }
    // The entry of a list may lead to one of several things: without any it is none.
    return isCut && !leads && path !== '' ? missing : Object.fromEntries(members);
  };
  // Only what stands in a list can be left out as a whole.
  return readMembers(line.resource.fields, line.input, '') as Record<string, unknown>;
}

interface Place {
  readonly field: Field;
  readonly value: Sent;
  readonly path: string;
}

function namedLink(
  contract: Contract,
  { field, value, path }: Place,
  { owner, language }: { readonly owner: string; readonly language: unknown },
): NamedLink | null {
  if (value['urn'] !== undefined) return null;
  if (value['key'] !== undefined) {
    const key = keyOf(value['key'], `${path}/key`);
    return { name: key, kind: field.typeName, target: urnOfKey(owner, field.typeName, key) };
  }
  if (field.typeName === 'EntityType' && value['name'] !== undefined) return typeLink(contract, value, path, owner);
  if (value['path'] === undefined || field.typeName !== 'Entity') return null;
  const target = addressOf(contract, { language, ...value }, owner);
  if (target === null)
    throw refusal(path, 'INVALID_FORMAT', 'A path, and a language unless it is that of the page, are expected.');
  return { name: target.path, kind: 'Entity', target };
}

// A type by its key or its name.
function typeLink(contract: Contract, value: Sent, path: string, owner: string): NamedLink {
  const { key, name } = value;
  const kind = contract.kinds.EntityType;
  if (key !== undefined)
    return { name: String(key), kind: kind.name, target: urnOfKey(owner, kind.name, keyOf(key, `${path}/key`)) };
  const target = ownNameOf(contract, kind, value, owner);
  if (target === null) throw refusal(path, 'INVALID_FORMAT', 'The name of a type, its key or its urn is expected.');
  return { name: String(name), kind: kind.name, target };
}

function refusal(path: string, code: Violation['code'], message: string): ServiceError {
  return invalid([{ path, code, message }]);
}
