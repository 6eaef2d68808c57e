// The control of a picture: what it shows in words, its file, and the point that stays in sight when it is cropped. The file is
// sent over REST: the graph has no upload.
import { useId, useState, type ReactNode } from 'react';
import { Button, FileTrigger, Input, Label, Text, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import { graphql } from '../../../made/index.ts';
import type { ImageValueFragment } from '../../../made/graphql.ts';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { credentials } from '../../session.ts';
import { texts } from '../../texts/index.ts';
import type { Typed } from './kinds.ts';

const words = texts.page.fields;

const focusMutation = graphql(`
  mutation Focus($urn: ID!, $focalX: Float!, $focalY: Float!) {
    updateImageItemFile(urn: $urn, input: { focalX: $focalX, focalY: $focalY }) {
      imageItemFile {
        __typename
        urn
        version
        focalX
        focalY
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

const pictureQuery = graphql(`
  query PictureAgain($urn: ID!) {
    imageItem(urn: $urn) {
      ...ImageValue
    }
  }
`);

interface PictureParts {
  readonly item: ImageValueFragment;
  readonly label: string;
  readonly typed: Typed;
  readonly type: (next: Typed) => void;
  readonly isDisabled: boolean;
  readonly create?: (() => Promise<boolean>) | undefined;
}

export function Picture({ item, label, typed, type, isDisabled, create }: PictureParts): ReactNode {
  const [isUploading, setIsUploading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    if (create && !(await create())) return;
    setIsUploading(true);
    const form = new FormData();
    form.append('imageItemFormat', 'DEFAULT');
    form.append('src', file);
    const headers = { accept: 'application/json', ...credentials() };
    try {
      const answer = await fetch(`/n/v1/imageitemfile/${item.urn}`, { method: 'POST', headers, body: form });
      const { detail } = (await answer.json()) as { detail?: string };
      if (!answer.ok) return say(texts.shell.refused(detail ?? `HTTP ${answer.status}`), true);
      await graph.query(pictureQuery, { urn: item.urn }, { requestPolicy: 'network-only' }).toPromise();
      say(words.uploaded);
    } catch {
      say(texts.shell.connectionLost, true);
    } finally {
      setIsUploading(false);
    }
  };
  const file = item.files.find(({ src }) => src === item.src);
  return (
    <fieldset className="stack">
      <legend>{label}</legend>
      {item.src ? (
        <img className="picture" src={item.src} alt={typed['altText'] ?? ''} loading="lazy" />
      ) : (
        <p className="soft">{words.noPicture}</p>
      )}
      <TextField
        className="react-aria-TextField wide"
        value={typed['altText'] ?? ''}
        onChange={(altText) => type({ altText })}
        isDisabled={isDisabled}
      >
        <Label>{words.altText}</Label>
        <Input />
        <Text slot="description">{words.altHint}</Text>
      </TextField>
      {isDisabled ? null : (
        <FileTrigger
          acceptedFileTypes={['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']}
          onSelect={(files) => {
            const [chosen] = files ?? [];
            if (chosen) void upload(chosen);
          }}
        >
          <Button className="button" isDisabled={isUploading}>
            {isUploading ? words.uploading : words.upload}
          </Button>
        </FileTrigger>
      )}
      {file && !isDisabled ? <Focus file={file} /> : null}
    </fieldset>
  );
}

function Focus({ file }: { readonly file: ImageValueFragment['files'][number] }): ReactNode {
  const id = useId();
  const [, change] = useMutation(focusMutation);
  const move = async (focalX: number, focalY: number): Promise<void> => {
    const { data, error } = await change({ urn: file.urn, focalX, focalY });
    const [refusal] = refusalsOf(error, data?.updateImageItemFile);
    if (refusal) say(texts.shell.refused(refusal.message), true);
  };
  const slider = (name: 'across' | 'down', value: number, moved: (value: number) => Promise<void>): ReactNode => (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>{words[name]}</label>
      <input
        id={`${id}-${name}`}
        type="number"
        min={0}
        max={100}
        key={value}
        defaultValue={Math.round(value * 100)}
        onBlur={({ target }) => {
          const next = Math.min(100, Math.max(0, Number(target.value))) / 100;
          if (next !== value) void moved(next);
        }}
      />
    </div>
  );
  return (
    <div className="row">
      {slider('across', file.focalX, (focalX) => move(focalX, file.focalY))}
      {slider('down', file.focalY, (focalY) => move(file.focalX, focalY))}
    </div>
  );
}
