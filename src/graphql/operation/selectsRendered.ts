// Whether an operation may show what is rendered: then Markdown and templates are, else they are left as they are.
import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  visit,
  type ASTNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';

/** The kinds of items whose values a view renders. */
const rendered: ReadonlySet<string> = new Set(['MarkdownItem', 'TemplateItem']);

// Only caches of what follows from a schema, and from a field and the fragments of its document.
const names = new WeakMap<GraphQLSchema, ReadonlySet<string>>();
const known = new WeakMap<ASTNode, boolean>();

/** Whether a field that gives rendered items is selected anywhere below the field, or in a fragment of its document. */
export function selectsRendered({ schema, fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const fields = fieldsOf(schema);
  // All fragments, though this field may spread none of them: each is looked at once.
  return [...fieldNodes, ...Object.values(fragments)].some((node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    let isFound = false;
    visit(node, {
      [Kind.FIELD]: ({ name }) => {
        isFound ||= fields.has(name.value);
      },
    });
    known.set(node, isFound);
    return isFound;
  });
}

// Fields, of whichever type, whose values may be such items.
function fieldsOf(schema: GraphQLSchema): ReadonlySet<string> {
  const before = names.get(schema);
  if (before) return before;
  const found = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const given = getNamedType(field.type);
      const isAny = isInterfaceType(given) || isUnionType(given);
      const possible = isAny ? schema.getPossibleTypes(given).map(({ name }) => name) : [given.name];
      if (possible.some((name) => rendered.has(name))) found.add(field.name);
    }
  }
  names.set(schema, found);
  return found;
}
