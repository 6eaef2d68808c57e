// The part of the SDL that the types of arguments are generated from: the hand-written root fields, with their
// arguments and the types that those use. Called by codegen.ts only.
import { Kind, parse, print, visit, type DefinitionNode, type DocumentNode } from 'graphql';
import { loadContract, schemaDocument } from '../load.ts';
import { isChecked, rootFields } from '../loadVerbs.ts';

/** A schema whose root fields have the arguments of the verbs and answer nothing of interest. */
export function verbSchema(): string {
  const { verbs } = loadContract();
  const { definitions } = schemaDocument();
  const named = new Map(definitions.flatMap((d) => ('name' in d && d.name ? [[d.name.value, d] as const] : [])));
  const roots = (['Query', 'Mutation'] as const).map((root) => {
    const fields = rootFields(definitions, root).filter(({ name }) => verbs.has(name.value));
    const text = fields
      .map((field) => ({ ...field, arguments: field.arguments?.filter(isChecked) ?? [] }))
      .map((field) => print({ ...field, directives: [], type: boolean }))
      .join('\n');
    return parse(`type ${root} {\n${text}\n}`);
  });
  const found = new Set<string>();
  const collect = (document: DocumentNode | DefinitionNode): void => {
    visit(document, {
      NamedType({ name }) {
        const definition = named.get(name.value);
        const isInput =
          definition?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ||
          definition?.kind === Kind.ENUM_TYPE_DEFINITION ||
          definition?.kind === Kind.SCALAR_TYPE_DEFINITION;
        if (!isInput || found.has(name.value)) return;
        found.add(name.value);
        collect(definition);
      },
    });
  };
  for (const root of roots) collect(root);
  const used = definitions.filter((d) => 'name' in d && d.name && found.has(d.name.value));
  const bare = visit({ kind: Kind.DOCUMENT, definitions: used }, { Directive: () => null });
  return [...roots, bare].map((document) => print(document)).join('\n\n');
}

/** The type that gives the arguments of each verb by its name. */
export function verbArguments(): string {
  const lines = [...loadContract().verbs.values()].map(({ name, root, args }) => {
    const type =
      args.length === 0 ? 'Record<never, never>' : `${root}${name.charAt(0).toUpperCase()}${name.slice(1)}Args`;
    return `  ${name}: ${type};`;
  });
  return `/** The arguments of each root field that people wrote. */\nexport interface VerbArguments {\n${lines.join('\n')}\n}`;
}

const boolean = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Boolean' } } as const;
