// Who a caller is, for what it does by itself and for what is recorded of it.
import { describe, expect, test } from 'vitest';
import { actorOf } from '../../../src/domain/actor.ts';
import { anonymousViewer, selfOf, systemViewer, type Viewer } from '../../../src/domain/viewer.ts';

const caller = (clientUrn: string | null, identityUrn: string | null): Viewer => ({
  ...anonymousViewer,
  kind: 'CLIENT',
  clientUrn,
  identityUrn,
});

describe('A caller', () => {
  test.each([
    ['a client that acts as a person', caller('c', 'i'), { scope: 'API_CLIENT', urn: 'c' }, 'IDENTITY i'],
    ['a client without a person', caller('c', null), { scope: 'API_CLIENT', urn: 'c' }, 'API_CLIENT c'],
    ['a person', caller(null, 'i'), { scope: 'IDENTITY', urn: 'i' }, 'IDENTITY i'],
    ['the service', systemViewer, null, 'SYSTEM null'],
    ['nobody, whatever is said of it', { ...anonymousViewer, clientUrn: 'c', identityUrn: 'i' }, null, 'IDENTITY i'],
  ] as const)('that is %s stands for itself, and is recorded', (_, viewer, self, actor) => {
    const { type, urn } = actorOf(viewer);
    expect([selfOf(viewer), `${type} ${String(urn)}`]).toEqual([self, actor]);
  });
});
