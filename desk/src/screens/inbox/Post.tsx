// Posts, and what those who may do it do with them: answer one, or remove it and bring it back.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import { tell } from '../../graph/answer.ts';
import { useHeldOn } from '../../graph/me.ts';
import { Window } from '../../parts/Window.tsx';
import { shown } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';
import { removePostMutation, restorePostMutation, type Post } from './documents.ts';

const words = texts.inbox;

interface ListParts {
  readonly posts: readonly Post[];
  /** Absent where nobody answers. */
  readonly answer?: ((post: Post) => void) | null;
  /** What stands beside the time. */
  readonly beside?: (post: Post) => ReactNode;
  readonly changed: () => void;
}

/** Posts in their order, at most 100. */
export function PostList({ posts, answer = null, beside, changed }: ListParts): ReactNode {
  const [removed, setRemoved] = useState<Post | null>(null);
  const mayRemove = useHeldOn(
    posts.filter(({ isDeleted }) => !isDeleted).map(({ urn }) => urn),
    ['MANAGE'],
  );
  const mayRestore = useHeldOn([...new Set(posts.flatMap(ownersOf))], ['ADMIN']);
  const isForGood = (post: Post): boolean =>
    post.replyCount > 0 || !ownersOf(post).some((owner) => mayRestore.has(owner));
  return (
    <>
      {removed ? (
        <Removed
          key={removed.urn}
          post={removed}
          isForGood={isForGood(removed)}
          isBack={() => {
            setRemoved(null);
            changed();
          }}
        />
      ) : null}
      <ul className="values">
        {posts.map((post) => (
          <li key={post.urn} className="card">
            <Said post={post} beside={beside?.(post)} />
            {post.isDeleted ? null : (
              <div className="row">
                {answer ? (
                  <Button className="button small" onPress={() => answer(post)}>
                    {words.answerTo}
                    <Which post={post} />
                  </Button>
                ) : null}
                {mayRemove.has(post.urn) ? (
                  <Remove
                    post={post}
                    isForGood={isForGood(post)}
                    removed={() => {
                      setRemoved(post);
                      changed();
                    }}
                  />
                ) : null}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const authorOf = ({ authorIdentity }: Pick<Post, 'authorIdentity'>): string => authorIdentity?.name ?? words.somebody;

const ownersOf = ({ messageThread }: Post): readonly string[] => {
  const owner = messageThread?.group?.owner?.urn;
  return owner ? [owner] : [];
};

// The post that a button is about, for those who hear it.
function Which({ post }: { readonly post: Post }): ReactNode {
  return <span className="away"> {words.postOf(authorOf(post), post.content.slice(0, 40))}</span>;
}

function Said({ post, beside }: { readonly post: Post; readonly beside: ReactNode }): ReactNode {
  const { content, createdTimestamp, editedTimestamp, isDeleted, replyTo, mentions } = post;
  return (
    <>
      <p className="soft small">
        <strong>{authorOf(post)}</strong> <time dateTime={createdTimestamp}>{shown(createdTimestamp)}</time>
        {editedTimestamp ? ` · ${words.edited}` : ''} {beside}
      </p>
      {replyTo ? (
        <blockquote className="soft small">
          {replyTo.authorIdentity?.name ?? words.somebody}: {replyTo.content}
        </blockquote>
      ) : null}
      {mentions.length > 0 ? (
        <p className="soft small">{words.mentions(mentions.map(({ name }) => name ?? words.somebody).join(', '))}</p>
      ) : null}
      <p className="written">{isDeleted ? <span className="soft">{words.deleted}</span> : content}</p>
    </>
  );
}

interface RemoveParts {
  readonly post: Post;
  /** Whether the caller could not bring it back. */
  readonly isForGood: boolean;
  readonly removed: () => void;
}

// What was answered leaves an empty place that cannot be filled again, and the rest is brought back by who administers the owner.
function Remove({ post, isForGood, removed }: RemoveParts): ReactNode {
  const [{ fetching }, remove] = useMutation(removePostMutation);
  const press = async (): Promise<void> => {
    const { data, error } = await remove({ urn: post.urn });
    if (tell(error, data?.deleteThreadPost, words.removed(authorOf(post)))) removed();
  };
  const name = (
    <>
      {words.remove}
      <Which post={post} />
    </>
  );
  if (!isForGood)
    return (
      <Button className="button small" isDisabled={fetching} onPress={() => void press()}>
        {name}
      </Button>
    );
  return (
    <Window button={name} isSmall title={words.removeTitle}>
      {(close) => (
        <div className="stack">
          <p>{post.replyCount > 0 ? words.removeAnswered : words.removeForGood}</p>
          <div className="row">
            <Button className="button" onPress={() => void press().then(close)}>
              {words.remove}
            </Button>
            <Button className="button" onPress={close}>
              {texts.shell.close}
            </Button>
          </div>
        </div>
      )}
    </Window>
  );
}

// In the place of what was removed, since the keyboard was there.
function Removed({ post, isForGood, isBack }: Omit<RemoveParts, 'removed'> & { readonly isBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [{ fetching }, restore] = useMutation(restorePostMutation);
  useEffect(() => place.current?.focus(), []);
  const bringBack = async (): Promise<void> => {
    const { data, error } = await restore({ urn: post.urn });
    if (tell(error, data?.restoreDeleted, words.isBack(authorOf(post)))) isBack();
  };
  return (
    <div ref={place} tabIndex={-1} className="row">
      <span>{words.removed(authorOf(post))}</span>
      {isForGood ? null : (
        <Button className="button small" isDisabled={fetching} onPress={() => void bringBack()}>
          {words.bringBack}
        </Button>
      )}
    </div>
  );
}
