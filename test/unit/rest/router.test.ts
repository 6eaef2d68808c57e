// The paths and methods of the REST face compared with the path catalog: what exists, what is refused and how.
// Requires no database: every request that passes is stopped at authentication.
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { errorBody } from '../../../src/rest/response/errors.ts';
import { registerRest } from '../../../src/rest/router.ts';
import { endpoints, spec } from '../../contract/spec.ts';
import { contextsOf } from './sampleRows.ts';

const urn = '0190f3a0-0000-7000-8000-000000000000';
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler((error, request, reply) => {
    const answer = errorBody(error, { url: request.url, id: request.id, accept: request.headers.accept });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
  const contexts = contextsOf(() => Promise.reject(new ServiceError('UNAUTHENTICATED')));
  registerRest(app, { contract: loadContract(), contexts });
  await app.ready();
});

afterAll(() => app.close());

const send = (method: string, url: string) => app.inject({ method: method as 'GET', url });
/** 401 means that the path exists and offers the method; a body-less HEAD has the same status. */
const exists = 401;

describe('paths', () => {
  it.each([
    ['GET', `/n/v1/task/${urn}/blockedby/`],
    ['GET', `/n/v1/task/${urn}/logs/`],
    ['OPTIONS', `/n/v1/task/${urn}/blockedby/`],
    ['POST', '/n/v1/identitynotificationinbox/'],
    ['PUT', '/n/v1/clientcontext/'],
    ['OPTIONS', '/n/v1/clientcontext/'],
  ])('%s %s with a slash at its end is not there', async (method, url) => {
    expect((await send(method, url)).statusCode).toBe(404);
  });

  it.each(endpoints.map(({ path }) => path))('%s exists, for GET and HEAD', async (path) => {
    const url = path.replace('{urn}', urn);
    expect((await send('GET', url)).statusCode).toBe(exists);
    expect((await send('HEAD', url)).statusCode).toBe(exists);
  });

  it.each(spec.filter(({ verbs }) => verbs.includes('L')).map(({ path, plural }) => [path, plural]))(
    'the list of %s is at its name, at its name with a slash, and at its plural',
    async (path, plural) => {
      for (const url of [`/n/v1/${path}`, `/n/v1/${path}/`, `/n/v1/${plural}`]) {
        expect((await send('GET', url)).statusCode, url).toBe(exists);
      }
    },
  );

  it.each([
    ['GET', `/n/v1/entity/${urn}/publishplan`],
    ['POST', `/n/v1/entity/${urn}/copy`],
    ['POST', `/n/v1/entity/${urn}/discarddrafts`],
    ['POST', `/n/v1/entity/${urn}/restore`],
    ['GET', `/n/v1/entity/${urn}/datetimes`],
    ['PUT', `/n/v1/textitemhistory/${urn}`],
    ['POST', `/n/v1/textitemhistory/${urn}/restore`],
    ['GET', `/n/v1/task/${urn}/logs`],
    ['GET', `/n/v1/task/${urn}/blockedby`],
    ['GET', `/n/v1/project/${urn}/tasks`],
    ['GET', `/n/v1/group/${urn}/memberships`],
    ['GET', `/n/v1/group/${urn}/threads`],
    ['GET', `/n/v1/messagethread/${urn}/posts`],
    ['GET', `/n/v1/entitylist/${urn}/entities`],
    ['GET', `/n/v1/role/${urn}/permissions`],
    ['POST', `/n/v1/imageitemfile/${urn}`],
    ['POST', '/n/v1/imageitemfile'],
    ['POST', '/n/v1/imageitemfile/'],
    ['GET', '/n/v1/companypage'],
    ['GET', '/n/v1/clientcontext'],
    ['GET', `/n/v1/clientcontext/${urn}`],
    ['GET', '/n/v1/locales'],
    ['GET', '/n/v1/currencies'],
    ['GET', '/n/v1/countries'],
    ['GET', '/v/v1/entityview/home'],
    ['GET', '/v/v1/entityview/a/long/path'],
    ['GET', '/v/v1/entityview/'],
    ['GET', '/v/v1/entityview?path=/home'],
    ['GET', `/v/v1/image/${urn}`],
    ['GET', `/n/v1/task/${urn.toUpperCase()}`],
  ])('%s %s exists', async (method, url) => {
    expect((await send(method, url)).statusCode).toBe(exists);
  });

  it.each([
    `/n/v1/Task/${urn}`,
    `/n/v1/task/${urn}/`,
    `/n/v1/TASKS`,
    '/n/v1/tasks/',
    '/n/v1/nothing',
    `/n/v1/task/${urn}/nothing`,
    `/n/v1/moneyitem/${urn}/history`,
    '/v/v2/entityview/home',
  ])('%s does not', async (url) => {
    expect((await send('GET', url)).statusCode).toBe(404);
  });
});

