// Uploading many files: two at a time, each with how far it is, and one that failed can be sent again.
import { useRef, useState, type ReactNode } from 'react';
import { Button, DropZone, FileTrigger } from 'react-aria-components';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { Choice } from '../../parts/Choice.tsx';
import { sendFile } from '../../parts/sendFile.ts';
import { texts } from '../../texts/index.ts';
import { createMutation } from './documents.ts';

const words = texts.assets.upload;
const atOnce = 2;

interface Sending {
  readonly id: string;
  readonly file: File;
  readonly owner: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** How much is sent, 0 to 1. */
  readonly part: number;
  readonly problem: string;
  /** The asset, once it is created; its bytes may be missing. */
  readonly urn: string | null;
}

interface UploadParts {
  readonly homes: readonly { readonly urn: string; readonly name: string }[];
  readonly changed: () => void;
}

export function Upload({ homes, changed }: UploadParts): ReactNode {
  const [owner, setOwner] = useState(homes[0]?.urn ?? '');
  const [all, setAll] = useState<readonly Sending[]>([]);
  // What is sent is known at once, however often the list is drawn meanwhile.
  const known = useRef<readonly Sending[]>([]);
  const set = (id: string, next: Partial<Sending>): void => {
    known.current = known.current.map((one) => (one.id === id ? { ...one, ...next } : one));
    setAll(known.current);
  };
  const begin = (): void => {
    const under = known.current.filter(({ state }) => state === 'sending').length;
    for (const one of known.current.filter(({ state }) => state === 'waiting').slice(0, atOnce - under)) {
      set(one.id, { state: 'sending', part: 0, problem: '' });
      void send(one).then(begin);
    }
  };
  const send = async ({ id, file, owner: company, urn }: Sending): Promise<void> => {
    try {
      const made = urn ?? (await create(company, file.name));
      set(id, { urn: made });
      await sendFile(`/n/v1/asset/${made}`, file, (part) => set(id, { part }));
      set(id, { state: 'done', part: 1 });
    } catch (error) {
      set(id, { state: 'failed', problem: (error as Error).message });
    }
    changed();
  };
  const add = (files: readonly File[]): void => {
    const added = files.map((file) => ({ id: crypto.randomUUID(), file, owner, urn: null, problem: '', part: 0 }));
    known.current = [...known.current, ...added.map((one) => ({ ...one, state: 'waiting' as const }))];
    setAll(known.current);
    begin();
  };
  const done = all.filter(({ state }) => state === 'done').length;
  return (
    <section className="card stack" aria-labelledby="upload">
      <h2 id="upload">{words.title}</h2>
      <div className="row">
        {homes.length > 1 ? (
          <Choice
            label={words.owner}
            value={owner}
            options={homes.map((home) => [home.urn, home.name] as const)}
            onChange={setOwner}
          />
        ) : null}
        <DropZone
          className="drop row"
          onDrop={({ items }) => {
            const files = items.filter((item) => item.kind === 'file');
            void Promise.all(files.map((item) => item.getFile())).then(add);
          }}
        >
          <FileTrigger allowsMultiple onSelect={(files) => add([...(files ?? [])])}>
            <Button className="button primary">{words.choose}</Button>
          </FileTrigger>
          <span className="soft">{words.drop}</span>
        </DropZone>
      </div>
      <p role="status" className={all.length > 0 ? '' : 'away'}>
        {all.length > 0 ? words.summary(done, all.length) : ''}
      </p>
      {all.length > 0 ? (
        <ul className="plain wide" aria-label={words.list}>
          {all.map((one) => (
            <li key={one.id} className="between">
              <span>{one.file.name}</span>
              <span className="row">
                {one.state === 'sending' ? (
                  <progress max={1} value={one.part} aria-label={words.progress(one.file.name)} />
                ) : null}
                <span className={one.state === 'failed' ? 'bad' : 'soft'}>{stateOf(one)}</span>
                {one.state === 'failed' ? (
                  <Button
                    className="button small"
                    onPress={() => {
                      set(one.id, { state: 'waiting' });
                      begin();
                    }}
                  >
                    {words.again}
                    <span className="away"> {one.file.name}</span>
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function stateOf({ state, part, problem }: Sending): string {
  if (state === 'failed') return problem;
  if (state === 'sending') return words.sending(Math.round(part * 100));
  return state === 'done' ? words.done : words.waiting;
}

async function create(owner: string, name: string): Promise<string> {
  const { data, error } = await graph.mutation(createMutation, { input: { owner, name } }).toPromise();
  const urn = data?.change.asset?.urn;
  if (urn) return urn;
  throw new Error(
    refusalsOf(error, data?.change)
      .map(({ message }) => message)
      .join(' '),
  );
}
