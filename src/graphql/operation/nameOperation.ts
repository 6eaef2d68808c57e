// The name of an operation in traces.
import type { OperationDefinitionNode } from 'graphql';
import { nameRequest } from '../../tracing/traced.ts';

/** Names the request that runs the operation by its type and name. */
export function nameOperation({ operation: type, name }: OperationDefinitionNode): void {
  const called = name ? `${type} ${name.value}` : type;
  nameRequest({
    name: called,
    facts: { 'graphql.operation.type': type, 'graphql.operation.name': name?.value ?? '' },
  });
}