describe('a path that does not exist', () => {
  it.each([
    ['/n/v1/texitem', 'Did you mean /n/v1/textitem?'],
    [`/n/v1/entities/${urn}`, 'Did you mean /n/v1/entity/{urn}?'],
    [`/n/v1/Task/${urn.toUpperCase()}`, 'Did you mean /n/v1/task/{urn}?'],
    [`/n/v1/entity/${urn}/text`, 'Did you mean /n/v1/entity/{urn}/texts?'],
    [`/n/v1/entity/${urn}/xyzzy`, 'GET /n/v1 lists the resources there are.'],
    [`/n/v1/${'texitem'.padEnd(33, '/')}`, 'GET /n/v1 lists the resources there are.'],
    [`/n/v1/messagethreadnotifiication/${urn}`, 'Did you mean /n/v1/messagethreadnotification/{urn}?'],
    [`/n/v1/messagethreadnotifiiication/${urn}`, 'GET /n/v1 lists the resources there are.'],
    ['/n/v1/xyzzy', 'GET /n/v1 lists the resources there are.'],
    ['/v/v1/imagge/x', 'GET /n/v1 lists the resources there are.'],
  ])('is answered with the one that was meant: %s', async (url, hint) => {
    const answer = await send('GET', url);
    expect([answer.statusCode, answer.json().detail]).toEqual([404, `The path does not exist. ${hint}`]);
  });
});

describe('methods', () => {
  it('are named in the refusal, and for a create at a list the path of creates', async () => {
    const detail = async (method: string, url: string): Promise<unknown> => (await send(method, url)).json().detail;
    const offers = 'This path offers GET, HEAD, OPTIONS.';
    expect(await detail('POST', '/n/v1/tasks')).toBe(`${offers} Did you mean /n/v1/task?`);
    expect(await detail('PATCH', '/n/v1/tasks')).toBe(offers);
    expect(await detail('POST', '/n/v1/webhookdeliveries')).toBe(offers);
  });

  it.each([
    ['PATCH', '/n/v1/tasks', 'GET, HEAD, OPTIONS'],
    ['DELETE', `/n/v1/textitemhistory/${urn}`, 'GET, HEAD, PUT, OPTIONS'],
    ['PUT', `/n/v1/apiclientbearertoken/${urn}`, 'GET, HEAD, DELETE, OPTIONS'],
    ['PUT', `/n/v1/imageitemfile/${urn}`, 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
    ['POST', '/n/v1/oauthtoken', 'GET, HEAD, OPTIONS'],
    ['GET', `/n/v1/entity/${urn}/copy`, 'POST, OPTIONS'],
    ['HEAD', `/n/v1/entity/${urn}/copy`, 'POST, OPTIONS'],
    ['DELETE', '/v/v1/entityview/home', 'GET, HEAD, OPTIONS'],
    ['TRACE', `/n/v1/task/${urn}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
  ])('%s %s is refused with 405 and Allow', async (method, url, allow) => {
    const answer = await send(method, url);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 });
  });

  it('are refused before a body is read', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'PATCH', url: '/n/v1/tasks', headers, payload: '{broken' });
    expect(answer.statusCode).toBe(405);
  });

  it('are listed by OPTIONS, which requires no token', async () => {
    const answer = await send('OPTIONS', `/n/v1/task/${urn}`);
    expect([answer.statusCode, answer.headers.allow, answer.headers['accept-patch'], answer.body]).toEqual([
      204,
      'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
      'application/merge-patch+json, application/json',
      '',
    ]);
    expect((await send('OPTIONS', '/n/v1/tasks')).headers['accept-patch']).toBeUndefined();
  });
});

describe('forms', () => {
  it('are accepted where files are uploaded and nowhere else', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const payload = '--x--\r\n';
    const upload = await app.inject({ method: 'POST', url: '/n/v1/imageitemfile', headers, payload });
    expect(upload.statusCode).toBe(exists);
    const other = await app.inject({ method: 'POST', url: '/n/v1/textitem', headers, payload });
    expect(other.statusCode).toBe(415);
  });
});
