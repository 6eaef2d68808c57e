// What readers say about a page: the posts of its discussions, newest first.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from '../../graph/ask.ts';
import { useRound } from '../../graph/live.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { PostList } from './Post.tsx';
import { commentsQuery, type Post } from './documents.ts';

const words = texts.inbox;

interface CommentsParts {
  readonly page: string;
  readonly round: number;
  readonly after?: string | null;
  readonly changed: () => void;
}

export function Comments({ page, round, after = null, changed }: CommentsParts): ReactNode {
  const [{ data, error }, again] = useQuery({ query: commentsQuery, variables: { page, after } });
  useRound(round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.threadPosts;
  return (
    <>
      {after === null && nodes.length === 0 ? <p className="soft">{words.noComments}</p> : null}
      <PostList posts={nodes} beside={threadOf} changed={changed} />
      <Further after={nextOf(pageInfo)}>
        {(next) => <Comments page={page} round={round} after={next} changed={changed} />}
      </Further>
    </>
  );
}

function threadOf({ messageThread }: Post): ReactNode {
  if (!messageThread) return null;
  return (
    <Link to="/thread/$urn" params={{ urn: messageThread.urn }}>
      {messageThread.name ?? texts.day.unnamed}
    </Link>
  );
}
