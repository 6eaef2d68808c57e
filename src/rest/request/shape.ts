// What a caller wants of the resources in an answer: which members (`fields`) and which links in full (`expand`).
// Checked against the contract before anything is read. Resource reference 1.2 and 1.7.
import { targetOf, type Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { didYouMeanOneOf } from '../../domain/nearestName.ts';
import { listParameter, readTogether, type QueryParameters } from './queryParameters.ts';

/** Links to show in full, by field, each with what to show in full inside it. */
export interface Expansion extends Iterable<readonly [string, Expansion]> {
  readonly size: number;
  has(field: string): boolean;
  get(field: string): Expansion | undefined;
}

/** The shape of a resource in an answer. */
export interface Shape {
  /** The fields wanted beside `urn` and `url`; null for all. */
  readonly fields: ReadonlySet<string> | null;
  readonly expand: Expansion;
}

/** The parameters that shape what is answered. */
export const shapeParameters = ['fields', 'expand'] as const;

/** All members, every link shallow. */
export const fullShape: Shape = { fields: null, expand: new Map() };

const mostNames = 20;
const mostLevels = 3;

/** Reads `fields` and `expand`. Throws INVALID_PARAMETER for a name the kind does not have. */
export function readShape(resource: Resource, parameters: QueryParameters): Shape {
  const [fields, expand] = readTogether(
    () => listParameter(parameters, 'fields').map((name) => fieldOfMember(resource, name)),
    () => readExpansion(resource, parameters),
  );
  return { fields: fields.length > 0 ? new Set(fields) : null, expand };
}

function fieldOfMember(resource: Resource, name: string): string {
  const field = resource.restFields.find(({ rest }) => rest.name === name) ?? resource.fieldByName.get(name);
  if (field) return field.name;
  const hint = didYouMeanOneOf(name, resource.fieldByName.keys());
  throw invalidParameter('fields', `${resource.name} has no member of that name.${hint}`);
}

function readExpansion(resource: Resource, parameters: QueryParameters): Expansion {
  const paths = listParameter(parameters, 'expand').map((path) => path.split('.'));
  if (paths.length > mostNames) throw invalidParameter('expand', `At most ${String(mostNames)} names.`, mostNames);
  for (const path of paths) checkPath(resource, path);
  return expansionOf(paths);
}

function checkPath(resource: Resource, path: readonly string[]): void {
  if (path.length > mostLevels) throw invalidParameter('expand', `At most ${String(mostLevels)} levels.`, mostLevels);
  let kind = resource;
  for (const name of path) {
    const field = kind.fieldByName.get(name);
    if (field?.typeClass !== 'LINK') {
      const links = kind.fields.filter(({ typeClass }) => typeClass === 'LINK').map((one) => one.name);
      throw invalidParameter('expand', `${kind.name} has no link of that name.${didYouMeanOneOf(name, links)}`);
    }
    kind = targetOf(field);
  }
}

/** The tree of dotted paths: `owner`, `entities.entity`. */
export function expansionOf(paths: readonly (readonly string[])[]): Expansion {
  const inside = new Map<string, string[][]>();
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue;
    const known = inside.get(name) ?? [];
    inside.set(name, rest.length > 0 ? [...known, rest] : known);
  }
  return new Map([...inside].map(([name, rests]) => [name, expansionOf(rests)]));
}
