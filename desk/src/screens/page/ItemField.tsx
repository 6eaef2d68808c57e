// One item in the form: its control, how far its draft is, its history, and what to do when somebody else changed it, too.
import { useId, type ReactNode } from 'react';
import { Button, DialogTrigger } from 'react-aria-components';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { texts } from '../../texts/index.ts';
import { deletions } from './changes.ts';
import { Beside, type Source } from './Beside.tsx';
import { Control } from './Control.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { asText, isBlank, nameOf, typedOf, type FieldRule, type Item } from './kinds.ts';
import { limitsOf } from './limits.ts';
import { useDraft, type Change, type Draft } from './useDraft.ts';

const words = texts.page;

/** What all fields of a page share. */
export interface SharedParts {
  /** The urn of the page. */
  readonly page: string;
  readonly owner: string;
  readonly names: readonly string[];
  readonly mayUpdate: boolean;
  readonly mayPublish: boolean;
  readonly maySeeDrafts: boolean;
  /** The page whose values stand beside those of this one; null for none. */
  readonly source: Source | null;
  readonly changed: () => void;
}

interface FieldParts extends SharedParts {
  readonly item: Item;
  /** The field of the page's type; null where none names the item. */
  readonly rule?: FieldRule | null;
  /** What it is called; the name of the item where absent. */
  readonly label?: string;
  /** Why the item keeps the page from being published. */
  readonly broken?: readonly string[];
  /** Further buttons at its foot. */
  readonly children?: ReactNode;
}

export function ItemField(parts: FieldParts): ReactNode {
  const { item, page, owner, names, mayUpdate, mayPublish, maySeeDrafts, changed, rule = null, broken = [] } = parts;
  const draft = useDraft(item, page, changed);
  const label = parts.label ?? nameOf(item);
  const isNew = isBlank(item);
  const { source } = parts;
  const limits = rule ? limitsOf(rule, draft.typed['value'] ?? '') : '';
  return (
    <section className="item card" aria-label={label}>
      {rule?.help && !rule.repeated ? <p className="soft small help">{rule.help}</p> : null}
      <div className={source ? 'two' : undefined}>
        <Control
          item={item}
          label={label}
          typed={draft.typed}
          type={draft.type}
          isDisabled={!mayUpdate}
          owner={owner}
          names={names}
          rule={rule}
          create={draft.create}
        />
        {source ? (
          <Beside item={item} source={source} label={label} mayUpdate={mayUpdate} create={draft.create} />
        ) : null}
      </div>
      {limits ? <p className="soft small help">{limits}</p> : null}
      {broken.length > 0 ? <p className="warn small help">{words.keepsFrom(broken.join(' '))}</p> : null}
      {draft.theirs ? <Conflict name={label} draft={draft} theirs={draft.theirs} /> : null}
      {draft.problem ? (
        <p role="alert" className="bad">
          {draft.problem}
        </p>
      ) : null}
      <div className="row foot">
        <span className="soft small">{words.kinds[item.__typename]}</span>
        {rule?.required ? <span className="mark soft">{words.required}</span> : null}
        {maySeeDrafts && !isNew ? (
          <span className={`mark ${item.isPublished ? 'good' : 'warn'}`}>
            {item.isPublished ? words.live : words.draft}
          </span>
        ) : null}
        {mayUpdate ? <State draft={draft} /> : null}
        {maySeeDrafts && !isNew ? (
          <DialogTrigger>
            <Button className="button small">{words.history(label)}</Button>
            <HistoryDialog item={item} mayUpdate={mayUpdate} mayPublish={mayPublish} changed={changed} />
          </DialogTrigger>
        ) : null}
        {parts.children}
        {mayUpdate && !isNew ? (
          <Button className="button small" onPress={() => void remove(item, label, changed)}>
            {words.remove(label)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

const stateWords = { saved: words.saved, typing: words.typing, saving: words.saving, problem: words.notSaved };

function State({ draft }: { readonly draft: Draft }): ReactNode {
  if (!draft.wasTyped) return null;
  return (
    <span className={`small ${draft.state === 'problem' ? 'bad' : 'soft'}`} data-state={draft.state}>
      {stateWords[draft.state]}
    </span>
  );
}

interface Gone {
  readonly change: { readonly deletedUrn?: string | null; readonly userErrors: Change['change']['userErrors'] };
}

async function remove(item: Item, label: string, changed: () => void): Promise<void> {
  const document = deletions[item.__typename] as unknown as TypedDocumentNode<Gone, { urn: string }>;
  const { data, error } = await graph.mutation(document, { urn: item.urn }).toPromise();
  const [refusal] = refusalsOf(error, data?.change);
  if (refusal) return say(texts.shell.refused(refusal.message), true);
  say(words.removed(label));
  changed();
}

interface ConflictParts {
  readonly name: string;
  readonly draft: Draft;
  readonly theirs: Item;
}

function Conflict({ name, draft, theirs }: ConflictParts): ReactNode {
  const id = useId();
  return (
    <div role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-lead`} className="conflict">
      <h3 id={`${id}-title`}>{words.conflict.title(name)}</h3>
      <p id={`${id}-lead`}>{words.conflict.lead}</p>
      <div className="two">
        <div>
          <h4>{words.conflict.mine}</h4>
          <pre tabIndex={0}>{asText(draft.typed)}</pre>
          <Button className="button" onPress={draft.keepMine}>
            {words.conflict.keepMine}
          </Button>
        </div>
        <div>
          <h4>{words.conflict.theirs}</h4>
          <pre tabIndex={0}>{asText(typedOf(theirs))}</pre>
          <Button className="button" onPress={draft.takeTheirs}>
            {words.conflict.takeTheirs}
          </Button>
        </div>
      </div>
    </div>
  );
}
