// Checks that what a write links to exists and may be read by the caller. A target that does not exist, is of another
// tenant or may not be read is refused in the same words; what of a list the caller may not read stays in it. Resource
// reference 1.2, 1.3.
import { linkLists } from '../contract/fieldGroups.ts';
import { resourceOf, targetOf, type Field, type Resource } from '../contract/resource.ts';
import { accessChecks } from '../database/engine/accessCheckStore.ts';
import { linkedUrns } from '../database/engine/changeStore.ts';
import { invalid, type Violation } from '../domain/errors.ts';
import { groupBy } from '../domain/groupBy.ts';
import { readableAmong } from './authorize.ts';
import type { WriteContext } from './kind.ts';

interface Link {
  readonly step: WriteContext;
  readonly field: Field;
  readonly path: string;
  readonly urn: string;
}

/**
 * Adds an INVALID_REFERENCE violation for each link whose target the caller may not read. One statement per kind of targets, however
 * many steps of one write there are.
 */
export async function checkLinks(steps: readonly WriteContext[]): Promise<void> {
  const links = steps.flatMap((step) => step.resource.fields.flatMap((field) => linksOf(step, field)));
  for (const [kind, named] of groupBy(links, (link) => link.field.typeName)) {
    const [{ step }] = named as [Link, ...Link[]];
    const { context, transaction } = step;
    const target = resourceOf(context.contract, kind);
    const urns = [...new Set(named.map((link) => link.urn))];
    const found = await accessChecks(transaction, context.viewer, { resource: target, urns }, target.labels.read);
    for (const link of named.filter((l) => !found.has(l.urn))) {
      const { putOff } = link.step.context;
      if (putOff && mayComeLater(link)) putOff(() => requireTarget(link, target));
      else link.step.violations.push(missing(link));
    }
  }
}

// A later write of the same transaction may make it. Lists refer to what the registry holds already; rights follow from the owner.
const mayComeLater = ({ field }: Link): boolean => field.storage === 'COLUMN' && field.name !== 'owner';

async function requireTarget(link: Link, target: Resource): Promise<void> {
  const { context, transaction } = link.step;
  const of = { resource: target, urns: [link.urn] };
  const found = await accessChecks(transaction, context.viewer, of, target.labels.read);
  if (!found.has(link.urn)) throw invalid([missing(link)]);
}

function linksOf(step: WriteContext, field: Field): Link[] {
  if (field.typeClass !== 'LINK' || field.storage === 'INVERSE' || field.isReadOnly) return [];
  // The parent of a child that is written with it does not exist yet; the parent of any other was checked with its label.
  if (field === step.resource.container) return [];
  // So was the owner of what stands alone; that of a company is the root, which its maker need not be able to read.
  if (field.name === 'owner' && step.operation === 'CREATE') return [];
  const value = step.values[field.name];
  const path = `${step.path}/${field.name}`;
  if (Array.isArray(value)) {
    // An element that broke a rule has no value; its violation stands already.
    return value.flatMap((urn: unknown, at) =>
      typeof urn === 'string' ? [{ step, field, path: `${path}/${String(at)}`, urn }] : [],
    );
  }
  const isUnchanged = step.before !== null && step.before[field.name] === value;
  return typeof value === 'string' && !isUnchanged ? [{ step, field, path, urn: value }] : [];
}

function missing({ field, path, urn }: Link): Violation {
  return { path, code: 'INVALID_REFERENCE', message: `The ${field.typeName} does not exist.`, related: [urn] };
}

/** Adds to the lists that an update sends what they hold and the caller may not read: it could not have sent that back. */
export async function keepUnreadable({ context, transaction, resource, urn, values }: WriteContext): Promise<void> {
  for (const field of linkLists(resource)) {
    if (!Array.isArray(values[field.name])) continue;
    // checkInput made it a list of urns.
    const sent = values[field.name] as readonly string[];
    const isSent = new Set(sent);
    const stored = await linkedUrns(transaction, resource, field, urn);
    const missing = stored.filter((one) => !isSent.has(one));
    const readable = new Set(await readableAmong(transaction, context.viewer, targetOf(field), missing));
    const hidden = missing.filter((one) => !readable.has(one));
    const shown = stored.filter((one) => isSent.has(one) || readable.has(one));
    // Where it is no change, each stays in its place.
    values[field.name] = JSON.stringify(shown) === JSON.stringify(sent) ? stored : [...sent, ...hidden];
  }
}
