// What one request does to the service: how long it took, what health waited meanwhile, how much memory the process grew to,
// how long the answer is, and what it was charged.
import { readFileSync, writeFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import type { Pulse } from './pulse.ts';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** What is sent over a socket instead. */
  readonly frames?: readonly string[];
  /** What is sent in its place when it is tried again, where it can be done only once. */
  readonly again?: readonly Sent[];
  /** What it is meant for; a document of the graph or a request of REST where that is not said. */
  readonly surface?: string;
}

/** What it did. */
export interface Effect {
  readonly status: number;
  readonly milliseconds: number;
  /**
   * How long it blocked the event loop at most: the longest that health waited while it ran, but no longer than the main thread
   * computed, for other processes make health wait, too. In milliseconds.
   */
  readonly blockedMillis: number;
  /** How much more memory the process occupied at its height, in megabytes. */
  readonly megabytes: number;
  /** The answer as it is before compression, in megabytes. */
  readonly answerMegabytes: number;
  /** What the caller was charged. */
  readonly cost: number;
}

/** Where requests go. */
export interface Target {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly pulse: Pulse;
}

/** Sends it alone. */
export async function measure(target: Target, sent: Sent): Promise<Effect> {
  const { pid, pulse } = target;
  const before = memory(pid);
  const costBefore = await costRemaining(target);
  await pulse.worst();
  const computed = mainThreadMillis(pid);
  const began = performance.now();
  const { status, bytes } = await (sent.frames ? overSocket(target, sent.frames) : overHttp(target, sent));
  const milliseconds = performance.now() - began;
  // What answering blocks is over when health was told once more.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    status,
    milliseconds,
    blockedMillis: Math.min(await pulse.worst(), mainThreadMillis(pid) - computed),
    megabytes: Math.max(0, memory(pid) - before),
    answerMegabytes: bytes / 1024 / 1024,
    cost: Math.max(1, costBefore - (await costRemaining(target)) - 1),
  };
}

interface Answered {
  /** 0 where the connection ended before an answer. */
  readonly status: number;
  readonly bytes: number;
}

async function overHttp({ url, token }: Target, { method, path, headers, body }: Sent): Promise<Answered> {
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  let bytes = 0;
  try {
    const asked = { method, headers: all, redirect: 'manual' } as const;
    const response = await fetch(url + path, body === undefined || method === 'GET' ? asked : { ...asked, body });
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
    return { status: response.status, bytes };
  } catch {
    return { status: 0, bytes };
  }
}

/** For so long answers of a socket are waited for after the last one, in milliseconds: subscriptions do not end. */
const quietMillis = 300;

async function overSocket({ url, token }: Target, frames: readonly string[]): Promise<Answered> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: `Bearer ${token}` },
  });
  let bytes = 0;
  const ended = new Promise<number>((resolve) => {
    let quiet = setTimeout(() => resolve(200), 10_000);
    socket.once('open', () => frames.forEach((frame) => socket.send(frame)));
    socket.on('message', (data: Buffer) => {
      bytes += data.length;
      clearTimeout(quiet);
      quiet = setTimeout(() => resolve(200), quietMillis);
    });
    socket.once('error', () => resolve(0));
    socket.once('close', (code) => resolve(code === 1000 ? 200 : 400));
  });
  const status = await ended;
  socket.terminate();
  return { status, bytes };
}

async function costRemaining({ url, token }: Target): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query":"{ clientContext { rateLimit { costRemaining } } }"}',
  });
  // The query asks for nothing else.
  const { data } = (await response.json()) as {
    data?: { clientContext?: { rateLimit?: { costRemaining?: number } | null } };
  };
  return data?.clientContext?.rateLimit?.costRemaining ?? 0;
}

// What the main thread of the process has computed, in milliseconds: utime and stime, in ticks of a hundredth of a second.
function mainThreadMillis(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

// The most that the process has occupied since this was last asked, in megabytes, as Linux tells it; what it occupies now is
// where the next count begins.
function memory(pid: number): number {
  const height = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
  return Number(height ?? 0) / 1024;
}
