// Who the caller is, and what they may do: what every screen asks before it offers a control.
import { graphql } from '../../made/index.ts';
import { useQuery } from './ask.ts';

const meQuery = graphql(`
  query Me {
    clientContext {
      sessionKind
      identity {
        urn
        name
      }
      client {
        urn
        name
      }
      company {
        urn
        name
      }
    }
  }
`);

/** The caller; null until it is known. */
export function useMe() {
  const [{ data }] = useQuery({ query: meQuery, requestPolicy: 'cache-first' });
  return data?.clientContext ?? null;
}

const checkQuery = graphql(`
  query Allowed($checks: [PermissionCheckInput!]!) {
    permissionCheck(checks: $checks) {
      ref
      allowed
    }
  }
`);

/** Which of the labels the caller holds on the object; none until that is known, so that no control is shown too early. */
export function useLabels(objectUrn: string | null, labels: readonly string[]): ReadonlySet<string> {
  const checks = labels.map((label) => ({ ref: label, label, objectUrn: objectUrn ?? '' }));
  const [{ data }] = useQuery({ query: checkQuery, variables: { checks }, pause: objectUrn === null });
  const held = data?.permissionCheck.filter(({ allowed }) => allowed).map(({ ref }) => ref ?? '') ?? [];
  return new Set(held);
}

/** On which of the objects the caller holds at least one of the labels; at most 100 questions at once. */
export function useHeldOn(urns: readonly string[], labels: readonly string[]): ReadonlySet<string> {
  const checks = urns.flatMap((urn) => labels.map((label) => ({ ref: urn, label, objectUrn: urn })));
  const [{ data }] = useQuery({ query: checkQuery, variables: { checks }, pause: checks.length === 0 });
  if (checks.length === 0) return new Set();
  return new Set(data?.permissionCheck.filter(({ allowed }) => allowed).map(({ ref }) => ref ?? '') ?? []);
}
