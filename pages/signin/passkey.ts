// Passkeys on the pages of sign-in: a form that is marked with `data-passkey` is sent once the browser has made or used a passkey.
// The page works without any other script, and says beside the button what went wrong.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void begin(form);
  });
}

async function begin(form: HTMLFormElement): Promise<void> {
  const [button, problem] = [form.querySelector('button'), form.querySelector('[role=alert]')];
  const field = form.querySelector<HTMLInputElement>('input[name=response]');
  if (!button || !problem || !field) return;
  button.disabled = true;
  problem.textContent = '';
  try {
    field.value = JSON.stringify(await answer(form));
    form.submit();
  } catch (error) {
    problem.textContent = textOf(error);
    button.disabled = false;
  }
}

async function answer(form: HTMLFormElement): Promise<unknown> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const response = await fetch('/signin/passkey/options', { method: 'POST', body: new URLSearchParams(fields) });
  if (!response.ok) throw new Refused();
  const optionsJSON = await response.json();
  return form.dataset['passkey'] === 'register'
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON });
}

class Refused extends Error {}

function textOf(error: unknown): string {
  if (error instanceof Refused) return 'This page is too old, or the invitation was used. Load it again.';
  if (error instanceof Error && error.name === 'InvalidStateError')
    return 'This device has a passkey of yours already.';
  return 'No passkey was used. Try again.';
}
