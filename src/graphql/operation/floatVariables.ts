// Numbers of an operation, as graphql-js takes them. Among its variables the reader of bodies gives whole numbers from 2^53
// on as bigint and numbers with more digits than a double keeps as their text, and both are doubles where a Float is wanted.
import {
  getNamedType,
  getNullableType,
  GraphQLError,
  GraphQLFloat,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type ASTVisitor,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationContext,
} from 'graphql';
import { exactNumber, InexactNumber } from '../../domain/exactNumber.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The variables with every number for a Float as a double; whatever does not fit stays for graphql-js to refuse. */
export function floatVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): Record<string, unknown> {
  const converted = { ...variables };
  for (const { variable, type: node } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (type && isInputType(type) && Object.hasOwn(variables, name)) converted[name] = convert(type, variables[name]);
  }
  return converted;
}

function convert(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const { ofType } = bare;
    return Array.isArray(value) ? value.map((element: unknown) => convert(ofType, element)) : convert(ofType, value);
  }
  if (bare === GraphQLFloat) return doubleOf(value);
  // The text of a number is no input object, though it is kept in one.
  if (isInputObjectType(bare) && value instanceof InexactNumber) return Number(value.text);
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = bare.getFields();
  // An object that came from JSON.
  const members = value as Variables;
  const converted: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const field = fields[name];
    converted[name] = field ? convert(field.type, member) : member;
  }
  return converted;
}

// What is too near to 0 for a double stays as it is, and is refused.
function doubleOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (!(value instanceof InexactNumber)) return value;
  const double = Number(value.text);
  return double === 0 ? value : double;
}

/** A validation rule: a number in the document that is too near to 0 for a double is refused, as it is in variables. */
export function noLostFloats(context: ValidationContext): ASTVisitor {
  return {
    FloatValue(node) {
      if (getNamedType(context.getInputType()) !== GraphQLFloat) return;
      if (!(doubleOf(exactNumber(node.value)) instanceof InexactNumber)) return;
      context.reportError(new GraphQLError(`Float cannot represent non numeric value: ${node.value}`, { nodes: node }));
    },
  };
}
