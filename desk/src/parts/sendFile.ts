// Sends the bytes of a file over REST, as a form: the graph has no upload, and only this way says how far it is.
import { credentials } from '../session.ts';
import { texts } from '../texts/index.ts';

/** Sends the file to the path; `progressed` hears the part that is sent, 0 to 1. Rejects with the service's sentence. */
export function sendFile(path: string, file: File, progressed: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append('src', file);
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries({ accept: 'application/json', ...credentials() }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => progressed(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new Error(texts.assets.upload.noAnswer)));
    request.addEventListener('load', () => {
      const { detail } = (request.response ?? {}) as { detail?: string };
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new Error(detail ?? `HTTP ${request.status}`));
    });
    request.send(form);
  });
}
