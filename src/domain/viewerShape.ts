// The shape of a viewer: what of it decides how a statement is written, and no more. People who differ in nothing but who they are and
// which companies they hold something on share the texts of their reads, and with them PostgreSQL's plans.
import { coversTenant, holdsTenant } from './heldLabels.ts';
import { anonymousViewer, isItself, selfOf, type Viewer } from './viewer.ts';
import { standsForEveryone, type Origin } from './viewerValues.ts';

/** Of which companies a label is held: none, some, those of a tenant with its root, or all of them. */
type Held = 'NONE' | 'SOME' | 'ROOT' | 'ALL';

/** In plain values: viewers of the same JSON are of one shape. */
interface Shape {
  readonly kind: Viewer['kind'];
  readonly given: readonly Single[];
  readonly labels: readonly (readonly [label: string, held: Held])[];
  readonly administers: Held;
  /** As what kinds of subjects it counts, and whether its client or person is one of them. */
  readonly subjects: readonly string[];
  readonly isItself: boolean;
  readonly isOfEveryone: boolean;
  readonly onlyLabels: readonly string[] | null;
  readonly isOfOnlySome: boolean;
  readonly everyone: Shape | null;
}

const singles = ['clientUrn', 'identityUrn', 'tenantUrn', 'at'] as const;
type Single = (typeof singles)[number];

/** The name of the viewer's shape. */
export function shapeOfViewer(viewer: Viewer): string {
  const known = shapes.get(viewer) ?? JSON.stringify(shapeOf(viewer));
  shapes.set(viewer, known);
  return known;
}

// Only a cache of what `shapeOf` answers.
const shapes = new WeakMap<Viewer, string>();

function shapeOf(viewer: Viewer): Shape {
  const { kind, subjects, tenantCompanies, onlyLabels, onlyCompanies, companiesByLabel } = viewer;
  // What is read never depends on labels of applications, of which there are any number.
  const labels = [...companiesByLabel].filter(([label]) => !label.startsWith('x-'));
  return {
    kind,
    given: singles.filter((name) => viewer[name] !== null),
    labels: labels.map(([label, companies]) => [label, heldOf(viewer, companies)] as const).sort(),
    administers: heldOf(viewer, viewer.adminCompanies),
    subjects: [...new Set(subjects.map(({ scope }) => scope))].sort(),
    isItself: isItself(viewer),
    isOfEveryone: tenantCompanies > 0,
    onlyLabels: onlyLabels && [...onlyLabels].sort(),
    isOfOnlySome: onlyCompanies !== null,
    everyone: viewer.everyone && shapeOf(viewer.everyone),
  };
}

function heldOf(viewer: Viewer, companies: readonly string[]): Held {
  if (companies.length === 0) return 'NONE';
  if (!holdsTenant(viewer, companies)) return 'SOME';
  return coversTenant(viewer, [...new Set(companies)]) ? 'ALL' : 'ROOT';
}

// What stands for the urn of a viewer, and for the instant at which it is judged; no database has it.
const standFor = (name: string): string => `any ${name}`;

const origins = new Map<string, Origin>(
  singles.map((name) => [standFor(name), { key: name, derive: (viewer) => viewer[name] }]),
);

/** How a value of a `viewerOfShape` follows from the viewers of that shape; undefined for every other value. */
export function originOfSingle(value: unknown): Origin | undefined {
  return typeof value === 'string' ? origins.get(value) : undefined;
}

/**
 * A viewer that stands for all of its shape while a statement is written. It is made from the name of the shape alone, so that nothing
 * of any one of them gets into the text; to look at what is not in the shape is an error.
 */
export function viewerOfShape(name: string): Viewer {
  // As `shapeOfViewer` writes it.
  return standIn(JSON.parse(name) as Shape);
}

function standIn(shape: Shape): Viewer {
  const { kind, labels, administers } = shape;
  const single = (of: Single): string | null => (shape.given.includes(of) ? standFor(of) : null);
  const [clientUrn, identityUrn, tenantUrn] = [single('clientUrn'), single('identityUrn'), single('tenantUrn')];
  const root = tenantUrn === null ? [] : [tenantUrn];
  // A company for each label: what is held by one of them is not held by another. Those on which no label is held are in `all` alone.
  const all = [...root, ...['no label', '*', ...labels.map(([label]) => label)].map(standFor)];
  const companies = (label: string, held: Held): readonly string[] =>
    ({ NONE: [], SOME: [standFor(label)], ROOT: [...root, standFor(label)], ALL: all })[held];
  const self = shape.isItself ? selfOf({ kind, clientUrn, identityUrn }) : null;
  const seen: Partial<Viewer> = {
    ...{ kind, clientUrn, identityUrn, tenantUrn, at: single('at'), onlyLabels: shape.onlyLabels },
    adminCompanies: companies('*', administers),
    companiesByLabel: new Map(labels.map(([label, held]) => [label, companies(label, held)])),
    subjects: shape.subjects.map((scope) => (scope === self?.scope ? self : { scope, urn: standFor(scope) })),
    tenantCompanies: shape.isOfEveryone ? all.length : 0,
    onlyCompanies: shape.isOfOnlySome ? [standFor('only company')] : null,
    everyone: shape.everyone && standsForEveryone(standIn(shape.everyone)),
  };
  return new Proxy(
    { ...anonymousViewer, ...seen },
    {
      get(viewer, member: keyof Viewer) {
        if (member in seen) return viewer[member];
        throw new Error(`${member} is not in the shape of a viewer`);
      },
    },
  );
}
