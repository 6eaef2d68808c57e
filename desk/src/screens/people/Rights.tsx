// Who may do what with a page, and why: everybody who holds a label, with the way there, and the answer for one person.
import { useParams } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useQuery } from '../../graph/ask.ts';
import { useChanges } from '../../graph/live.ts';
import { useLabels } from '../../graph/me.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further } from '../../parts/Further.tsx';
import { PersonChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { aroundQuery } from '../inbox/documents.ts';
import { Tabs } from '../page/Tabs.tsx';
import { explainQuery, holdersQuery, type End, type Step } from './documents.ts';
import { Grants } from './Grants.tsx';
import { labels, type LabelName } from './labels.ts';
import { useNames } from './names.ts';

const words = texts.people;

export function Rights(): ReactNode {
  const { urn } = useParams({ from: '/page/$urn/rights' });
  const [{ data, error }] = useQuery({ query: aroundQuery, variables: { urn } });
  const isAdmin = useLabels(urn, ['ADMIN']).has('ADMIN');
  const [label, setLabel] = useState<LabelName>('READ');
  const [person, setPerson] = useState<Chosen | null>(null);
  const [round, setRound] = useState(0);
  const changed = (): void => setRound((before) => before + 1);
  useChanges(['PERMISSION'], changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  if (!data.entity) return <Screen title={texts.page.missing}>{null}</Screen>;
  return (
    <Screen title={data.entity.name}>
      <Tabs urn={urn} />
      {isAdmin ? (
        <>
          <div className="row filters">
            <Choice
              label={words.label}
              value={label}
              options={labels.map((one) => [one, words.labels[one]] as const)}
              onChange={setLabel}
            />
            <PersonChooser label={words.person} chosen={person} choose={setPerson} />
          </div>
          {person ? <Why key={round} page={urn} label={label} person={person} /> : null}
          <section aria-labelledby="holders">
            <h2 id="holders">{words.holders(words.labels[label])}</h2>
            <Holders key={`${label} ${round}`} page={urn} label={label} after={null} />
          </section>
          <Grants object={urn} scope="ENTITY" owner={data.entity.owner?.urn ?? ''} round={round} changed={changed} />
        </>
      ) : (
        <p>{words.needsAdmin}</p>
      )}
    </Screen>
  );
}

interface HoldersParts {
  readonly page: string;
  readonly label: LabelName;
  readonly after: string | null;
}

function Holders({ page, label, after }: HoldersParts): ReactNode {
  const [{ data, error }] = useQuery({ query: holdersQuery, variables: { page, label, after } });
  const found = data?.permissionHolders;
  const ends = (found?.holders ?? []).flatMap(({ subject, path }) => [subject, ...endsOf(path)]);
  const nameOf = useNames(ends);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!found) return <Loading />;
  return (
    <>
      {found.isEveryone && after === null ? <p>{words.everyone}</p> : null}
      {found.holders.length === 0 && after === null ? <p className="soft">{words.noHolders}</p> : null}
      <ul className="values">
        {found.holders.map(({ subject, path }) => (
          <li key={subject.urn} className="card">
            <strong>{nameOf(subject)}</strong>
            <Way path={path} nameOf={nameOf} />
          </li>
        ))}
      </ul>
      <Further after={found.isMorePages ? (found.after ?? null) : null}>
        {(next) => <Holders page={page} label={label} after={next} />}
      </Further>
    </>
  );
}

function endsOf(path: readonly { readonly subject: End; readonly object: End }[]): readonly End[] {
  return path.flatMap(({ subject, object }) => [subject, object]);
}

function Way({ path, nameOf }: { readonly path: readonly Step[]; readonly nameOf: (end: End) => string }): ReactNode {
  if (path.length === 0) return <p className="soft small">{words.byRule}</p>;
  return (
    <ol className="small">
      {path.map(({ label, via, subject, object, permission }) => (
        <li key={`${subject.urn}${object.urn}${label}`}>
          {words.step({ subject: nameOf(subject), object: nameOf(object), label, via })}
          {permission?.toTimestamp ? ` ${words.until(shown(permission.toTimestamp))}` : ''}
          {permission?.reason ? ` (${permission.reason})` : ''}
        </li>
      ))}
    </ol>
  );
}

interface WhyParts {
  readonly page: string;
  readonly label: LabelName;
  readonly person: Chosen;
}

function Why({ page, label, person }: WhyParts): ReactNode {
  const check = useMemo(
    () => ({ objectUrn: page, label, subjectUrn: person.urn, subjectScope: 'IDENTITY' as const }),
    [page, label, person.urn],
  );
  const [{ data, error, stale }] = useQuery({ query: explainQuery, variables: { check } });
  const found = data?.permissionExplain;
  const nameOf = useNames([...endsOf(found?.path ?? []), ...endsOf(found?.nearest ?? [])]);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!found) return <Loading />;
  const name = person.name ?? words.unnamed;
  return (
    <section className="card why" aria-labelledby="why" aria-busy={stale}>
      <h2 id="why">{found.allowed ? words.may(name, words.labels[label]) : words.mayNot(name, words.labels[label])}</h2>
      {found.allowed ? <Way path={found.path} nameOf={nameOf} /> : null}
      {found.nearest.length > 0 ? (
        <ul className="small">
          {found.nearest.map(({ label: missing, reason, subject, object }) => (
            <li key={`${subject.urn}${object.urn}${missing}${reason}`}>
              {words.miss({ subject: nameOf(subject), object: nameOf(object), label: missing, reason })}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
