// Starting a thread about a page among the members of a group: the thread and its first post are made together, or neither is.
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextArea, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import { useQuery } from '../../graph/ask.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { useHeldOn } from '../../graph/me.ts';
import { Choice } from '../../parts/Choice.tsx';
import type { Chosen } from '../../parts/PersonChooser.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { texts } from '../../texts/index.ts';
import { Mentions } from './Mentions.tsx';
import { groupNamesQuery, startMutation } from './documents.ts';

const words = texts.inbox.start;

export function StartThread({ urn }: { readonly urn: string }): ReactNode {
  const navigate = useNavigate();
  const [{ fetching }, start] = useMutation(startMutation);
  const [{ data: known }] = useQuery({ query: groupNamesQuery });
  const all = known?.groups.nodes ?? [];
  const urns = all.map((one) => one.urn);
  const mayComment = useHeldOn(urns, ['COMMENT']);
  // Who may not read the threads of a group could not see the one they started.
  const mayRead = useHeldOn(urns, ['READ']);
  const groups = all.filter((one) => mayComment.has(one.urn) && mayRead.has(one.urn));
  const [chosen, setGroup] = useState('');
  const group = chosen || groups[0]?.urn;
  const [name, setName] = useState('');
  const [content, setContent] = useState('');
  const [mentioned, setMentioned] = useState<readonly Chosen[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const mentions = mentioned.map(({ urn }) => urn);
    const post = { messageThread: { $ref: 'thread' }, content, mentions };
    const { data, error } = await start({
      operations: [
        { ref: 'thread', method: 'POST', path: '/n/v1/messagethread', body: { name, group, entities: [urn] } },
        { method: 'POST', path: '/n/v1/threadpost', body: post },
      ],
    });
    const results = data?.bulk.results ?? [];
    const refused = [...refusalsOf(error, data?.bulk), ...results.flatMap((result) => refusalsOf(undefined, result))];
    setRefusals(refused);
    const thread = results.find(({ ref }) => ref === 'thread')?.urn;
    if (refused.length > 0 || !thread) return;
    say(words.started);
    void navigate({ to: '/thread/$urn', params: { urn: thread } });
  };
  if (!group) return null;
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <h3>{words.title}</h3>
      <Choice
        label={words.group}
        value={group}
        options={groups.map((one) => [one.urn, one.name] as const)}
        onChange={setGroup}
      />
      <TextField isRequired value={name} onChange={setName} className="react-aria-TextField wide">
        <Label>{words.name}</Label>
        <Input />
      </TextField>
      <TextField
        isRequired
        maxLength={1024}
        value={content}
        onChange={setContent}
        className="react-aria-TextField wide"
      >
        <Label>{words.post}</Label>
        <TextArea rows={3} />
      </TextField>
      <Mentions mentioned={mentioned} change={setMentioned} />
      <Refusals refusals={refusals} />
      <Button type="submit" className="button" isDisabled={fetching}>
        {words.submit}
      </Button>
    </form>
  );
}
