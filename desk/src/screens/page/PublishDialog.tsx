// Publication: what would go live, what is worth a look before, when, for how long, and for whom.
import { useEffect, useState, type ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMutation } from 'urql';
import type { PageQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Instant } from '../../parts/Instant.tsx';
import { fromField, toField, zone } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { audiences, type Audience } from '../content/route.ts';
import { pageQuery } from './documents.ts';
import { nameOf, type Item } from './kinds.ts';
import { saveDrafts } from './useDraft.ts';

const words = texts.page.publication;

const planQuery = graphql(`
  query Plan($urn: ID!) {
    publishPlan(urn: $urn) {
      changes {
        itemUrn
        kind
        change
      }
      missingReferences {
        itemUrn
      }
      openTasks {
        urn
        title
      }
      violations {
        path
        message
      }
      warnings {
        code
        message
      }
    }
  }
`);

graphql(`
  fragment Published on UpdateEntityPayload {
    entity {
      ...PageHead
    }
    userErrors {
      ...Refused
    }
  }
`);

const publishMutation = graphql(`
  mutation Publish($urn: ID!, $at: DateTime, $end: DateTime, $expectedVersion: Long) {
    change: publishEntity(
      urn: $urn
      publishTimestamp: $at
      unpublishTimestamp: $end
      expectedVersion: $expectedVersion
    ) {
      ...Published
    }
  }
`);

const unpublishMutation = graphql(`
  mutation Unpublish($urn: ID!) {
    change: unpublishEntity(urn: $urn) {
      ...Published
    }
  }
`);

const discardMutation = graphql(`
  mutation Discard($urn: ID!) {
    change: discardEntityDrafts(urn: $urn) {
      ...Published
    }
  }
`);

const audienceMutation = graphql(`
  mutation ShowTo($urn: ID!, $audience: EntityAudience!) {
    change: updateEntity(urn: $urn, input: { audience: $audience }) {
      ...Published
    }
  }
`);

type Entity = NonNullable<PageQuery['entity']>;

interface DialogParts {
  readonly entity: Entity;
  readonly items: readonly Item[];
  readonly mayUpdate: boolean;
  readonly changed: () => void;
}

