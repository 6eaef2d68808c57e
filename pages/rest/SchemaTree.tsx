// A schema as nested lists; what lies deeper is drawn when it is opened, since kinds refer to one another in circles.
import { useState, type ReactNode } from 'react';
import { follow, type Document, type Schema } from './spec.ts';
import { Words } from './Words.tsx';

interface TreeParts {
  readonly document: Document;
  readonly schema: Schema;
}

/** The members of a schema. */
export function SchemaTree({ document, schema: written }: TreeParts): ReactNode {
  const schema = follow(document, written);
  const parts = [...(schema.allOf ?? []), schema].map((part) => follow(document, part));
  const members = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  if (members.length > 0)
    return (
      <ul className="schema">
        {members.map(([name, member]) => (
          <Member key={name} document={document} name={name} schema={member} isRequired={required.has(name)} />
        ))}
      </ul>
    );
  if (schema.items) return <SchemaTree document={document} schema={schema.items} />;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices)
    return (
      <ul className="schema">
        {choices.map((choice, at) => (
          <Member
            key={at}
            document={document}
            name={nameOf(choice) ?? `choice ${at + 1}`}
            schema={choice}
            isRequired={false}
          />
        ))}
      </ul>
    );
  return <p className="type">{typeOf(document, written)}</p>;
}

function Member({ document, name, schema, isRequired }: TreeParts & { name: string; isRequired: boolean }): ReactNode {
  const [isOpen, open] = useState(false);
  const resolved = follow(document, schema);
  const inner = resolved.items ? follow(document, resolved.items) : resolved;
  const isDeep = Boolean(inner.properties ?? inner.allOf ?? inner.oneOf ?? inner.anyOf);
  return (
    <li>
      <code className="member">{name}</code> <span className="type">{typeOf(document, schema)}</span>
      {isRequired ? <span className="required"> required</span> : null}
      {isDeep ? (
        <button type="button" className="small" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} members<span className="away"> of {name}</span>
        </button>
      ) : null}
      {(schema.description ?? resolved.description) ? (
        <p>
          <Words text={schema.description ?? resolved.description ?? ''} />
        </p>
      ) : null}
      {isDeep && isOpen ? <SchemaTree document={document} schema={schema} /> : null}
    </li>
  );
}

function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

/** The type in words, with its limits. */
export function typeOf(document: Document, written: Schema): string {
  const schema = follow(document, written);
  if (schema.items)
    return `list of ${typeOf(document, schema.items)}${schema.maxItems ? `, at most ${schema.maxItems}` : ''}`;
  const named = nameOf(written);
  if (schema.enum) return `${named ? `${named}: ` : ''}${schema.enum.map(String).join(', ')}`;
  if (named) return named;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices && !schema.type) return choices.map((choice) => typeOf(document, choice)).join(' or ');
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'anything');
  const limits = [
    schema.format,
    schema.minLength === undefined ? null : `at least ${schema.minLength} characters`,
    schema.maxLength === undefined ? null : `at most ${schema.maxLength} characters`,
    schema.minimum === undefined ? null : `from ${schema.minimum}`,
    schema.maximum === undefined ? null : `to ${schema.maximum}`,
  ].filter(Boolean);
  return [type, ...limits].join(', ');
}
