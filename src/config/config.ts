// The environment, read once, validated and typed: the only file that reads process.env. One table defines everything;
// docs/configuration.md and .env.example are held to it by a test.
import { availableParallelism } from 'node:os';
import { parseRange, type AddressRange } from '../domain/networkAddress.ts';
import { isUsableToken } from '../domain/tokenForm.ts';
import { any, key32, oneOf, ranges, url, whole, type Setting } from './settingRules.ts';
import { databaseSettings, natsSettings, readUrlsIn } from './clusterSettings.ts';
import { limitSettings } from './limitSettings.ts';
import { readSignIn, signInProblems, signInSettings, type SignInConfig } from './signInSettings.ts';

/** Every setting, in the order of docs/configuration.md. */
export const settings = [
  {
    name: 'PORT',
    meaning: 'The TCP port to listen on; 0 takes any free one.',
    default: '4000',
    problem: whole(0, 65_535),
  },
  { name: 'HOST', meaning: 'The address to listen on; 0.0.0.0 for all.', default: '127.0.0.1', problem: any },
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
    meaning: 'The first company-level token, where nobody can read the one that the first start prints.',
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
    meaning: 'The least important log line to write; without it info, and warn on a terminal.',
    default: null,
    problem: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  {
    name: 'LOG_FORMAT',
    meaning: 'How log lines are written: json or pretty; without it json, and pretty on a terminal.',
    default: null,
    problem: oneOf('json', 'pretty'),
  },
  {
    name: 'SHUTDOWN_SECONDS',
    meaning: 'How long a stop waits for requests that are running.',
    default: '10',
    problem: whole(1, 300),
  },
  { name: 'MAX_BODY_BYTES', meaning: 'Largest JSON body.', default: '2097152', problem: whole(1024, 67_108_864) },
  { name: 'MAX_IMAGE_BYTES', meaning: 'Largest image file.', default: '20971520', problem: whole(1024, 268_435_456) },
  {
    name: 'MAX_IMAGES_AT_ONCE',
    meaning: 'Images decoded at once; without it as many as the machine has processors. Others wait up to 10 seconds.',
    default: null,
    problem: whole(1, 64),
  },
  {
    name: 'INTROSPECTION',
    meaning: "Who may read the graph's schema by introspection: open for everyone, token for callers with one.",
    default: 'open',
    problem: oneOf('open', 'token'),
  },
  { name: 'MAX_ITEMS_PER_ENTITY', meaning: 'Most items in one entity.', default: '5000', problem: whole(1, 100_000) },
  ...limitSettings,
  {
    name: 'WEBHOOK_SECRET_KEY',
    meaning:
      'Seals the secrets of webhook subscriptions; without it a key is made and kept in DATA_DIR. Base64 of 32 bytes.',
    default: null,
    problem: key32,
  },
  {
    name: 'WEBHOOK_SIGNING_KEY',
    meaning: 'The Ed25519 key that signs deliveries; without it one is made and kept in DATA_DIR. Base64 of 32 bytes.',
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
    meaning: 'How long events are kept for those who catch up.',
    default: '7',
    problem: whole(1, 3_650),
  },
  {
    name: 'DELETED_DAYS',
    meaning: 'How long something deleted can be restored; then it is removed for good.',
    default: '30',
    problem: whole(1, 3_650),
  },
  {
    name: 'HISTORY_RETENTION_DAYS',
    meaning:
      'How long a value of an item is kept after it was replaced; without it all are. The live and the newest stay.',
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
    meaning: 'How long the bytes of a file are kept when nothing names them any more.',
    default: '24',
    problem: whole(1, 8_760),
  },
  {
    name: 'SEARCH_WAIT_MS',
    meaning: 'How long a search waits for the index of what was written just before; it is PARTIAL_RESULT then.',
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
    meaning:
      'Where traces are sent: an OTLP receiver over HTTP, such as http://127.0.0.1:4318. Without it there are none.',
    default: null,
    problem: url('http:', 'https:'),
  },
  {
    name: 'METRICS_PORT',
    meaning: "The TCP port of the operator's metrics; 0 takes any free one. Without it there are none.",
    default: null,
    problem: whole(0, 65_535),
  },
  {
    name: 'METRICS_HOST',
    meaning: 'The address that port listens on; 0.0.0.0 for all.',
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

type SettingName = (typeof settings)[number]['name'];

interface NatsConfig {
  readonly urls: readonly string[];
  readonly credentialsFile: string | null;
  readonly replicas: number | null;
}

/** The configuration of a process. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: made from the address the server listens on. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly role: 'web' | 'worker' | 'all';
  readonly databaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  /** Standbys that answer reads, one host each. */
  readonly databaseReadUrls: readonly string[];
  readonly readLagMillis: number;
  readonly databasePool: number;
  readonly bootstrapToken: string | null;
  readonly writesDemo: boolean;
  /** Whether callers without a token may introspect. */
  readonly isSchemaOpen: boolean;
  /** Null: by whether the log is a terminal. */
  readonly logLevel: string | null;
  readonly logFormat: 'json' | 'pretty' | null;
  readonly shutdownSeconds: number;
  readonly bodyBytes: number;
  readonly imageBytes: number;
  readonly imagesAtOnce: number;
  readonly itemsPerEntity: number;
  readonly eventRetentionDays: number;
  readonly deletedDays: number;
  /** Null: for good. */
  readonly historyRetentionDays: number | null;
  readonly accessAuditDays: number;
  readonly unusedFileHours: number;
  readonly searchWaitMillis: number;
  /** The servers that carry events between processes; null for the database alone. */
  /** The servers of NATS; null for none. Replicas null: as many as a cluster is best kept by. */
  readonly nats: NatsConfig | null;
  readonly accessTokenMinutes: number;
  /** Where the operator's metrics are; null for nowhere. */
  /** The OTLP receiver that traces are sent to; null for none. */
  readonly tracesEndpoint: string | null;
  readonly metrics: { readonly port: number; readonly host: string } | null;
  readonly signIn: SignInConfig;
  /** How much callers may send; null for as much as they like. */
  readonly rates: {
    readonly burst: number;
    readonly perOwner: number;
    readonly perAddress: number;
    readonly costPerRequest: number;
  } | null;
  /** How many connections the service holds open. */
  readonly connections: { readonly inAll: number; readonly perAddress: number };
  readonly trustedProxies: readonly AddressRange[];
  readonly webhooks: {
    readonly secretKey: string | null;
    readonly signingKey: string | null;
    readonly allowedRanges: readonly AddressRange[];
  };
  readonly s3: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
}

/** A setting that commands read and the service does not; null when it is not set. */
export function readSetting(name: string): string | null {
  return process.env[name] || null;
}

/** Thrown for settings that are wrong; the message names each of them and never shows its value. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws ConfigError with every problem at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values = new Map<SettingName, string | null>();
  for (const setting of settings) {
    const text = environment[setting.name];
    const isSet = text !== undefined && text !== '';
    const problem = isSet ? setting.problem(text) : null;
    if (problem) problems.push(`${setting.name}: ${problem}.`);
    values.set(setting.name, isSet ? text : setting.default);
  }
  const of = (name: SettingName): string | null => values.get(name) ?? null;
  const given = (name: SettingName): string => of(name) ?? '';
  if (of('S3_ENDPOINT')) {
    const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    for (const name of needed) if (!of(name)) problems.push(`${name}: needed with S3_ENDPOINT.`);
  }
  problems.push(...signInProblems(of));
  if (problems.length > 0)
    throw new ConfigError(`The configuration is wrong.\n${problems.map((p) => `  ${p}`).join('\n')}`);
  return {
    port: Number(given('PORT')),
    host: given('HOST'),
    baseUrl: of('BASE_URL')?.replace(/\/+$/, '') ?? null,
    dataDir: given('DATA_DIR'),
    // Checked above to be one of the three.
    role: given('ROLE') as Config['role'],
    databaseUrl: of('DATABASE_URL'),
    databaseDirectUrl: of('DATABASE_DIRECT_URL'),
    databaseReadUrls: readUrlsIn(of('DATABASE_READ_URLS') ?? '').filter((url) => url !== ''),
    readLagMillis: Number(given('READ_LAG_MS')),
    databasePool: Number(given('DATABASE_POOL')),
    bootstrapToken: of('BOOTSTRAP_TOKEN'),
    writesDemo: given('DEMO') === '1',
    isSchemaOpen: given('INTROSPECTION') === 'open',
    logLevel: of('LOG_LEVEL'),
    // Checked above to be one of the two.
    logFormat: of('LOG_FORMAT') as Config['logFormat'],
    shutdownSeconds: Number(given('SHUTDOWN_SECONDS')),
    bodyBytes: Number(given('MAX_BODY_BYTES')),
    imageBytes: Number(given('MAX_IMAGE_BYTES')),
    imagesAtOnce: Number(of('MAX_IMAGES_AT_ONCE') ?? availableParallelism()),
    itemsPerEntity: Number(given('MAX_ITEMS_PER_ENTITY')),
    eventRetentionDays: Number(given('EVENT_RETENTION_DAYS')),
    deletedDays: Number(given('DELETED_DAYS')),
    historyRetentionDays: of('HISTORY_RETENTION_DAYS') === null ? null : Number(of('HISTORY_RETENTION_DAYS')),
    accessAuditDays: Number(given('ACCESS_AUDIT_DAYS')),
    unusedFileHours: Number(given('UNUSED_FILE_HOURS')),
    searchWaitMillis: Number(given('SEARCH_WAIT_MS')),
    nats: readNats(of),
    accessTokenMinutes: Number(given('OAUTH_ACCESS_MINUTES')),
    tracesEndpoint: of('OTEL_EXPORTER_OTLP_ENDPOINT'),
    metrics: of('METRICS_PORT') === null ? null : { port: Number(given('METRICS_PORT')), host: given('METRICS_HOST') },
    signIn: readSignIn(of),
    rates: readRates(given),
    connections: { inAll: Number(given('MAX_CONNECTIONS')), perAddress: Number(given('MAX_CONNECTIONS_PER_ADDRESS')) },
    trustedProxies: rangesIn(of('TRUSTED_PROXIES')),
    webhooks: readWebhooks(of),
    s3: of('S3_ENDPOINT') ? readS3(given) : null,
  };
}

function readNats(of: (name: SettingName) => string | null): Config['nats'] {
  const urls = of('NATS_URL')?.split(',');
  const replicas = of('NATS_REPLICAS');
  if (!urls) return null;
  return { urls, credentialsFile: of('NATS_CREDENTIALS'), replicas: replicas === null ? null : Number(replicas) };
}

function readWebhooks(of: (name: SettingName) => string | null): Config['webhooks'] {
  return {
    secretKey: of('WEBHOOK_SECRET_KEY'),
    signingKey: of('WEBHOOK_SIGNING_KEY'),
    allowedRanges: rangesIn(of('WEBHOOK_ALLOWED_RANGES')),
  };
}

function readS3(given: (name: SettingName) => string): NonNullable<Config['s3']> {
  return {
    endpoint: given('S3_ENDPOINT'),
    bucket: given('S3_BUCKET'),
    region: given('S3_REGION'),
    accessKeyId: given('S3_ACCESS_KEY_ID'),
    secretAccessKey: given('S3_SECRET_ACCESS_KEY'),
  };
}

function readRates(given: (name: SettingName) => string): Config['rates'] {
  if (given('RATE_LIMITS') === '0') return null;
  return {
    burst: Number(given('RATE_BURST')),
    perOwner: Number(given('RATE_PER_OWNER')),
    perAddress: Number(given('RATE_PER_ADDRESS')),
    costPerRequest: Number(given('RATE_COST_PER_REQUEST')),
  };
}

function rangesIn(text: string | null): AddressRange[] {
  return (text ?? '').split(',').flatMap((range) => parseRange(range) ?? []);
}
