// The REST forms of verbs, as the contract states them: arguments from path, parameters and body, the action, and the
// answer by the type that the graph answers. What is answered in a form of its own stands in verbAnswers.ts.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isWritten, runVerb } from '../../actions/verbs.ts';
import { readArguments } from '../../contract/rules.ts';
import {
  type Contract,
  type Field,
  type Resource,
  type Verb,
  type RestForm,
  bodyArgument,
  freeArguments,
  linesArgument,
  inPath,
  pathNames,
} from '../../contract/resource.ts';
import type { RequestKind } from '../../domain/requestHeaders.ts';
import { requiredVersion } from '../../engine/conditions.ts';
import type { Row } from '../../engine/context.ts';
import { warnOnCuts } from '../../engine/warnings.ts';
import { invalid } from '../../domain/errors.ts';
import { sendEmpty, sendJson, sendText, sendWritten, setVersionHeaders } from '../response/answer.ts';
import {
  bodyObject,
  handle,
  handleBytes,
  pathUrn,
  type Act,
  type Call,
  type RestParts,
  register,
} from '../request/handle.ts';
import { addressOf } from '../response/pagination.ts';
import { acceptLines, BodyLines } from '../request/bodyLines.ts';
import { textParameter } from '../request/queryParameters.ts';
import { bodyTexts } from '../response/represent.ts';
import { shownValue } from '../response/representValue.ts';
import { readShape, shapeParameters } from '../request/shape.ts';
import { ownAnswer } from './verbAnswers.ts';

/** Registers every REST form of every verb. */
export function registerVerbs(scope: FastifyInstance, parts: RestParts): void {
  for (const verb of parts.contract.verbs.values()) {
    for (const form of verb.rest) {
      for (const { url, fixed } of urlsOf(verb, form)) {
        const own = ownAnswer(verb.name);
        const act: Act = async (call) => {
          if (verb.root === 'Query') call.context.shown?.noteRead();
          const args = await argumentsOf(call, verb, form, fixed);
          return own ? own.send(call, args) : send(call, verb, form, args);
        };
        const known = own?.parameters
          ? [...own.parameters, ...argumentParameters(verb, form)]
          : parametersOf(parts.contract, verb, form);
        const handler = (own?.isBytes === true ? handleBytes : handle)(parts, known, act, {
          audience: verb.isPublic ? 'ANYONE' : 'CALLERS',
          kind: kindOf(parts.contract, verb),
        });
        const most = linesArgument(verb)?.length?.max;
        if (most === undefined) register(scope, url, { [form.method]: handler });
        else
          void scope.register(async (own) => {
            acceptLines(own, most);
            register(own, url, { [form.method]: handler });
          });
      }
    }
  }
}

// An argument that is an enumeration stands for one path for each member.
function urlsOf(verb: Verb, { path }: RestForm): { readonly url: string; readonly fixed: Record<string, unknown> }[] {
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  const choice = verb.args.find(({ name, typeClass }) => typeClass === 'ENUM' && pathNames(path).includes(name));
  if (!choice) return [{ url, fixed: {} }];
  return choice.members.map((member) => ({
    url: url.replace(`:${choice.name}`, inPath(member)),
    fixed: { [choice.name]: member },
  }));
}

function parametersOf(contract: Contract, verb: Verb, form: RestForm): readonly string[] {
  const isRow = contract.byName.has(verb.answer.typeName) && form.status !== 204;
  return [...argumentParameters(verb, form), ...(isRow ? shapeParameters : [])];
}

function argumentParameters(verb: Verb, form: RestForm): readonly string[] {
  return (form.method === 'GET' ? freeArguments(verb, form) : besideLines(verb, form)).map(parameterName);
}

// Where a body is lines, the other arguments are parameters.
function besideLines(verb: Verb, form: RestForm): readonly Field[] {
  const lines = linesArgument(verb);
  return lines ? freeArguments(verb, form).filter(({ name }) => name !== lines.name) : [];
}

/** The name of an argument among the parameters of a GET. */
function parameterName({ name }: Pick<Field, 'name'>): string {
  return name === 'first' ? 'limit' : name;
}

