// In place of everything, for nobody: the way to sign in, and a field for a token.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import { useToken, type Session } from '../session.ts';
import { texts } from '../texts/index.ts';

export function SignIn({ session }: { readonly session: Session }): ReactNode {
  const words = texts.signIn;
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState(session.refusal === 'wrong' ? words.wrong : session.refusal);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await useToken(token)) location.reload();
    else setProblem(words.wrong);
  };
  return (
    <main className="sign-in">
      <h1>{words.title}</h1>
      <p className="soft">{words.lead}</p>
      {session.signInUrl ? (
        <p>
          <a className="button primary" href={session.signInUrl}>
            {words.button}
          </a>
        </p>
      ) : null}
      <form onSubmit={(event) => void submit(event)} className="stack">
        {session.signInUrl ? <h2>{words.orToken}</h2> : null}
        <TextField type="password" autoComplete="off" isInvalid={problem !== ''} value={token} onChange={setToken}>
          <Label>{words.token}</Label>
          <Input />
          <Text slot="description">{words.tokenHint}</Text>
          <FieldError>{problem}</FieldError>
        </TextField>
        <Button type="submit" className="button">
          {words.use}
        </Button>
      </form>
    </main>
  );
}
