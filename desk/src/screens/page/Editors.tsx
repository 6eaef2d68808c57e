// Who else edits the page: heard as it happens, and said of oneself for as long as the form is used.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMutation, useSubscription } from 'urql';
import { graphql } from '../../../made/index.ts';
import { useMe } from '../../graph/me.ts';
import { texts } from '../../texts/index.ts';

const words = texts.page;
/** The service forgets who says nothing for 30 seconds. */
const renewsEvery = 20_000;
/** Who has not touched the form for so long edits no more. */
const restsAfter = 120_000;

const editorsSubscription = graphql(`
  subscription Editors($urn: ID!) {
    entityEditorsChanged(urn: $urn) {
      editors {
        sinceTimestamp
        actor {
          urn
          type
          name
        }
      }
    }
  }
`);

const renewMutation = graphql(`
  mutation RenewEditing($urn: ID!) {
    renewEditing(urn: $urn) {
      requestId
    }
  }
`);

const endMutation = graphql(`
  mutation EndEditing($urn: ID!) {
    endEditing(urn: $urn) {
      requestId
    }
  }
`);

/** Whoever else edits the page; for who may see its drafts. */
export function Editors({ urn }: { readonly urn: string }): ReactNode {
  const me = useMe();
  const [{ data }] = useSubscription({ query: editorsSubscription, variables: { urn } });
  const self = me?.identity?.urn ?? me?.client?.urn;
  const others = (data?.entityEditorsChanged.editors ?? []).filter(({ actor }) => actor.urn !== self);
  return (
    <div role="status">
      {me && others.length > 0 ? (
        <p className="warn">{words.alsoEditing(others.map(({ actor }) => actor.name ?? texts.people.unnamed))}</p>
      ) : null}
    </div>
  );
}

interface EditingParts {
  readonly urn: string;
  readonly mayUpdate: boolean;
  readonly children: ReactNode;
}

/** Says that the person edits the page while what is within is used, and no longer once the screen is left. */
export function Editing({ urn, mayUpdate, children }: EditingParts): ReactNode {
  const [, renew] = useMutation(renewMutation);
  const [, end] = useMutation(endMutation);
  const [isEditing, setEditing] = useState(false);
  const touched = useRef(0);
  useEffect(() => {
    if (!isEditing) return;
    void renew({ urn });
    const timer = setInterval(() => {
      if (Date.now() - touched.current > restsAfter) setEditing(false);
      else void renew({ urn });
    }, renewsEvery);
    return () => {
      clearInterval(timer);
      void end({ urn });
    };
  }, [isEditing, urn, renew, end]);
  const touch = (): void => {
    touched.current = Date.now();
    if (mayUpdate) setEditing(true);
  };
  return (
    <div onFocus={touch} onInput={touch}>
      {children}
    </div>
  );
}
