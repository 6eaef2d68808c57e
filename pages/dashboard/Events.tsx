// The list of events with its filters, a pause that loses nothing, and the object behind an event.
import { useRef, useState, type ReactNode } from 'react';
import { credentials } from '../shared/token.ts';
import { useNames } from './names.ts';
import type { EventRow } from './types.ts';

const shownAtMost = 200;

/** What someone is called who may not be read, or has no urn. */
const actors: Readonly<Record<EventRow['actor']['type'], string>> = {
  IDENTITY: 'a person',
  API_CLIENT: 'an API client',
  SYSTEM: 'the service',
};

/** All events that were heard; while it is paused the list stands still and says how many wait. */
export function Events({ rows }: { rows: readonly EventRow[] }): ReactNode {
  const [subject, setSubject] = useState('');
  const [kind, setKind] = useState('');
  const [paused, setPaused] = useState<readonly EventRow[] | null>(null);
  const [opened, setOpened] = useState<{ row: EventRow; text: string } | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = (paused ?? rows)
    .filter((row) => (!subject || row.subject === subject) && (!kind || row.event === kind))
    .slice(-shownAtMost)
    .toReversed();
  const names = useNames(shown.flatMap(({ actor }) => actor.urn ?? []));
  const subjects = [...new Set(rows.map((row) => row.subject))].sort();
  const open = async (row: EventRow): Promise<void> => {
    setOpened({ row, text: 'Loading …' });
    dialog.current?.showModal();
    const text = await objectOf(row);
    setOpened({ row, text });
  };
  return (
    <section aria-labelledby="events" className="wide">
      <header>
        <h2 id="events">Events</h2>
        <label>
          Kind{' '}
          <select value={subject} onChange={(event) => setSubject(event.target.value)}>
            <option value="">All</option>
            {subjects.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Event{' '}
          <select value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">All</option>
            {['CREATE', 'UPDATE', 'DELETE'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <button type="button" aria-pressed={paused !== null} onClick={() => setPaused(paused ? null : rows)}>
          {paused ? `Resume (${rows.length - paused.length} new)` : 'Pause'}
        </button>
      </header>
      <div className="scroll" tabIndex={0} role="region" aria-label="List of events">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Event</th>
              <th scope="col">Kind</th>
              <th scope="col">Changed</th>
              <th scope="col">By</th>
              <th scope="col">No.</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                <td>{new Date(row.timestamp).toLocaleTimeString()}</td>
                <td>
                  <span className={`tag ${row.event.toLowerCase()}`}>{row.event}</span>
                </td>
                <td>
                  <button type="button" className="link" onClick={() => void open(row)}>
                    {row.subject}
                  </button>
                </td>
                <td data-label={row.changedFields.length > 0 ? 'Changed' : undefined}>
                  {row.changedFields.join(', ')}
                </td>
                <td data-label="By">{names.get(row.actor.urn ?? '')?.name ?? actors[row.actor.type]}</td>
                <td data-label="No.">{row.sequence}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? <p>No events yet.</p> : null}
      </div>
      <dialog ref={dialog} aria-labelledby="object">
        <h3 id="object">{opened ? `${opened.row.subject} ${opened.row.event}` : ''}</h3>
        <pre tabIndex={0}>{opened?.text}</pre>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </section>
  );
}

async function objectOf({ targetUrl, targetUrn }: EventRow): Promise<string> {
  if (!targetUrl) return `${targetUrn ?? 'It'} is gone, or you may not read it.`;
  // The path alone: the service may be known by another address than the one this page came from.
  const { pathname } = new URL(targetUrl);
  const response = await fetch(pathname, { headers: { accept: 'application/json', ...(await credentials()) } });
  const text = await response.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
