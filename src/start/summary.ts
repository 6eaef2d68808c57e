// The block that a start ends with: addresses that answer, the tokens, and what to try first.

/** What a start has to say. */
export interface SummaryParts {
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly seconds: number;
  readonly offersSignIn: boolean;
  /** Shown once, when they are issued. */
  readonly adminToken: string | null;
  readonly readerToken: string | null;
  /** Opens the IDE signed in; null where none is offered. */
  readonly openUrl: string | null;
  readonly hasDemo: boolean;
}

/** The lines of the block. */
export function summary(parts: SummaryParts): string {
  const { url } = parts;
  const addresses: (readonly [string, string])[] = [
    ['Start page', `${url}/`],
    ['GraphQL', `${url}/graphql`],
    ['IDE', `${url}/graphql/ide`],
    ['Dashboard', `${url}/dashboard`],
    ['REST', `${url}/n/v1`],
    ['REST reference', `${url}/docs/rest`],
  ];
  if (parts.offersSignIn) addresses.push(['Sign in', `${url}/signin`]);
  if (parts.metricsUrl) addresses.push(['Metrics', parts.metricsUrl]);
  return [
    '',
    `Commonplace is ready (${parts.seconds.toFixed(1)} s)`,
    '',
    ...addresses.map(([name, address]) => `  ${name.padEnd(16)}${address}`),
    ...tokenLines(parts),
    ...(parts.openUrl
      ? [
          '',
          'Open the IDE signed in (works once, on this machine; the tab gets a token of its own, for 12 hours):',
          `  ${parts.openUrl}`,
        ]
      : []),
    ...(parts.hasDemo ? ['', 'Try:', `  curl '${url}/v/v1/entityview/home?variant=summer'`] : []),
    '',
    'Ctrl-C stops the service.',
    '',
  ].join('\n');
}

function tokenLines({ adminToken, readerToken }: SummaryParts): string[] {
  if (!adminToken && !readerToken) return [];
  return [
    '',
    'Tokens, shown only now:',
    ...(adminToken ? [`  ${'Administrator'.padEnd(16)}${adminToken}`] : []),
    ...(readerToken ? [`  ${'Read-only app'.padEnd(16)}${readerToken}`] : []),
  ];
}
