// The inbox of an identity as an object of an answer: what is unread, and a page of its notifications. Resource reference 6.6.
import type { InboxPart, InboxQuestion, PageQuestion } from '../../contract/question.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { inboxRows, unreadMentions, unreadThreads } from '../engine/inboxSql.ts';
import { positionSql } from '../engine/listedRows.ts';
import { orderSql } from '../engine/listStatement.ts';
import { inputHole, isOfAll, listWithHoles } from './inputs.ts';
import { limitOf, pageSql } from './pages.ts';
import { sourceOf } from './rows.ts';
import { keySql } from './values.ts';
import type { Writing } from './writing.ts';

/** The inbox of the identity at that place among the inputs, who is the viewer. */
export function inboxSql(w: Writing, inbox: InboxQuestion): string {
  const { parts } = inbox;
  const selected = parts.map((part) => `${partSql(w, inbox, part)} AS ${keySql(part.key)}`);
  const isCounted = parts.some(({ form }) => form === 'THREADS' || form === 'MENTIONS');
  const state = `SELECT ${unreadThreads} AS "threads", ${unreadMentions} AS "mentions" FROM ${rowsOf(w, inbox, true)}`;
  const one = w.alias();
  return `(SELECT row_to_json(${one}) FROM (SELECT ${selected.join(', ')}${isCounted ? ` FROM (${state}) state$` : ''}) ${one})`;
}

function rowsOf({ viewer, p }: Writing, { notification, input }: InboxQuestion, isAll: boolean): string {
  const scope = accessScope(viewer, notification.labels.read);
  return inboxRows(notification, scope, { identity: inputHole(input), isAll }, p);
}

function partSql(w: Writing, inbox: InboxQuestion, part: InboxPart): string {
  const identity = (): string => w.p.add(inputHole(inbox.input), 'uuid');
  switch (part.form) {
    case 'TYPE':
      return `'${part.typeName}'::text`;
    case 'URL':
      return `(${w.p.add(`${w.baseUrl}/n/v1/identitynotificationinbox/`, 'text')} || ${identity()})`;
    case 'THREADS':
      return 'state$."threads"';
    case 'MENTIONS':
      return 'state$."mentions"';
    case 'OWNER': {
      const which = (alias: string): string => `${alias}."urn" = ${identity()}`;
      const one = w.alias();
      const rows = sourceOf(w, { resource: part.row.resource, which, within: null });
      return `(SELECT row_to_json(${one}) FROM (${w.rowsSql(part.row, rows, '')}) ${one})`;
    }
    case 'PAGE':
      return pageOfInbox(w, inbox, part.page);
  }
}

function pageOfInbox(w: Writing, inbox: InboxQuestion, page: PageQuestion): string {
  const query = listWithHoles(w.inputs, page.input);
  const isAll = isOfAll(w.inputs, page.input);
  const rows = rowsOf(w, inbox, isAll);
  const position = positionSql({ resource: page.resource, viewer: w.viewer }, query, w.p);
  const order = orderSql(query.order, 't', query.isBackward);
  return pageSql(w, {
    page,
    query,
    found: `SELECT t.* FROM ${rows}${position} ORDER BY ${order} LIMIT ${limitOf(page, query)}`,
    table: w.alias(),
    sees: 'true',
    // What has nothing to report is not counted.
    counted: isAll ? null : { from: [rows] },
    bound: null,
    above: null,
  });
}
