// One file: what it is, what it says in each language, other bytes for it, and where it is used.
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, FileTrigger, Input, Label, TextArea, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { AssetFactsFragment } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges } from '../../graph/live.ts';
import { useLabels } from '../../graph/me.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { languageName, useLanguages } from '../../parts/languages.ts';
import { Refusals } from '../../parts/Refusals.tsx';
import { sendFile } from '../../parts/sendFile.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { assetQuery, deleteMutation, updateMutation, usesQuery } from './documents.ts';
import { Preview } from './Preview.tsx';

const words = texts.assets;
/** What can name an asset. */
const users = ['LINK_ITEM', 'MARKDOWN_ITEM', 'IMAGE_ITEM'];

export function Asset(): ReactNode {
  const { urn } = useParams({ from: '/assets/$urn' });
  const [{ data, error }, again] = useQuery({ query: assetQuery, variables: { urn } });
  const labels = useLabels(urn, ['UPDATE', 'DELETE']);
  const changed = (): void => again({ requestPolicy: 'network-only' });
  useChanges(['ASSET'], changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { asset } = data;
  if (!asset) return <Screen title={words.missing}>{null}</Screen>;
  return (
    <Screen title={asset.name}>
      <div className="grid">
        <section className="card stack" aria-label={asset.name}>
          <Preview asset={asset} isLarge />
          <p className="facts soft">
            <span>{asset.contentType ?? words.empty}</span>
            {asset.byteLength ? <span>{words.size(Number(asset.byteLength))}</span> : null}
            <span>{asset.owner?.name}</span>
          </p>
          {asset.src ? (
            <p className="small">
              <span className="soft">{words.address} </span>
              <a href={asset.src}>{asset.src}</a>
            </p>
          ) : null}
          {labels.has('UPDATE') ? <Replace urn={urn} changed={changed} /> : null}
          {labels.has('DELETE') ? <Remove urn={urn} /> : null}
        </section>
        <Form key={urn} asset={asset} mayUpdate={labels.has('UPDATE')} />
      </div>
      <section aria-labelledby="uses">
        <h2 id="uses">{words.usedBy}</h2>
        <Uses urn={urn} after={null} />
      </section>
    </Screen>
  );
}

function Replace({ urn, changed }: { readonly urn: string; readonly changed: () => void }): ReactNode {
  const [part, setPart] = useState<number | null>(null);
  const replace = async (file: File): Promise<void> => {
    setPart(0);
    try {
      await sendFile(`/n/v1/asset/${urn}`, file, setPart);
      say(words.replaced);
    } catch (error) {
      say(texts.shell.refused((error as Error).message), true);
    }
    setPart(null);
    changed();
  };
  return (
    <FileTrigger
      onSelect={(files) => {
        const [file] = files ?? [];
        if (file) void replace(file);
      }}
    >
      <Button className="button" isDisabled={part !== null}>
        {part === null ? words.replace : words.replacing(Math.round(part * 100))}
      </Button>
    </FileTrigger>
  );
}

function Remove({ urn }: { readonly urn: string }): ReactNode {
  const navigate = useNavigate();
  const [{ fetching }, remove] = useMutation(deleteMutation);
  const press = async (): Promise<void> => {
    const { data, error } = await remove({ urn });
    const [refusal] = refusalsOf(error, data?.change);
    if (refusal) return say(texts.shell.refused(refusal.message), true);
    say(words.removed);
    void navigate({ to: '/assets' });
  };
  return (
    <Button className="button" isDisabled={fetching} onPress={() => void press()}>
      {words.remove}
    </Button>
  );
}

interface FormParts {
  readonly asset: AssetFactsFragment;
  readonly mayUpdate: boolean;
}

function Form({ asset, mayUpdate }: FormParts): ReactNode {
  const [, update] = useMutation(updateMutation);
  const [name, setName] = useState(asset.name);
  const [altTexts, setAltTexts] = useState(asset.altTexts);
  // Other bytes are another version, but no change of what is typed here.
  const [known, setKnown] = useState(asset);
  const [theirs, setTheirs] = useState<AssetFactsFragment | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const languages = useLanguages('en');
  const isSame = (one: AssetFactsFragment): boolean =>
    one.name === known.name && JSON.stringify(one.altTexts) === JSON.stringify(known.altTexts);
  const save = async (expectedVersion: string): Promise<void> => {
    const input = { name, altTexts: altTexts.map(({ language, text }) => ({ language, text })) };
    const { data, error } = await update({ urn: asset.urn, input, expectedVersion });
    const change = data?.change;
    if (change?.current) return isSame(change.current) ? save(change.current.version) : setTheirs(change.current);
    setRefusals(refusalsOf(error, change));
    if (!change?.asset) return;
    setKnown(change.asset);
    setTheirs(null);
    say(words.saved);
  };
  const change = (index: number, next: { language: string; text: string } | null): void =>
    setAltTexts(altTexts.flatMap((one, at) => (at === index ? (next ?? []) : one)));
  const unused = languages.map(([tag]) => tag).find((tag) => !altTexts.some(({ language }) => language === tag));
  return (
    <form
      className="card stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save(known.version);
      }}
    >
      <TextField isRequired value={name} onChange={setName} isDisabled={!mayUpdate}>
        <Label>{words.name}</Label>
        <Input />
      </TextField>
      <h2>{words.altTexts}</h2>
      <p className="soft">{words.altHint}</p>
      {altTexts.map(({ language, text }, index) => (
        <fieldset key={language} className="row">
          <legend>{languageName(language)}</legend>
          <Choice
            label={words.language}
            value={language}
            options={languages.filter(([tag]) => tag === language || !altTexts.some((one) => one.language === tag))}
            isDisabled={!mayUpdate}
            onChange={(next) => change(index, { language: next, text })}
          />
          <TextField
            value={text}
            onChange={(next) => change(index, { language, text: next })}
            isDisabled={!mayUpdate}
            isRequired
          >
            <Label>{words.text}</Label>
            <TextArea rows={2} />
          </TextField>
          {mayUpdate ? (
            <Button className="button small" onPress={() => change(index, null)}>
              {words.removeText(languageName(language))}
            </Button>
          ) : null}
        </fieldset>
      ))}
      {mayUpdate && unused ? (
        <Button className="button" onPress={() => setAltTexts([...altTexts, { language: unused, text: '' }])}>
          {words.addText}
        </Button>
      ) : null}
      {theirs ? (
        <div role="alert" className="conflict">
          <p>{words.changedMeanwhile}</p>
          <div className="row">
            <Button className="button" onPress={() => void save(theirs.version)}>
              {words.overwrite}
            </Button>
            <Button
              className="button"
              onPress={() => {
                setName(theirs.name);
                setAltTexts(theirs.altTexts);
                setKnown(theirs);
                setTheirs(null);
              }}
            >
              {words.takeTheirs}
            </Button>
          </div>
        </div>
      ) : null}
      <Refusals refusals={refusals} />
      {mayUpdate ? (
        <Button type="submit" className="button primary">
          {words.save}
        </Button>
      ) : null}
    </form>
  );
}

function Uses({ urn, after }: { readonly urn: string; readonly after: string | null }): ReactNode {
  const [{ data, error }, again] = useQuery({ query: usesQuery, variables: { urn, after } });
  useChanges(['ENTITY', ...users], () => again({ requestPolicy: 'network-only' }));
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data?.asset) return <Loading />;
  const { nodes, pageInfo } = data.asset.usedBy;
  if (after === null && nodes.length === 0) return <p className="soft">{words.notUsed}</p>;
  return (
    <>
      <ul className="plain">
        {nodes.map((page) => (
          <li key={page.urn}>
            <Link to="/page/$urn" params={{ urn: page.urn }}>
              {page.name}
            </Link>{' '}
            <span className="soft small">{[page.path, languageName(page.language)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Uses urn={urn} after={next} />}</Further>
    </>
  );
}
