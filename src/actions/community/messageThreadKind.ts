// Message threads: what a discussion is about, and the private group behind a stand-alone chat. Spec: Message Thread;
// resource reference 6.3.
import { targetOf, type Field } from '../../contract/resource.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { threadState } from '../../database/community/threadStore.ts';
import { forbidden } from '../../domain/errors.ts';
import { newUrn, parseUrn } from '../../domain/urn.ts';
import { letClientChat, makePrivateGroup } from './privateGroup.ts';
import { onlyIn, type Kind, type WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';

/** The list that must not be empty for a purpose. */
const about: Readonly<Record<string, string>> = {
  PROJECT_DISCUSSION: 'projects',
  TASK_DISCUSSION: 'tasks',
  COMPANY_DISCUSSION: 'companies',
  PAYMENT_INVOICE_DISCUSSION: 'invoices',
  ENTITY_DISCUSSION: 'entities',
};

/** Makes the group of a stand-alone chat, and holds a discussion to what it is about. */
export const messageThreadKind: Kind<'MessageThread'> = {
  sets: deletesInSets,

  // A stand-alone chat needs no group; strict handling holds the caller to the document, which requires one.
  async complete(context, input, options) {
    const isChat = input['purpose'] === 'STANDALONE_CHAT';
    if (!isChat || options.isStrict || (input['group'] !== undefined && input['group'] !== null)) return { input };
    // The same create sent again must name the same group to be known as the same.
    const known = parseUrn(input['urn']);
    const stored = known ? await context.loaders.byUrn('MessageThread', known) : null;
    if (stored) return { input: { ...input, group: stored.group } };
    const group = newUrn();
    return {
      input: { ...input, group },
      makeFirst: (transaction) => makePrivateGroup(context, transaction, group),
    };
  },

  prepare: onlyIn(['CREATE'], (step) => {
    const list = about[String(step.values.purpose)];
    const named = list ? step.values[list] : undefined;
    if (list && !(Array.isArray(named) && named.length > 0)) {
      const message = `A ${String(step.values.purpose)} names what it is about.`;
      step.violations.push({ path: `/${list}`, code: 'REQUIRED', message });
    }
  }),

  decide: onlyIn(['CREATE'], async (step) => {
    for (const field of step.resource.fields.filter((f) => f.storage === 'LINKS')) await requireSay(step, field);
    return undefined;
  }),

  after: onlyIn(['CREATE'], async (step) => {
    if (step.values.purpose !== 'STANDALONE_CHAT') return;
    const state = await threadState(step.transaction, step.urn);
    if (state?.isChat) await letClientChat(step.context, step.transaction, step.urn);
  }),
};

// A caller that starts a discussion of an object must be allowed to comment on it, or to create in it.
async function requireSay(
  { values, context, transaction }: WriteContext<'MessageThread'>,
  field: Field,
): Promise<void> {
  const named = values[field.name];
  if (!Array.isArray(named) || named.length === 0) return;
  const urns = named.map(String);
  const kind = targetOf(field);
  const allowed = new Set<string>();
  for (const label of ['COMMENT', 'CREATE']) {
    const found = await accessChecks(transaction, context.viewer, { resource: kind, urns }, label);
    for (const [urn, standing] of found) if (standing.isAllowed) allowed.add(urn);
  }
  if (!urns.every((urn) => allowed.has(urn))) {
    throw forbidden(`COMMENT or CREATE is needed on each of the ${field.name}.`);
  }
}
