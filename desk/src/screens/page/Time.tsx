// A page in time: a slider from its creation to a month ahead, and the page as readers saw it, or will see it, at that moment.
import { useParams } from '@tanstack/react-router';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';
import type { ViewQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { readers, strangers } from '../../graph/client.ts';
import { useLabels } from '../../graph/me.ts';
import { Choice } from '../../parts/Choice.tsx';
import { languageName } from '../../parts/languages.ts';
import { fromField, shown, toField } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { pageQuery } from './documents.ts';
import { PageHistory } from './PageHistory.tsx';
import { Tabs } from './Tabs.tsx';

const words = texts.page.slider;
const month = 30 * 24 * 3_600_000;
const steps = 1_000;
const rests = 250;

const viewQuery = graphql(`
  query View($urn: ID!, $at: DateTime, $language: LanguageTag, $variant: String, $version: ContentVersion!) {
    entityView(urn: $urn, atTimestamp: $at, language: $language, variant: $variant, version: $version) {
      urn
      name
      language
      alternativeLanguages {
        language
      }
      texts {
        urn
        name
        value
      }
      markdowns {
        urn
        name
        value
      }
      templates {
        urn
        name
        value
        mediaType
      }
      images {
        urn
        name
        src
        altText
      }
      money {
        urn
        name
        formattedValue
      }
      dateTimes {
        urn
        name
        value
      }
      longs {
        urn
        name
        value
      }
    }
  }
`);

type View = NonNullable<ViewQuery['entityView']>;

export function Time(): ReactNode {
  const { urn } = useParams({ from: '/page/$urn/time' });
  const [{ data, error }] = useQuery({ query: pageQuery, variables: { urn } });
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { entity } = data;
  if (!entity) return <Screen title={texts.page.missing}>{null}</Screen>;
  const { createdTimestamp, publishTimestamp, unpublishTimestamp, liveTimestamp, language, variant } = entity;
  const moments: readonly (readonly [string, string | null | undefined])[] = [
    [words.created, createdTimestamp],
    [words.wentLive, liveTimestamp],
    [words.willGoLive, entity.status === 'PUBLISH_PENDING' ? publishTimestamp : null],
    [words.ends, unpublishTimestamp],
  ];
  return (
    <Screen title={entity.name}>
      <Tabs urn={urn} />
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <Moments urn={urn} first={createdTimestamp} language={language} variant={variant} moments={moments} />
      <PageHistory urn={urn} version={entity.version} />
    </Screen>
  );
}

interface MomentsParts {
  readonly urn: string;
  readonly first: string;
  readonly language: string;
  readonly variant: string;
  readonly moments: readonly (readonly [name: string, at: string | null | undefined])[];
}

function Moments({ urn, first, language, variant, moments }: MomentsParts): ReactNode {
  const id = useId();
  const [opened] = useState(Date.now);
  const maySeeDrafts = useLabels(urn, ['READ_DRAFT']).has('READ_DRAFT');
  const begin = Date.parse(first);
  const planned = moments.map(([, at]) => (at ? Date.parse(at) + month / 30 : 0));
  // Who may see no drafts may not look ahead.
  const end = maySeeDrafts ? Math.max(opened + month, ...planned) : opened;
  const [at, setAt] = useState(opened);
  const [chosen, setChosen] = useState<Chosen>({ language, variant, version: 'PUBLISHED', reader: 'me' });
  const [languages, setLanguages] = useState<readonly string[]>([language]);
  const position = Math.round(((at - begin) / Math.max(1, end - begin)) * steps);
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{words.moment}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={steps}
          value={position}
          aria-valuetext={shown(new Date(at).toISOString())}
          onChange={({ target }) => setAt(Math.round(begin + (Number(target.value) / steps) * (end - begin)))}
        />
      </div>
      <div className="row" role="group" aria-label={words.events}>
        <Button className="button small" onPress={() => setAt(Date.now())}>
          {words.now}
        </Button>
        {moments.map(([name, moment]) =>
          moment && (maySeeDrafts || Date.parse(moment) <= opened) ? (
            // A moment later: a change counts from its instant on.
            <Button key={name} className="button small" onPress={() => setAt(Date.parse(moment) + 1_000)}>
              {name}: {shown(moment)}
            </Button>
          ) : null,
        )}
      </div>
      <div className="row">
        <div className="field">
          <label htmlFor={`${id}-exact`}>{words.exact}</label>
          <input
            id={`${id}-exact`}
            type="datetime-local"
            step="any"
            value={toField(new Date(at).toISOString())}
            onChange={({ target }) => {
              const instant = fromField(target.value);
              if (instant) setAt(Date.parse(instant));
            }}
          />
        </div>
        <Choice
          label={words.language}
          value={chosen.language}
          options={languages.map((tag) => [tag, languageName(tag)] as const)}
          onChange={(tag) => setChosen({ ...chosen, language: tag })}
        />
        <TextField value={chosen.variant} onChange={(text) => setChosen({ ...chosen, variant: text })}>
          <Label>{words.variant}</Label>
          <Input />
          <Text slot="description">{words.variantHint}</Text>
        </TextField>
        <Choice
          label={words.reader}
          value={chosen.reader}
          options={(['me', 'anyone'] as const).map((one) => [one, words.readers[one]] as const)}
          onChange={(reader) => setChosen({ ...chosen, reader })}
        />
        {maySeeDrafts && chosen.reader === 'me' ? (
          <Choice
            label={words.version}
            value={chosen.version}
            options={(['PUBLISHED', 'LATEST'] as const).map((one) => [one, words.versions[one]] as const)}
            onChange={(version) => setChosen({ ...chosen, version })}
          />
        ) : null}
      </div>
      <Shown urn={urn} at={at} chosen={chosen} found={(tags) => setLanguages((before) => union(before, tags))} />
    </>
  );
}

