// The tasks that somebody gave back, with who did it, and the pages that they are about.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shown } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';
import type { Line } from './returned.ts';

const words = texts.day;

export function Returned({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  if (lines.length === 0) return <p className="soft">{words.noReturned}</p>;
  return (
    <ul className="plain">
      {lines.map(({ urn, task, identity, createdTimestamp }) =>
        task ? (
          <li key={urn}>
            <Link to="/task/$urn" params={{ urn: task.urn }}>
              {task.title}
            </Link>{' '}
            <span className="soft small">
              {task.workflowStage ? `${task.workflowStage.name} · ` : ''}
              {words.givenBack(identity?.name ?? texts.board.service, shown(createdTimestamp))}
            </span>{' '}
            {task.associatedEntities.map((page) => (
              <span key={page.urn} className="small">
                <Link to="/page/$urn" params={{ urn: page.urn }}>
                  {page.name}
                </Link>{' '}
              </span>
            ))}
          </li>
        ) : null,
      )}
    </ul>
  );
}
