// Sends the shown operation with the token of the token box, and shows the answer and the same request for curl.
import { useState, type FormEvent, type ReactNode } from 'react';
import { credentials } from '../shared/token.ts';
import { examplesOf, follow, type Document, type Operation } from './spec.ts';

interface Answer {
  readonly status: string;
  readonly millis: number;
  readonly headers: string;
  readonly body: string;
}

/** The form of one operation; remounted for each. */
export function TryIt({ document, operation }: { document: Document; operation: Operation }): ReactNode {
  const media = Object.entries(follow(document, operation.requestBody ?? {}).content ?? {}).find(([type]) =>
    /json/.test(type),
  );
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() =>
    media ? JSON.stringify(examplesOf(document, media[1])[0]?.[1], null, 2) : '',
  );
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isSending, setSending] = useState(false);
  const url = addressOf(operation, values);
  const headers: Record<string, string> = { Accept: 'application/json' };
  for (const { name, in: place } of operation.parameters) {
    const value = values[`${place} ${name}`];
    if (place === 'header' && value) headers[name] = value;
  }
  if (media) headers['Content-Type'] = media[0];
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    const began = performance.now();
    try {
      const response = await fetch(url, {
        method: operation.method.toUpperCase(),
        headers: { ...headers, ...(await credentials()) },
        ...(media ? { body } : {}),
      });
      const text = await response.text();
      setAnswer({
        status: `${response.status} ${response.statusText}`,
        millis: Math.round(performance.now() - began),
        headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: /json/.test(response.headers.get('content-type') ?? '') && text ? indented(text) : text.slice(0, 20_000),
      });
    } catch (error) {
      setAnswer({
        status: 'No answer',
        millis: Math.round(performance.now() - began),
        headers: '',
        body: String(error),
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <form className="try" onSubmit={(event) => void send(event)}>
        {operation.parameters.map(({ name, in: place, required }) => (
          <label key={`${place} ${name}`}>
            <span>
              <code>{name}</code> {place}
              {required ? ', required' : ''}
            </span>
            <input
              required={required ?? false}
              spellCheck={false}
              value={values[`${place} ${name}`] ?? ''}
              onChange={(event) => setValues({ ...values, [`${place} ${name}`]: event.target.value })}
            />
          </label>
        ))}
        {media ? (
          <label className="body">
            <span>Body, {media[0]}</span>
            <textarea rows={10} spellCheck={false} value={body} onChange={(event) => setBody(event.target.value)} />
          </label>
        ) : null}
        <button className="primary" disabled={isSending}>
          Send
        </button>
      </form>
      <div aria-live="polite">
        {answer ? (
          <div className="answer">
            <p>
              <strong>{answer.status}</strong> in {answer.millis} ms
            </p>
            <details>
              <summary>Headers</summary>
              <pre tabIndex={0}>{answer.headers}</pre>
            </details>
            <pre tabIndex={0} className="result">
              {answer.body || '(empty)'}
            </pre>
          </div>
        ) : null}
      </div>
      <h3>The same with curl</h3>
      <pre tabIndex={0}>{curl(operation, url, headers, media ? body : null)}</pre>
    </section>
  );
}

function indented(text: string): string {
  try {
    // Numbers beyond 2^53 would lose digits: such a text is shown as it came.
    return /[:[,]\s*-?\d{16,}/.test(text) ? text : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function addressOf({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = values[`${place} ${name}`];
    if (!value) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, value.split('/').map(encodeURIComponent).join('/'));
    if (place === 'query') query.append(name, value);
  }
  const text = query.toString();
  return `${location.origin}${filled}${text ? `?${text}` : ''}`;
}

function curl(
  { method }: Operation,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(url)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
