// Each figure that callers or operators are promised: the document still says it, and the code still keeps it. One that
// changes in one of the two places alone fails here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const [mebibyte, minute, hour, day] = [1024 * 1024, 60, 3_600, 86_400];
const reference = 'docs/spec/resources.md';
/** Two documents: what callers notice, and the rest. */
const choices = 'docs/behavior.md docs/choices.md';

/** What bounds the cost of a request. */
const bounds = 'SECURITY.md';

/** A constant as `file name`, below src/; what it is; and the document and words that promise it. */
const figures: readonly (readonly [constant: string, is: unknown, document: string, words: string])[] = [
  // Lists and what a request may ask for.
  ['contract/listQuery pageLimits', { most: 200, usual: 50 }, reference, 'default 50, maximum 200'],
  ['contract/listQuery mostConditions', 10, reference, 'up to 10 conditions'],
  ['rest/request/listParameters mostConditions', 10, reference, 'up to 10 conditions'],
  [
    'graphql/operation/where most',
    { conditions: 50, levels: 5, links: 5 },
    choices,
    'at most 50 conditions, 5 levels, 5 links',
  ],
  ['engine/cascade mostCascaded', 50_000, choices, 'up to 50,000 rows that live in it'],
  ['engine/cascade mostCascaded', 50_000, 'SECURITY.md', 'a delete takes 50,000 rows with it'],
  ['engine/cascade rowsAtOnce', 1_000, 'SECURITY.md', 'asks for 1,000 at a time'],
  ['engine/cursor longestValue', 80, choices, 'A sort value longer than 80 characters'],
  ['database/engine/listedRows mostCounted', 10_000, reference, 'exact up to 10,000'],
  ['rest/response/pagination mostCounted', 10_000, reference, 'exact up to 10,000'],
  ['database/events/claimStore mostLookedUp', 10, choices, '0 while ten or more events of the subscription'],
  ['database/events/webhookHealthStore mostCounted', 100_000, 'docs/metrics.md', 'by status, up to 100,000 of them'],
  ['database/engine/waitingWork mostCounted', 10_000, 'docs/metrics.md', 'by its work, up to 10,000 of each'],
  ['database/community/unreadChangeStore countedAtOnce', 1_000, bounds, '1,000 members of a group'],
  ['database/community/unreadChangeStore countedAtOnce', 1_000, choices, 'more than 1,000 active members'],
  ['actions/community/countUnread membersAtOnce', 500, bounds, 'after the commit, 500 at a time'],
  ['database/connection/boundedQuery mostPrepared', 1_000_000, bounds, '1,000,000 characters of them'],
  ['database/search/searchQueueStore mostIndexed', 50, bounds, '50 rows at a time'],
  ['database/search/searchQueueStore mostIndexed', 50, choices, 'Indexed after the commit, too, 50 rows at a time'],
  ['database/search/searchSource longestText', 100_000, bounds, 'at most 100,000 characters of each weight'],
  ['database/search/cutStore mostRead', 500_000, choices, 'the first 500,000 characters of the hits'],
  ['database/search/searchStore mostCounted', 10_000, reference, 'exact up to 10,000'],
  ['domain/errors mostViolations', 100, reference, 'reported together (up to 100)'],
  ['rest/request/shape mostNames', 20, reference, 'up to 3 levels and 20 names'],
  ['rest/request/shape mostLevels', 3, reference, 'up to 3 levels and 20 names'],
  ['contract/scalarRules deepestJson', 64, choices, 'a JSON object, at most 64 levels'],
  ['domain/locale longest', 16, reference, 'at most 16 chars'],
  ['rest/request/uploadForm longestField', 2_048, choices, 'longer than 2 KiB'],
  ['rest/routes/viewRoutes mostKeys', 200, choices, 'more than 200 are not shared'],
  ['actions/work/taskEdges most', 2_000, choices, 'at most 2,000 nodes'],
  ['actions/identity/exportIdentity mostAtOnce', 2_000, choices, '2,000 resources in the graph'],
  ['graphql/questions/readInput mostNames', 200, choices, '`names` on the lists, 200 at most'],
  [
    'actions/work/taskLists mostEdges',
    { blockers: 200, associations: 500 },
    reference,
    '200 blockedBy + 200 blocking per task; associated* 500 each',
  ],
  ['database/search/searchSource longestText', 100_000, choices, '100,000 characters per weight'],
  ['actions/search/indexQueue quietMillis', 1_000, choices, 'from when none has changed for a second'],
  ['actions/search/indexQueue gatherMillis', 3_000, choices, 'or three seconds after a change'],
  ['actions/search/indexQueue restFactor', 3, choices, 'with rests three times as long as the work'],
  [
    'actions/search/indexQueue behindMillis',
    10_000,
    choices,
    'where a round over what waits takes more than ten seconds',
  ],
  ['files/image mostPixels', 100_000_000, reference, '20 MiB, 100 megapixels'],
  // What an operation and a request may cost.
  ['http/jsonBody mostMembers', 20_000, choices, 'At most 20,000 members in one object'],
  ['http/jsonBody mostValues', 200_000, bounds, '200,000 members and elements'],
  ['graphql/operation/floatVariables mostValues', 20_000, bounds, '20,000 values in variables'],
  [
    'graphql/operation/limits operationLimits',
    { depth: 15, cost: 10_000, aliases: 50, rootFields: 20, directives: 30 },
    choices,
    'depth 15, cost 10,000, 50 aliases, 20 root fields, 30 directives, 2,000 tokens',
  ],
  ['graphql/server mostTokens', 2_000, choices, '30 directives, 2,000 tokens'],
  ['graphql/subscriptions/operation mostTokens', 2_000, choices, '30 directives, 2,000 tokens'],
  ['domain/requestLimits longestDocument', 65_536, reference, 'document 64 KiB'],
  [
    'graphql/operation/limits introspectionCost',
    { __schema: 1_000, __type: 100 },
    choices,
    'cost 1,000; of one type 100',
  ],
  ['domain/requestLimits bulkOperationCost', 100, choices, 'Each operation costs 100'],
  [
    'engine/requestBudget requestLimits',
    {
      objects: 20_000,
      bytes: 32 * mebibyte,
      rows: 100_000,
      rendering: 20_000_000,
      pixels: 400_000_000,
      milliseconds: 10_000,
    },
    choices,
    '20,000 objects, 32 MiB of response, 100,000 rows, 20 million units of rendering, 400 million pixels, 10 s',
  ],
  [
    'engine/requestBudget perUnit',
    { objects: 1, bytes: 4_096, rows: 10, rendering: 1_000, pixels: 10_000 },
    choices,
    'One unit is 1 object, 4 KiB of response, 10 rows, 1,000 units of rendering or 10,000 decoded pixels',
  ],
  ['database/connection/databaseTime mostBytes', 32 * mebibyte, choices, '32 MiB of response'],
  ['engine/requestBudget databaseMillis', 9_000, choices, '9 s in all, counted while it waits'],
  ['database/connection/connections connectMillis', 2_000, choices, 'finding a connection takes 2 s more at most'],
  [
    'database/connection/primary transactionLimits',
    { mostWaiting: 1_000, waitMillis: 10_000 },
    choices,
    'In turn, up to 10 s, 1,000 waiting in a process',
  ],
  ['rendering/template mostSteps', 100_000, choices, '100,000 steps per template and 400,000 per view'],
  [
    'rendering/template defaultViewLimits',
    { expansions: 1_000, steps: 400_000 },
    choices,
    '100,000 steps per template and 400,000 per view',
  ],
  ['rendering/template largestOutput', mebibyte, reference, '1 MiB output'],
  // Credentials.
  ['actions/oauth/authorizeClient codeSeconds', 60, choices, 'the code stays good for its 60 s'],
  [
    'actions/oauth/issueToken refreshLife',
    { idle: 30 * day, longest: 90 * day },
    reference,
    '30 days idle, 90 days in all',
  ],
  ['actions/access/bearerTokenKind twoYears', 2 * 365.25 * day * 1000, reference, 'at most 2 years ahead'],
  ['actions/session/signInLink linkMinutes', 10, 'docs/sign-in.md', 'for one sign-in within ten minutes'],
  ['http/localLink hours', 12, choices, 'its token lasts 12 hours'],
  ['database/access/idempotencyStore keptHours', 24, choices, 'are stored for 24 h'],
  // How long things stay.
  ['actions/search/search lifetime', 15 * minute * 1000, reference, '15 minutes after the last read'],
  ['actions/work/taskLog editTime', 15 * minute * 1000, reference, 'the author may edit a comment for 15 minutes'],
  // Webhooks and streams.
  ['actions/events/webhookSubscriptionKind mostPerClient', 100, reference, '100 per API client'],
  [
    'webhooks/schedule defaultSchedule',
    {
      waits: [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour],
      jitter: 0.1,
      longestRetryAfter: 10 * hour,
    },
    reference,
    'wait 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h (8 attempts, about 27.5 h), each ± 10 percent; Retry-After is obeyed up to 10 h',
  ],
  [
    'webhooks/worker defaultOptions.claims.perSubscription',
    10,
    reference,
    'up to 10 requests in flight per subscription',
  ],
  ['webhooks/worker defaultOptions.claims.leaseSeconds', 60, reference, 'after its lease of 60 s'],
  [
    'webhooks/worker defaultOptions.health',
    { slowSeconds: 5 * minute, failingSeconds: 5 * day, failingAttempts: 20 },
    reference,
    'all attempts failing for 5 days, over at least 20 attempts',
  ],
  ['webhooks/worker defaultOptions.connectMillis', 10_000, reference, '10 s to connect and 15 s in all'],
  ['webhooks/worker defaultOptions.totalMillis', 15_000, reference, '10 s to connect and 15 s in all'],
  ['webhooks/deliver mostBytes', 64 * 1024, reference, 'response read up to 64 KiB'],
  ['engine/eventStates mostStateBytes', 256 * 1024, reference, '256 KiB, larger falls back to thin'],
  ['webhooks/deliver longest', 1_024, reference, '`responseExcerpt` (up to 1,024 chars'],
  ['webhooks/claimLoop soonMillis', 5_000, choices, 'expired subscriptions within 5 s'],
  [
    'database/engine/deliveryAggregates shownBody',
    16_384,
    'schema/events/webhookDelivery.graphql',
    'its first 16,384 characters',
  ],
  ['database/engine/deliveryAggregates sample', 100, choices, 'over the newest 100 attempted deliveries'],
  ['database/engine/deliveryAggregates mostCounted', 10_000, choices, 'The backlog is counted up to 10,000'],
  [
    'graphql/subscriptions/outbox outboxLimits',
    { events: 1_000, bytes: mebibyte },
    reference,
    'more than 1,000 events or 1 MiB behind',
  ],
  ['graphql/subscriptions/answers smallBytes', 512 * 1024, bounds, 'made side by side 512 KiB together'],
  ['graphql/subscriptions/subscriptions usualLimits.heartbeatMillis', 15_000, reference, 'Heartbeat every 15 s'],
  ['graphql/subscriptions/subscriptions usualLimits.reservationMillis', 10_000, choices, 'must be opened within 10 s'],
  ['graphql/subscriptions/subscriptions usualLimits.initMillis', 3_000, bounds, '3 s to say who it is'],
  ['graphql/subscriptions/subscriptions usualLimits.subscriptionsPerSocket', 100, bounds, '100 subscriptions a socket'],
  ['graphql/subscriptions/subscriptions usualLimits.streamsPerToken', 1_000, bounds, '1,000 streams a token'],
  ['graphql/subscriptions/upgrade largestMessage', mebibyte, bounds, '1 MiB a message'],
  ['events/eventStream keptSeconds', hour, choices, 'the stream holds one hour'],
  ['actions/community/threadPostKind editWindow', day * 1000, reference, "within the owner's window (default 24 h)"],
  // Pressure.
  ['http/connections takenPerTurn', 8, bounds, 'eight begin in a turn of the event loop'],
  ['http/readiness usualReadiness', { patience: 50, lasts: 15_000 }, choices, 'longer than 50 ms to answer a check'],
  ['http/readiness usualReadiness.lasts', 15_000, choices, 'the last one said that succeeded within 15 s'],
  ['http/jsonBody mostLong', 20_000, bounds, '20,000 numbers that a double cannot hold'],
  ['rest/routes/verbAnswers mostShown', 8 * mebibyte, bounds, 'bodies in its answer up to 8 MiB'],
  ['database/connection/joinedReads mostJoined', 32, 'docs/ARCHITECTURE.md', 'up to 32 of them'],
  ['http/connections usualConnections.unreadInAll', 64 * mebibyte, choices, 'waits unparsed; 64 MiB of it in all'],
  [
    'http/connections usualConnections.stallMillis',
    30_000,
    choices,
    'Closed after 30 s in which they took less than 16 KiB',
  ],
  [
    'http/connections usualConnections.minimumRead',
    16 * 1024,
    choices,
    'Closed after 30 s in which they took less than 16 KiB',
  ],
  [
    'http/connections usualConnections.pendingPerAddress',
    64 * mebibyte,
    'docs/configuration.md',
    'may hold 64 MiB for one address',
  ],
  // The same limits where they are all named together, and those that stand nowhere else.
  [
    'graphql/operation/limits operationLimits.depth',
    15,
    bounds,
    'depth 15, cost 10,000 on coerced variables, 50 aliases',
  ],
  ['graphql/operation/limits operationLimits.cost', 10_000, bounds, 'depth 15, cost 10,000'],
  ['graphql/operation/limits operationLimits.aliases', 50, bounds, 'on coerced variables, 50 aliases'],
  ['engine/requestBudget requestLimits.objects', 20_000, bounds, '20,000 objects, 32 MiB, 100,000 rows, 10 s'],
  ['engine/requestBudget requestLimits.bytes', 32 * mebibyte, bounds, '20,000 objects, 32 MiB, 100,000 rows, 10 s'],
  ['engine/requestBudget requestLimits.rows', 100_000, bounds, '20,000 objects, 32 MiB, 100,000 rows, 10 s'],
  ['engine/requestBudget requestLimits.milliseconds', 10_000, bounds, '20,000 objects, 32 MiB, 100,000 rows, 10 s'],
  ['domain/pacer turnMillis', 12, bounds, 'all requests leave the event loop to others every 12 ms'],
  [
    'engine/requestBudget perUnit',
    { objects: 1, bytes: 4_096, rows: 10, rendering: 1_000, pixels: 10_000 },
    choices,
    'One unit is 1 object, 4 KiB of response, 10 rows, 1,000 units of rendering or 10,000 decoded pixels',
  ],
  ['database/connection/databaseTime mostBytes', 32 * mebibyte, bounds, '32 MiB in all, also side by side'],
  ['database/connection/boundedQuery mostRowBytes', 64 * mebibyte, bounds, '64 MiB of any statement'],
  ['engine/requestBudget databaseMillis', 9_000, bounds, '5 s, and 9 s of waiting for the database'],
  ['rendering/template mostSteps', 100_000, bounds, '100,000 steps each'],
  ['rendering/template defaultViewLimits.steps', 400_000, bounds, '400,000 a view'],
  ['rendering/template largestOutput', mebibyte, bounds, '1 MiB of output'],
  ['rendering/renderPool threadMemory', 256, bounds, 'threads with 256 MB and 8 s a view'],
  ['rendering/renderPool usual.milliseconds', 8_000, bounds, 'threads with 256 MB and 8 s a view'],
  ['files/image mostPixels', 100_000_000, bounds, '100 megapixels'],
  ['http/connections usualConnections.unreadInAll', 64 * mebibyte, bounds, 'stays unparsed (64 MiB in all)'],
  ['http/connections usualConnections.stallMillis', 30_000, bounds, '30 s for an answer that stands still'],
  ['http/connections usualConnections.pendingPerAddress', 64 * mebibyte, bounds, '64 MiB of answers that wait'],
  ['http/connections usualConnections.pendingInAll', 256 * mebibyte, bounds, '256 MiB for all addresses'],
  ['rest/request/uploadForm mostFields', 10, bounds, '10 fields of 2 KiB'],
  ['rest/request/uploadForm longestField', 2_048, bounds, '10 fields of 2 KiB'],
  ['domain/requestLimits bulkOperationCost', 100, bounds, "each of which costs 100 of the caller's cost"],
  ['http/pressure fullInRow', 3, choices, 'measured three times in a row'],
  ['http/pressure retryAfterSeconds', 5, choices, '`Retry-After: 5`'],
  [
    'files/imageWork line',
    { mostWaiting: 32, waitMillis: 15_000, refusal: null },
    choices,
    '32 of a caller wait up to 15 s, then 503',
  ],
  [
    'files/imageWork deadlines',
    {
      SMALL: { milliseconds: 30_000, cpuMillis: 10_000 },
      LARGE: { milliseconds: 30_000, cpuMillis: 10_000 },
      UPLOAD: { milliseconds: 30_000, cpuMillis: 30_000 },
    },
    bounds,
    '10 s of a processor and 30 s for a size, 30 s for an upload',
  ],
];

