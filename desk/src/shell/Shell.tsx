// The frame of every screen: where one can go, who is signed in, what is said, and the screen itself.
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, RouterProvider } from 'react-aria-components';
import { useLiveEvents } from '../graph/live.ts';
import { useMe } from '../graph/me.ts';
import { closeNotice, useTold } from '../notices.ts';
import { places } from '../places.ts';
import { signOut } from '../session.ts';
import { texts } from '../texts/index.ts';
import { chooseTheme, readTheme, themes, type Theme } from './theme.ts';

export function Shell(): ReactNode {
  const router = useRouter();
  useLiveEvents();
  return (
    <RouterProvider
      navigate={(to) => void router.navigate({ href: to })}
      useHref={(to) => router.history.createHref(to)}
    >
      <a className="skip" href="#screen">
        {texts.shell.skip}
      </a>
      <header className="bar">
        <a className="name" href="/">
          {texts.shell.product}
        </a>
        <nav aria-label={texts.shell.places}>
          {places.map(({ to, text }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
              {text}
            </Link>
          ))}
        </nav>
        <Account />
      </header>
      <Told />
      <main id="screen" tabIndex={-1}>
        <Outlet />
      </main>
    </RouterProvider>
  );
}

function Account(): ReactNode {
  const me = useMe();
  const [theme, setTheme] = useState(readTheme);
  const words = texts.shell;
  const isPerson = me?.sessionKind === 'WEB_SESSION';
  const name = me?.identity?.name ?? me?.client?.name ?? '';
  return (
    <div className="account">
      <label className="theme">
        <span className="away">{words.theme}</span>
        <select
          value={theme}
          onChange={({ target }) => {
            const chosen = target.value as Theme;
            chooseTheme(chosen);
            setTheme(chosen);
          }}
        >
          {themes.map((one) => (
            <option key={one} value={one}>
              {words.themes[one]}
            </option>
          ))}
        </select>
      </label>
      {me ? <span>{isPerson ? words.signedInAs(name) : words.withToken(name)}</span> : null}
      <Button className="button small" onPress={() => void signOut()}>
        {isPerson ? words.signOut : words.forget}
      </Button>
    </div>
  );
}

function Told(): ReactNode {
  const { notice, isConnected, isEnded } = useTold();
  const words = texts.shell;
  return (
    <div className="told">
      <div role="status">
        {isEnded ? <p className="notice warn">{words.sessionEnded}</p> : null}
        {isConnected ? null : <p className="notice warn">{words.connectionLost}</p>}
        {notice ? <p className={`notice ${notice.isProblem ? 'bad' : 'good'}`}>{notice.text}</p> : null}
      </div>
      {notice ? (
        <Button className="button small" onPress={closeNotice}>
          {words.close}
        </Button>
      ) : null}
    </div>
  );
}
