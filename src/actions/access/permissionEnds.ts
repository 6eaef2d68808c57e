// What the two ends of a permission edge are. Spec: Permission.
import { resourceOf, type Contract, type Resource } from '../../contract/resource.ts';

// COMPANY and EVERYONE name a company.
const subjectKinds: Readonly<Record<string, string>> = {
  API_CLIENT: 'ApiClient',
  ROLE: 'Role',
  IDENTITY: 'Identity',
  GROUP: 'Group',
};

/** The kind of what a subject of this scope names. */
export function kindOfSubject(contract: Contract, scope: string): Resource {
  return resourceOf(contract, subjectKinds[scope] ?? 'Company');
}

/** Whether everyone is let VIEW an entity: publishing decides who sees a page, and so does that. */
export function isOfPublisher({
  subjectScope,
  objectScope,
  label,
}: {
  readonly subjectScope?: string;
  readonly objectScope?: string;
  readonly label?: string;
}): boolean {
  return subjectScope === 'EVERYONE' && objectScope === 'ENTITY' && label === 'VIEW';
}
