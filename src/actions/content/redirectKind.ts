// Redirects: a path or an address as the target, and no circle of them. Resource reference 16.26.
import { lockRedirects, pathsBehind } from '../../database/content/redirectStore.ts';
import { invalid, refusedAt } from '../../domain/errors.ts';
import { mostSteps } from '../../domain/redirectTarget.ts';
import { asRow, type Kind, type WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';

/** Redirects of one tenant are written one after the other: each leads somewhere in the end. */
export const redirectKind: Kind<'Redirect'> = {
  sets: deletesInSets,

  async lock({ context, transaction, operation }) {
    if (operation !== 'DELETE') await lockRedirects(transaction, context.viewer.tenantUrn);
    return undefined;
  },

  prepare(step) {
    const { toPath, toAddress } = asRow(step);
    const at = ['toPath', 'toAddress'].map((name) => `${step.path}/${name}`);
    if (step.violations.some(({ path }) => at.includes(path))) return;
    const hasPath = typeof toPath === 'string';
    if (hasPath !== (typeof toAddress === 'string')) return;
    const message = 'Give toPath or toAddress, one of them.';
    step.violations.push(
      hasPath
        ? { path: `${step.path}/toAddress`, code: 'NOT_ALLOWED_TOGETHER', message }
        : { path: `${step.path}/toPath`, code: 'REQUIRED', message },
    );
  },

  async decide(step) {
    if (step.operation !== 'DELETE') await requireEnd(step);
    return undefined;
  },

  // Others were written while it was gone.
  async after(step) {
    if (step.operation === 'RESTORE') await requireEnd(step);
  },
};

// A way that is longer than what is followed cannot be looked at to its end, so that it is refused as well.
async function requireEnd(step: WriteContext<'Redirect'>): Promise<void> {
  const { fromPath, toPath } = asRow(step);
  if (typeof toPath !== 'string') return;
  const way = await pathsBehind(step.transaction, step.owner, toPath);
  const at = `${step.path}/toPath`;
  if (way.includes(fromPath)) {
    const message = 'The path leads back to where it comes from.';
    throw refusedAt('DEPENDENCY_CYCLE', { path: at, code: 'CYCLE', message });
  }
  if (way.length <= mostSteps) return;
  const message = `At most ${String(mostSteps)} redirects lead to one another.`;
  throw invalid([{ path: at, code: 'TOO_MANY', message, limit: mostSteps }]);
}