/** Figures that stand in a longer text of the code: the file, the text, and what promises it. */
const texts: readonly (readonly [file: string, text: string, document: string, words: string])[] = [
  ['webhooks/destination', `minVersion: 'TLSv1.2'`, reference, 'no redirects, TLS 1.2 or later'],
  ['database/content/pathRedirectStore', `+ interval '90 days'`, reference, 'keeps a redirect entry for 90 days'],
  ['database/search/searchStore', `+ interval '15 minutes'`, reference, '15 minutes after the last read'],
  ['database/events/deliveryPartitions', `const keptDays = 30;`, reference, 'Kept 30 days; bodies 7 days.'],
  [
    'database/events/webhookHealthStore',
    `b."created_timestamp" < now() - interval '7 days'`,
    reference,
    'Kept 30 days; bodies 7 days.',
  ],
  ['database/connection/connections', `statement_timeout: '5000'`, bounds, '5 s, and 9 s of waiting for the database'],
  ['http/pressure', 'fullShare: 0.88,', bounds, 'from 88 % of its limit'],
  ['http/pressure', 'relievedShare: 0.75,', bounds, 'until 75 %'],
  ['config/settings', `default: '4000',`, bounds, '4,000 connections'],
  ['http/pressure', 'fullShare: 0.88,', choices, 'From 88 % of the heap'],
  ['http/pressure', 'relievedShare: 0.75,', choices, 'until 75 %'],
];

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const plain = (text: string): string => text.replace(/\s+/g, ' ');

