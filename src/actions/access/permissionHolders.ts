// Who holds a label on an object, for those who administer it: the question of permissioncheck the other way round, answered by
// the same decision. Resource reference 7.2.
import type { Resource } from '../../contract/resource.ts';
import { checkLimit } from '../../contract/listQuery.ts';
import { objectFacts, possibleHolders } from '../../database/access/permissionFacts.ts';
import { viewerOfSubject } from '../../database/access/tokenStore.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { labelsThatGive, labelViolation } from '../../domain/label.ts';
import type { PathStep } from '../../domain/permission.ts';
import type { ViewerSubject } from '../../domain/viewer.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { positionFrom, sealed } from '../../engine/cursor.ts';
import { reasonOf, requireAdministered } from './permissionCheck.ts';

/** Largest page: each holder is decided by itself. */
const mostHolders = 50;

/** A page of holders. */
export interface HolderPage {
  readonly isEveryone: boolean;
  readonly holders: readonly { readonly subject: ViewerSubject; readonly path: readonly PathStep[] }[];
  readonly after: string | null;
  readonly isMorePages: boolean;
  readonly url: string;
}

/** The objects and the label in question. */
export interface HolderQuestion {
  readonly objectUrn: string;
  readonly label: string;
  readonly first: number | null;
  readonly after: string | null;
}

/** Reads a page. INVALID_PARAMETER for a text that is no label; NOT_FOUND or FORBIDDEN for a caller without ADMIN on the object. */
export async function readHolders(
  context: Context,
  { objectUrn, label, ...page }: HolderQuestion,
): Promise<HolderPage> {
  requireCaller(context.viewer);
  const unknown = labelViolation(label, '?label');
  if (unknown) throw invalidParameter('label', unknown.message, unknown.limit);
  const kind = await requireAdministered(context, objectUrn);
  const object = await objectFacts(context.database, kind, objectUrn);
  const limit = Math.min(checkLimit(page.first, 'limit'), mostHolders);
  const listName = `permissionholders ${objectUrn} ${label}`;
  const after = page.after === null ? null : String(positionFrom(context, listName, [], page.after)[0]);
  const found = await possibleHolders(context.database, object, labelsThatGive(label), { after, limit: limit + 1 });
  const candidates = found.slice(0, limit);
  const question = { objectUrn, label, at: null };
  const decided = await Promise.all(candidates.map((subject) => pathOf(context, kind, subject, question)));
  const last = candidates.at(-1);
  const tenant = { scope: 'EVERYONE', urn: String(context.viewer.tenantUrn) };
  return {
    isEveryone: (await pathOf(context, kind, tenant, question)) !== null,
    holders: candidates.flatMap((subject, at) => {
      const path = decided[at];
      return path ? [{ subject, path }] : [];
    }),
    after: last ? sealed(context.cursorKey, listName, [last.urn]) : null,
    isMorePages: found.length > limit,
    url: `${context.baseUrl}/n/v1/permissionholders?${new URLSearchParams({ objectUrn, label }).toString()}`,
  };
}

// The way to the object, empty where no edge leads there; null for a subject that does not hold the label.
async function pathOf(
  context: Context,
  kind: Resource,
  subject: ViewerSubject,
  question: { readonly objectUrn: string; readonly label: string; readonly at: null },
): Promise<readonly PathStep[] | null> {
  const { database } = context;
  const viewer = await viewerOfSubject(database, subject, null);
  if (viewer?.tenantUrn !== context.viewer.tenantUrn) return null;
  const decision = await reasonOf(context, { ...question, subject }, kind, viewer);
  return decision.allowed ? decision.path : null;
}
