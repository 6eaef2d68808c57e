// The hand-written root fields: their arguments are read by the contract's rules, their action is run, and its result
// becomes a response or the payload of a mutation. Whatever depends on the selection is in view.ts, search.ts and
// events.ts.
import type { GraphQLResolveInfo } from 'graphql';
import { isWritten, runVerb } from '../../actions/verbs.ts';
import { readArguments } from '../../contract/rules.ts';
import type { Contract, ObjectType, Verb } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import { requireCaller, requireCondition } from '../../engine/authorize.ts';
import { readResource } from '../../engine/readResource.ts';
import { warnOnCuts } from '../../engine/warnings.ts';
import { Named } from '../operation/answered.ts';
import type { GraphContext } from '../operation/context.ts';
import { answer } from './roots.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext, info: GraphQLResolveInfo) => unknown;

/** A root field that the graph answers by itself, with checked arguments. */
export type GraphVerb = (context: GraphContext, args: Arguments, info: GraphQLResolveInfo) => unknown;

/** The resolvers of one root; `own` are the fields that the graph answers by itself. */
export function verbResolvers(
  contract: Contract,
  root: Verb['root'],
  own: Readonly<Record<string, GraphVerb>> = {},
): Record<string, Root> {
  const found = [...contract.verbs.values()].filter((verb) => verb.root === root);
  return Object.fromEntries(found.map((verb) => [verb.name, resolverOf(contract, verb, own[verb.name])]));
}

function resolverOf(contract: Contract, verb: Verb, own: GraphVerb | undefined): Root {
  if (verb.root === 'Mutation') return mutation(contract, verb);
  return async (_, args, context, info) => {
    if (!verb.isPublic) requireCaller(context.viewer);
    const read = readArguments(contract, verb, args);
    // Which list is meant is said beside what the rules know.
    if (own) return own(context, { ...args, ...read }, info);
    const result = runVerb(context, verb.name, read);
    return verb.answer.isNonNull ? result : orNull(result);
  };
}

function mutation(contract: Contract, verb: Verb): Root {
  const takesVersion = verb.args.some(({ name }) => name === 'expectedVersion');
  const kind = contract.byName.get(verb.answer.typeName);
  return (_, args, context) => {
    if (!verb.isPublic) requireCaller(context.viewer);
    const work = async (): Promise<unknown> => {
      const cut: string[] = [];
      const read = readArguments(contract, verb, args, { isStrict: false, cut });
      warnOnCuts(context, cut);
      if (takesVersion) requireCondition(context.viewer, read['expectedVersion']);
      const result = await runVerb(context, verb.name, read);
      return isWritten(result) ? result.row : result;
    };
    const current = async (): ReturnType<typeof readResource> =>
      kind && verb.showsCurrent ? readResource(context, kind, String(args['urn']).toLowerCase()) : null;
    return answer(context, verb.answer, work, current);
  };
}

async function orNull(result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Resolvers of the links in value objects, which actions name by urn: what may not be read is null. */
export function linkResolvers(contract: Contract): Record<string, Record<string, unknown>> {
  const types = [...contract.objects.values()].map((type) => [type.name, linksOf(type)] as const);
  return Object.fromEntries(types.filter(([, links]) => Object.keys(links).length > 0));
}

function linksOf(type: ObjectType): Record<string, unknown> {
  const links = type.fields.filter((field) => field.typeClass === 'LINK' && !field.isList && !field.isPaged);
  return Object.fromEntries(
    links.map(({ name, typeName }) => [
      name,
      async (source: Arguments): Promise<unknown> => {
        const named = source[name];
        // What takes work to find is found where it is selected: by a function without parameters, as the verb's answer has it.
        const value = typeof named === 'function' ? await (named as () => Promise<unknown>)() : named;
        return typeof value === 'string' ? new Named(typeName, value) : (value ?? null);
      },
    ]),
  );
}
