// How a person signs in: an invitation that is made here and shown once, and the passkeys that were registered by one.
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import { useQuery } from '../../graph/ask.ts';
import { tell } from '../../graph/answer.ts';
import { Once } from '../../parts/Once.tsx';
import { shown } from '../../parts/time.ts';
import { Window } from '../../parts/Window.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { deletePasskeysMutation, inviteMutation, passkeysQuery, type Passkey } from './accessDocuments.ts';

const words = texts.people.signIn;

interface AccessParts {
  readonly person: { readonly urn: string; readonly name: string };
  /** Whether the caller may invite, beside seeing and deleting passkeys. */
  readonly mayInvite: boolean;
}

/** The button and its window; for who administers the person. */
export function SignInAccess({ person, mayInvite }: AccessParts): ReactNode {
  const button = (
    <>
      {words.button}
      <span className="away"> {person.name}</span>
    </>
  );
  return (
    <Window button={button} isSmall title={words.title(person.name)}>
      {(close) => (
        <div className="stack">
          {mayInvite ? <Invitation person={person} /> : null}
          <h3>{words.passkeys}</h3>
          <Passkeys urn={person.urn} />
          <Button className="button" onPress={close}>
            {texts.shell.close}
          </Button>
        </div>
      )}
    </Window>
  );
}

function Invitation({ person }: Pick<AccessParts, 'person'>): ReactNode {
  const [{ fetching }, invite] = useMutation(inviteMutation);
  const [made, setMade] = useState<{ readonly href: string; readonly expirationTimestamp: string } | null>(null);
  if (made)
    return <Once text={words.once(shown(made.expirationTimestamp))} secret={made.href} done={() => setMade(null)} />;
  return (
    <>
      <p>{words.lead}</p>
      <Button
        className="button primary"
        isDisabled={fetching}
        onPress={() =>
          void invite({ urn: person.urn }).then(({ data, error }) => {
            if (tell(error, data?.inviteIdentity, words.invited(person.name)))
              setMade(data?.inviteIdentity.invitation ?? null);
          })
        }
      >
        {words.invite}
      </Button>
    </>
  );
}

function Passkeys({ urn }: { readonly urn: string }): ReactNode {
  const [{ data, error }, again] = useQuery({
    query: passkeysQuery,
    variables: { urn },
    requestPolicy: 'network-only',
  });
  const [{ fetching }, remove] = useMutation(deletePasskeysMutation);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const passkeys = data.identityPasskeys ?? [];
  const end = (passkey: string | null, made: string): void =>
    void remove({ urn, passkey }).then((answer) => {
      if (tell(answer.error, answer.data?.deleteIdentityPasskeys, made)) again({ requestPolicy: 'network-only' });
    });
  return (
    <>
      {passkeys.length === 0 ? <p className="soft">{words.none}</p> : null}
      <ul className="plain wide">
        {passkeys.map((passkey) => (
          <li key={passkey.urn} className="between">
            <span>{describe(passkey)}</span>
            <Button
              className="button small"
              isDisabled={fetching}
              onPress={() => end(passkey.urn, words.removed)}
              aria-label={words.remove(describe(passkey))}
            >
              {words.removeShort}
            </Button>
          </li>
        ))}
      </ul>
      <Button className="button" isDisabled={fetching} onPress={() => end(null, words.allRemoved)}>
        {words.removeAll}
      </Button>
    </>
  );
}

function describe({ createdTimestamp, lastUsedTimestamp }: Passkey): string {
  return words.passkey(shown(createdTimestamp), lastUsedTimestamp ? shown(lastUsedTimestamp) : null);
}
