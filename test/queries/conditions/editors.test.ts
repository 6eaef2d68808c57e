// The conditions of the statements about who edits, one at a time.
import { dropEditor, editorsOf, keepEditor, purgeEditors } from '../../../src/database/content/editorStore.ts';
import { ago, future, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const editor = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'entity_editor',
  {
    ...{ entity: urn('page'), actor_urn: urn('person'), tenant: urn('company') },
    ...{ actor: '{}', since_timestamp: ago(0, 90), until_timestamp: future },
    ...more,
  },
];
const page = (urn: Names): Given => ['entity', { urn: urn('page'), tenant: urn('company') }];
const actor = (urn: Names) => ({ urn: urn('person'), type: 'IDENTITY' }) as const;
const keeps = (urn: Names, perEntity: number, perTenant: number): Promise<boolean> =>
  inside((t) => keepEditor(t, { entity: urn('page'), actor: actor(urn), seconds: 30 }, { perEntity, perTenant }));

const cases: Readonly<Record<string, Case>> = {
  'somebody who edits': {
    rows: (urn) => ({ editor: editor(urn) }),
    finds: async (urn) => (await editorsOf(trials.database, urn('page'), 2)).length === 1,
    not: () => ({ 'editor.entity': 'urn:another', 'editor.until_timestamp': past }),
  },
  'a page that nobody else edits can be edited': {
    rows: (urn) => ({ page: page(urn), editor: editor(urn, { actor_urn: urn('other'), until_timestamp: past }) }),
    finds: (urn) => keeps(urn, 1, 2),
    not: () => ({ 'page.urn': 'urn:another', 'editor.until_timestamp': future }),
  },
  'the pages of a tenant can be edited where few are': {
    rows: (urn) => ({
      page: page(urn),
      editor: editor(urn, { entity: urn('another'), actor_urn: urn('other'), tenant: urn('elsewhere') }),
    }),
    finds: (urn) => keeps(urn, 2, 1),
    not: () => ({ 'editor.tenant': 'urn:company' }),
  },
  'who edits may go on however many do': {
    rows: (urn) => ({ page: page(urn), own: editor(urn), other: editor(urn, { actor_urn: urn('other') }) }),
    finds: (urn) => keeps(urn, 1, 1),
    not: () => ({ 'own.until_timestamp': past, 'own.actor_urn': 'urn:third', 'own.entity': 'urn:another' }),
  },
  'who goes on has edited since the beginning': {
    rows: (urn) => ({ page: page(urn), own: editor(urn) }),
    finds: async (urn) =>
      (await keeps(urn, 5, 5)) &&
      (await value('entity_editor', 'since_timestamp', urn('page'), 'entity')) === ago(0, 90),
    not: () => ({ 'own.until_timestamp': past }),
  },
  'who ends is forgotten': {
    rows: (urn) => ({ editor: editor(urn) }),
    finds: async (urn) => {
      await inside((t) => dropEditor(t, urn('page'), actor(urn)));
      return (await value('entity_editor', 'tenant', urn('company'), 'tenant')) === undefined;
    },
    not: () => ({ 'editor.entity': 'urn:another', 'editor.actor_urn': 'urn:other' }),
  },
  'whose time is over is forgotten': {
    rows: (urn) => ({ editor: editor(urn, { until_timestamp: past }) }),
    finds: async () => (await purgeEditors(trials.database, 5)) === 1,
    not: () => ({ 'editor.until_timestamp': future }),
  },
};

trials.prove(cases);
