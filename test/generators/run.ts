// `npm run test:generators`: four generators make clients of the document that a service serves, TypeScript checks them strictly, and
// each creates, reads, changes, lists and deletes five kinds. Exit code 1 where one of that fails.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { print } from '../../scripts/print.ts';
import { runOnGateway, type OneGateway } from '../crash/oneGateway.ts';
import { createClient } from '../support/client.ts';

const folder = fileURLToPath(new URL('../../generators/', import.meta.url));
const made = `${folder}made/`;
const swaggerOutput = ['--output', 'made', '--name', 'swaggerTypescriptApi.ts'];

if (!existsSync(`${folder}node_modules`)) {
  print('The generators are not installed: npm ci --prefix generators --ignore-scripts');
  process.exit(1);
}

await runOnGateway('generators', { settings: { RATE_LIMITS: '0' }, mostSeconds: 900 }, perform);

async function perform({ url, token }: OneGateway): Promise<number> {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  for (const [path, name] of [
    ['/openapi.json', 'openapi'],
    ['/openapi/content.json', 'content'],
  ] as const)
    writeFileSync(`${made}${name}.json`, await (await fetch(url + path)).text());
  const { company } = (await createClient(url, token).rest('GET', '/n/v1/clientcontext')).body;
  const steps: readonly (readonly string[])[] = [
    [bin('openapi-typescript'), './made/openapi.json', '--output', 'made/openapiTypescript.ts'],
    [bin('openapi-typescript'), './made/content.json', '--output', 'made/content.ts'],
    [bin('swagger-typescript-api'), 'generate', '--path', './made/openapi.json', ...swaggerOutput],
    [bin('orval'), '--config', 'orval.config.ts'],
    [bin('openapi-ts'), '--input', './made/openapi.json', '--output', 'made/heyApi'],
    [bin('tsc'), '--project', 'tsconfig.json'],
    ['node', '--import', 'tsx', 'uses/run.ts', url, token, String(company.urn)],
  ];
  return steps.every(succeeds) ? 0 : 1;
}

function bin(name: string): string {
  return `${folder}node_modules/.bin/${name}`;
}

function succeeds([command = '', ...words]: readonly string[]): boolean {
  const begun = performance.now();
  const { status } = spawnSync(command, words, { cwd: folder, stdio: 'inherit', timeout: 300_000 });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  print(
    `${status === 0 ? 'done' : 'FAILED'} in ${String(seconds)} s: ${command.split('/').at(-1) ?? ''} ${words[0] ?? ''}`,
  );
  return status === 0;
}
