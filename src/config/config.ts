// The environment, read once, checked and typed: the only file that reads process.env.
import { availableParallelism } from 'node:os';
import { parseRange, type AddressRange } from '../domain/networkAddress.ts';
import { readUrlsIn } from './clusterSettings.ts';
import { settings, type SettingName } from './settings.ts';
import { readSignIn, signInProblems, type SignInConfig } from './signInSettings.ts';
import { withoutTrailing } from '../domain/text.ts';

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
  /** Of sizes of images that are kept. */
  readonly imageCacheBytes: number;
  readonly viewCacheBytes: number;
  readonly itemsPerEntity: number;
  readonly eventRetentionDays: number;
  readonly deletedDays: number;
  /** Null: for good. */
  readonly historyRetentionDays: number | null;
  readonly accessAuditDays: number;
  readonly unusedFileHours: number;
  readonly searchWaitMillis: number;
  /** The NATS servers that carry events between processes; null for none. Replicas null: as many as suit the cluster. */
  readonly nats: NatsConfig | null;
  readonly accessTokenMinutes: number;
  /** The OTLP receiver that traces are sent to; null for none. */
  readonly tracesEndpoint: string | null;
  /** Where the operator's metrics are; null for nowhere. */
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

/** Prefix of every setting that takes precedence over the bare name: other programs read names such as HOST, too. */
const prefix = 'COMMONPLACE_';

/** A setting that commands read and the service does not; null when it is not set. */
export function readSetting(name: string): string | null {
  return process.env[name] ?? null;
}

/** Thrown for settings that are wrong; the message names each of them and never shows its value. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws ConfigError with every problem at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values = new Map<SettingName, string | null>();
  for (const setting of settings) {
    const name = [`${prefix}${setting.name}`, setting.name].find((one) => environment[one]);
    const text = name === undefined ? null : (environment[name] ?? '');
    const problem = text === null ? null : setting.problem(text);
    if (name !== undefined && problem) problems.push(`${name}: ${problem}.`);
    values.set(setting.name, text ?? setting.default);
  }
  const of = (name: SettingName): string | null => values.get(name) ?? null;
  const base = (name: SettingName): string | null => withoutTrailing(of(name) ?? '', '/') || null;
  const given = (name: SettingName): string => of(name) ?? '';
  if (of('S3_ENDPOINT')) {
    const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    for (const name of needed) if (!of(name)) problems.push(`${name}: needed with S3_ENDPOINT.`);
  }
  problems.push(...signInProblems(of), ...misspelled(environment));
  if (problems.length > 0)
    throw new ConfigError(`The configuration is wrong.\n${problems.map((p) => `  ${p}`).join('\n')}`);
  return {
    port: Number(given('PORT')),
    host: given('HOST'),
    baseUrl: base('BASE_URL'),
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
    ...readImages(of),
    itemsPerEntity: Number(given('MAX_ITEMS_PER_ENTITY')),
    eventRetentionDays: Number(given('EVENT_RETENTION_DAYS')),
    deletedDays: Number(given('DELETED_DAYS')),
    historyRetentionDays: of('HISTORY_RETENTION_DAYS') === null ? null : Number(of('HISTORY_RETENTION_DAYS')),
    accessAuditDays: Number(given('ACCESS_AUDIT_DAYS')),
    unusedFileHours: Number(given('UNUSED_FILE_HOURS')),
    searchWaitMillis: Number(given('SEARCH_WAIT_MS')),
    nats: readNats(of),
    accessTokenMinutes: Number(given('OAUTH_ACCESS_MINUTES')),
    tracesEndpoint: base('OTEL_EXPORTER_OTLP_ENDPOINT'),
    metrics: of('METRICS_PORT') === null ? null : { port: Number(given('METRICS_PORT')), host: given('METRICS_HOST') },
    signIn: readSignIn(of),
    rates: readRates(given),
    connections: { inAll: Number(given('MAX_CONNECTIONS')), perAddress: Number(given('MAX_CONNECTIONS_PER_ADDRESS')) },
    trustedProxies: rangesIn(of('TRUSTED_PROXIES')),
    webhooks: readWebhooks(of),
    s3: of('S3_ENDPOINT') ? readS3(given) : null,
  };
}

function readImages(
  of: (name: SettingName) => string | null,
): Pick<Config, 'imageBytes' | 'imagesAtOnce' | 'imageCacheBytes' | 'viewCacheBytes'> {
  return {
    imageBytes: Number(of('MAX_IMAGE_BYTES')),
    imagesAtOnce: Number(of('MAX_IMAGES_AT_ONCE') ?? availableParallelism()),
    imageCacheBytes: Number(of('IMAGE_CACHE_BYTES')),
    viewCacheBytes: Number(of('VIEW_CACHE_BYTES')),
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

/** Shorter names are near those of other programs, such as BASEURL, DATADIR and LOGLEVEL. */
const shortest = 10;

/** What is wrong with names that nothing reads and that differ by one slip of the keyboard from a setting that is not given. */
function misspelled(environment: Readonly<Record<string, string | undefined>>): string[] {
  const bare = settings.map(({ name }) => name);
  const all = [...bare, ...bare.map((name) => `${prefix}${name}`)];
  const names = all.filter((name) => name.length >= shortest && !environment[name]);
  const known = new Set<string>(all);
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.has(name))
    .flatMap((name) => {
      const meant = names.find((other) => isOneSlip(name.toUpperCase(), other));
      return meant === undefined ? [] : [`${name}: there is no such setting; is ${meant} meant?`];
    });
}

// A letter more, less, another, or two that changed places; or the case alone.
function isOneSlip(one: string, other: string): boolean {
  let [begin, end] = [0, 0];
  const shorter = Math.min(one.length, other.length);
  while (begin < shorter && one[begin] === other[begin]) begin += 1;
  while (end < shorter - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(begin, one.length - end), other.slice(begin, other.length - end)];
  if (left.length < 2 && right.length < 2) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
