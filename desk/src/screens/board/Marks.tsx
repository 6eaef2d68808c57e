// The marks of a task wherever it is named.
import { useState, type ReactNode } from 'react';
import type { CardFragment } from '../../../made/graphql.ts';
import { shown } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';

/** When a task is due, whether it is late, and whether it waits for others. */
export function Marks({ task }: { readonly task: CardFragment }): ReactNode {
  const { dueTimestamp, statusCategory, isBlocked, openBlockerCount } = task;
  const [now] = useState(Date.now);
  return (
    <>
      <span className="soft">{texts.day.due(shown(dueTimestamp))}</span>
      {statusCategory !== 'DONE' && Date.parse(dueTimestamp) < now ? (
        <span className="mark bad">{texts.day.late}</span>
      ) : null}
      {isBlocked ? <span className="mark warn">{texts.board.blocked(openBlockerCount)}</span> : null}
    </>
  );
}
