// Puts every generated client through all calls: `run.ts <address> <token> <company>`.
import { calls as heyApi } from './heyApi.js';
import { useAll } from './kinds.js';
import { calls as openapiFetch } from './openapiFetch.js';
import { calls as orval } from './orval.js';
import { calls as swaggerTypescriptApi } from './swaggerTypescriptApi.js';

declare const process: { readonly argv: readonly string[] };

const [, , address = '', token = '', company = ''] = process.argv;
for (const [name, calls] of Object.entries({ openapiFetch, swaggerTypescriptApi, orval, heyApi }))
  console.log(`${name}: ${await useAll(calls(address, token, company))}`);
