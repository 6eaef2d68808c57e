// Who made a change, as it is recorded with triggers, histories and grants.
import type { Viewer } from './viewer.ts';

/** An identity, an API client, or the service itself. */
export interface Actor {
  readonly urn: string | null;
  readonly type: 'IDENTITY' | 'API_CLIENT' | 'SYSTEM';
}

/** The actor that a viewer's writes are recorded under: its identity if it has one, else its API client. */
export function actorOf(viewer: Viewer): Actor {
  if (viewer.kind === 'SYSTEM') return { urn: null, type: 'SYSTEM' };
  if (viewer.identityUrn) return { urn: viewer.identityUrn, type: 'IDENTITY' };
  return { urn: viewer.clientUrn, type: 'API_CLIENT' };
}
