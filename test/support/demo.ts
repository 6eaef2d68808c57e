// A service with the demo in it, as a first start leaves it.
import { bootstrap } from '../../src/actions/access/bootstrap.ts';
import { writeDemo } from '../../src/demo/writeDemo.ts';
import { startService, type TestService } from './service.ts';

/** A service with the demo, its administrator's token and that of its content client. */
export interface DemoService extends TestService {
  readonly token: string;
  readonly readerToken: string;
}

/** Starts it; settings and parts are those of `startService`. */
export async function startDemoService(
  environment: Parameters<typeof startService>[0] = {},
  parts: Parameters<typeof startService>[1] = {},
): Promise<DemoService> {
  let [token, readerToken] = ['', ''];
  const service = await startService(environment, parts, async (services) => {
    const tenant = await bootstrap(services, { name: 'Commonplace', token: null });
    if (!tenant) throw new Error('The database is not empty.');
    token = tenant.token;
    readerToken = await writeDemo(services, tenant);
  });
  return { ...service, token, readerToken };
}
