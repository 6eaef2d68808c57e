// Root fields of the access model beyond create, read, update, delete: checks, explanations, the record, new secrets.
import { readPermissionAudit, type EdgeChange } from '../../actions/permissionAudit.ts';
import { checkPermissions, explainPermission } from '../../actions/permissionCheck.ts';
import { rotateBearerToken, rotateClientSecret } from '../../actions/rotateSecrets.ts';
import type { GraphContext } from '../context.ts';
import { answer, urnOf } from './roots.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext) => unknown;

/** `Query` fields about permissions. */
export const accessQueries: Record<string, Root> = {
  permissionCheck: (_, args, context) => checkPermissions(context, args['checks']),
  permissionExplain: (_, args, context) => explainPermission(context, args['check']),
  async permissionAudit(_, args, context) {
    const after = typeof args['after'] === 'string' ? args['after'] : null;
    const page = await readPermissionAudit(context, { limit: args['first'], after });
    return { changes: page.changes.map(changeOf), after: page.after, isMorePages: page.hasMore };
  },
};

/** `Mutation` fields that make new secrets. */
export const accessMutations: Record<string, Root> = {
  rotateBearerToken: (_, args, context) =>
    answer(context, 'apiClientBearerToken', () =>
      rotateBearerToken(context, urnOf(args['urn']), args['overlapSeconds']),
    ),
  rotateClientSecret: (_, args, context) =>
    answer(context, 'apiClient', () => rotateClientSecret(context, urnOf(args['urn']))),
};

type Source = Readonly<Record<string, unknown>>;

// Actions name permissions by urn; who may not read one is not shown it.
const permission = (source: Source, _: unknown, context: GraphContext): unknown => {
  const { permission: urn } = source;
  return typeof urn === 'string' ? context.loaders.byUrn('Permission', urn) : null;
};

/** Resolvers of the types those fields answer. */
export const accessTypes = {
  PermissionCheckResult: { permission },
  PermissionPathStep: { permission },
  PermissionNearMiss: { permission },
};

function changeOf(change: EdgeChange): Record<string, unknown> {
  return {
    ...change,
    permissionUrn: change.permission,
    ownerUrn: change.owner,
    subject: { scope: change.subjectScope, urn: change.subjectUrn },
    object: { scope: change.objectScope, urn: change.objectUrn },
  };
}
