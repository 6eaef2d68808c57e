// The list of events with its filters, a pause that loses nothing, and the object behind an event.
import { useRef, useState, type ReactNode } from 'react';
import { credentials } from '../../session.ts';
import { texts } from '../../texts/index.ts';
import type { EventRow } from './follow.ts';
import { useNames } from './names.ts';

const words = texts.operations.events;

const shownAtMost = 200;

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
  const names = useNames(shown.flatMap(({ actor, targetUrn }) => [actor.urn ?? [], targetUrn ?? []].flat()));
  const subjects = [...new Set(rows.map((row) => row.subject))].sort();
  const open = async (row: EventRow): Promise<void> => {
    setOpened({ row, text: texts.shell.loading });
    dialog.current?.showModal();
    const text = await objectOf(row);
    setOpened({ row, text });
  };
  return (
    <section aria-labelledby="events" className="card wide">
      <header>
        <h2 id="events">{words.title}</h2>
        <label>
          {words.kind}{' '}
          <select value={subject} onChange={(event) => setSubject(event.target.value)}>
            <option value="">{words.all}</option>
            {subjects.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          {words.event}{' '}
          <select value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">{words.all}</option>
            {['CREATE', 'UPDATE', 'DELETE'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="button"
          aria-pressed={paused !== null}
          onClick={() => setPaused(paused ? null : rows)}
        >
          {paused ? words.resume(rows.length - paused.length) : words.pause}
        </button>
      </header>
      <div className="scroll" tabIndex={0} role="region" aria-label={words.list}>
        <table>
          <thead>
            <tr>
              {Object.entries(words.columns).map(([name, text]) => (
                <th key={name} scope="col">
                  {text}
                </th>
              ))}
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
                <td>{names.get(row.targetUrn ?? '')?.name}</td>
                <td data-label={row.changedFields.length > 0 ? words.columns.fields : undefined}>
                  {row.changedFields.join(', ')}
                </td>
                <td data-label={words.columns.by}>
                  {names.get(row.actor.urn ?? '')?.name ?? words.actors[row.actor.type]}
                </td>
                <td data-label={words.columns.number}>{row.sequence}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? <p>{words.none}</p> : null}
      </div>
      <dialog ref={dialog} aria-labelledby="object">
        <h3 id="object">{opened ? `${opened.row.subject} ${opened.row.event}` : ''}</h3>
        <pre tabIndex={0}>{opened?.text}</pre>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </dialog>
    </section>
  );
}

async function objectOf({ targetUrl, targetUrn }: EventRow): Promise<string> {
  if (!targetUrl) return words.gone(targetUrn ?? '');
  // The path alone: the service may be known by another address than the one this page came from.
  const { pathname } = new URL(targetUrl);
  const response = await fetch(pathname, { headers: { accept: 'application/json', ...credentials() } });
  const text = await response.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
