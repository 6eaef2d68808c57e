// The token box in the bar of every page: takes a token, says when it is wrong, shows that one is in use, and forgets it.
import { isKnown, keepToken, linkEnds, onToken, openFromLink, readToken } from './token.ts';

/** Wires the box that the page was served with; resolves once a link of a start was exchanged. */
export async function wireTokenBox(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('#token');
  const input = form?.querySelector('input');
  const status = form?.querySelector('output');
  const problem = form?.querySelector<HTMLElement>('[role=alert]');
  const forget = form?.querySelector<HTMLButtonElement>('button[type=button]');
  if (!form || !input || !status || !problem || !forget) return;
  const show = (): void => {
    const token = readToken();
    form.dataset['state'] = token ? 'in' : 'out';
    const ends = linkEnds()?.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    status.textContent = token ? `Token ${token.slice(0, 8)}… ${ends ? `of this tab, until ${ends}` : 'in use'}` : '';
    if (token) say('');
    if (token) form.closest('details')?.setAttribute('open', '');
  };
  const say = (text: string): void => {
    problem.textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const token = input.value.trim().replace(/^Bearer\s+/i, '');
    if (!token) return;
    say('');
    void isKnown(token).then((known) => {
      if (known) {
        input.value = '';
        keepToken(token);
        return;
      }
      say('This token is not valid.');
      input.focus();
      input.select();
    });
  });
  forget.addEventListener('click', () => {
    keepToken(null);
    input.focus();
  });
  onToken(show);
  show();
  const refusal = await openFromLink();
  if (refusal) say(refusal);
  // One that was kept before may have ended since.
  const kept = readToken();
  if (!kept) return;
  void isKnown(kept).then((known) => {
    if (known || readToken() !== kept) return;
    keepToken(null);
    say('The token of this tab is not valid any more.');
  });
}
