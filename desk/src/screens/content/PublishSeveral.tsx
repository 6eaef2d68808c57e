// Publishing several pages at one moment: what each of them would change, what keeps one from it, and when.
import { useId, useState, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMutation } from 'urql';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { fromField, zone } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import type { ChosenPages } from './PagesTable.tsx';

const words = texts.content.several;
const { publication } = texts.page;
const mostAtOnce = 100;

const planQuery = graphql(`
  query PlanOfSeveral($urns: [ID!]!) {
    publishEntitiesPlan(urns: $urns) {
      entity {
        urn
        version
        name
      }
      changes {
        itemUrn
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

const publishMutation = graphql(`
  mutation PublishSeveral($urns: [ID!]!, $at: DateTime) {
    change: publishEntities(urns: $urns, publishTimestamp: $at) {
      entities {
        urn
        version
        status
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

const cancelMutation = graphql(`
  mutation CancelSeveral($urns: [ID!]!) {
    change: cancelPublications(urns: $urns) {
      entities {
        urn
        version
        status
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

interface SeveralParts {
  readonly chosen: ChosenPages;
  readonly clear: () => void;
}

export function PublishSeveral({ chosen, clear }: SeveralParts): ReactNode {
  const [, cancel] = useMutation(cancelMutation);
  if (chosen.size === 0) return null;
  const cancelAll = async (): Promise<void> => {
    const { data, error } = await cancel({ urns: [...chosen.keys()] });
    const [refusal] = refusalsOf(error, data?.change);
    if (refusal) return say(texts.shell.refused(refusal.message), true);
    say(words.canceled);
    clear();
  };
  return (
    <div className="row card filters">
      <span role="status">{words.chosen(chosen.size)}</span>
      <DialogTrigger>
        <Button className="button primary">{words.button}</Button>
        <ModalOverlay className="overlay" isDismissable>
          <Modal className="modal">
            <Dialog>
              {({ close }) => (
                <>
                  <Heading slot="title">{words.title(chosen.size)}</Heading>
                  <Together chosen={chosen} clear={clear} close={close} />
                </>
              )}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </DialogTrigger>
      <Button className="button" onPress={() => void cancelAll()}>
        {words.cancel}
      </Button>
      <Button className="button" onPress={clear}>
        {words.clear}
      </Button>
    </div>
  );
}

function Together({ chosen, clear, close }: SeveralParts & { readonly close: () => void }): ReactNode {
  const id = useId();
  const [urns] = useState([...chosen.keys()]);
  const isTooMany = urns.length > mostAtOnce;
  const [{ data, error }] = useQuery({
    query: planQuery,
    variables: { urns },
    requestPolicy: 'network-only',
    pause: isTooMany,
  });
  const [{ fetching }, publish] = useMutation(publishMutation);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState('');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  if (isTooMany) return <p role="alert">{words.tooMany}</p>;
  const go = async (): Promise<void> => {
    const instant = when === 'later' ? fromField(at) : null;
    if (when === 'later' && instant === null)
      return setRefusals([{ code: 'REQUIRED', path: null, message: publication.needsTime }]);
    const made = await publish({ urns, at: instant });
    const refused = refusalsOf(made.error, made.data?.change);
    // The service names a page by its place; people know it by its name.
    setRefusals(
      refused.map(({ code, path, message }) => {
        const place = /^\/urns\/(\d+)/.exec(path ?? '')?.[1];
        const name = place === undefined ? undefined : chosen.get(urns[Number(place)] ?? '');
        return { code, path: null, message: name ? `${name}: ${message}` : message };
      }),
    );
    if (refused.length > 0) return;
    say(when === 'later' ? words.scheduled(urns.length) : words.published(urns.length));
    clear();
    close();
  };
  return (
    <div className="stack">
      <p className="soft">{words.lead}</p>
      {error ? <p className="bad">{error.message}</p> : null}
      {data || error ? null : <Loading />}
      <ul className="plain wide">
        {(data?.publishEntitiesPlan ?? []).map(({ entity, changes, missingReferences, openTasks, ...plan }) => (
          <li key={entity.urn}>
            <strong>{entity.name}</strong> <span className="soft">{words.changes(changes.length)}</span>
            <ul className="small">
              {plan.violations.map(({ path, message }) => (
                <li key={path + message} className="bad">
                  {message}
                </li>
              ))}
              {plan.warnings.map(({ code, message }) => (
                <li key={code} className="warn">
                  {message}
                </li>
              ))}
              {missingReferences.length > 0 ? (
                <li className="warn">{publication.missing(missingReferences.length)}</li>
              ) : null}
              {openTasks.length > 0 ? (
                <li className="warn">
                  {publication.tasks(openTasks.length)} {openTasks.map(({ title }) => title).join('; ')}
                </li>
              ) : null}
            </ul>
          </li>
        ))}
      </ul>
      <div className="row">
        <Choice
          label={publication.when}
          value={when}
          options={[['now', publication.now] as const, ['later', publication.later] as const]}
          onChange={setWhen}
        />
        {when === 'later' ? (
          <div className="field">
            <label htmlFor={id}>{publication.at}</label>
            <input id={id} type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
          </div>
        ) : null}
      </div>
      {when === 'later' ? <p className="soft small">{publication.zone(zone())}</p> : null}
      <Refusals refusals={refusals} />
      <div className="row">
        <Button className="button primary" isDisabled={fetching || !data} onPress={() => void go()}>
          {when === 'later' ? words.schedule : words.go}
        </Button>
        <Button className="button" onPress={close}>
          {publication.close}
        </Button>
      </div>
    </div>
  );
}
