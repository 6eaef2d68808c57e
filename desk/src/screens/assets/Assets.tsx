// The files as a grid, forty at a time, last changed first; what is looked for stands in the address.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import type { AssetWhere } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { useHomes } from '../content/NewPage.tsx';
import { assetsQuery } from './documents.ts';
import { Preview } from './Preview.tsx';
import { fileKinds, type AssetsSearch } from './route.ts';
import { Upload } from './Upload.tsx';

const words = texts.assets;

export function Assets(): ReactNode {
  const search = useSearch({ from: '/assets' });
  const navigate = useNavigate();
  const homes = useHomes();
  const [text, setText] = useState(search.q ?? '');
  const [round, setRound] = useState(0);
  const changed = (): void => setRound((before) => before + 1);
  useChanges(['ASSET'], changed);
  const go = (next: AssetsSearch): void =>
    void navigate({ to: '/assets', search: { ...search, ...next }, replace: true });
  return (
    <Screen title={words.title}>
      <p className="soft">{words.lead}</p>
      {homes.length > 0 ? <Upload homes={homes} changed={changed} /> : null}
      <form
        className="row filters spaced"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go({ q: text || undefined });
        }}
      >
        <SearchField value={text} onChange={setText} onClear={() => go({ q: undefined })}>
          <Label>{words.search}</Label>
          <Input />
        </SearchField>
        <Choice
          label={words.kind}
          value={search.kind ?? 'any'}
          options={(['any', ...fileKinds] as const).map((one) => [one, words.kinds[one]] as const)}
          onChange={(kind) => go({ kind: kind === 'any' ? undefined : kind })}
        />
        <Button type="submit" className="button">
          {words.find}
        </Button>
      </form>
      <Grid key={`${search.kind ?? ''} ${search.q ?? ''}`} search={search} round={round} after={null} />
    </Screen>
  );
}

function whereOf({ q, kind }: AssetsSearch): AssetWhere {
  const where: AssetWhere = q ? { name: { containsFold: q } } : {};
  if (kind && kind !== 'other') where.contentType = { startsWith: `${kind}/` };
  if (kind === 'other')
    where.not = { or: fileKinds.slice(0, 3).map((one) => ({ contentType: { startsWith: `${one}/` } })) };
  return where;
}

interface GridParts {
  readonly search: AssetsSearch;
  readonly round: number;
  readonly after: string | null;
}

function Grid({ search, round, after }: GridParts): ReactNode {
  const { q, kind } = search;
  const where = useMemo(() => whereOf({ q, kind }), [q, kind]);
  const [{ data, error }, again] = useQuery({ query: assetsQuery, variables: { after, where } });
  useRound(round, again);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.assets;
  if (after === null && nodes.length === 0) return <p role="status">{words.none}</p>;
  return (
    <>
      <ul className="assets">
        {nodes.map((asset) => (
          <li key={asset.urn} className="card">
            <Link to="/assets/$urn" params={{ urn: asset.urn }}>
              <Preview asset={asset} />
              <span>{asset.name}</span>
            </Link>
            <span className="soft small">
              {asset.byteLength ? `${asset.contentType ?? ''} · ${words.size(Number(asset.byteLength))}` : words.empty}
            </span>
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Grid search={search} round={round} after={next} />}</Further>
    </>
  );
}
