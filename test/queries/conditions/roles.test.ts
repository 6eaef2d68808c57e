// The conditions of the statements about who holds a role, and what it grants, one at a time.
import { resourceOf } from '../../../src/contract/resource.ts';
import { grantsOfRole, memberEdges, rowsByMembership } from '../../../src/database/access/memberStore.ts';
import { accessScope } from '../../../src/domain/accessScope.ts';
import { systemViewer } from '../../../src/domain/viewer.ts';
import { edge, ended, open, person, window } from './builders.ts';
import { future, past, useTrials, type Case } from './scenario.ts';

const trials = useTrials();

const notHolding = {
  ...window,
  'edge.label': 'READ',
  'edge.object_scope': 'GROUP',
  'edge.subject_scope': 'API_CLIENT',
  'edge.object_urn': 'urn:another',
};

const cases: Readonly<Record<string, Case>> = {
  'who holds a role': {
    rows: (urn) => ({ edge: edge(urn, 'IDENTITY:person', 'MEMBER', 'ROLE:role') }),
    finds: async (urn) =>
      (await memberEdges(trials.database, { shows: 'HOLDERS', subjectScope: 'IDENTITY' }, urn('role'))).length === 1,
    not: () => notHolding,
    still: open,
  },
  'the row of who holds a role': {
    rows: (urn) => ({ edge: edge(urn, 'IDENTITY:person', 'MEMBER', 'ROLE:role'), person: person(urn) }),
    finds: async (urn) => {
      const target = resourceOf(trials.database.contract, 'Identity');
      const found = await rowsByMembership(trials.database, accessScope(systemViewer, 'READ'), {
        target,
        list: { shows: 'HOLDERS', subjectScope: 'IDENTITY' },
        parents: [urn('role')],
      });
      return found.length === 1 && found[0]?.urn === urn('person');
    },
    not: () => ({ ...notHolding, 'edge.subject_urn': 'urn:another', 'person.deleted_timestamp': past }),
    still: open,
  },
  'what a role grants': {
    rows: (urn) => ({ edge: edge(urn, 'ROLE:role', 'READ', 'ENTITY:page') }),
    finds: async (urn) => (await grantsOfRole(trials.database, urn('role'))).length === 1,
    not: () => ({ ...ended, 'edge.subject_scope': 'GROUP', 'edge.subject_urn': 'urn:another' }),
    still: { ...open, 'edge.from_timestamp': future },
  },
};

trials.prove(cases);
