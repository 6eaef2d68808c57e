// What a resource is: the shape of each kind and of each verb as the rest of the service sees it. Filled by load.ts from the SDL in
// schema/, read by everything else; holds no behavior.
import type { Rows } from '../generated/rows.ts';

/** How a field's value is kept. */
export type Storage =
  /** A column of the kind's table. */
  | 'COLUMN'
  /** An ordered list of urns in the link table. */
  | 'LINKS'
  /** Rows of another kind whose column points here. */
  | 'INVERSE'
  /** The link table, read from its other end. */
  | 'INVERSE_LINKS'
  /** No storage: code gives the value. */
  | 'COMPUTED';

/** What a field's type is. */
export type TypeClass = 'SCALAR' | 'ENUM' | 'LINK' | 'OBJECT' | 'HISTORY';

/** How a write that hands rights on is decided, as `@access` states it. */
export type AccessRule = 'MOVE' | 'JOIN' | 'HOLD' | 'GRANT' | 'SHOW' | 'NARROW';

/** The REST form of a field, where it differs from the form of its type. */
export interface RestField {
  /** The member of bodies; the field's own name unless `@restField` has another. */
  readonly name: string;
  /** Named in answers only when `expand` asks for it. */
  readonly isOnDemand: boolean;
  /** The link is the urn alone. */
  readonly isUrnOnly: boolean;
  /** The list is embedded as its newest page, with a Pagination beside it. */
  readonly isNewestPage: boolean;
}

/** One field of a kind, with every rule its SDL states. */
export interface Field {
  readonly name: string;
  readonly description: string;
  /** The element type: a scalar, an enum, a resource, or a value object. */
  readonly typeName: string;
  readonly typeClass: TypeClass;
  readonly isList: boolean;
  /** A list answered as a Relay connection, page by page. */
  readonly isPaged: boolean;
  readonly isNonNull: boolean;
  readonly storage: Storage;
  /** Column name, for `COLUMN`. */
  readonly column: string;
  /** Members of an enum. */
  readonly members: readonly string[];
  /** The kind that a link leads to; null for every other type. */
  readonly target: Resource | null;
  /** The value object that stands in the field; null for every other type. */
  readonly object: ObjectType | null;
  /** The field of the target that links back, for `INVERSE` and `INVERSE_LINKS`, and its name. */
  readonly inverse: Field | null;
  readonly inverseOf: string | null;
  /** Whether a page of the list can be asked for around one element: the field has the argument `around`. */
  readonly isPagedAround: boolean;
  /** How REST shows it where that differs from its type, as `@restField` states. */
  readonly rest: RestField;
  readonly isRequired: boolean;
  /** Whether a create may leave out what is required, as the service knows it. */
  readonly isFilledIn: boolean;
  readonly isIgnoredOnUpdate: boolean;
  readonly isReadOnly: boolean;
  /** Whether a create may bring it along from elsewhere, though the service sets it. */
  readonly isImported: boolean;
  readonly isWriteOnly: boolean;
  /** Whether webhook bodies leave it out. */
  readonly isSensitive: boolean;
  /** Whether it is the path of a page, which has one spelling. */
  readonly isPath: boolean;
  readonly isComputed: boolean;
  /** Of a computed field, the field whose value it has; null for all others. */
  readonly sameAs: string | null;
  /** Of a computed field, whether it is null, or an empty list, but in the answer that made it. */
  readonly isTransient: boolean;
  /** Of a computed field, the columns that it is made from, each of its own row or of the row that a link of it leads to. */
  readonly madeFrom: readonly Ingredient[];
  /** What a caller must hold besides the label of the write; null where that label is enough. */
  readonly access: AccessRule | null;
  /** Whether lists can be filtered by it although it is computed, and the second name of such a condition. */
  readonly filter: { readonly as: string | null } | null;
  readonly length: { readonly min: number; readonly max: number } | null;
  readonly range: { readonly min: number | null; readonly max: number | null } | null;
  /** A value for examples, of a list one element; undefined when there is none. */
  readonly example: unknown;
  /** Taken by a create when absent; undefined when there is none. */
  readonly defaultValue: unknown;
}

/** A column that a computed field is made from. */
export interface Ingredient {
  /** As the SDL names it: `unitValue`, `entity.language`. */
  readonly name: string;
  readonly field: Field;
  /** The link of the row that leads to the row with the column; null for the row itself. */
  readonly link: Field | null;
}

/** Whether the kind is content, which VIEW shows, so that it may be shown to callers without a token. */
export function isForEveryone({ labels }: Pick<Resource, 'labels'>): boolean {
  return labels.read === 'VIEW';
}

/** What a kind can offer. */
export type Operation = 'CREATE' | 'READ' | 'UPDATE' | 'DELETE' | 'LIST';

