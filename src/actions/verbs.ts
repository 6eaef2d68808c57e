// What each root field of the graph does that people wrote, for both faces. The arguments come checked and canonical, as
// `contract/rules` reads them; the faces make the answer of what is returned, as the SDL says.
import { givenCursor } from '../engine/cursor.ts';
import { resourceOf, type Verb } from '../contract/resource.ts';
import type { DeniedWrite } from '../domain/callers.ts';
import { notingDenial, requireCaller } from '../engine/authorize.ts';
import { countries } from '../domain/country.ts';
import { currencies, formatMoney } from '../domain/currency.ts';
import { locales } from '../domain/locale.ts';
import { bulk } from '../engine/bulk.ts';
import type { Context, Row, WriteOptions, Written } from '../engine/context.ts';
import { findAny, kindsToRead } from '../engine/readResource.ts';
import { restoreResource } from '../engine/restoreResource.ts';
import { updateResource } from '../engine/updateResource.ts';
import type { TaskList, VerbArguments } from '../generated/verbs.ts';
import { readAccessAudit, readPermissionAudit } from './access/accessAudit.ts';
import { readDeletedResources } from './access/deletedResources.ts';
import { readHolders } from './access/permissionHolders.ts';
import { checkPermissions, explainPermission } from './access/permissionCheck.ts';
import { readClientContext } from './access/readClientContext.ts';
import { rotateBearerToken, rotateClientSecret } from './access/rotateSecrets.ts';
import { inboxOwner, markInboxRead, markThreadRead } from './community/inbox.ts';
import { chooseLive, type EntryOfItem, restoreValue } from './content/itemHistory.ts';
import { copyEntity } from './content/copyEntity.ts';
import { discardDrafts } from './content/discardDrafts.ts';
import { importContent } from './content/importContent.ts';
import { entityTypePlan } from './content/entityTypePlan.ts';
import { readTypeHistory } from './content/entityTypeKind.ts';
import { endEditing, readEditors, renewEditing } from './content/entityEditors.ts';
import { readEntityHistory } from './content/entityHistory.ts';
import { cancelPublications, publishEntities } from './content/publishEntities.ts';
import { returnEntity } from './content/returnEntity.ts';
import { reuseImage } from './images/reuseImage.ts';
import { publishEntitiesPlan, publishPlan } from './content/publishPlan.ts';
import {
  cancelWebhookDeliveries,
  cancelWebhookDelivery,
  redeliverWebhook,
  replayWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from './events/webhookVerbs.ts';
import { eraseIdentity } from './identity/eraseIdentity.ts';
import { wholeExport } from './identity/exportIdentity.ts';
import { mergeIdentities } from './identity/mergeIdentities.ts';
import { readSearchIndex } from './search/fillSearchIndex.ts';
import { deleteIdentityPasskeys, inviteIdentity, readIdentityPasskeys } from './session/passkeys.ts';
import { endWebSession } from './session/webSession.ts';
import { changeTaskEdge, readDependencies } from './work/taskEdges.ts';
import { endIdentitySessions, readIdentitySessions } from './oauth/identitySessions.ts';
import { placeTask } from './work/taskRank.ts';
import { readPayments, recordPayment } from './work/recordPayment.ts';
import { traced } from '../tracing/traced.ts';
import { findIdentities } from './identity/identityKind.ts';
import { readQuotaUse } from './access/requestLimiter.ts';

/** Root fields whose answer depends on what the graph selects: their resolvers stand in graphql/. */
type GraphOnly = 'entityPreview' | 'entityView' | 'entityViews' | 'search' | 'events';

type Verbs = {
  readonly [Name in Exclude<keyof VerbArguments, GraphOnly>]: (
    context: Context,
    args: VerbArguments[Name],
    isStrict: boolean,
  ) => unknown;
};

const openRange = { fromSequence: null, toSequence: null, fromTimestamp: null, toTimestamp: null };

/** By the name of the root field. */
const verbs: Verbs = {
  async node(context, { urn }) {
    return (await findAny(context, [urn]))[0] ?? null;
  },
  async nodes(context, { urns }) {
    const found = await findAny(context, [...new Set(urns)]);
    const byUrn = new Map(found.flatMap((row) => (row ? [[row.urn, row] as const] : [])));
    return urns.map((urn) => byUrn.get(urn) ?? null);
  },
  clientContext: (context) => readClientContext(context),
  endSession: (context) => endWebSession(context).then(() => true),
  identitySessions: (context, { urn }) => readIdentitySessions(context, urn),
  endIdentitySessions: (context, { urn, session = null }) => endIdentitySessions(context, urn, session),
  inviteIdentity: (context, { urn }) => inviteIdentity(context, urn),
  identityPasskeys: (context, { urn }) => readIdentityPasskeys(context, urn),
  deleteIdentityPasskeys: (context, { urn, passkey = null }) => deleteIdentityPasskeys(context, urn, passkey),
  searchIndex: (context) => readSearchIndex(context),
  locales: () => locales,
  currencies: () => currencies.map((c) => ({ ...c, symbol: formatMoney(0n, c, 'en').currencySymbol })),
  countries: () => countries,

  bulk: (context, { mode, operations }, isStrict) => bulk(context, { mode, operations: list(operations) }, isStrict),

  entityTypePlan: (context, { urn, input: { fields = null, after = null } }) =>
    entityTypePlan(context, urn, { fields: fields && list(fields), after }),
  entityTypeHistory: (context, { urn, before = null, first }) =>
    readTypeHistory(context, urn, { before, limit: first ?? 50 }),
  entityHistory: (context, { urn, first = null, after = null }) =>
    readEntityHistory(context, urn, { first, after: givenCursor(after) }),
  publishPlan: (context, { urn }) => publishPlan(context, urn),
  publishEntitiesPlan: (context, { urns }) => publishEntitiesPlan(context, list(urns)),
  publishEntities: (context, { urns, ...times }) => publishEntities(context, list(urns), sent(times)),
  cancelPublications: (context, { urns }) => cancelPublications(context, list(urns)),
  publishEntity: (context, { urn, publishTimestamp, unpublishTimestamp, ...rest }) =>
    update(context, { kind: 'Entity', urn }, sent({ status: 'PUBLISH', publishTimestamp, unpublishTimestamp }), rest),
  async unpublishEntity(context, { urn, ...rest }) {
    const row = await context.loaders.byUrn('Entity', urn);
    // A scheduled publication over live content is canceled; everything else leaves the view.
    const isCancelled = row?.status === 'PUBLISH_PENDING' && row.liveTimestamp !== null;
    return update(
      context,
      { kind: 'Entity', urn },
      { status: isCancelled ? 'PUBLISHED_WITH_DRAFTS' : 'DRAFT_UNPUBLISHED' },
      rest,
    );
  },
  discardEntityDrafts: (context, { urn }) => discardDrafts(context, urn),
  returnEntity: (context, { urn, timestamp, expectedVersion = null }) =>
    returnEntity(context, urn, { timestamp, expectedVersion }),
  reuseImage: (context, { urn, file = null, asset = null, ...rest }) =>
    reuseImage(context, urn, { file, asset }, writeOptions(rest)),
  copyEntity: (context, { urn, input }) => copyEntity(context, urn, input),
  importContent: (context, { owner = null, dryRun, lines }) =>
    importContent(context, { owner, isDryRun: dryRun === true, lines: list(lines) }),
  entityEditors: (context, { urn }) => readEditors(context, urn),
  renewEditing: (context, { urn }) => renewEditing(context, urn),
  endEditing: (context, { urn }) => endEditing(context, urn),
  async chooseItemValue(context, chosen) {
    requireCaller(context.viewer);
    return chooseLive(context, await entryOfItem(context, chosen));
  },
  async restoreItemValue(context, chosen) {
    requireCaller(context.viewer);
    return restoreValue(context, await entryOfItem(context, chosen));
  },
  restoreDeleted: async (context, { urn }) => restoreResource(context, (await kindsToRead(context, [urn]))(urn), urn),

  identitiesByClientIdentifier: (context, { domain, token }) => findIdentities(context, domain, token),
  identityExport: (context, { urn }) => wholeExport(context, urn),
  mergeIdentities: (context, { urn, from, ...rest }) => mergeIdentities(context, urn, from, writeOptions(rest)),
  eraseIdentity: (context, { urn, ...rest }) => eraseIdentity(context, urn, writeOptions(rest)),

  permissionCheck: (context, { checks }) => checkPermissions(context, list(checks)),
  permissionExplain: (context, { check }) => explainPermission(context, check),
  deletedResources: (context, { first = null, after = null, ...filter }) =>
    readDeletedResources(
      context,
      {
        kind: filter.kind ?? null,
        owner: filter.owner ?? null,
        fromTimestamp: filter.fromTimestamp ?? null,
        toTimestamp: filter.toTimestamp ?? null,
      },
      { first, after: givenCursor(after) },
    ),
  accessAudit: (context, { first = null, after = null, ...filter }) =>
    readAccessAudit(
      context,
      {
        event: filter.event ?? null,
        identity: filter.identity ?? null,
        apiClient: filter.apiClient ?? null,
        operation: filter.operation ?? null,
        target: filter.target ?? null,
        fromTimestamp: filter.fromTimestamp ?? null,
        toTimestamp: filter.toTimestamp ?? null,
      },
      { first, after: givenCursor(after) },
    ),
  quotaUse: (context, { first = null }) => readQuotaUse(context, first),
  permissionHolders: (context, { objectUrn, label, first = null, after = null }) =>
    readHolders(context, { objectUrn, label: label ?? 'READ', first, after: givenCursor(after) }),
  permissionAudit: (context, { first = null, after = null }) =>
    readPermissionAudit(context, { first, after: givenCursor(after) }),
  rotateBearerToken: (context, { urn, overlapSeconds }) => rotateBearerToken(context, urn, overlapSeconds ?? 0),
  rotateClientSecret: (context, { urn }) => rotateClientSecret(context, urn),

  inbox: async (context, { identity = null }) => ({ owner: await inboxOwner(context, identity) }),
  markThreadRead: (context, { thread, upTo = null }) => markThreadRead(context, thread, upTo, writeOptions({})),
  async markInboxRead(context, { identity = null, beforeTimestamp = null }) {
    const owner = await inboxOwner(context, identity);
    await markInboxRead(context, owner, beforeTimestamp);
    return { owner };
  },

  taskDependencies: (context, { urn, depth }) => readDependencies(context, urn, depth ?? 1),
  completeTask: (context, { urn, ...rest }) => update(context, { kind: 'Task', urn }, { status: 'COMPLETED' }, rest),
  addTaskBlocker: (context, { urn, blocker, ...rest }) =>
    changeTaskEdge(context, { urn, list: 'blockedBy', other: blocker, isAdded: true }, writeOptions(rest)),
  removeTaskBlocker: (context, { urn, blocker, ...rest }) =>
    changeTaskEdge(context, { urn, list: 'blockedBy', other: blocker, isAdded: false }, writeOptions(rest)),
  addToTaskList: (context, { urn, list: name, other, ...rest }, isStrict) =>
    changeTaskEdge(context, { urn, list: taskFields[name], other, isAdded: true }, writeOptions(rest, isStrict)),
  removeFromTaskList: (context, { urn, list: name, other, ...rest }, isStrict) =>
    changeTaskEdge(context, { urn, list: taskFields[name], other, isAdded: false }, writeOptions(rest, isStrict)),
  placeTask: (context, { urn, before = null, after = null, ...rest }) =>
    placeTask(context, urn, { before, after }, writeOptions(rest)),
  invoicePayments: (context, { urn }) => readPayments(context, urn),
  recordInvoicePayment: (context, { urn, input, ...rest }, isStrict) =>
    recordPayment(context, urn, input, writeOptions(rest, isStrict)),

  webhookKeys: (context) => context.webhooks.publicKeys,
  testWebhookSubscription: (context, { urn }) => testWebhook(context, urn),
  rotateWebhookSecret: (context, { urn, secret, overlapSeconds }) =>
    rotateWebhookSecret(context, urn, secret, overlapSeconds ?? 0),
  replayWebhooks: (context, { urn, onlyFailed, ...range }) =>
    replayWebhooks(context, urn, { ...openRange, ...range, onlyFailed: onlyFailed === true }),
  redeliverWebhook: (context, { urn }) => redeliverWebhook(context, urn),
  cancelWebhookDelivery: (context, { urn }) => cancelWebhookDelivery(context, urn),
  cancelWebhookDeliveries: (context, { urn, ...range }) =>
    cancelWebhookDeliveries(context, urn, { ...openRange, ...range }),
};

const taskFields = {
  BLOCKED_BY: 'blockedBy',
  BLOCKING: 'blocking',
  ASSOCIATED_TASKS: 'associatedTasks',
  ASSOCIATED_ENTITIES: 'associatedEntities',
  ASSOCIATED_IDENTITIES: 'associatedIdentities',
  ASSOCIATED_COMPANIES: 'associatedCompanies',
} as const satisfies Readonly<Record<TaskList, string>>;

interface Conditions {
  readonly expectedVersion?: string | null;
  readonly force?: boolean | null;
}

async function entryOfItem(
  context: Context,
  { item, entry, expectedVersion = null }: { readonly item: string; readonly entry: string } & Conditions,
): Promise<EntryOfItem> {
  const kind = (await kindsToRead(context, [item]))(item);
  const resource = kind.isItem ? kind : context.contract.kinds.TextItem;
  return { resource, itemUrn: item, entryUrn: entry, path: '/entry', expectedVersion };
}

function writeOptions({ expectedVersion = null, force }: Conditions, isStrict = false): WriteOptions {
  return { expectedVersion, isStrict, isForced: force === true };
}

async function update(
  context: Context,
  { kind, urn }: { readonly kind: string; readonly urn: string },
  input: Record<string, unknown>,
  conditions: Conditions,
): Promise<Row> {
  const resource = resourceOf(context.contract, kind);
  return (await updateResource(context, { resource, urn }, input, writeOptions(conditions))).row;
}

// What is absent stays as it is; null clears.
function sent(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

// The generated types let one element stand for a list, as graphql-js does; what was read is a list.
function list<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

// What a verb that answers a row of a kind is about.
function targetOf(
  { contract }: Context,
  { answer }: Verb,
  { urn }: Readonly<Record<string, unknown>>,
): DeniedWrite['target'] {
  const kind = contract.byName.get(answer.typeName);
  return kind && typeof urn === 'string' ? { table: kind.table, urn } : null;
}

/** Runs the verb of that name; a name without one is a programming error. */
export async function runVerb(
  context: Context,
  name: string,
  args: Readonly<Record<string, unknown>>,
  isStrict = false,
): Promise<unknown> {
  if (!(name in verbs)) throw new Error(`No action is registered for ${name}`);
  // `readArguments` made them of the types that are generated for this name.
  const act = verbs[name as keyof Verbs] as (context: Context, args: unknown, isStrict: boolean) => unknown;
  const verb = context.contract.verbs.get(name);
  const run = async (): Promise<unknown> => act(context, args, isStrict);
  return traced({ kind: 'ACTION', name }, () =>
    verb?.root === 'Mutation'
      ? notingDenial(context, { operation: name, target: targetOf(context, verb, args) }, run)
      : run(),
  );
}

/** Whether a change answers a row together with whether it made anything new. */
export function isWritten(result: unknown): result is Written {
  return typeof result === 'object' && result !== null && 'row' in result && 'isNew' in result;
}
