// Who belongs to a group, for those who manage it: people are added, approved, made moderators, and taken out.
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import type { UpdateGroupMembershipInput } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { tell } from '../../graph/answer.ts';
import { useRound } from '../../graph/live.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { PersonChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { Window } from '../../parts/Window.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import {
  addMemberMutation,
  changeMemberMutation,
  membersQuery,
  removeMemberMutation,
  type Member,
} from './accessDocuments.ts';

const words = texts.people.membersOf;

interface GroupParts {
  readonly group: { readonly urn: string; readonly name: string };
  readonly changed: () => void;
}

/** The button and its window; for who may MANAGE the group. */
export function GroupMembers({ group, changed }: GroupParts): ReactNode {
  const button = (
    <>
      {words.button}
      <span className="away"> {group.name}</span>
    </>
  );
  return (
    <Window button={button} isSmall title={words.title(group.name)}>
      {(close) => <Members group={group} changed={changed} close={close} />}
    </Window>
  );
}

function Members({ group, changed, close }: GroupParts & { readonly close: () => void }): ReactNode {
  const [round, setRound] = useState(0);
  const [{ fetching }, add] = useMutation(addMemberMutation);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const after = (): void => {
    setRound((before) => before + 1);
    changed();
  };
  const enlist = async (person: Chosen): Promise<void> => {
    const { data, error } = await add({
      input: {
        ...{ group: group.urn, identity: person.urn, status: 'ACTIVE', enrollment: 'BY_OWNER_WITHOUT_CONSENT' },
        ...{ emailNotification: 'UNSUBSCRIBED', smsNotification: 'UNSUBSCRIBED', inAppNotification: 'SUBSCRIBED' },
      },
    });
    if (!tell(error, data?.createGroupMembership, words.added(person.name ?? texts.people.unnamed))) return;
    setChosen(null);
    after();
  };
  return (
    <div className="stack">
      <div className="row">
        <PersonChooser label={words.person} chosen={chosen} choose={setChosen} />
        <Button
          className="button"
          isDisabled={fetching || !chosen}
          onPress={() => (chosen ? void enlist(chosen) : undefined)}
        >
          {words.add}
        </Button>
      </div>
      <Listed group={group.urn} after={null} round={round} changed={after} />
      <Button className="button" onPress={close}>
        {texts.shell.close}
      </Button>
    </div>
  );
}

interface ListedParts {
  readonly group: string;
  readonly after: string | null;
  readonly round: number;
  readonly changed: () => void;
}

function Listed(parts: ListedParts): ReactNode {
  const { group, after, round, changed } = parts;
  const [{ data, error }, again] = useQuery({ query: membersQuery, variables: { group, after } });
  useRound(round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.groupMemberships;
  return (
    <>
      {nodes.length === 0 && after === null ? <p className="soft">{texts.people.nobody}</p> : null}
      <ul className="plain wide">
        {nodes.map((member) => (
          <One key={member.urn} member={member} changed={changed} />
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Listed {...parts} after={next} />}</Further>
    </>
  );
}

function One({ member, changed }: { readonly member: Member; readonly changed: () => void }): ReactNode {
  const { urn, status, role } = member;
  const name = member.identity?.name ?? texts.people.unnamed;
  const [changing, change] = useMutation(changeMemberMutation);
  const [removing, remove] = useMutation(removeMemberMutation);
  const isDisabled = changing.fetching || removing.fetching;
  const set = (input: UpdateGroupMembershipInput, made: string): void =>
    void change({ urn, input }).then(({ data, error }) => {
      if (tell(error, data?.updateGroupMembership, made)) changed();
    });
  const isModerator = role === 'MODERATOR';
  return (
    <li className="between">
      <span>
        {name}{' '}
        <span className="soft small">
          {[words.statuses[status], isModerator ? words.moderator : ''].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="actions">
        {status === 'PENDING_APPROVAL' || status === 'BANNED_BY_OWNER' ? (
          <Button
            className="button small"
            isDisabled={isDisabled}
            onPress={() => set({ status: 'ACTIVE' }, words.letIn(name))}
          >
            {status === 'BANNED_BY_OWNER' ? words.lift : words.approve}
            <span className="away"> {name}</span>
          </Button>
        ) : null}
        {status === 'ACTIVE' ? (
          <Button
            className="button small"
            isDisabled={isDisabled}
            onPress={() =>
              set(
                { role: isModerator ? 'MEMBER' : 'MODERATOR' },
                isModerator ? words.isMember(name) : words.isModerator(name),
              )
            }
          >
            {isModerator ? words.makeMember : words.makeModerator}
            <span className="away"> {name}</span>
          </Button>
        ) : null}
        <Button
          className="button small"
          isDisabled={isDisabled}
          onPress={() =>
            void remove({ urn }).then(({ data, error }) => {
              if (tell(error, data?.deleteGroupMembership, words.removed(name))) changed();
            })
          }
        >
          {words.remove}
          <span className="away"> {name}</span>
        </Button>
      </span>
    </li>
  );
}
