// A page: what it is, its items as a form that saves drafts while typing, and what can be done with it.
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, DialogTrigger } from 'react-aria-components';
import type { PageQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { useLabels } from '../../graph/me.ts';
import { useChanges } from '../../graph/live.ts';
import { languageName } from '../../parts/languages.ts';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { PageDialog, useHomes } from '../content/NewPage.tsx';
import { AddItem } from './AddItem.tsx';
import { BesideNote, useSource } from './Beside.tsx';
import { pageQuery } from './documents.ts';
import { Editing, Editors } from './Editors.tsx';
import { ItemField } from './ItemField.tsx';
import { itemsOf } from './kinds.ts';
import { PreviewLinks } from './PreviewLinks.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { Settings } from './Settings.tsx';
import { Tabs } from './Tabs.tsx';
import { Translations } from './Translations.tsx';
import { TypedItems, unnamed } from './TypedItems.tsx';

const words = texts.page;
const asked = ['UPDATE', 'PUBLISH', 'READ_DRAFT'] as const;
const items = ['TEXT', 'MARKDOWN', 'IMAGE', 'BOOLEAN', 'LONG', 'DOUBLE', 'DATETIME', 'MONEY', 'LATLONG', 'JSON'];
const subjects = [...items, 'LINK', 'REFERENCE', 'TEMPLATE'].map((one) => `${one}_ITEM`);

const violationsQuery = graphql(`
  query Violations($urn: ID!) {
    publishPlan(urn: $urn) {
      violations {
        field
        path
        message
        itemUrn
      }
    }
  }
`);

type Entity = NonNullable<PageQuery['entity']>;

export function Page(): ReactNode {
  const { urn } = useParams({ from: '/page/$urn' });
  const { beside } = useSearch({ from: '/page/$urn' });
  const source = useSource(beside);
  const [{ data, error }, again] = useQuery({ query: pageQuery, variables: { urn } });
  const labels = useLabels(urn, asked);
  const type = data?.entity?.entityType ?? null;
  const isChecked = type !== null && labels.has('READ_DRAFT');
  const [plan, checkAgain] = useQuery({ query: violationsQuery, variables: { urn }, pause: !isChecked });
  const changed = (): void => {
    again({ requestPolicy: 'network-only' });
    if (isChecked) checkAgain({ requestPolicy: 'network-only' });
  };
  // New and removed items of others are found by asking again; changed ones are known by their urn.
  useChanges(['ENTITY', ...subjects], changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { entity } = data;
  if (!entity) return <Screen title={words.missing}>{null}</Screen>;
  const mayUpdate = labels.has('UPDATE');
  const mayPublish = labels.has('PUBLISH');
  const all = itemsOf(entity);
  const others = type ? unnamed(type.fields, all) : all;
  const names = [...new Set(all.map(({ name }) => name ?? '').filter(Boolean))];
  const shared = {
    ...{ page: urn, owner: entity.owner?.urn ?? '', names, mayUpdate, mayPublish, changed },
    maySeeDrafts: labels.has('READ_DRAFT'),
    source,
  };
  return (
    <Screen
      title={entity.name}
      actions={
        <div className="row">
          {mayUpdate ? <Settings entity={entity} changed={changed} /> : null}
          {mayUpdate ? <PreviewLinks page={entity} /> : null}
          <Copies entity={entity} />
          {mayPublish ? (
            <DialogTrigger>
              <Button className="button primary">{words.publish}</Button>
              <PublishDialog entity={entity} items={all} mayUpdate={mayUpdate} changed={changed} />
            </DialogTrigger>
          ) : null}
        </div>
      }
    >
      <Tabs urn={urn} />
      <Facts entity={entity} />
      {source ? <BesideNote page={urn} source={source} items={all} /> : null}
      {shared.maySeeDrafts ? <Editors urn={urn} /> : null}
      {entity.lastError ? <p className="bad">{words.failedPublication(entity.lastError)}</p> : null}
      {labels.size > 0 || all.length === 0 ? null : <p className="soft">{words.readOnly}</p>}
      {all.length === 0 && !type ? <p>{words.noItems}</p> : null}
      <Editing key={urn} urn={urn} mayUpdate={mayUpdate}>
        {type ? (
          <TypedItems
            key={type.urn}
            rules={type.fields}
            items={all}
            violations={isChecked ? (plan.data?.publishPlan?.violations ?? []) : []}
            {...shared}
          />
        ) : null}
        {type && others.length > 0 ? (
          <>
            <h2>{words.otherItems}</h2>
            <p className="soft">{words.otherItemsText(type.name)}</p>
          </>
        ) : null}
        <div className="items">
          {others.map((item) => (
            <ItemField key={item.urn} item={item} {...shared} />
          ))}
        </div>
        {mayUpdate ? <AddItem urn={urn} owner={entity.owner?.urn ?? ''} items={all} changed={changed} /> : null}
      </Editing>
      <Translations key={`translations ${urn}`} page={entity} />
    </Screen>
  );
}

function Facts({ entity }: { readonly entity: Entity }): ReactNode {
  const { path, language, variant, status, audience, publishTimestamp, unpublishTimestamp } = entity;
  const { content } = texts;
  const times = [
    status === 'PUBLISH_PENDING' && publishTimestamp ? words.scheduledFor(shown(publishTimestamp)) : '',
    unpublishTimestamp ? words.endsAt(shown(unpublishTimestamp)) : '',
  ].filter(Boolean);
  return (
    <p className="facts soft">
      {entity.entityType ? <span>{entity.entityType.name}</span> : null}
      <span>{path}</span>
      <span>{languageName(language)}</span>
      {variant ? <span>{variant}</span> : null}
      <span className={`status ${status}`}>{[content.statuses[status], ...times].join(', ')}</span>
      <span>{content.audiences[audience]}</span>
      <span>
        {shown(entity.lastEditedTimestamp)} {entity.lastEditedBy?.name ? content.by(entity.lastEditedBy.name) : ''}
      </span>
    </p>
  );
}

// Copies are made in the company of the page, so they are offered to who may make pages there.
function Copies({ entity }: { readonly entity: Entity }): ReactNode {
  const homes = useHomes();
  if (!homes.some(({ urn }) => urn === entity.owner?.urn)) return null;
  const { create } = texts.content;
  return (
    <>
      <DialogTrigger>
        <Button className="button">{words.copy}</Button>
        <PageDialog title={create.copyTitle(entity.name)} homes={homes} original={entity} />
      </DialogTrigger>
      <DialogTrigger>
        <Button className="button">{words.translate}</Button>
        <PageDialog
          title={create.translationTitle(entity.name)}
          homes={homes}
          original={entity}
          translatedTo={entity.language}
        />
      </DialogTrigger>
    </>
  );
}
