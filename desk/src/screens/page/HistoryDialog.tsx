// The history of one item: every value with who wrote it, how it differs from the one before, and the two ways back: to write it
// again as a draft, or to make it live as it is.
import { useEffect, useState, type ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMutation } from 'urql';
import type { HistoryQuery } from '../../../made/graphql.ts';
import { readers } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { Difference } from './Difference.tsx';
import { chooseMutation, historyQuery, restoreMutation } from './history.ts';
import { entryText, nameOf, type Item } from './kinds.ts';

const words = texts.page.values;

interface HistoryParts {
  readonly item: Item;
  readonly mayUpdate: boolean;
  readonly mayPublish: boolean;
  readonly changed: () => void;
}

export function HistoryDialog(parts: HistoryParts): ReactNode {
  return (
    <ModalOverlay className="overlay" isDismissable>
      <Modal className="modal">
        <Dialog>
          {({ close }) => (
            <>
              <Heading slot="title">{words.title(nameOf(parts.item))}</Heading>
              <Values {...parts} close={close} />
              <p>
                <Button className="button" onPress={close}>
                  {words.close}
                </Button>
              </p>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Entry {
  readonly urn: string;
  readonly isPublished: boolean;
  readonly createdTimestamp: string;
  readonly actor?: { readonly name?: string | null } | null;
  readonly text: string;
}

// Each kind has its list under its own name; there is one of them.
function entriesOf(node: Readonly<Record<string, unknown>>): readonly Entry[] {
  const lists = Object.entries(node).filter(([name]) => name.startsWith('entries'));
  const [, list] = lists.find(([, value]) => value !== null && value !== undefined) ?? [];
  const { history } = (list ?? { history: { nodes: [] } }) as { history: { nodes: readonly (Entry & Item)[] } };
  return history.nodes.map((entry) => ({ ...entry, text: entryText(entry) }));
}

// Values of the past stand under urns of their own, and are asked for anew each time: they are kept in no cache.
function useHistory(urn: string): { readonly data: HistoryQuery | undefined; readonly problem: string } {
  const [known, setKnown] = useState<{ data: HistoryQuery | undefined; problem: string }>({
    data: undefined,
    problem: '',
  });
  useEffect(() => {
    let isOver = false;
    void readers
      .query(historyQuery, { urn })
      .toPromise()
      .then(({ data, error }) => {
        if (!isOver) setKnown({ data, problem: error?.message ?? '' });
      });
    return () => {
      isOver = true;
    };
  }, [urn]);
  return known;
}

function Values(parts: HistoryParts & { readonly close: () => void }): ReactNode {
  const { item, mayUpdate, mayPublish, changed, close } = parts;
  const { data, problem: failure } = useHistory(item.urn);
  const [, restore] = useMutation(restoreMutation);
  const [, choose] = useMutation(chooseMutation);
  const [problem, setProblem] = useState('');
  if (failure) return <p className="bad">{failure}</p>;
  if (!data) return <Loading />;
  const entries = data.node ? entriesOf(data.node) : [];
  if (entries.length === 0) return <p>{words.none}</p>;
  const finish = (refusal: { readonly message: string } | undefined, text: string): void => {
    if (refusal) return setProblem(refusal.message);
    changed();
    say(text);
    close();
  };
  const goBack = async (entry: string): Promise<void> => {
    const made = await restore({ item: item.urn, entry });
    finish(refusalsOf(made.error, made.data?.restoreItemValue)[0], words.restored);
  };
  const makeLive = async (entry: string): Promise<void> => {
    const made = await choose({ item: item.urn, entry });
    finish(refusalsOf(made.error, made.data?.chooseItemValue)[0], words.chosen);
  };
  return (
    <>
      {problem ? (
        <p role="alert" className="bad">
          {problem}
        </p>
      ) : null}
      <ol className="values">
        {entries.map((entry, index) => (
          <li key={entry.urn} className="card">
            <p className="row">
              <time dateTime={entry.createdTimestamp}>{shown(entry.createdTimestamp)}</time>
              <span>{entry.actor?.name ?? words.unknown}</span>
              {index === 0 ? <span className="mark">{words.newest}</span> : null}
              {entry.isPublished ? <span className="mark good">{words.isLive}</span> : null}
            </p>
            <Difference before={entries[index + 1]?.text} after={entry.text} />
            <div className="row">
              {mayUpdate && index > 0 ? (
                <Button className="button small" onPress={() => void goBack(entry.urn)}>
                  {words.restore}
                </Button>
              ) : null}
              {mayPublish && !entry.isPublished ? (
                <Button className="button small" onPress={() => void makeLive(entry.urn)}>
                  {words.choose}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
