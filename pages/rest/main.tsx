// The REST reference over /openapi.json of this service: operations by kind, their parameters, bodies and answers, and a
// form that sends them. Drawn lazily: the document is large and its kinds refer to one another.
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './rest.css';
import { wireTokenBox } from '../shared/tokenBox.ts';
import { SchemaTree, typeOf } from './SchemaTree.tsx';
import { examplesOf, follow, operationsOf, type Document, type Media, type Operation } from './spec.ts';
import { TryIt } from './TryIt.tsx';
import { Words } from './Words.tsx';

function chosen(): string {
  return decodeURIComponent(location.hash.slice(1));
}

function Reference({ document }: { document: Document }): ReactNode {
  const operations = useMemo(() => operationsOf(document), [document]);
  const [id, setId] = useState(chosen);
  const [filter, setFilter] = useState('');
  useEffect(() => {
    const change = (): void => setId(chosen());
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  const operation = operations.find((one) => one.id === id);
  const place = useRef<HTMLDivElement>(null);
  // Wherever the reader was before, an operation is shown from its title on.
  useEffect(() => {
    const [shown, frame] = [place.current, place.current?.parentElement];
    if (!id || !shown || !frame) return;
    shown.scrollTop = 0;
    // On a phone both parts scroll together.
    frame.scrollTop = shown.offsetTop - frame.offsetTop;
  }, [id]);
  return (
    <div className="reference">
      <nav aria-label="Operations">
        <label>
          <span className="away">Filter operations</span>
          <input
            type="search"
            placeholder="Filter operations"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        <Groups operations={operations} filter={filter} current={operation} />
      </nav>
      <div className="operation" tabIndex={-1} ref={place}>
        {operation ? (
          <OperationPage key={operation.id} document={document} operation={operation} />
        ) : (
          <Introduction document={document} operations={operations} />
        )}
      </div>
    </div>
  );
}

function Groups(parts: {
  operations: readonly Operation[];
  filter: string;
  current: Operation | undefined;
}): ReactNode {
  const words = parts.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = parts.operations.filter((one) => {
    const text = `${one.method} ${one.path} ${one.tag} ${one.summary ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const tags = [...new Set(matching.map(({ tag }) => tag))].sort((a, b) => a.localeCompare(b));
  if (tags.length === 0) return <p>No operation matches.</p>;
  return tags.map((tag) => (
    <details key={tag} open={words.length > 0 || parts.current?.tag === tag || undefined}>
      <summary>{tag}</summary>
      <ul>
        {matching
          .filter((one) => one.tag === tag)
          .map((one) => (
            <li key={one.id}>
              <a href={`#${encodeURIComponent(one.id)}`} aria-current={one === parts.current ? 'page' : undefined}>
                <span className={`method ${one.method}`}>{one.method}</span>{' '}
                {one.isWebhook ? one.path : one.path.replace(/^\/n\/v1/, '')}
              </a>
            </li>
          ))}
      </ul>
    </details>
  ));
}

/** What most people look for first, by the ids of the operations. */
const usualFirst = [
  'viewEntity',
  'listEntities',
  'patchTextItem',
  'createEntity',
  'createTask',
  'bulk',
  'createWebhookSubscription',
];

function Introduction(parts: { document: Document; operations: readonly Operation[] }): ReactNode {
  const { document, operations } = parts;
  const first = usualFirst.flatMap((id) => operations.filter((one) => one.id === id));
  return (
    <>
      <h1>REST reference</h1>
      <p>
        {operations.length} operations, grouped by kind. Type part of a path or of a title to find one. Each has a form
        that sends the request with the token above, and shows it as a curl command.
      </p>
      <h2>Start here</h2>
      <ul className="first">
        {first.map((one) => (
          <li key={one.id}>
            <a href={`#${encodeURIComponent(one.id)}`}>{one.summary ?? one.id}</a>{' '}
            <code>
              {one.method.toUpperCase()} {one.path}
            </code>
          </li>
        ))}
      </ul>
      <h2>Conventions</h2>
      {document.info.description?.split(/\n\n+/).map((text) => (
        <p key={text}>
          <Words text={text} />
        </p>
      ))}
    </>
  );
}

function OperationPage({ document, operation }: { document: Document; operation: Operation }): ReactNode {
  const body = follow(document, operation.requestBody ?? {});
  return (
    <article>
      <h1>{operation.summary ?? operation.id}</h1>
      <p className="address">
        <span className={`method ${operation.method}`}>{operation.method}</span> <code>{operation.path}</code>
      </p>
      {operation.description ? (
        <p>
          <Words text={operation.description} />
        </p>
      ) : null}
      {operation.parameters.length > 0 ? (
        <section>
          <h2>Parameters</h2>
          <ul className="schema">
            {operation.parameters.map((one) => (
              <li key={`${one.in} ${one.name}`}>
                <code className="member">{one.name}</code>{' '}
                <span className="type">
                  {one.in}, {one.schema ? typeOf(document, one.schema) : 'string'}
                </span>
                {one.required ? <span className="required"> required</span> : null}
                {one.description ? (
                  <p>
                    <Words text={one.description} />
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {body.content ? (
        <section>
          <h2>Body</h2>
          <Contents document={document} content={body.content} />
        </section>
      ) : null}
      {operation.isWebhook ? null : <TryIt document={document} operation={operation} />}
      <section>
        <h2>Answers</h2>
        {Object.entries(operation.responses ?? {}).map(([status, written]) => {
          const response = follow(document, written);
          return (
            <details key={status} open={status.startsWith('2') || undefined}>
              <summary>
                <strong>{status}</strong> <Words text={response.description ?? ''} />
              </summary>
              {response.headers ? <p>Headers: {Object.keys(response.headers).join(', ')}</p> : null}
              {response.content ? <Contents document={document} content={response.content} /> : null}
            </details>
          );
        })}
      </section>
    </article>
  );
}

function Contents({ document, content }: { document: Document; content: Readonly<Record<string, Media>> }): ReactNode {
  const types = Object.keys(content);
  const media = content[types[0] ?? ''];
  return (
    <>
      <p className="type">{types.join(', ')}</p>
      {media?.schema ? <SchemaTree document={document} schema={media.schema} /> : null}
      {media
        ? examplesOf(document, media).map(([name, value]) => (
            <details key={name} className="example">
              <summary>Example{name === 'Example' ? '' : `: ${name}`}</summary>
              <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
            </details>
          ))
        : null}
    </>
  );
}

await wireTokenBox();
const response = await fetch('/openapi.json');
const description = (await response.json()) as Document;
const place = document.querySelector('#app');
if (place) createRoot(place).render(<Reference document={description} />);
