// The programs that call the service, with their tokens: made, shown once, and revoked.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { ProgramsQuery } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { useHeldOn } from '../../graph/me.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Once } from '../../parts/Once.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { useHomes } from '../content/NewPage.tsx';
import {
  createProgramMutation,
  createTokenMutation,
  programsQuery,
  revokeMutation,
  statusMutation,
} from './documents.ts';
import { MakeForm } from './MakeForm.tsx';
import type { ListParts } from './People.tsx';

const words = texts.people.programs;
type Program = ProgramsQuery['apiClients']['nodes'][number];

export function Programs(parts: ListParts): ReactNode {
  const { after, round } = parts;
  const [{ data, error }, again] = useQuery({ query: programsQuery, variables: { after, words: parts.words } });
  const changed = (): void => again({ requestPolicy: 'network-only' });
  useRound(round, again);
  useChanges(['API_CLIENT', 'BEARER_TOKEN'], changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.apiClients;
  return (
    <>
      {after === null ? <NewProgram changed={changed} /> : null}
      {after === null && nodes.length === 0 ? <p role="status">{words.none}</p> : null}
      <ul className="plain">
        {nodes.map((program) => (
          <li key={program.urn} className="card stack">
            <One program={program} changed={changed} />
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Programs {...parts} after={next} />}</Further>
    </>
  );
}

interface OneParts {
  readonly program: Program;
  readonly changed: () => void;
}

function One({ program, changed }: OneParts): ReactNode {
  const { urn, name, status, owner, roles, lastUsedTimestamp, bearerTokens } = program;
  const [, setStatus] = useMutation(statusMutation);
  const [, revoke] = useMutation(revokeMutation);
  const isOff = status === 'DISABLED';
  const tell = (refusals: readonly Refusal[], text: string): void => {
    const [refusal] = refusals;
    if (refusal) say(texts.shell.refused(refusal.message), true);
    else say(text);
    changed();
  };
  return (
    <>
      <div className="between wide">
        <div>
          <strong>{name}</strong> {isOff ? <span className="mark warn">{words.disabled}</span> : null}
          <p className="facts soft small">
            <span>{owner?.name}</span>
            {roles.map((role) => (
              <span key={role.urn}>{role.name}</span>
            ))}
            <span>{lastUsedTimestamp ? words.lastUsed(shown(lastUsedTimestamp)) : words.neverUsed}</span>
          </p>
        </div>
        <Button
          className="button small"
          onPress={() =>
            void setStatus({ urn, status: isOff ? 'ACTIVE' : 'DISABLED' }).then(({ data, error }) =>
              tell(refusalsOf(error, data?.updateApiClient), isOff ? words.isOn : words.isOff),
            )
          }
        >
          {isOff ? words.switchOn : words.switchOff}
          <span className="away"> {name}</span>
        </Button>
      </div>
      <h3>{words.tokens}</h3>
      {bearerTokens.nodes.length === 0 ? <p className="soft small">{words.noTokens}</p> : null}
      <ul className="plain wide">
        {bearerTokens.nodes.map((token) => (
          <li key={token.urn} className="between">
            <span>
              {words.token(token.tokenPrefix, token.name ?? '')}{' '}
              <span className="soft small">
                {words.ends(shown(token.expirationTimestamp))} ·{' '}
                {token.lastUsedTimestamp ? words.lastUsed(shown(token.lastUsedTimestamp)) : words.neverUsed}
              </span>
            </span>
            <Button
              className="button small"
              onPress={() =>
                void revoke({ urn: token.urn }).then(({ data, error }) =>
                  tell(refusalsOf(error, data?.deleteApiClientBearerToken), words.revoked),
                )
              }
            >
              {words.revoke}
              <span className="away"> {words.token(token.tokenPrefix, token.name ?? '')}</span>
            </Button>
          </li>
        ))}
      </ul>
      <NewToken program={program} changed={changed} />
    </>
  );
}

const dayMillis = 86_400_000;

function NewToken({ program, changed }: OneParts): ReactNode {
  const [{ fetching }, create] = useMutation(createTokenMutation);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [secret, setSecret] = useState('');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const expirationTimestamp = new Date(Date.now() + Number(days) * dayMillis).toISOString();
    const { data, error } = await create({
      input: { apiClient: program.urn, name: name || null, expirationTimestamp },
    });
    const made = data?.createApiClientBearerToken;
    setRefusals(refusalsOf(error, made));
    const token = made?.apiClientBearerToken?.bearerToken;
    if (!token) return;
    setSecret(token);
    setOpen(false);
    changed();
  };
  if (secret !== '') return <Once text={words.once} secret={secret} done={() => setSecret('')} />;
  if (!isOpen)
    return (
      <Button className="button" onPress={() => setOpen(true)}>
        {words.newToken}
        <span className="away"> {program.name}</span>
      </Button>
    );
  return (
    <form className="row" onSubmit={(event) => void submit(event)}>
      <TextField value={name} onChange={setName} autoFocus>
        <Label>{words.tokenName}</Label>
        <Input />
      </TextField>
      <TextField isRequired type="number" value={days} onChange={setDays}>
        <Label>{words.days}</Label>
        <Input min={1} max={730} />
      </TextField>
      <Button type="submit" className="button" isDisabled={fetching}>
        {words.make}
      </Button>
      <Refusals refusals={refusals} />
    </form>
  );
}

function NewProgram({ changed }: { readonly changed: () => void }): ReactNode {
  const homes = useHomes();
  const held = useHeldOn(
    homes.map(({ urn }) => urn),
    ['ADMIN'],
  );
  const [, create] = useMutation(createProgramMutation);
  const make = async (owner: string, name: string): Promise<readonly Refusal[]> => {
    const { data, error } = await create({ input: { owner, name } });
    const refused = refusalsOf(error, data?.createApiClient);
    if (refused.length > 0) return refused;
    say(words.made);
    changed();
    return [];
  };
  return <MakeForm words={words} owners={homes.filter(({ urn }) => held.has(urn))} make={make} />;
}