/** The value of a constant whose initializer is made of numbers, and of constants beside it or imported by their names. */
function valueOf(file: string, name: string): unknown {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const declared = new Map<string, ts.Expression>();
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name: known, initializer } of statement.declarationList.declarations)
        if (initializer) declared.set(known.getText(), initializer);
  const imported = (wanted: string): unknown => {
    const from = source.statements
      .filter(ts.isImportDeclaration)
      .find(({ importClause }) => importClause?.getText().includes(wanted));
    if (!from || !ts.isStringLiteral(from.moduleSpecifier)) throw new Error(`${wanted} is not in ${file}`);
    return valueOf(path.join(path.dirname(file), from.moduleSpecifier.text), wanted);
  };
  const evaluated = (node: ts.Expression): unknown => {
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return evaluated(node.expression);
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isIdentifier(node)) {
      const beside = declared.get(node.text);
      return beside ? evaluated(beside) : imported(node.text);
    }
    if (ts.isArrayLiteralExpression(node)) return node.elements.map(evaluated);
    if (ts.isObjectLiteralExpression(node))
      return Object.fromEntries(
        node.properties.flatMap((one) => {
          if (ts.isShorthandPropertyAssignment(one)) return [[one.name.text, null]];
          return ts.isPropertyAssignment(one) ? [[one.name.getText(), evaluated(one.initializer)]] : [];
        }),
      );
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [Number(evaluated(node.left)), Number(evaluated(node.right))];
      if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
      if (node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) return left ** right;
    }
    return null;
  };
  const [constant = '', ...members] = name.split('.');
  const initializer = declared.get(constant);
  const whole = initializer ? evaluated(initializer) : undefined;
  return members.reduce<unknown>((value, member) => (value as Record<string, unknown> | undefined)?.[member], whole);
}

test.each(figures)('%s is as promised', (constant, is, document, words) => {
  const [file = '', name = ''] = constant.split(' ');
  expect(plain(document.split(' ').map(read).join('\n'))).toContain(words);
  expect(valueOf(`src/${file}.ts`, name)).toEqual(is);
});

test.each(texts)('%s keeps what is promised: %s', (file, text, document, words) => {
  expect(plain(document.split(' ').map(read).join('\n'))).toContain(words);
  expect(read(`src/${file}.ts`)).toContain(text);
});
