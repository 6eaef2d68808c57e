// `types`: the entity types of a running service as TypeScript, for a frontend.
import { writeFileSync } from 'node:fs';
import { UsageError, type Command } from './command.ts';
import { printTypes, type PrintedType } from './printTypes.ts';
import { tokenOf, tokenOption, urlOf, urlOption } from './serviceOptions.ts';

const query = `query ($after: String, $where: EntityTypeWhere) { entityTypes(first: 100, after: $after, where: $where) {
  nodes { urn name description fields { name kind label help required repeated choices entityTypes } }
  pageInfo { hasNextPage endCursor } } }`;

interface Answer {
  readonly data?: {
    readonly entityTypes: {
      readonly nodes: readonly PrintedType[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** `types`. */
export const typesCommand: Command = {
  summary: 'Write the entity types of a running service as TypeScript',
  words: '',
  options: {
    url: urlOption,
    token: {
      ...tokenOption,
      meaning: 'A bearer token. Default: the variable COMMONPLACE_TOKEN; without one, types that are public.',
    },
    company: { type: 'string', value: 'urn', meaning: 'Only the types of this company.' },
    output: { type: 'string', value: 'file', meaning: 'The file to write. Default: standard output.' },
  },
  examples: ['commonplace types --output src/types.ts', 'commonplace types --url https://content.example > types.ts'],
  async run(given, { setting, print, warn }) {
    const url = urlOf(given);
    if (!/^https?:\/\//.test(url)) throw new UsageError('--url: an http or https address is expected.');
    const token = tokenOf(given, { setting });
    const company = given.text('company');
    const types = await readTypes(url, token, company);
    const output = given.text('output');
    if (output === null) print(printTypes(types).trimEnd());
    else {
      writeFileSync(output, printTypes(types));
      warn(`${String(types.length)} ${types.length === 1 ? 'type' : 'types'} written to ${output}.`);
    }
    return 0;
  },
};

async function readTypes(url: string, token: string | null, company: string | null): Promise<PrintedType[]> {
  const types: PrintedType[] = [];
  const where = company === null ? null : { owner: { eq: company } };
  for (let after: string | null = null; ;) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables: { after, where } }),
    }).catch((error: unknown) => {
      throw new Error(`The service at ${url} cannot be reached.`, { cause: error });
    });
    // The graph answers what the document asks for, or errors.
    const { data, errors } = (await response.json()) as Answer;
    if (!data) throw new Error(`The service refused: ${errors?.[0]?.message ?? `HTTP ${String(response.status)}`}`);
    types.push(...data.entityTypes.nodes);
    const { hasNextPage, endCursor } = data.entityTypes.pageInfo;
    if (!hasNextPage) return types;
    after = endCursor;
  }
}
