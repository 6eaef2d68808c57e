// The table of all settings: names, meanings, defaults and rules. config.ts reads them; docs/configuration.md and .env.example
// are held to this table by a test.
import { isUsableToken } from '../domain/tokenForm.ts';
import { databaseSettings, natsSettings } from './clusterSettings.ts';
import { any, key32, oneOf, ranges, url, whole, type Setting } from './settingRules.ts';
import { signInSettings } from './signInSettings.ts';

/** Quotas, connections and trusted proxies, in the order of docs/configuration.md. */
const limitSettings = [
  {
    name: 'RATE_LIMITS',
    meaning: '1 limits the requests of callers; 0 does not, for use behind a gateway that does.',
    default: '1',
    problem: oneOf('0', '1'),
  },
  {
    name: 'RATE_BURST',
    meaning: 'Requests that an API client may send at once, or a tenth of its limit if that is more.',
    default: '3000',
    problem: whole(1, 60_000),
  },
  {
    name: 'RATE_PER_OWNER',
    meaning: 'Requests a minute of all API clients of a tenant together.',
    default: '60000',
    problem: whole(1, 6_000_000),
  },
  {
    name: 'RATE_PER_ADDRESS',
    meaning: 'Requests a minute from one address without a valid token.',
    default: '6000',
    problem: whole(1, 6_000_000),
  },
  {
    name: 'RATE_COST_PER_REQUEST',
    meaning: 'Cost of operations allowed a minute, for each request a minute that the caller may send.',
    default: '200',
    problem: whole(1, 300),
  },
  {
    name: 'MAX_CONNECTIONS',
    meaning: 'Open connections in all; more are closed at once.',
    default: '20000',
    problem: whole(1, 1_000_000),
  },
  {
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    meaning: 'Open connections from one address; those of trusted proxies are not counted.',
    default: '4000',
    problem: whole(1, 1_000_000),
  },
  {
    name: 'TRUSTED_PROXIES',
    meaning: 'Address ranges of proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8.',
    default: null,
    problem: ranges,
  },
] as const satisfies readonly Setting[];