async function argumentsOf(
  call: Call,
  verb: Verb,
  form: RestForm,
  fixed: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { context, isStrict } = call;
  const sent: Record<string, unknown> = { ...fixed };
  for (const name of pathNames(form.path)) {
    if (fixed[name] === undefined) sent[name] = pathUrn(call, name);
  }
  const free = freeArguments(verb, form);
  Object.assign(sent, form.method === 'GET' ? parameterValues(call, free) : bodyValues(call, verb, free));
  Object.assign(sent, defined(parameterValues(call, form.method === 'GET' ? [] : besideLines(verb, form))));
  const cut: string[] = [];
  const args = readArguments(context.contract, verb, sent, { isStrict, cut });
  warnOnCuts(context, cut);
  const resource = versionedBy(context.contract, verb);
  if (!resource) return args;
  const named = { resource, urn: String(args['urn']) };
  return { ...args, expectedVersion: await requiredVersion(context, named, call.conditions) };
}

// The kind whose version a verb checks.
const versionedBy = (contract: Contract, verb: Verb): Resource | undefined =>
  verb.args.some(({ name }) => name === 'expectedVersion') ? contract.byName.get(verb.answer.typeName) : undefined;

function kindOf(contract: Contract, verb: Verb): RequestKind {
  if (verb.root === 'Query') return 'READ';
  return versionedBy(contract, verb) ? 'CHANGE' : 'OTHER';
}

function parameterValues({ parameters }: Call, free: readonly Field[]): Record<string, unknown> {
  const values = free.map((field) => {
    const text = textParameter(parameters, parameterName(field));
    return [field.name, text === null ? undefined : fromText(field, text)] as const;
  });
  return Object.fromEntries(values);
}

const defined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function fromText(field: Field, text: string): unknown {
  if (field.typeName === 'Boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  const isNumber = field.typeName === 'Int' || field.typeName === 'Float';
  return isNumber && /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : text;
}

function bodyValues(call: Call, verb: Verb, free: readonly Field[]): Record<string, unknown> {
  const whole = bodyArgument(verb);
  const lines = linesArgument(verb);
  if (free.length === 0) return {};
  if (lines && call.request.body instanceof BodyLines) return { [lines.name]: call.request.body.lines };
  if (whole) return { [whole.name]: bodyObject(call) };
  const isAbsent = call.request.body === undefined || call.request.body === null;
  if (isAbsent && free.every(({ isRequired }) => !isRequired)) return {};
  const body = bodyObject(call);
  const unknown = Object.keys(body).filter((name) => !free.some((field) => field.name === name));
  if (call.isStrict && unknown.length > 0) {
    throw invalid(
      unknown.map((name) => ({ path: `/${name}`, code: 'UNKNOWN_FIELD', message: 'The field does not exist.' })),
    );
  }
  return Object.fromEntries(free.map(({ name }) => [name, body[name]]));
}

async function send(
  call: Call,
  verb: Verb,
  form: RestForm,
  args: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const { context } = call;
  const { answer } = verb;
  const kind = context.contract.byName.get(answer.typeName);
  const shape = kind && readShape(kind, call.parameters);
  const result = await runVerb(context, verb.name, args, call.isStrict);
  if (kind && shape && !answer.isList) {
    // The action of a verb that answers a kind gives a row of it.
    const row = isWritten(result) ? result.row : (result as Row);
    if (form.status === 204 || form.status === 202) setVersionHeaders(call, row);
    if (form.status === 204) return sendEmpty(call, 204);
    if (form.status !== 202)
      return sendWritten(call, { resource: kind, row, shape }, isWritten(result) ? result.isNew : form.status === 201);
    const [text = ''] = await bodyTexts(context, { resource: kind, rows: [row] }, shape);
    return sendText(call, 202, text);
  }
  const shown = await shownValue(context, answer, result);
  const isObject = answer.typeClass === 'OBJECT' && !answer.isList;
  // A value object is shown by its members.
  const body = isObject
    ? (shown as Readonly<Record<string, unknown>>)
    : { [answer.isList ? form.member : answer.name]: shown };
  // What is read ends with its own address.
  const hasUrl = form.method !== 'GET' || 'url' in body;
  return sendJson(call, form.status, hasUrl ? body : { ...body, url: ownAddress(call, form, args) });
}

function ownAddress(
  { context, parameters }: Call,
  { path }: RestForm,
  args: Readonly<Record<string, unknown>>,
): string {
  return addressOf(
    context,
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name])),
    parameters,
  );
}
