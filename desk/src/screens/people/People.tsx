// People, groups and roles, each thirty at a time, with those who belong to them.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { useQuery } from '../../graph/ask.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { useHeldOn, useLabels, useMe } from '../../graph/me.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { languageName } from '../../parts/languages.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { groupsQuery, peopleQuery, rolesQuery } from './documents.ts';
import { GroupMembers } from './GroupMembers.tsx';
import { NewPerson } from './NewPerson.tsx';
import { Programs } from './Programs.tsx';
import { RoleHolders } from './RoleHolders.tsx';
import { shows, type PeopleSearch } from './route.ts';
import { SignInAccess } from './SignInAccess.tsx';

const words = texts.people;

export function People(): ReactNode {
  const search = useSearch({ from: '/people' });
  const navigate = useNavigate();
  const [text, setText] = useState(search.q ?? '');
  const [round, setRound] = useState(0);
  useChanges(['IDENTITY', 'GROUP', 'ROLE', 'GROUP_MEMBERSHIP'], () => setRound((before) => before + 1));
  const go = (next: PeopleSearch): void =>
    void navigate({ to: '/people', search: { ...search, ...next }, replace: true });
  const show = search.show ?? 'people';
  const List = lists[show];
  return (
    <Screen title={words.title}>
      <form
        className="row filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go({ q: text || undefined });
        }}
      >
        <Choice
          label={words.show}
          value={show}
          options={shows.map((one) => [one, words.shows[one]] as const)}
          onChange={(next) => go({ show: next === 'people' ? undefined : next })}
        />
        <SearchField value={text} onChange={setText} onClear={() => go({ q: undefined })}>
          <Label>{words.name}</Label>
          <Input />
        </SearchField>
        <Button type="submit" className="button">
          {words.search}
        </Button>
      </form>
      <List key={`${show} ${search.q ?? ''}`} words={search.q ?? ''} round={round} after={null} />
    </Screen>
  );
}

/** What each list is shown by. */
export interface ListParts {
  readonly words: string;
  readonly round: number;
  readonly after: string | null;
}

function Persons(parts: ListParts): ReactNode {
  const { after, round } = parts;
  const [{ data, error }, again] = useQuery({ query: peopleQuery, variables: { after, words: parts.words } });
  useRound(round, again);
  const company = useMe()?.company?.urn ?? null;
  const mayInvite = useLabels(company, ['ADMIN']).has('ADMIN');
  const administered = useHeldOn(data?.identities.nodes.map(({ urn }) => urn) ?? [], ['ADMIN']);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.identities;
  return (
    <>
      {after === null ? <NewPerson made={() => again({ requestPolicy: 'network-only' })} /> : null}
      {after === null && nodes.length === 0 ? <p role="status">{words.none}</p> : null}
      <ul className="plain">
        {nodes.map(({ urn, name, language, timeZone, emails, companies }) => (
          <li key={urn} className="card">
            <div className="between">
              <strong>{name ?? words.unnamed}</strong>
              {administered.has(urn) ? (
                <SignInAccess person={{ urn, name: name ?? words.unnamed }} mayInvite={mayInvite} />
              ) : null}
            </div>
            <p className="facts soft small">
              {emails.map((one) => (
                <span key={one.urn}>{one.email}</span>
              ))}
              {companies.map((one) => (
                <span key={one.urn}>{one.name}</span>
              ))}
              {language ? <span>{languageName(language)}</span> : null}
              {timeZone ? <span>{timeZone}</span> : null}
            </p>
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Persons {...parts} after={next} />}</Further>
    </>
  );
}

function Groups(parts: ListParts): ReactNode {
  const { after, round } = parts;
  const [{ data, error }, again] = useQuery({ query: groupsQuery, variables: { after, words: parts.words } });
  useRound(round, again);
  const managed = useHeldOn(data?.groups.nodes.map(({ urn }) => urn) ?? [], ['MANAGE']);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.groups;
  if (after === null && nodes.length === 0) return <p role="status">{words.noGroups}</p>;
  return (
    <>
      <ul className="plain">
        {nodes.map(({ urn, name, description, memberCount, memberships }) => (
          <li key={urn} className="card">
            <div className="between">
              <span>
                <strong>{name}</strong> <span className="soft small">{words.members(memberCount)}</span>
              </span>
              {managed.has(urn) ? (
                <GroupMembers group={{ urn, name }} changed={() => again({ requestPolicy: 'network-only' })} />
              ) : null}
            </div>
            {description ? <p className="written">{description}</p> : null}
            <Named
              ends={memberships.nodes.map(({ urn: key, status, identity }) => ({
                urn: key,
                name: `${identity?.name ?? words.unnamed}${status === 'ACTIVE' ? '' : ` (${words.notActive})`}`,
              }))}
            />
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Groups {...parts} after={next} />}</Further>
    </>
  );
}

function Roles(parts: ListParts): ReactNode {
  const { after, round } = parts;
  const [{ data, error }, again] = useQuery({ query: rolesQuery, variables: { after, words: parts.words } });
  useRound(round, again);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.roles;
  if (after === null && nodes.length === 0) return <p role="status">{words.noRoles}</p>;
  return (
    <>
      <ul className="plain">
        {nodes.map(({ urn, name, description, version, isBuiltIn, apiClients, identities, groups }) => (
          <li key={urn} className="card">
            <strong>{name}</strong> {isBuiltIn ? <span className="mark">{words.builtIn}</span> : null}
            {description ? <p className="written">{description}</p> : null}
            <RoleHolders role={{ urn, version, name, identities, groups, apiClients }} />
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Roles {...parts} after={next} />}</Further>
    </>
  );
}

const lists = { people: Persons, groups: Groups, roles: Roles, programs: Programs };

interface NamedParts {
  readonly ends: readonly { readonly urn: string; readonly name?: string | null }[];
}

function Named({ ends }: NamedParts): ReactNode {
  if (ends.length === 0) return <p className="soft small">{words.nobody}</p>;
  return (
    <ul className="facts small">
      {ends.map(({ urn, name }) => (
        <li key={urn}>{name ?? words.unnamed}</li>
      ))}
    </ul>
  );
}
