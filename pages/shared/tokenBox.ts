// The token box in the bar of every page: takes a token, shows that one is in use, and forgets it.
import { keepToken, linkEnds, onToken, openFromLink, readToken } from './token.ts';

/** Wires the box that the page was served with; resolves once a link of a start was exchanged. */
export async function wireTokenBox(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('#token');
  const input = form?.querySelector('input');
  const status = form?.querySelector('output');
  const forget = form?.querySelector<HTMLButtonElement>('button[type=button]');
  if (!form || !input || !status || !forget) return;
  const show = (): void => {
    const token = readToken();
    form.dataset['state'] = token ? 'in' : 'out';
    const ends = linkEnds()?.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    status.textContent = token ? `Token ${token.slice(0, 8)}… ${ends ? `of this tab, until ${ends}` : 'in use'}` : '';
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const token = input.value.trim().replace(/^Bearer\s+/i, '');
    input.value = '';
    if (token) keepToken(token);
  });
  forget.addEventListener('click', () => {
    keepToken(null);
    input.focus();
  });
  onToken(show);
  show();
  const problem = await openFromLink();
  if (problem) status.textContent = problem;
}
