// The desk, the app in which people write, plan and publish: from nothing but the public graph.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './desk.css';
import { openSession } from './session.ts';
import { Desk } from './shell/Desk.tsx';
import { SignIn } from './shell/SignIn.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const session = await openSession();
const place = document.querySelector('#desk');
if (place)
  createRoot(place).render(<StrictMode>{session.isSignedIn ? <Desk /> : <SignIn session={session} />}</StrictMode>);