/** A value object: a type without a urn, stored inside its parent. */
export interface ObjectType {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** One resource kind. */
export interface Resource<Name extends string = string> {
  /** The GraphQL type, such as `TextItem`; the kind's name everywhere in code. */
  readonly name: Name;
  /** The contract that the kind is part of. */
  readonly contract: Contract;
  readonly description: string;
  /** REST path name, such as `textitem`. */
  readonly path: string;
  /** REST list name and page member, such as `textitems`. */
  readonly plural: string;
  /** Singular root field, such as `textItem`. */
  readonly singularField: string;
  /** Connection root field, such as `textItems`. */
  readonly pluralField: string;
  readonly table: string;
  readonly isItem: boolean;
  /** REST path of the history, such as `textitemhistory`; null where none is kept. */
  readonly historyPath: string | null;
  readonly subject: string | null;
  /** The field that links to the object this one lives in. */
  readonly container: Field | null;
  readonly operations: ReadonlySet<Operation>;
  readonly labels: {
    readonly create: string;
    readonly read: string;
    /** What a caller needs to be told of changes. */
    readonly follow: string;
    readonly update: string;
    readonly delete: string;
  };
  readonly sort: readonly string[];
  readonly unique: readonly (readonly string[])[];
  /** Whether links to one are shown only to those who may read it. */
  readonly isSecret: boolean;
  readonly fields: readonly Field[];
  /** The fields that REST answers: all but those whose name another one has there. */
  readonly restFields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
}

/** A method and a path that stand for a verb over REST. */
export interface RestForm {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the service, path parameters in braces. */
  readonly path: string;
  readonly status: number;
  /** The member that holds an answered list. */
  readonly member: string;
}

/** One verb. */
export interface Verb {
  /** The root field. */
  readonly name: string;
  readonly root: 'Query' | 'Mutation' | 'Subscription';
  readonly description: string;
  readonly args: readonly Field[];
  /** What is answered: of a mutation the member of its payload that holds the result. */
  readonly answer: Field;
  /** Whether the payload shows the resource as it is now when another version was expected. */
  readonly showsCurrent: boolean;
  /** Whether callers without a token are answered. */
  readonly isPublic: boolean;
  readonly rest: readonly RestForm[];
}

/** Everything the SDL says about resources. */
export interface Contract {
  readonly resources: readonly Resource[];
  /** The kinds by the names that code knows. */
  readonly kinds: { readonly [Name in keyof Rows]: Resource<Name> };
  readonly byName: ReadonlyMap<string, Resource>;
  readonly byPath: ReadonlyMap<string, Resource>;
  readonly objects: ReadonlyMap<string, ObjectType>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
  /** The input objects of root fields that people wrote. */
  readonly inputs: ReadonlyMap<string, ObjectType>;
  /** The root fields that people wrote, by name. */
  readonly verbs: ReadonlyMap<string, Verb>;
  /** The fields of `Subscription` by name. */
  readonly subscriptions: ReadonlyMap<string, Verb>;
}

/** The resource of that name; a name the contract does not hold is a programming error. */
export function resourceOf(contract: Contract, name: string): Resource {
  const resource = contract.byName.get(name);
  if (!resource) throw new Error(`The contract has no resource ${name}`);
  return resource;
}

/** The kind that a link leads to; a field that is no link is a programming error. */
export function targetOf(field: Field): Resource {
  if (!field.target) throw new Error(`${field.name} is no link`);
  return field.target;
}

/** The field of that name; a name the kind does not have is a programming error. */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fieldByName.get(name);
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/** The field of the target that links back to a field stored as an inverse. */
export function inverseOf(field: Field): Field {
  // Loading refuses an inverse of nothing.
  return field.inverse as Field;
}

/** The absolute address of a resource. */
export function urlOf({ baseUrl }: { readonly baseUrl: string }, resource: Resource, urn: string): string {
  return `${baseUrl}/n/v1/${resource.path}/${urn}`;
}

/** The absolute address of an item's history. */
export function historyUrlOf({ baseUrl }: { readonly baseUrl: string }, resource: Resource, urn: string): string {
  return `${baseUrl}/n/v1/${resource.historyPath ?? ''}/${urn}`;
}

/** Whether a caller may send the field when creating. */
export function isCreatable(field: Field): boolean {
  return (!field.isReadOnly || field.isImported) && field.typeClass !== 'HISTORY';
}

/** Whether a caller may change the field. */
export function isUpdatable(field: Field): boolean {
  return isCreatable(field) && !field.isReadOnly && !field.isIgnoredOnUpdate;
}

/** Whether a caller may send null for the field, to leave it empty. What a kind says of its owner comes on top (engine/handOver.ts). */
export function mayBeNull(field: Field): boolean {
  return !field.isRequired && (!field.isNonNull || field.isComputed);
}

/** The object scope of a kind: its webhook subject, or its name in the same spelling. */
export function scopeOf(resource: Resource): string {
  return resource.subject ?? resource.name.replace(/(?!^)([A-Z])/g, '_$1').toUpperCase();
}

/** The names in the braces of a path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** The argument that is the whole body of a REST request: the one that takes an input object. Null without one. */
export function bodyArgument(verb: Verb): Field | null {
  return verb.args.find((argument) => argument.typeClass === 'OBJECT' && !argument.isList) ?? null;
}

/** The argument that a body of JSON lines gives over REST, the others being parameters; null for verbs that take none. */
export function linesArgument(verb: Verb): Field | null {
  return verb.args.find(({ isList, typeName }) => isList && typeName === 'WriteBody') ?? null;
}

/** The media type of JSON lines: one JSON value a line. */
export const linesType = 'application/x-ndjson';

/** A member of an enumeration as it stands in a path: `BLOCKED_BY` is `blockedby`. */
export function inPath(member: string): string {
  return member.replaceAll('_', '').toLowerCase();
}

/** The arguments that a REST request carries neither in its path nor in a header. */
export function freeArguments(verb: Verb, form: RestForm): readonly Field[] {
  const inThePath = pathNames(form.path);
  return verb.args.filter(({ name }) => !inThePath.includes(name) && name !== 'expectedVersion');
}

/** The kind whose resources have that scope, a member of PermissionObjectScope. */
export function kindOfScope({ resources }: Contract, scope: string): Resource {
  const kind = resources.find((resource) => scopeOf(resource) === scope);
  if (!kind) throw new Error(`No kind has the scope ${scope}`);
  return kind;
}
