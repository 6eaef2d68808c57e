// What is granted on an object itself: to whom, until when and why; given here, and ended.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { PermissionObjectScope, PermissionSubjectScope } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { tell } from '../../graph/answer.ts';
import { useRound } from '../../graph/live.ts';
import { useHeldOn, useLabels } from '../../graph/me.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Instant } from '../../parts/Instant.tsx';
import { NameChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { fromField, shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { endGrantMutation, grantMutation, grantsQuery, type Grant } from './accessDocuments.ts';
import { labels, type LabelName } from './labels.ts';
import { useNames } from './names.ts';

const words = texts.people.grants;
const scopes = ['IDENTITY', 'GROUP', 'ROLE', 'API_CLIENT', 'COMPANY', 'EVERYONE'] as const;

interface GrantsParts {
  readonly object: string;
  readonly scope: PermissionObjectScope;
  /** The company that owns the object. */
  readonly owner: string;
  /** Grows when rights have changed. */
  readonly round: number;
  readonly changed: () => void;
}

/** The list and the form; for who may ADMIN the object. */
export function Grants(parts: GrantsParts): ReactNode {
  const mayGive = useLabels(parts.owner, ['READ']).has('READ');
  return (
    <section aria-labelledby="grants" className="spaced">
      <h2 id="grants">{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <Listed {...parts} after={null} />
      {mayGive ? <NewGrant {...parts} /> : null}
    </section>
  );
}

function Listed(parts: GrantsParts & { readonly after: string | null }): ReactNode {
  const { object, after, round, changed } = parts;
  const [{ data, error }, again] = useQuery({ query: grantsQuery, variables: { object, after } });
  useRound(round, again);
  const nodes = data?.permissions.nodes ?? [];
  const administered = useHeldOn(
    nodes.map(({ urn }) => urn),
    ['ADMIN'],
  );
  const nameOf = useNames(nodes.map(({ subjectScope: scope, subjectUrn: urn }) => ({ scope, urn })));
  const [{ fetching }, end] = useMutation(endGrantMutation);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const called = ({ subjectScope, subjectUrn }: Grant): string =>
    subjectScope === 'EVERYONE' ? words.scopes.EVERYONE : nameOf({ scope: subjectScope, urn: subjectUrn });
  return (
    <>
      {nodes.length === 0 && after === null ? <p className="soft">{words.none}</p> : null}
      <ul className="plain">
        {nodes.map((grant) => (
          <li key={grant.urn} className="between">
            <span>
              {words.grant(called(grant), words.labelOf(grant.label))}{' '}
              <span className="soft small">{describe(grant)}</span>
            </span>
            {administered.has(grant.urn) ? (
              <Button
                className="button small"
                isDisabled={fetching}
                onPress={() =>
                  void end({ urn: grant.urn }).then((answer) => {
                    if (tell(answer.error, answer.data?.deletePermission, words.ended)) changed();
                  })
                }
              >
                {words.end}
                <span className="away"> {words.grant(called(grant), words.labelOf(grant.label))}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Further after={nextOf(data.permissions.pageInfo)}>{(next) => <Listed {...parts} after={next} />}</Further>
    </>
  );
}

function describe({ fromTimestamp, toTimestamp, isActive, reason }: Grant): string {
  return [
    fromTimestamp ? words.from(shown(fromTimestamp)) : '',
    toTimestamp ? texts.people.until(shown(toTimestamp)) : '',
    isActive ? '' : words.notNow,
    reason ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function NewGrant({ object, scope, owner, changed }: GrantsParts): ReactNode {
  const [{ fetching }, give] = useMutation(grantMutation);
  const [subjectScope, setScope] = useState<(typeof scopes)[number] & PermissionSubjectScope>('IDENTITY');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [label, setLabel] = useState<LabelName>('READ');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const subjectUrn = subjectScope === 'EVERYONE' ? owner : chosen?.urn;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!subjectUrn) return setRefusals([{ code: '', message: words.needsSubject, path: null }]);
    const { data, error } = await give({
      input: {
        ...{ owner, subjectUrn, subjectScope, objectUrn: object, objectScope: scope, label },
        ...{ toTimestamp: fromField(until), reason: reason || null },
      },
    });
    const refused = refusalsOf(error, data?.createPermission);
    setRefusals(refused);
    if (refused.length > 0) return;
    setChosen(null);
    setReason('');
    setUntil('');
    say(words.given);
    changed();
  };
  return (
    <form className="card stack spaced" aria-label={words.give} onSubmit={(event) => void submit(event)}>
      <h3>{words.give}</h3>
      <div className="row">
        <Choice
          label={words.to}
          value={subjectScope}
          options={scopes.map((one) => [one, words.scopes[one]] as const)}
          onChange={(next) => {
            setScope(next);
            setChosen(null);
          }}
        />
        {subjectScope === 'EVERYONE' ? null : (
          <NameChooser
            key={subjectScope}
            scope={subjectScope}
            label={words.subject}
            chosen={chosen}
            choose={setChosen}
          />
        )}
        <Choice
          label={words.label}
          value={label}
          options={labels.map((one) => [one, texts.people.labels[one]] as const)}
          onChange={setLabel}
        />
        <Instant label={words.untilField} value={until} onChange={setUntil} />
        <TextField value={reason} onChange={setReason} maxLength={1024}>
          <Label>{words.reason}</Label>
          <Input />
        </TextField>
        <Button type="submit" className="button primary" isDisabled={fetching}>
          {words.giveShort}
        </Button>
      </div>
      <Refusals refusals={refusals} />
    </form>
  );
}