/** Every setting, in the order of docs/configuration.md. */
export const settings = [
  {
    name: 'PORT',
    meaning: 'The TCP port to listen on; 0 takes any free one.',
    default: '4000',
    problem: whole(0, 65_535),
  },
  {
    name: 'HOST',
    meaning: 'The address to listen on. Use 0.0.0.0 for all interfaces.',
    default: '127.0.0.1',
    problem: any,
  },
  {
    name: 'BASE_URL',
    meaning: 'The address callers use, without a trailing slash; all url fields are built from it.',
    default: null,
    problem: url('http:', 'https:'),
  },
  {
    name: 'DATA_DIR',
    meaning: 'Where the embedded PostgreSQL, image files and generated keys are kept.',
    default: './data',
    problem: any,
  },
  ...databaseSettings,
  {
    name: 'BOOTSTRAP_TOKEN',
    meaning: 'The token of the administrator, if nobody can read the one that the first start prints.',
    default: null,
    problem: (text) => {
      if (isUsableToken(text)) return null;
      return text.startsWith('ccs_')
        ? 'a token that begins with ccs_ must be one that the service made, check sum included; leave ccs_ out of your own'
        : 'at least 24 characters of a bearer token are expected';
    },
  },
  {
    name: 'DEMO',
    meaning: '1 writes demo content into an empty database, 0 leaves it empty.',
    default: '1',
    problem: oneOf('0', '1'),
  },
  {
    name: 'LOG_LEVEL',
    meaning: 'The lowest log level that is written; by default info, and warn on a terminal.',
    default: null,
    problem: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  {
    name: 'LOG_FORMAT',
    meaning: 'The format of log lines, json or pretty; by default json, and pretty on a terminal.',
    default: null,
    problem: oneOf('json', 'pretty'),
  },
  {
    name: 'SHUTDOWN_SECONDS',
    meaning: 'How long a stop waits for running requests.',
    default: '10',
    problem: whole(1, 300),
  },
  { name: 'MAX_BODY_BYTES', meaning: 'Largest JSON body.', default: '2097152', problem: whole(1024, 67_108_864) },
  {
    name: 'MAX_IMAGE_BYTES',
    meaning: 'Largest file of an image or an asset.',
    default: '20971520',
    problem: whole(1024, 268_435_456),
  },
  {
    name: 'MAX_IMAGES_AT_ONCE',
    meaning:
      'Images processed at once; by default one per processor. Of large ones, and of uploads, half as many each.',
    default: null,
    problem: whole(1, 64),
  },
  {
    name: 'IMAGE_CACHE_BYTES',
    meaning:
      'Bytes of made sizes of images that are kept in the file storage; the least recently used go first. 0 keeps none.',
    default: '1073741824',
    problem: whole(0, 1_000_000_000_000),
  },
  {
    name: 'VIEW_CACHE_BYTES',
    meaning:
      'Bytes of rendered views that each process keeps in memory; the least recently used go first. 0 keeps none.',
    default: '33554432',
    problem: whole(0, 1_000_000_000_000),
  },
  {
    name: 'INTROSPECTION',
    meaning: 'Who may use introspection: open for everyone, token for callers with a token.',
    default: 'open',
    problem: oneOf('open', 'token'),
  },
  { name: 'MAX_ITEMS_PER_ENTITY', meaning: 'Most items in one entity.', default: '5000', problem: whole(1, 100_000) },
  ...limitSettings,
  {
    name: 'WEBHOOK_SECRET_KEY',
    meaning: 'The key that encrypts webhook secrets, base64 of 32 bytes; by default generated and kept in DATA_DIR.',
    default: null,
    problem: key32,
  },
  {
    name: 'WEBHOOK_SIGNING_KEY',
    meaning: 'The Ed25519 key that signs deliveries, base64 of 32 bytes; by default generated and kept in DATA_DIR.',
    default: null,
    problem: key32,
  },
  {
    name: 'WEBHOOK_ALLOWED_RANGES',
    meaning: 'Private address ranges that webhooks may reach, also over http, such as 10.0.0.0/8,fd00::/8.',
    default: null,
    problem: ranges,
  },
  {
    name: 'EVENT_RETENTION_DAYS',
    meaning: 'How long events are kept for catching up.',
    default: '7',
    problem: whole(1, 3_650),
  },
  {
    name: 'DELETED_DAYS',
    meaning: 'How long a deleted object can be restored; afterwards it and its events are removed permanently.',
    default: '30',
    problem: whole(1, 3_650),
  },
  {
    name: 'HISTORY_RETENTION_DAYS',
    meaning:
      'How long replaced values of items are kept; by default forever. The live and the newest value always stay.',
    default: null,
    problem: whole(1, 36_500),
  },
  {
    name: 'ACCESS_AUDIT_DAYS',
    meaning: 'How long sign-ins, use of tokens and refused writes are recorded.',
    default: '90',
    problem: whole(1, 3_650),
  },
  {
    name: 'UNUSED_FILE_HOURS',
    meaning: 'How long an image file is kept after nothing refers to it.',
    default: '24',
    problem: whole(1, 8_760),
  },
  {
    name: 'SEARCH_WAIT_MS',
    meaning: 'How long a search waits for recent writes to be indexed before it answers with PARTIAL_RESULT.',
    default: '1000',
    problem: whole(0, 60_000),
  },
  ...natsSettings,
  {
    name: 'OAUTH_ACCESS_MINUTES',
    meaning: 'How long an OAuth access token lasts.',
    default: '15',
    problem: whole(5, 60),
  },
  ...signInSettings,
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'The OTLP/HTTP receiver for traces, such as http://127.0.0.1:4318; by default none are sent.',
    default: null,
    problem: url('http:', 'https:'),
  },
  {
    name: 'METRICS_PORT',
    meaning: 'The TCP port for metrics; 0 takes any free one, and by default there is none.',
    default: null,
    problem: whole(0, 65_535),
  },
  {
    name: 'METRICS_HOST',
    meaning: 'The address that the metrics port listens on. Use 0.0.0.0 for all interfaces.',
    default: '127.0.0.1',
    problem: any,
  },
  {
    name: 'S3_ENDPOINT',
    meaning: 'An S3-compatible store for image files, instead of DATA_DIR.',
    default: null,
    problem: url('http:', 'https:'),
  },
  { name: 'S3_BUCKET', meaning: 'The bucket in that store.', default: null, problem: any },
  { name: 'S3_REGION', meaning: 'The region of that store.', default: 'us-east-1', problem: any },
  { name: 'S3_ACCESS_KEY_ID', meaning: 'The key id for that store.', default: null, problem: any },
  { name: 'S3_SECRET_ACCESS_KEY', meaning: 'The key for that store.', default: null, problem: any },
] as const satisfies readonly Setting[];

/** The name of a setting. */
export type SettingName = (typeof settings)[number]['name'];