function union(before: readonly string[], tags: readonly string[]): readonly string[] {
  const all = [...new Set([...before, ...tags])].sort();
  return all.length === before.length ? before : all;
}

interface Chosen {
  readonly language: string;
  readonly variant: string;
  readonly version: 'PUBLISHED' | 'LATEST';
  /** Whose eyes it is seen with: the caller's, or those of somebody without a token. */
  readonly reader: 'me' | 'anyone';
}

interface ShownParts {
  readonly urn: string;
  readonly at: number;
  readonly chosen: Chosen;
  readonly found: (languages: readonly string[]) => void;
}

// The view is asked for when the slider rests.
function Shown({ urn, at, chosen, found }: ShownParts): ReactNode {
  const [view, setView] = useState<View | null | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const { language, variant, reader } = chosen;
  const version = reader === 'me' ? chosen.version : 'PUBLISHED';
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      if (reader === 'anyone' && at > Date.now()) return setProblem(words.notAhead);
      const asOf = version === 'LATEST' ? null : new Date(at).toISOString();
      const variables = { urn, at: asOf, language, variant, version };
      void (reader === 'me' ? readers : strangers)
        .query(viewQuery, variables)
        .toPromise()
        .then(({ data, error }) => {
          if (isOver) return;
          setProblem(error?.message ?? '');
          setView(data?.entityView ?? null);
          if (data?.entityView) found(data.entityView.alternativeLanguages.map((one) => one.language));
        });
    }, rests);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // `found` is made anew with each rendering and does not decide what is asked.
  }, [urn, at, language, variant, version, reader]);
  const time = <p className="soft">{words.asOf(shown(new Date(at).toISOString()))}</p>;
  if (problem)
    return (
      <p role="status" className="bad">
        {problem}
      </p>
    );
  if (view === undefined) return <Loading />;
  return (
    <section className="card view" aria-label={words.title} aria-live="polite">
      {time}
      {view ? <Rendered view={view} /> : <p>{words.nothing}</p>}
    </section>
  );
}

function Rendered({ view }: { readonly view: View }): ReactNode {
  const others = [
    ...view.longs.map((one) => [one.urn, one.name, one.value] as const),
    ...view.money.map((one) => [one.urn, one.name, one.formattedValue] as const),
    ...view.dateTimes.map((one) => [one.urn, one.name, shown(one.value)] as const),
  ];
  return (
    <div lang={view.language}>
      {view.texts.map(({ urn, name, value }) => (
        <p key={urn}>
          <span className="soft small">{name}</span>
          <br />
          {value}
        </p>
      ))}
      {view.images.map(({ urn, src, altText }) =>
        src ? <img key={urn} className="picture" src={src} alt={altText ?? ''} /> : null,
      )}
      {view.markdowns.map(({ urn, name, value }) => (
        <Frame key={urn} title={name} html={value} />
      ))}
      {view.templates.map(({ urn, name, value, mediaType }) =>
        mediaType === 'text/html' ? (
          <Frame key={urn} title={name} html={value} />
        ) : (
          <pre key={urn} tabIndex={0}>
            {value}
          </pre>
        ),
      )}
      {others.length > 0 ? (
        <dl>
          {others.map(([urn, name, value]) => (
            <div key={urn} className="row">
              <dt className="soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

// HTML of a page can do nothing here: no scripts, no forms, no origin of its own.
function Frame({ title, html }: { readonly title: string; readonly html: string }): ReactNode {
  return <iframe className="frame" sandbox="" title={title} srcDoc={html} />;
}
