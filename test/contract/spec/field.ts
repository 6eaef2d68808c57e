// The words the specification tables are typed in: the shape of a field and of a kind, and one-line builders for fields.
// Used by every file of this folder; knows no kind itself.

/** What a field holds, in the words of interface.md and resources.md. */
export type SpecType =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'dateTime'
  | 'date'
  | 'uri'
  | 'uuid'
  | 'json'
  | 'locale'
  | 'currency'
  | 'country'
  | 'decimal'
  | 'email'
  | 'enum'
  | 'link'
  | 'links'
  | 'objects'
  | 'history';

/** A lexical or temporal rule beside the type, stated in prose by the specification. */
export type SpecForm =
  | 'path'
  | 'variant'
  | 'template'
  | 'telephone'
  | 'digits'
  | 'color'
  | 'lei'
  | 'timeZone'
  | 'partialDate'
  | 'later'
  | 'soon'
  | 'withinTwoYears'
  | 'withinNinetyDays'
  | 'destination'
  | 'origin'
  | 'label'
  | 'latitude'
  | 'longitude'
  | 'positive'
  | 'anyCase'
  | 'languageMap'
  | 'filter';

/** One row of a field table. Only what a document states is set. */
export interface SpecField {
  readonly name: string;
  readonly type: SpecType;
  /** Kind name of a link or links; several joined by `|` where the document allows more than one kind. */
  readonly to?: string;
  /** `objects` only: the name of a shape in `shapes`, or the type of a plain list ('string', 'uri', 'enum'). */
  readonly of?: string;
  /** `objects` only: a single object and not a list. */
  readonly one?: true;
  /** `links` only: full objects may be sent inside the parent (resources.md 3.1, 3.5, 5.3). */
  readonly inside?: true;
  /** Complete list of members; on a `string` the words the document allows. */
  readonly values?: readonly string[];
  /** The members a client may send, where that is fewer than `values`. */
  readonly input?: readonly string[];
  readonly req?: true;
  /** `req` does not hold when the named field is given: one of the two is required. */
  readonly unless?: string;
  readonly ign?: true;
  readonly ro?: true;
  readonly wo?: true;
  /** Most characters (code points), or most elements of a list. */
  readonly max?: number;
  /** Fewest characters, or fewest elements of a list. */
  readonly min?: number;
  readonly range?: readonly [number, number];
  readonly default?: unknown;
  readonly form?: SpecForm;
  /** S: the field is in interface.md (its marks may be completed by resources.md). R: only in resources.md. */
  readonly source: 'S' | 'R';
}

/** A method of section 12. U: PUT and PATCH; P: PATCH only; L: list. */
export type SpecVerb = 'C' | 'R' | 'U' | 'P' | 'D' | 'L';

/** One resource kind: a row of the path catalog with its field table. */
export interface SpecKind {
  /** Type name without spaces. */
  readonly name: string;
  readonly path: string;
  readonly plural: string;
  /** The webhook subject of the kind's own changes; null where a parent is announced instead, or nothing (9.8). */
  readonly subject: string | null;
  readonly verbs: readonly SpecVerb[];
  /** Verbs which section 12 offers under a condition, with that condition. */
  readonly only?: Readonly<Partial<Record<SpecVerb, string>>>;
  /** Path of the history. */
  readonly history?: string;
  /** 'direct', or the container kind when there is no owner field. */
  readonly owner: string;
  readonly fields: readonly SpecField[];
}

/** A type that is no resource of its own: a part of one, or of an answer. */
export interface SpecShape {
  readonly name: string;
  readonly fields: readonly SpecField[];
}

type Row = Omit<SpecField, 'source'>;
type Marks = Partial<Omit<Row, 'name' | 'type'>>;

const typed =
  (type: SpecType) =>
  (name: string, marks: Marks = {}): Row => ({ name, type, ...marks });

/** The words of a text, for lists of enum members. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Builders, one per plain type. */
export const str = typed('string');
export const bool = typed('boolean');
export const int32 = typed('int32');
export const int64 = typed('int64');
export const double = typed('double');
export const time = typed('dateTime');
export const date = typed('date');
export const uri = typed('uri');
export const uuid = typed('uuid');
export const json = typed('json');
export const currency = typed('currency');
export const country = typed('country');
export const decimal = typed('decimal');
export const email = typed('email');
export const history = typed('history');

/** A locale tag: at most 16 characters everywhere (interface.md, Limits; resources.md 2.8). */
export const locale = (name: string, marks: Marks = {}): Row => ({ name, type: 'locale', max: 16, ...marks });

/** One member of a closed list. */
export const oneOf = (name: string, values: readonly string[], marks: Marks = {}): Row => ({
  name,
  type: 'enum',
  values,
  ...marks,
});

/** A link to one resource of a kind. */
export const link = (name: string, to: string, marks: Marks = {}): Row => ({ name, type: 'link', to, ...marks });

/** Links to any number of resources of a kind. */
export const links = (name: string, to: string, marks: Marks = {}): Row => ({ name, type: 'links', to, ...marks });

/** A list of shapes or of plain values. */
export const list = (name: string, of: string, marks: Marks = {}): Row => ({ name, type: 'objects', of, ...marks });

/** A single shape. */
export const part = (name: string, of: string, marks: Marks = {}): Row => ({
  name,
  type: 'objects',
  of,
  one: true,
  ...marks,
});

/** Fields that are in interface.md. */
export const stated = (...rows: readonly Row[]): readonly SpecField[] => rows.map((row) => ({ ...row, source: 'S' }));

/** Fields that only resources.md has. */
export const added = (...rows: readonly Row[]): readonly SpecField[] => rows.map((row) => ({ ...row, source: 'R' }));

/** The members of every resource (interface.md: urn, url; resources.md 1.4: version and the two times). */
export function kept(
  how: { urn?: Marks; created?: 'S' | 'R'; updated?: 'S' | 'R'; version?: false } = {},
): readonly SpecField[] {
  return [
    ...stated(uuid('urn', { max: 36, ...how.urn }), uri('url', { ro: true })),
    ...(how.version === false ? [] : added(int64('version', { ro: true }))),
    { ...time('createdTimestamp', { ro: true }), source: how.created ?? 'R' },
    { ...time('updatedTimestamp', { ro: true }), source: how.updated ?? 'R' },
  ];
}

/** Create, read, update, delete, list: the full row of section 12. */
export const crudl: readonly SpecVerb[] = ['C', 'R', 'U', 'D', 'L'];
