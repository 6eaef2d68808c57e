// The argument `where` of connections: conditions on fields, put together by `and`, `or` and `not`, and reaching through one
// link and into one list of items. Every name and value is checked by the contract. Resource reference 1.7.
import { checkConditions, filtersOf, type Filter, type RawCondition } from '../../contract/listQuery.ts';
import { itemLists } from '../../contract/listedItems.ts';
import { targetOf, type Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { onceFor } from '../../domain/once.ts';

type Where = Readonly<Record<string, unknown>>;

/** What one argument may amount to: each condition is a comparison of every row that is looked at. */
const most = { conditions: 50, levels: 5, links: 5 } as const;

/** Counts what one argument amounts to, and refuses what is too much. */
class Size {
  private conditions = 0;
  private links = 0;

  add(what: 'conditions' | 'links', count: number): void {
    this[what] += count;
    if (this[what] > most[what]) throw tooMuch('?where', `At most ${String(most[what])} ${what}.`, most[what]);
  }
}

/** Reads the argument. Throws INVALID_PARAMETER, naming the place, for a bad value and for more than is allowed. */
export function readWhere(resource: Resource, where: Where | null, baseUrl = ''): readonly Filter[] {
  if (where === null) return [];
  return conditionsOf(resource, where, {
    path: '?where',
    level: 1,
    isLinked: false,
    isListed: false,
    size: new Size(),
    baseUrl,
  });
}

interface Place {
  readonly path: string;
  readonly level: number;
  readonly isLinked: boolean;
  readonly isListed: boolean;
  readonly size: Size;
  readonly baseUrl: string;
}

function conditionsOf(resource: Resource, { and, or, not, ...all }: Where, at: Place): Filter[] {
  const { path, level, size } = at;
  const [fields, lists] = apart(all, itemListNames(resource));
  if (level > most.levels) throw tooMuch(path, `At most ${String(most.levels)} levels.`, most.levels);
  const inside = (step: string): Place => ({ ...at, path: `${path}/${step}`, level: level + 1 });
  // The printed input types make each of a list an object of the same type.
  const groups = (of: unknown, name: string): Filter[] | null =>
    (Array.isArray(of) ? (of as Where[]) : null)?.map((one, nth) => ({
      every: conditionsOf(resource, one, inside(`${name}/${String(nth)}`)),
    })) ?? null;
  const raw = rawConditions(fields, path);
  size.add('conditions', raw.length);
  const some = groups(or, 'or');
  return [
    ...checkConditions(resource, raw, at.baseUrl),
    ...throughLinks(resource, fields, at),
    ...inLists(resource, lists, at),
    ...(groups(and, 'and') ?? []),
    ...(some ? [{ some }] : []),
    ...(isObject(not) ? [{ not: { every: conditionsOf(resource, not, inside('not')) } }] : []),
  ];
}

const itemListNames = onceFor((resource: Resource) => new Set(itemLists(resource).map(({ name }) => name)));

function throughLinks(resource: Resource, fields: Where, at: Place): Filter[] {
  return Object.entries(fields).flatMap(([name, filter]) => {
    const where = isObject(filter) ? filter['where'] : null;
    const link = filtersOf(resource).get(name);
    if (!isObject(where) || !link) return [];
    const path = `${at.path}/${name}/where`;
    if (at.isLinked) throw tooMuch(path, 'Conditions reach through one link.', 1);
    at.size.add('links', 1);
    const inside: Place = { ...at, path, level: at.level + 1, isLinked: true };
    return [{ link, where: { every: conditionsOf(targetOf(link), where, inside) } }];
  });
}

// The members of an object: those that are not of these names, and those that are.
function apart(where: Where, names: ReadonlySet<string>): readonly [Where, Where] {
  const entries = Object.entries(where);
  const [others, named] = [false, true].map((isNamed) =>
    Object.fromEntries(entries.filter(([name]) => names.has(name) === isNamed)),
  );
  return [others ?? {}, named ?? {}];
}

// An item of a page is a part of it: conditions on it may reach on through a link.
function inLists(resource: Resource, lists: Where, at: Place): Filter[] {
  return itemLists(resource).flatMap((list) => {
    const given = lists[list.name];
    if (!isObject(given)) return [];
    return (['some', 'none'] as const).flatMap((member): Filter[] => {
      const where = given[member];
      if (!isObject(where)) return [];
      const path = `${at.path}/${list.name}/${member}`;
      if (at.isListed) throw tooMuch(path, 'Conditions reach into one list.', 1);
      at.size.add('links', 1);
      const inside: Place = { ...at, path, level: at.level + 1, isListed: true };
      return [{ list, where: { every: conditionsOf(targetOf(list), where, inside) }, isNone: member === 'none' }];
    });
  });
}

const tooMuch = (path: string, message: string, limit: number): Error =>
  invalidParameter(path.slice(1), message, limit);

const isObject = (value: unknown): value is Where => typeof value === 'object' && value !== null;

function rawConditions(fields: Where, path: string): RawCondition[] {
  return Object.entries(fields).flatMap(([field, filter]) =>
    // The printed input types make each filter an object of operators.
    Object.entries((filter ?? {}) as Where)
      .filter(([operator, value]) => value !== undefined && operator !== 'where')
      .map(([operator, value]) => ({ path: `${path}/${field}/${operator}`, field, operator, value })),
  );
}
