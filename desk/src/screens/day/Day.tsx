// My day: tasks, and which of them came back, threads with something unread, drafts, and what goes live next.
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { DayQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges } from '../../graph/live.ts';
import { useMe } from '../../graph/me.ts';
import { languageName } from '../../parts/languages.ts';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { Returned } from './Returned.tsx';
import { returnedTo } from './returned.ts';

const words = texts.day;

const dayQuery = graphql(`
  query Day {
    drafts: entities(
      first: 10
      where: { status: { in: [DRAFT_UNPUBLISHED, PUBLISHED_WITH_DRAFTS] } }
      orderBy: [{ field: LAST_EDITED_TIMESTAMP, direction: DESC }]
    ) {
      nodes {
        ...DayPage
      }
    }
    scheduled: entities(
      first: 10
      where: { status: { eq: PUBLISH_PENDING } }
      orderBy: [{ field: PUBLISH_TIMESTAMP }]
    ) {
      nodes {
        ...DayPage
      }
    }
  }
`);

graphql(`
  fragment DayPage on Entity {
    urn
    version
    name
    path
    language
    status
    publishTimestamp
    lastEditedTimestamp
    lastEditedBy {
      name
    }
  }
`);

const mineQuery = graphql(`
  query Mine($me: ID!) {
    tasks(
      first: 20
      where: { assignee: { eq: $me }, statusCategory: { ne: DONE } }
      orderBy: [{ field: DUE_TIMESTAMP }]
    ) {
      nodes {
        urn
        version
        title
        dueTimestamp
        isBlocked
        project {
          urn
          name
        }
      }
    }
    # What others did to them that may be a return, and where the caller had them before; see returned.ts.
    taskLogs(
      first: 100
      where: {
        task: { where: { assignee: { eq: $me }, statusCategory: { ne: DONE } } }
        or: [
          { activity: { in: [WORKFLOW_STAGE_SET, ASSIGNED, UNASSIGNED] } }
          { activity: { in: [STATUS_PENDING, STATUS_IN_PROGRESS] }, fromValue: { in: ["COMPLETED", "CLOSED"] } }
        ]
      }
      orderBy: [{ field: CREATED_TIMESTAMP, direction: DESC }]
    ) {
      nodes {
        urn
        version
        activity
        fromValue
        toValue
        createdTimestamp
        identity {
          urn
          name
        }
        task {
          urn
          title
          workflowStage {
            urn
            name
            workflow {
              urn
              stages {
                urn
                order
              }
            }
          }
          associatedEntities {
            urn
            name
          }
        }
      }
    }
    inbox {
      notifications(first: 20) {
        nodes {
          urn
          version
          notificationCount
          mentionCount
          messageThread {
            urn
            name
          }
        }
      }
    }
  }
`);

type DayPage = DayQuery['drafts']['nodes'][number];

export function Day(): ReactNode {
  const me = useMe();
  const [{ data, error }, again] = useQuery({ query: dayQuery });
  useChanges(['ENTITY'], () => again({ requestPolicy: 'network-only' }));
  if (error && !data) throw error;
  const identity = me?.sessionKind === 'WEB_SESSION' ? me.identity : null;
  return (
    <Screen title={words.title}>
      {me ? <p>{identity?.name ? words.greeting(identity.name) : words.noPerson}</p> : null}
      <div className="grid">
        {identity ? <Mine me={identity.urn} /> : null}
        <section className="card" aria-labelledby="drafts">
          <h2 id="drafts">{words.drafts}</h2>
          {data ? <Pages rows={data.drafts.nodes} none={words.noDrafts} time={edited} /> : <Loading />}
        </section>
        <section className="card" aria-labelledby="scheduled">
          <h2 id="scheduled">{words.schedule}</h2>
          {data ? <Pages rows={data.scheduled.nodes} none={words.noSchedule} time={goesLive} /> : <Loading />}
        </section>
      </div>
    </Screen>
  );
}

function edited({ lastEditedTimestamp, lastEditedBy }: DayPage): string {
  const by = lastEditedBy?.name ? ` ${texts.content.by(lastEditedBy.name)}` : '';
  return `${shown(lastEditedTimestamp)}${by}`;
}

function goesLive({ publishTimestamp }: DayPage): string {
  if (!publishTimestamp) return '';
  const isToday = new Date(publishTimestamp).toDateString() === new Date().toDateString();
  return `${isToday ? `${words.today}, ` : ''}${shown(publishTimestamp)}`;
}

interface PagesParts {
  readonly rows: readonly DayPage[];
  readonly none: string;
  readonly time: (row: DayPage) => string;
}

function Pages({ rows, none, time }: PagesParts): ReactNode {
  if (rows.length === 0) return <p className="soft">{none}</p>;
  return (
    <ul className="plain">
      {rows.map((row) => (
        <li key={row.urn}>
          <Link to="/page/$urn" params={{ urn: row.urn }}>
            {row.name}
          </Link>{' '}
          <span className="soft small">
            {languageName(row.language)} · {time(row)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Mine({ me }: { readonly me: string }): ReactNode {
  const [{ data, error }, again] = useQuery({ query: mineQuery, variables: { me } });
  useChanges(['TASK', 'MESSAGE_THREAD_NOTIFICATION', 'THREAD_POST'], () => again({ requestPolicy: 'network-only' }));
  const [now] = useState(Date.now);
  if (error && !data) throw error;
  const tasks = data?.tasks.nodes ?? [];
  const unread = data?.inbox?.notifications.nodes ?? [];
  return (
    <>
      <section className="card" aria-labelledby="tasks">
        <h2 id="tasks">{words.tasks}</h2>
        {data ? null : <Loading />}
        {data && tasks.length === 0 ? <p className="soft">{words.noTasks}</p> : null}
        <ul className="plain">
          {tasks.map(({ urn, title, dueTimestamp, isBlocked, project }) => (
            <li key={urn}>
              <Link to="/task/$urn" params={{ urn }}>
                {title}
              </Link>{' '}
              <span className="soft small">
                {project ? `${project.name} · ` : ''}
                {words.due(shown(dueTimestamp))}
              </span>{' '}
              {Date.parse(dueTimestamp) < now ? <span className="mark bad">{words.late}</span> : null}
              {isBlocked ? <span className="mark warn">{words.blocked}</span> : null}
            </li>
          ))}
        </ul>
      </section>
      <section className="card" aria-labelledby="returned">
        <h2 id="returned">{words.returned}</h2>
        {data ? <Returned lines={returnedTo(me, data.taskLogs.nodes)} /> : <Loading />}
      </section>
      <section className="card" aria-labelledby="unread">
        <h2 id="unread">{words.unread}</h2>
        {data ? null : <Loading />}
        {data && unread.length === 0 ? <p className="soft">{words.noUnread}</p> : null}
        <ul className="plain">
          {unread.map(({ urn, notificationCount, mentionCount, messageThread }) => (
            <li key={urn}>
              {messageThread ? (
                <Link to="/thread/$urn" params={{ urn: messageThread.urn }}>
                  {messageThread.name ?? words.unnamed}
                </Link>
              ) : (
                words.unnamed
              )}{' '}
              <span className="soft small">
                {words.posts(notificationCount)}
                {mentionCount > 0 ? `, ${words.mentions(mentionCount)}` : ''}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
