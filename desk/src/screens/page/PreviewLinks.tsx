// Links that show the page to somebody without an account: made, shown once, listed, and revoked.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { CreatePreviewLinkInput, PreviewLinksQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Instant } from '../../parts/Instant.tsx';
import { languageName, useLanguages } from '../../parts/languages.ts';
import { Once } from '../../parts/Once.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { fromField, shown } from '../../parts/time.ts';
import { Window } from '../../parts/Window.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';

const words = texts.page.previews;
const versions = ['LATEST', 'PUBLISHED'] as const;
type Version = (typeof versions)[number];
const dayMillis = 86_400_000;

const linksQuery = graphql(`
  query PreviewLinks($urn: ID!, $after: String) {
    previewLinks(first: 20, after: $after, where: { entity: { eq: $urn } }) {
      nodes {
        urn
        version
        name
        contentVersion
        language
        variant
        atTimestamp
        expirationTimestamp
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const createMutation = graphql(`
  mutation CreatePreviewLink($input: CreatePreviewLinkInput!) {
    createPreviewLink(input: $input) {
      previewLink {
        urn
        href
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

const revokeMutation = graphql(`
  mutation RevokePreviewLink($urn: ID!) {
    deletePreviewLink(urn: $urn) {
      deletedUrn
      userErrors {
        ...Refused
      }
    }
  }
`);

type Link = PreviewLinksQuery['previewLinks']['nodes'][number];

interface PageParts {
  readonly page: { readonly urn: string; readonly language: string; readonly variant: string };
}

/** The button and its window; for who may change the page. */
export function PreviewLinks({ page }: PageParts): ReactNode {
  return (
    <Window button={words.button} title={words.title}>
      {(close) => <Links page={page} close={close} />}
    </Window>
  );
}

function Links({ page, close }: PageParts & { readonly close: () => void }): ReactNode {
  const [round, setRound] = useState(0);
  const changed = (): void => setRound((before) => before + 1);
  return (
    <div className="stack">
      <p>{words.lead}</p>
      <NewLink page={page} changed={changed} />
      <h3>{words.list}</h3>
      <Listed key={round} page={page.urn} after={null} changed={changed} />
      <Button className="button" onPress={close}>
        {texts.shell.close}
      </Button>
    </div>
  );
}

interface ListedParts {
  readonly page: string;
  readonly after: string | null;
  readonly changed: () => void;
}

function Listed({ page, after, changed }: ListedParts): ReactNode {
  const [{ data, error }] = useQuery({
    query: linksQuery,
    variables: { urn: page, after },
    requestPolicy: 'network-only',
  });
  const [{ fetching }, revoke] = useMutation(revokeMutation);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.previewLinks;
  if (nodes.length === 0 && after === null) return <p className="soft">{words.none}</p>;
  const end = async ({ urn }: Link): Promise<void> => {
    const answer = await revoke({ urn });
    const [refusal] = refusalsOf(answer.error, answer.data?.deletePreviewLink);
    if (refusal) return say(texts.shell.refused(refusal.message), true);
    say(words.revoked);
    changed();
  };
  return (
    <>
      <ul className="plain wide">
        {nodes.map((link) => (
          <li key={link.urn} className="between">
            <span>
              {link.name ?? words.unnamed} <span className="soft small">{describe(link)}</span>
            </span>
            <Button className="button small" isDisabled={fetching} onPress={() => void end(link)}>
              {words.revoke}
              <span className="away"> {link.name ?? words.unnamed}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Listed page={page} after={next} changed={changed} />}</Further>
    </>
  );
}

function describe({ contentVersion, language, variant, atTimestamp, expirationTimestamp }: Link): string {
  return [
    words.versions[contentVersion],
    language ? languageName(language) : '',
    variant ?? '',
    atTimestamp ? words.asOf(shown(atTimestamp)) : '',
    words.until(shown(expirationTimestamp)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function NewLink({ page, changed }: PageParts & { readonly changed: () => void }): ReactNode {
  const [{ fetching }, create] = useMutation(createMutation);
  const [name, setName] = useState('');
  const [version, setVersion] = useState<Version>('LATEST');
  const [language, setLanguage] = useState(page.language);
  const [variant, setVariant] = useState(page.variant);
  const [at, setAt] = useState('');
  const [days, setDays] = useState('7');
  const [secret, setSecret] = useState('');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const languages = useLanguages(language);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const input: CreatePreviewLinkInput = {
      ...{ entity: page.urn, name: name || null, contentVersion: version, language, variant },
      ...{
        atTimestamp: fromField(at),
        expirationTimestamp: new Date(Date.now() + Number(days) * dayMillis).toISOString(),
      },
    };
    const { data, error } = await create({ input });
    const made = data?.createPreviewLink;
    setRefusals(refusalsOf(error, made));
    const href = made?.previewLink?.href;
    if (!href) return;
    setSecret(href);
    setName('');
    changed();
  };
  if (secret !== '') return <Once text={words.once} secret={secret} done={() => setSecret('')} />;
  return (
    <form className="stack" aria-label={words.make} onSubmit={(event) => void submit(event)}>
      <TextField value={name} onChange={setName} maxLength={255}>
        <Label>{words.name}</Label>
        <Input />
      </TextField>
      <div className="row">
        <Choice
          label={words.shows}
          value={version}
          options={versions.map((one) => [one, words.versions[one]] as const)}
          onChange={setVersion}
        />
        <Choice label={words.language} value={language} options={languages} onChange={setLanguage} />
        <TextField value={variant} onChange={setVariant} maxLength={128}>
          <Label>{words.variant}</Label>
          <Input />
        </TextField>
        <Instant label={words.at} value={at} onChange={setAt} />
        <TextField isRequired type="number" value={days} onChange={setDays}>
          <Label>{words.days}</Label>
          <Input min={1} max={90} />
          <Text slot="description">{words.daysHint}</Text>
        </TextField>
      </div>
      <Refusals refusals={refusals} />
      <Button type="submit" className="button primary" isDisabled={fetching}>
        {words.make}
      </Button>
    </form>
  );
}
