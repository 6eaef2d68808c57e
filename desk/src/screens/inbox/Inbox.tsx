// The inbox: the threads with something unread, newest first, and all others on demand.
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { useMe } from '../../graph/me.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';

const words = texts.inbox;

const inboxQuery = graphql(`
  query Inbox($after: String, $all: Boolean!) {
    inbox {
      unreadThreadCount
      notifications(first: 30, after: $after, all: $all) {
        nodes {
          urn
          version
          notificationCount
          mentionCount
          updatedTimestamp
          messageThread {
            urn
            name
            lastPostTimestamp
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const markAllMutation = graphql(`
  mutation MarkInbox {
    markInboxRead {
      inbox {
        unreadThreadCount
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export function Inbox(): ReactNode {
  const me = useMe();
  const [shows, setShows] = useState<'unread' | 'all'>('unread');
  const [round, setRound] = useState(0);
  const changed = (): void => setRound((before) => before + 1);
  useChanges(['MESSAGE_THREAD_NOTIFICATION', 'THREAD_POST', 'MESSAGE_THREAD'], changed);
  if (!me) return <Loading />;
  if (me.sessionKind !== 'WEB_SESSION')
    return (
      <Screen title={words.title}>
        <p>{texts.day.noPerson}</p>
      </Screen>
    );
  return (
    <Screen title={words.title}>
      <div className="row filters">
        <Choice
          label={words.shows}
          value={shows}
          options={[['unread', words.unread] as const, ['all', words.all] as const]}
          onChange={setShows}
        />
        <MarkAll round={round} changed={changed} />
      </div>
      <Threads key={shows} isAll={shows === 'all'} round={round} after={null} />
    </Screen>
  );
}

function MarkAll({ round, changed }: { readonly round: number; readonly changed: () => void }): ReactNode {
  const [{ data }, again] = useQuery({ query: inboxQuery, variables: { after: null, all: false } });
  const [, mark] = useMutation(markAllMutation);
  useRound(round, again);
  if (!data?.inbox || data.inbox.unreadThreadCount === 0) return null;
  const markAll = async (): Promise<void> => {
    const { data: made, error } = await mark({});
    const [refusal] = refusalsOf(error, made?.markInboxRead);
    if (refusal) say(texts.shell.refused(refusal.message), true);
    else say(words.allRead);
    changed();
  };
  return (
    <Button className="button" onPress={() => void markAll()}>
      {words.markAll}
    </Button>
  );
}

interface ThreadsParts {
  readonly isAll: boolean;
  readonly round: number;
  readonly after: string | null;
}

function Threads({ isAll, round, after }: ThreadsParts): ReactNode {
  const [{ data, error }, again] = useQuery({ query: inboxQuery, variables: { after, all: isAll } });
  useRound(round, again);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const notifications = data.inbox?.notifications;
  if (!notifications || (after === null && notifications.nodes.length === 0))
    return <p role="status">{isAll ? words.none : texts.day.noUnread}</p>;
  return (
    <>
      <ul className="plain">
        {notifications.nodes.map(({ urn, notificationCount, mentionCount, messageThread }) => (
          <li key={urn}>
            {messageThread ? (
              <Link to="/thread/$urn" params={{ urn: messageThread.urn }}>
                {messageThread.name ?? texts.day.unnamed}
              </Link>
            ) : (
              words.hidden
            )}{' '}
            <span className="soft small">
              {messageThread?.lastPostTimestamp ? shown(messageThread.lastPostTimestamp) : ''}
            </span>{' '}
            {notificationCount > 0 ? <span className="mark">{texts.day.posts(notificationCount)}</span> : null}{' '}
            {mentionCount > 0 ? <span className="mark warn">{texts.day.mentions(mentionCount)}</span> : null}
          </li>
        ))}
      </ul>
      <Further after={nextOf(notifications.pageInfo)}>
        {(next) => <Threads isAll={isAll} round={round} after={next} />}
      </Further>
    </>
  );
}
