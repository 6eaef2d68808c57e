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
import { ServiceError } from '../../domain/errors.ts';
import { exactNumber, InexactNumber } from '../../domain/exactNumber.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Input objects and elements of lists in the variables of one operation: graphql-js reads all of them several times in one go. */
const mostValues = 20_000;

/** So many of the members that an input object does not have are refused by name. */
const mostUnknown = 50;
/** Characters that a refusal shows of a name or a text that was sent. */
const mostShown = 100;

/**
 * The variables of the operation with every number for a Float as a double; whatever does not fit stays for graphql-js to
 * refuse. It shows all of an input object for each member that is unknown there, so that such an object is shortened: it is refused
 * anyway. Throws QUERY_TOO_COMPLEX where there are too many values.
 */
export function floatVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): Record<string, unknown> {
  const how = { seen: { values: 0 }, isRefused: false };
  const declared = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    Object.hasOwn(variables, variable.name.value),
  );
  return Object.fromEntries(
    declared.map(({ variable, type: node }) => {
      const name = variable.name.value;
      const type = typeFromAST(schema, node);
      return [name, type && isInputType(type) ? convert(type, variables[name], how) : variables[name]];
    }),
  );
}

interface Conversion {
  readonly seen: { values: number };
  /** Whether what holds the value is refused. */
  readonly isRefused: boolean;
}

function convert(type: GraphQLInputType, value: unknown, how: Conversion): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const { ofType } = bare;
    if (!Array.isArray(value)) return convert(ofType, value, how);
    count(how, value.length);
    return value.map((element: unknown) => convert(ofType, element, how));
  }
  if (bare === GraphQLFloat) return doubleOf(value);
  // The text of a number is no input object, though it is kept in one.
  if (isInputObjectType(bare) && value instanceof InexactNumber) return Number(value.text);
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null || Array.isArray(value))
    return how.isRefused ? shown(value) : value;
  count(how, 1);
  const fields = bare.getFields();
  // An object that came from JSON.
  const members = Object.entries(value as Variables);
  const unknown = members.filter(([name]) => !fields[name]).slice(0, mostUnknown);
  const below = { ...how, isRefused: how.isRefused || unknown.length > 0 };
  return Object.fromEntries([
    ...members.flatMap(([name, member]) => {
      const field = fields[name];
      return field ? [[name, convert(field.type, member, below)] as const] : [];
    }),
    ...unknown.map(([name, member]) => [name.slice(0, mostShown), shown(member)] as const),
  ]);
}

function count({ seen }: Conversion, values: number): void {
  seen.values += values;
  if (seen.values <= mostValues) return;
  const message = `The variables of an operation hold ${String(mostValues)} input objects and elements of lists at most.`;
  throw new ServiceError('QUERY_TOO_COMPLEX', message, [], { limit: mostValues });
}

// A text stays one, and an object.
function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, mostShown);
  return typeof value === 'object' && value !== null && !(value instanceof InexactNumber) ? {} : value;
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
