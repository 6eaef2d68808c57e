// What follows from the REST form of a verb: where each argument stands. Holds no state.
import type { Field, Verb, RestForm } from './resource.ts';

/** The names in the braces of a path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** The argument that is the whole body of a REST request: the one that takes an input object. Null without one. */
export function bodyArgument(verb: Verb): Field | null {
  return verb.args.find((argument) => argument.typeClass === 'OBJECT' && !argument.isList) ?? null;
}

/** A member of an enumeration as it stands in a path: `BLOCKED_BY` is `blockedby`. */
export function inPath(member: string): string {
  return member.replaceAll('_', '').toLowerCase();
}

/** The arguments that a REST request carries neither in its path nor in a header. */
export function freeArguments(verb: Verb, form: RestForm): readonly Field[] {
  const inThePath = pathNames(form.path);
  return verb.args.filter(({ name }) => !inThePath.includes(name) && name !== 'expectedVersion');
}
