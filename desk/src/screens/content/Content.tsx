// The list of pages: filters that stand in the address, a page of rows at a time by cursor, as a list or as a tree by path.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { useChanges } from '../../graph/live.ts';
import { Choice } from '../../parts/Choice.tsx';
import { languageName } from '../../parts/languages.ts';
import { useTypes } from '../../parts/types.ts';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { NewPage } from './NewPage.tsx';
import { audiences, sorts, statuses, type ContentSearch } from './route.ts';
import { PagesTable, type ChosenPages } from './PagesTable.tsx';
import { PublishSeveral } from './PublishSeveral.tsx';

const words = texts.content;
/** Languages that are offered as filters; the address takes any other. */
const offered = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'ja', 'zh-Hans', 'ar'];

export function Content(): ReactNode {
  const search = useSearch({ from: '/content' });
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<ChosenPages>(new Map());
  const choose = (urn: string, name: string, isChosen: boolean): void =>
    setChosen(new Map([...[...chosen].filter(([one]) => one !== urn), ...(isChosen ? [[urn, name] as const] : [])]));
  useChanges(['ENTITY'], () => setRound((before) => before + 1));
  const change = (next: ContentSearch): void => {
    void navigate({ to: '/content', search: { ...search, ...next }, replace: true });
  };
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Screen title={words.title} actions={<NewPage />}>
      <Filters search={search} change={change} />
      {isFiltered ? (
        <p className="row">
          {search.under ? <span>{words.under(search.under)}</span> : null}
          <Button className="button small" onPress={() => void navigate({ to: '/content', search: {}, replace: true })}>
            {words.clear}
          </Button>
        </p>
      ) : null}
      <PublishSeveral chosen={chosen} clear={() => setChosen(new Map())} />
      <PagesTable search={search} round={round} chosen={chosen} choose={choose} />
    </Screen>
  );
}

interface FilterParts {
  readonly search: ContentSearch;
  readonly change: (next: ContentSearch) => void;
}

function Filters({ search, change }: FilterParts): ReactNode {
  const { types } = useTypes();
  const languages = [...new Set([...offered, ...(search.language ? [search.language] : [])])];
  return (
    <div className="row filters" role="search" aria-label={words.filters}>
      <Words value={search.q ?? ''} change={(q) => change({ q: q || undefined })} />
      <Choice
        label={words.status}
        value={search.status ?? ''}
        options={[['', words.anyStatus], ...statuses.map((one) => [one, words.statuses[one]] as const)]}
        onChange={(status) => change({ status: status || undefined })}
      />
      <Choice
        label={words.language}
        value={search.language ?? ''}
        options={[['', words.anyLanguage], ...languages.map((tag) => [tag, languageName(tag)] as const)]}
        onChange={(language) => change({ language: language || undefined })}
      />
      <Choice
        label={words.audience}
        value={search.audience ?? ''}
        options={[['', words.anyAudience], ...audiences.map((one) => [one, words.audiences[one]] as const)]}
        onChange={(audience) => change({ audience: audience || undefined })}
      />
      {types.length > 0 ? (
        <Choice
          label={words.type}
          value={search.type ?? ''}
          options={[['', words.anyType], ...types.map((one) => [one.urn, one.name] as const)]}
          onChange={(type) => change({ type: type || undefined })}
        />
      ) : null}
      <Choice
        label={words.sort}
        value={search.sort ?? 'edited'}
        isDisabled={search.view === 'tree'}
        options={sorts.map((one) => [one, words.sorts[one]] as const)}
        onChange={(sort) => change({ sort: sort === 'edited' ? undefined : sort })}
      />
      <Choice
        label={words.view}
        value={search.view ?? 'list'}
        options={[['list', words.views.list] as const, ['tree', words.views.tree] as const]}
        onChange={(view) => change({ view: view === 'tree' ? 'tree' : undefined })}
      />
    </div>
  );
}

const pause = 300;

// What is typed is looked for when it rests, so that not every letter asks.
function Words({ value, change }: { readonly value: string; readonly change: (text: string) => void }): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => change(text), pause);
    return () => clearTimeout(timer);
  }, [text, value, change]);
  return (
    <SearchField value={text} onChange={setText} onSubmit={change}>
      <Label>{words.search}</Label>
      <Input />
    </SearchField>
  );
}
