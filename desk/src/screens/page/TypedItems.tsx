// The items of a page as the fields of its type, in their order: a field without an item is offered as one that is created once
// something is typed into it.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { ViolationsQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { texts } from '../../texts/index.ts';
import { ItemField, type SharedParts } from './ItemField.tsx';
import { blank, kindNames, type FieldRule, type Item } from './kinds.ts';

const words = texts.page;

const orderMutation = graphql(`
  mutation OrderItems($operations: [BulkOperation!]!) {
    bulk(mode: ATOMIC, operations: $operations) {
      results {
        urn
        userErrors {
          ...Refused
        }
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

/** What keeps a page from being published. */
export type Violation = NonNullable<ViolationsQuery['publishPlan']>['violations'][number];

interface TypedParts extends SharedParts {
  readonly rules: readonly FieldRule[];
  readonly items: readonly Item[];
  readonly violations: readonly Violation[];
}

const isOf = (rule: FieldRule) => (item: Item) => item.__typename === kindNames[rule.kind] && item.name === rule.name;

/** The items that no field of the type names. */
export function unnamed(rules: readonly FieldRule[], items: readonly Item[]): readonly Item[] {
  return items.filter((item) => !rules.some((rule) => isOf(rule)(item)));
}

export function TypedItems({ rules, items, violations, ...shared }: TypedParts): ReactNode {
  return (
    <div className="items">
      {rules.map((rule) => {
        const own = items.filter(isOf(rule)).sort((a, b) => a.sortOrder - b.sortOrder);
        const broken = violations.filter(({ field }) => field === rule.name);
        const parts = { rule, items: own, broken, shared };
        const key = `${rule.kind} ${rule.name}`;
        return rule.repeated || own.length > 1 ? <Several key={key} {...parts} /> : <One key={key} {...parts} />;
      })}
    </div>
  );
}

interface FieldParts {
  readonly rule: FieldRule;
  readonly items: readonly Item[];
  readonly broken: readonly Violation[];
  readonly shared: SharedParts;
}

const called = (rule: FieldRule): string => rule.label ?? rule.name;

/** Why, without the name of the field, which stands above. */
const reasons = (broken: readonly Violation[]): readonly string[] =>
  broken.map(({ field, message }) => (message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message));

// The item keeps its urn when it is created, so that whoever types into it goes on typing. One that was removed is offered anew
// under another.
function useBlank(rule: FieldRule, items: readonly Item[]): Item {
  const held = useRef({ urn: crypto.randomUUID() as string, wasThere: false });
  const isThere = items.some(({ urn }) => urn === held.current.urn);
  if (!isThere && held.current.wasThere) held.current = { urn: crypto.randomUUID(), wasThere: false };
  if (isThere) held.current.wasThere = true;
  const last = Math.max(-1, ...items.map(({ sortOrder }) => sortOrder));
  return blank(kindNames[rule.kind], held.current.urn, rule.name, last + 1);
}

function One({ rule, items, broken, shared }: FieldParts): ReactNode {
  const offered = useBlank(rule, items);
  const [item = offered] = items;
  // Without a label that allows it nothing is offered.
  if (item === offered && !shared.mayUpdate) return null;
  return <ItemField key={item.urn} item={item} rule={rule} label={called(rule)} broken={reasons(broken)} {...shared} />;
}

function Several({ rule, items, broken, shared }: FieldParts): ReactNode {
  // The urn of the one that is being added, until it is there.
  const [added, setAdded] = useState<string | null>(null);
  const isThere = items.some(({ urn }) => urn === added);
  useEffect(() => {
    if (isThere) setAdded(null);
  }, [isThere]);
  const label = called(rule);
  const last = Math.max(-1, ...items.map(({ sortOrder }) => sortOrder));
  const mayAdd = shared.mayUpdate && rule.repeated && items.length < (rule.maxItems ?? Infinity);
  const isAdding = added !== null && !isThere && mayAdd;
  const all = isAdding ? [...items, blank(kindNames[rule.kind], added, rule.name, last + 1)] : items;
  const whole = broken.filter(({ itemUrn }) => !itemUrn);
  return (
    <fieldset className="several">
      <legend>
        {label} {rule.required ? <span className="mark soft">{words.required}</span> : null}
      </legend>
      {rule.help ? <p className="soft small help">{rule.help}</p> : null}
      {rule.maxItems ? <p className="soft small help">{words.limits.items(rule.maxItems, items.length)}</p> : null}
      {whole.length > 0 ? <p className="warn small help">{words.keepsFrom(reasons(whole).join(' '))}</p> : null}
      {all.map((item, index) => (
        <ItemField
          key={item.urn}
          item={item}
          rule={{ ...rule, required: false }}
          label={words.numbered(label, index + 1)}
          broken={reasons(broken.filter(({ itemUrn }) => itemUrn === item.urn))}
          {...shared}
        >
          {shared.mayUpdate && items.includes(item) ? (
            <Moves items={items} index={index} label={label} changed={shared.changed} />
          ) : null}
        </ItemField>
      ))}
      {mayAdd ? (
        <p>
          <Button className="button" onPress={() => setAdded(crypto.randomUUID())} isDisabled={isAdding}>
            {words.addTo(label)}
          </Button>
        </p>
      ) : null}
    </fieldset>
  );
}

interface MovesParts {
  readonly items: readonly Item[];
  readonly index: number;
  readonly label: string;
  readonly changed: () => void;
}

// An item changes places with its neighbor; both get the number of the place where they stand then.
function Moves({ items, index, label, changed }: MovesParts): ReactNode {
  const move = async (to: number): Promise<void> => {
    const order = [...items];
    const [moved] = order.splice(index, 1);
    if (!moved) return;
    order.splice(to, 0, moved);
    // All together: two items of a name never have the same place.
    const operations = order.flatMap((item, sortOrder) =>
      item.sortOrder === sortOrder
        ? []
        : [
            {
              method: 'PATCH' as const,
              path: `/n/v1/${item.__typename.toLowerCase()}/${item.urn}`,
              body: { sortOrder },
            },
          ],
    );
    const { data, error } = await graph.mutation(orderMutation, { operations }).toPromise();
    const results = data?.bulk.results ?? [];
    const [refusal] = [...refusalsOf(error, data?.bulk), ...results.flatMap((one) => refusalsOf(undefined, one))];
    if (refusal) return say(texts.shell.refused(refusal.message), true);
    say(words.moved(label, to + 1));
    changed();
  };
  const name = words.numbered(label, index + 1);
  return (
    <>
      <Button className="button small" isDisabled={index === 0} onPress={() => void move(index - 1)}>
        {words.up}
        <span className="away"> {name}</span>
      </Button>
      <Button className="button small" isDisabled={index === items.length - 1} onPress={() => void move(index + 1)}>
        {words.down}
        <span className="away"> {name}</span>
      </Button>
    </>
  );
}
