// The history of a whole page: what was written of its items, by whom, and the way back to any of these moments.
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Provider } from 'urql';
import type { PageHistoryQuery } from '../../../made/graphql.ts';
import { notRestored } from '../../graph/answer.ts';
import { useQuery } from '../../graph/ask.ts';
import { graph, readers } from '../../graph/client.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { useLabels } from '../../graph/me.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { shown } from '../../parts/time.ts';
import { Window } from '../../parts/Window.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { Difference } from './Difference.tsx';
import { pageHistoryQuery, returnMutation } from './history.ts';
import { entryText, type KindName } from './kinds.ts';

const words = texts.page.pageHistory;
const items = ['TEXT', 'MARKDOWN', 'IMAGE', 'BOOLEAN', 'LONG', 'DOUBLE', 'DATETIME', 'MONEY', 'LATLONG', 'JSON'];
const subjects = [...items, 'LINK', 'REFERENCE', 'TEMPLATE'].map((one) => `${one}_ITEM`);
const most = 20;

type Change = NonNullable<PageHistoryQuery['entityHistory']>['nodes'][number];

interface HistoryParts {
  readonly urn: string;
  /** The version of the page that is shown. */
  readonly version: string;
}

/** The list; for who may see drafts, with the ways back for who may write. */
export function PageHistory({ urn, version }: HistoryParts): ReactNode {
  const labels = useLabels(urn, ['READ_DRAFT', 'UPDATE']);
  const [round, setRound] = useState(0);
  const changed = (): void => setRound((before) => before + 1);
  useChanges(['ENTITY', ...subjects], changed);
  if (!labels.has('READ_DRAFT')) return null;
  return (
    <section aria-labelledby="page-history">
      <h2 id="page-history">{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <Provider value={readers}>
        <Changes
          page={{ urn, version, mayUpdate: labels.has('UPDATE'), round, changed }}
          after={null}
          newer={[]}
          key={urn}
        />
      </Provider>
    </section>
  );
}

interface Shared {
  readonly urn: string;
  readonly version: string;
  readonly mayUpdate: boolean;
  readonly round: number;
  readonly changed: () => void;
}

interface ChangesParts {
  readonly page: Shared;
  readonly after: string | null;
  /** What was written since the changes of this part of the list. */
  readonly newer: readonly Change[];
}

// Values of the past are kept in no cache, as in the history of one item.
function Changes({ page, after, newer }: ChangesParts): ReactNode {
  const [{ data, error }, again] = useQuery({
    query: pageHistoryQuery,
    variables: { urn: page.urn, first: most, after },
  });
  useRound(page.round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes = [], pageInfo } = data.entityHistory ?? {};
  if (nodes.length === 0 && after === null) return <p>{words.none}</p>;
  const all = [...newer, ...nodes];
  return (
    <>
      <ol className="values">
        {nodes.map((change, index) => (
          <Row
            key={`${change.timestamp} ${change.itemUrn} ${change.after?.urn ?? ''}`}
            change={change}
            newer={all.slice(0, newer.length + index).filter(({ timestamp }) => timestamp !== change.timestamp)}
            page={page}
          />
        ))}
      </ol>
      {pageInfo ? (
        <Further after={nextOf(pageInfo)}>{(next) => <Changes page={page} after={next} newer={all} />}</Further>
      ) : null}
    </>
  );
}

const nameOf = ({ name, kind }: Change): string => name ?? texts.page.kinds[kind as KindName];

const textOf = (value: Change['after']): string | undefined => (value ? entryText(value) : undefined);

interface RowParts {
  readonly change: Change;
  readonly newer: readonly Change[];
  readonly page: Shared;
}

function Row({ change, newer, page }: RowParts): ReactNode {
  const { timestamp, actor } = change;
  const after = textOf(change.after);
  return (
    <li className="card">
      <p className="row">
        <time dateTime={timestamp}>{shown(timestamp)}</time>
        <span>{actor?.name ?? texts.page.values.unknown}</span>
        <strong>{nameOf(change)}</strong>
        <span className="soft">{words.changes[change.change]}</span>
      </p>
      {after === undefined ? <Gone text={textOf(change.before) ?? ''} /> : null}
      {after === undefined ? null : <Difference before={textOf(change.before)} after={after} />}
      {page.mayUpdate && newer.length > 0 ? (
        <Window
          isSmall
          button={
            <>
              {words.back}
              <span className="away"> {words.of(nameOf(change), shown(timestamp))}</span>
            </>
          }
          title={words.backTo(shown(timestamp))}
        >
          {(close) => <Return moment={timestamp} newer={newer} page={page} close={close} />}
        </Window>
      ) : null}
    </li>
  );
}

function Gone({ text }: { readonly text: string }): ReactNode {
  return (
    <pre className="difference" tabIndex={0} aria-label={words.gone}>
      <del>{text}</del>
    </pre>
  );
}

interface Effect {
  readonly urn: string;
  readonly name: string;
  readonly now: string | undefined;
  readonly then: string | undefined;
}

// What an item is now is said by its newest change, and what it was then by its oldest one since.
function effectsOf(newer: readonly Change[]): readonly Effect[] {
  return [...new Set(newer.map(({ itemUrn }) => itemUrn))].flatMap((urn) => {
    const own = newer.filter(({ itemUrn }) => itemUrn === urn);
    const [last, first] = [own[0], own.at(-1)];
    if (!last || !first) return [];
    const effect = { urn, name: nameOf(last), now: textOf(last.after), then: textOf(first.before) };
    return effect.now === effect.then && last.name === first.name ? [] : [effect];
  });
}

interface ReturnParts {
  readonly moment: string;
  readonly newer: readonly Change[];
  readonly page: Shared;
  readonly close: () => void;
}

// What is shown is what is agreed to: a change of somebody else's meanwhile is said, and nothing is written over it.
function Return({ moment, newer, page, close }: ReturnParts): ReactNode {
  const [agreed] = useState({ newer, version: page.version });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const effects = effectsOf(agreed.newer);
  const { urn } = page;
  const go = async (): Promise<string> => {
    const { data: head, error: unread } = await readers
      .query(pageHistoryQuery, { urn, first: 1, after: null })
      .toPromise();
    const [last] = head?.entityHistory?.nodes ?? [];
    if (!last) return refusalsOf(unread, null)[0]?.message ?? words.none;
    if (last.timestamp !== agreed.newer[0]?.timestamp)
      return words.conflict(last.actor?.name ?? texts.page.values.unknown, nameOf(last), shown(last.timestamp));
    const variables = { urn, timestamp: moment, expectedVersion: agreed.version };
    const { data, error, extensions } = await graph.mutation(returnMutation, variables).toPromise();
    const [refusal] = refusalsOf(error, data?.returnEntity);
    if (refusal) return refusal.code === 'PRECONDITION_FAILED' ? words.pageConflict : refusal.message;
    const left = notRestored(extensions);
    // What did not come back stays in sight until it is closed.
    if (left) say(words.inPart(left), true);
    else say(words.returned);
    page.changed();
    close();
    return '';
  };
  const agree = async (): Promise<void> => {
    setBusy(true);
    setProblem(await go());
    setBusy(false);
  };
  return (
    <div className="stack">
      <p>{effects.length === 0 ? words.noEffect : words.effect(effects.length)}</p>
      <ul className="values wide">
        {effects.map(({ urn: item, name, now, then }) => (
          <li key={item} className="card">
            <p>
              <strong>{name}</strong>{' '}
              <span className="soft">
                {then === undefined ? words.isRemoved : now === undefined ? words.comesBack : words.changesBack}
              </span>
            </p>
            {then === undefined ? <Gone text={now ?? ''} /> : <Difference before={now} after={then} />}
          </li>
        ))}
      </ul>
      {problem ? (
        <p role="alert" className="bad">
          {problem}
        </p>
      ) : null}
      <div className="row">
        {effects.length === 0 ? null : (
          <Button className="button primary" isDisabled={isBusy} onPress={() => void agree()}>
            {words.agree}
          </Button>
        )}
        <Button className="button" onPress={close}>
          {texts.shell.close}
        </Button>
      </div>
    </div>
  );
}
