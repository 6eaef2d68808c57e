// A page of the long list of a row is read from an index of the link in the order of the list: by the link alone all rows of a long list
// were sorted, and by the order alone all rows of the tenant were looked through for those of a short one.
import { Statements } from './statements.ts';

const listed = (table: string, link: string, order = '"created_timestamp"'): readonly string[] => [
  `CREATE INDEX "ix_${table}_${link}_listed" ON "${table}" ("${link}", ${order}, "urn")`,
];

const instead = (table: string, link: string): readonly string[] => [
  ...listed(table, link),
  `DROP INDEX "ix_${table}_${link}"`,
];

/** Replaces the indexes. */
export class ListedByLink1795790400000 extends Statements {
  readonly name = 'ListedByLink1795790400000';
  protected readonly statements = [
    ...instead('task', 'project'),
    ...instead('task', 'workflow_stage'),
    ...listed('task_log', 'task', '"created_timestamp", "sort_order"'),
    ...listed('group_membership', 'group'),
    ...listed('message_thread', 'group'),
    ...listed('api_client_bearer_token', 'api_client'),
    ...listed('webhook_subscription', 'api_client'),
    `ALTER INDEX "ix_thread_post_written" RENAME TO "ix_thread_post_message_thread_listed"`,
  ];
}
