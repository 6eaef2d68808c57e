// Organizations: the identifier of the legal body, and who is notified of its changes. Resource reference 4.1, 9.8.
import { raiseVersion } from '../../database/engine/containerVersion.ts';
import { isLeiCode } from '../../domain/identityFields.ts';
import { announceChanges } from '../../engine/announcements.ts';
import type { Kind } from '../../engine/kind.ts';

/** Organisations: a change is announced as one of the root company. */
export const organisationKind: Kind<'Organisation'> = {
  prepare(step) {
    const { leiCode } = step.values;
    if (typeof leiCode !== 'string' || isLeiCode(leiCode)) return;
    const message = 'A Legal Entity Identifier (ISO 17442) with right check digits is expected.';
    step.violations.push({ path: '/leiCode', code: 'INVALID_FORMAT', message });
  },

  // An organisation has no subject of its own: the root company is what changed.
  async after(step, written) {
    if (step.operation !== 'UPDATE' || written.version === step.before?.version) return;
    const { context, transaction, now } = step;
    const company = context.contract.kinds.Company;
    const version = await raiseVersion(transaction, company, written.$owner, now);
    const change = {
      resource: company,
      event: 'UPDATE' as const,
      urn: written.$owner,
      owner: written.$owner,
      version,
      changedFields: ['organisation', 'updatedTimestamp'],
      containerUrn: null,
    };
    await announceChanges({ context, transaction, now }, [change]);
  },
};
