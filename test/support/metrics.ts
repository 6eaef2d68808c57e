// A scraper of metrics: parses the Prometheus exposition format as a monitoring system would, and refuses anything
// else.

/** One series and its value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The result of a scrape. */
export interface Scrape {
  readonly samples: readonly Sample[];
  /** The help text of each metric, by name. */
  readonly help: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
  readonly text: string;
  /** The value of the one series with the name and exactly these labels; undefined when there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

/** Scrapes; throws for an answer that is not in the format. */
export async function scrape(url: string | null): Promise<Scrape> {
  if (url === null) throw new Error('There are no metrics');
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`The scrape was answered ${String(response.status)}`);
  const type = response.headers.get('content-type') ?? '';
  if (!/^text\/plain; version=0\.0\.4/.test(type)) throw new Error(`Not the exposition format: ${type}`);
  return parse(await response.text());
}

function parse(text: string): Scrape {
  const help = new Map<string, string>();
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const comment = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (comment) (comment[1] === 'HELP' ? help : types).set(comment[2] ?? '', comment[3] ?? '');
    else if (line !== '') samples.push(sampleOf(line));
  }
  const key = (labels: Readonly<Record<string, string>>): string => JSON.stringify(Object.entries(labels).sort());
  return {
    samples,
    help,
    types,
    text,
    value: (name, labels = {}) => samples.find((s) => s.name === name && key(s.labels) === key(labels))?.value,
  };
}

function sampleOf(line: string): Sample {
  const parts = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
  const value = Number(parts?.[3]?.replace('+Inf', 'Infinity') ?? NaN);
  if (!parts || (Number.isNaN(value) && parts[3] !== 'Nan')) throw new Error(`Not a sample: ${line}`);
  const pairs = [...(parts[2] ?? '').matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)];
  return { name: parts[1] ?? '', labels: Object.fromEntries(pairs.map(([, name, text]) => [name, text])), value };
}