export function PublishDialog(parts: DialogParts): ReactNode {
  return (
    <ModalOverlay className="overlay" isDismissable>
      <Modal className="modal">
        <Dialog>
          {({ close }) => (
            <>
              <Heading slot="title">{words.title}</Heading>
              <Publication {...parts} close={close} />
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Publication({ entity, items, mayUpdate, changed, close }: DialogParts & { close: () => void }): ReactNode {
  const { urn, status } = entity;
  const [, publish] = useMutation(publishMutation);
  const [, unpublish] = useMutation(unpublishMutation);
  const [, discard] = useMutation(discardMutation);
  const [, showTo] = useMutation(audienceMutation);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState('');
  const [end, setEnd] = useState(entity.unpublishTimestamp ? toField(entity.unpublishTimestamp) : '');
  const [problem, setProblem] = useState('');
  const [isReady, setIsReady] = useState(false);
  // What was typed last is saved first, so that the plan has it.
  useEffect(() => {
    void saveDrafts().then(async (isSaved) => {
      await graph.query(pageQuery, { urn }, { requestPolicy: 'network-only' }).toPromise();
      if (!isSaved) setProblem(words.unsaved);
      setIsReady(true);
    });
  }, [urn]);
  // Says what became of it; stays open when it was refused.
  const finish = async (
    made: Promise<{
      readonly data?: { readonly change: Parameters<typeof refusalsOf>[1] } | undefined;
      readonly error?: Parameters<typeof refusalsOf>[0];
    }>,
    text: string,
    isLast = true,
  ): Promise<void> => {
    const { data, error } = await made;
    const refusals = refusalsOf(error, data?.change);
    setProblem(refusals.map(({ message }) => message).join(' '));
    if (refusals.length > 0) return;
    changed();
    say(text);
    if (isLast) close();
  };
  const go = (): void => {
    const instant = when === 'later' ? fromField(at) : null;
    if (when === 'later' && instant === null) return setProblem(words.needsTime);
    const variables = { urn, at: instant, end: fromField(end), expectedVersion: entity.version };
    void finish(publish(variables), when === 'later' ? words.scheduled : words.published);
  };
  return (
    <div className="stack">
      {isReady ? <Plan urn={urn} items={items} audience={entity.audience} /> : <Loading />}
      {mayUpdate ? (
        <Choice<Audience>
          label={words.audience}
          value={entity.audience}
          options={audiences.map((one) => [one, texts.content.audiences[one]] as const)}
          onChange={(audience) => void finish(showTo({ urn, audience }), words.audienceSaved, false)}
        />
      ) : null}
      <div className="row">
        <Choice
          label={words.when}
          value={when}
          options={[['now', words.now] as const, ['later', words.later] as const]}
          onChange={setWhen}
        />
        {when === 'later' ? <Instant label={words.at} value={at} onChange={setAt} /> : null}
        <Instant label={words.end} value={end} onChange={setEnd} />
      </div>
      <p className="soft small">{words.zone(zone())}</p>
      {problem ? (
        <p role="alert" className="bad">
          {problem}
        </p>
      ) : null}
      <div className="row">
        <Button className="button primary" onPress={go} isDisabled={!isReady}>
          {when === 'later' ? words.schedule : words.go}
        </Button>
        {status === 'DRAFT_UNPUBLISHED' ? null : (
          <Button
            className="button"
            onPress={() =>
              void finish(unpublish({ urn }), status === 'PUBLISH_PENDING' ? words.canceled : words.unpublished)
            }
          >
            {status === 'PUBLISH_PENDING' ? words.cancelSchedule : words.unpublish}
          </Button>
        )}
        {mayUpdate && status === 'PUBLISHED_WITH_DRAFTS' ? (
          <Button className="button" onPress={() => void finish(discard({ urn }), words.discarded)}>
            {words.discard}
          </Button>
        ) : null}
        <Button className="button" onPress={close}>
          {words.close}
        </Button>
      </div>
    </div>
  );
}

interface PlanParts {
  readonly urn: string;
  readonly items: readonly Item[];
  /** Asked again when it changes. */
  readonly audience: Audience;
}

function Plan({ urn, items, audience }: PlanParts): ReactNode {
  const [{ data, error }, again] = useQuery({
    query: planQuery,
    variables: { urn },
    requestPolicy: 'network-only',
  });
  // Who may see it decides what is warned of.
  useEffect(() => again({ requestPolicy: 'network-only' }), [audience, again]);
  if (error && !data) return <p className="bad">{error.message}</p>;
  const plan = data?.publishPlan;
  if (!plan) return <Loading />;
  const called = new Map(items.map((item) => [item.urn, nameOf(item)]));
  const hints = [
    ...plan.warnings.map(({ message }) => message),
    ...(plan.missingReferences.length > 0 ? [words.missing(plan.missingReferences.length)] : []),
  ];
  return (
    <>
      <h3>{words.changes}</h3>
      {plan.changes.length === 0 ? <p>{words.noChanges}</p> : null}
      <ul className="plain">
        {plan.changes.map(({ itemUrn, change }) => (
          <li key={itemUrn}>
            {called.get(itemUrn) ?? words.anItem} <span className="soft">{words.kinds[change]}</span>
          </li>
        ))}
      </ul>
      {plan.violations.length > 0 ? (
        <>
          <h3>{words.violations}</h3>
          <ul className="bad plain">
            {plan.violations.map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
        </>
      ) : null}
      {hints.length > 0 || plan.openTasks.length > 0 ? (
        <>
          <h3>{words.warnings}</h3>
          <ul className="warn plain">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
            {plan.openTasks.length > 0 ? (
              <li>
                {words.tasks(plan.openTasks.length)} {plan.openTasks.map(({ title }) => title).join('; ')}
              </li>
            ) : null}
          </ul>
        </>
      ) : null}
    </>
  );
}
