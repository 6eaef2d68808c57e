// Value objects whose members the actions return under other names.
import type { AuditPage, EdgeChange } from '../../actions/access/permissionAudit.ts';
import { subjectUrl } from '../../actions/work/subjectUrl.ts';
import type { Dependency } from '../../domain/dependencyGraph.ts';
import type { GraphContext } from '../context.ts';

type Source = Readonly<Record<string, unknown>>;

/** Their resolvers, by type. */
export const valueTypes = {
  PermissionAudit: { isMorePages: ({ hasMore }: AuditPage) => hasMore },
  PermissionChange: {
    permissionUrn: ({ permission }: EdgeChange) => permission,
    ownerUrn: ({ owner }: EdgeChange) => owner,
    subject: ({ subjectScope, subjectUrn }: EdgeChange) => ({ scope: subjectScope, urn: subjectUrn }),
    object: ({ objectScope, objectUrn }: EdgeChange) => ({ scope: objectScope, urn: objectUrn }),
  },
  TaskDependencyEdge: { task: ({ from }: Dependency) => from, blockedBy: ({ to }: Dependency) => to },
  TaskLogSubject: { url: (subject: Source, _: unknown, context: GraphContext) => subjectUrl(context, subject) },
};
