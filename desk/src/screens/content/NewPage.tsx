// Making a page: an empty one, a copy of one, or its translation, which stands at the same path in another language.
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  Text,
  TextField,
} from 'react-aria-components';
import { useMutation } from 'urql';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { useMe } from '../../graph/me.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { useLanguages } from '../../parts/languages.ts';
import { Refusals } from '../../parts/Refusals.tsx';
import { useTypes } from '../../parts/types.ts';
import { texts } from '../../texts/index.ts';

const words = texts.content.create;

const companiesQuery = graphql(`
  query Companies {
    companies(first: 50) {
      nodes {
        urn
        name
      }
    }
  }
`);

const mayCreateQuery = graphql(`
  query MayCreate($checks: [PermissionCheckInput!]!) {
    permissionCheck(checks: $checks) {
      ref
      allowed
    }
  }
`);

const createMutation = graphql(`
  mutation CreatePage($input: CreateEntityInput!) {
    createEntity(input: $input) {
      entity {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

const copyMutation = graphql(`
  mutation CopyPage($urn: ID!, $input: CopyEntityInput!) {
    copyEntity(urn: $urn, input: $input) {
      entity {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

/** The companies in which the caller may make pages. */
export function useHomes(): readonly { readonly urn: string; readonly name: string }[] {
  const [companies] = useQuery({ query: companiesQuery, requestPolicy: 'cache-first' });
  const nodes = companies.data?.companies.nodes ?? [];
  const checks = nodes.map(({ urn }) => ({ ref: urn, objectUrn: urn, label: 'CREATE' }));
  const [allowed] = useQuery({ query: mayCreateQuery, variables: { checks }, pause: nodes.length === 0 });
  const held = new Set(allowed.data?.permissionCheck.filter((one) => one.allowed).map(({ ref }) => ref ?? '') ?? []);
  return nodes.filter(({ urn }) => held.has(urn));
}

/** The page that a new one is made from. */
export interface Original {
  readonly urn: string;
  readonly name: string;
  readonly path?: string | null;
  readonly language: string;
  readonly variant: string;
}

/** The button, and the form behind it; neither for who may make pages nowhere. */
export function NewPage(): ReactNode {
  const homes = useHomes();
  const [first] = homes;
  if (!first) return null;
  return (
    <DialogTrigger>
      <Button className="button primary">{words.button}</Button>
      <PageDialog title={words.title} homes={homes} original={null} />
    </DialogTrigger>
  );
}

interface DialogParts {
  readonly title: string;
  readonly homes: readonly { readonly urn: string; readonly name: string }[];
  /** What is copied; null for an empty page. */
  readonly original: Original | null;
  /** The language that the original is translated to, which may be chosen anew; the path stays. Null for another page. */
  readonly translatedTo?: string | null;
}

/** The form in a window of its own. */
export function PageDialog({ title, homes, original, translatedTo = null }: DialogParts): ReactNode {
  return (
    <ModalOverlay className="overlay" isDismissable>
      <Modal className="modal">
        <Dialog>
          {({ close }) => (
            <>
              <Heading slot="title">{title}</Heading>
              <PageForm homes={homes} original={original} translatedTo={translatedTo} close={close} />
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PageForm({
  homes,
  original,
  translatedTo = null,
  close,
}: Omit<DialogParts, 'title'> & { readonly close: () => void }): ReactNode {
  const isTranslation = translatedTo !== null;
  const me = useMe();
  const navigate = useNavigate();
  const [, create] = useMutation(createMutation);
  const [, copy] = useMutation(copyMutation);
  const [owner, setOwner] = useState(homes.find(({ urn }) => urn === me?.company?.urn)?.urn ?? homes[0]?.urn ?? '');
  const [name, setName] = useState(original?.name ?? '');
  const [path, setPath] = useState(original?.path ?? '/');
  const [language, setLanguage] = useState(translatedTo ?? original?.language ?? 'en');
  const [variant, setVariant] = useState(original?.variant ?? '');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [type, setType] = useState('');
  const { types } = useTypes();
  const languages = useLanguages(language);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const common = { name, path, language, variant };
    const made = original
      ? await copy({ urn: original.urn, input: common }).then(({ data, error }) => ({ made: data?.copyEntity, error }))
      : await create({ input: { ...common, owner, entityType: type || null, status: 'DRAFT_UNPUBLISHED' } }).then(
          ({ data, error }) => ({
            made: data?.createEntity,
            error,
          }),
        );
    const urn = made.made?.entity?.urn;
    if (!urn) {
      setRefusals(refusalsOf(made.error, made.made));
      return;
    }
    close();
    say(words.made);
    const search = isTranslation && original ? { beside: original.urn } : {};
    void navigate({ to: '/page/$urn', params: { urn }, search });
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {original ? null : (
        <Choice
          label={words.owner}
          value={owner}
          options={homes.map((home) => [home.urn, home.name] as const)}
          onChange={setOwner}
        />
      )}
      {original || types.length === 0 ? null : (
        <Choice
          label={words.type}
          value={type}
          options={[['', words.noType], ...types.map((one) => [one.urn, one.name] as const)]}
          onChange={setType}
        />
      )}
      <TextField isRequired value={name} onChange={setName} autoFocus>
        <Label>{words.name}</Label>
        <Input />
      </TextField>
      {isTranslation ? null : (
        <TextField isRequired value={path} onChange={setPath}>
          <Label>{words.path}</Label>
          <Input />
          <Text slot="description">{words.pathHint}</Text>
        </TextField>
      )}
      <Choice label={words.language} value={language} options={languages} onChange={setLanguage} />
      {isTranslation ? null : (
        <TextField value={variant} onChange={setVariant}>
          <Label>{words.variant}</Label>
          <Input />
          <Text slot="description">{words.variantHint}</Text>
        </TextField>
      )}
      <Refusals refusals={refusals} />
      <div className="row">
        <Button type="submit" className="button primary">
          {words.submit}
        </Button>
        <Button className="button" onPress={close}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
