// The paths which interface.md "Endpoints" states: all GET, all by urn.
import { words } from './field.ts';

/** An operation stated by the interface. */
export interface SpecEndpoint {
  readonly method: 'GET';
  readonly path: string;
}

/** The 32 stated endpoints, in the order of the table. */
export const endpoints: readonly SpecEndpoint[] = words(`
  /v/v1/entityview/{urn}
  /n/v1/entity/{urn}
  /n/v1/entitylist/{urn}
  /n/v1/booleanitem/{urn}
  /n/v1/booleanitemhistory/{urn}
  /n/v1/datetimeitem/{urn}
  /n/v1/datetimeitemhistory/{urn}
  /n/v1/doubleitem/{urn}
  /n/v1/doubleitemhistory/{urn}
  /n/v1/imageitem/{urn}
  /n/v1/imageitemhistory/{urn}
  /n/v1/jsonitem/{urn}
  /n/v1/jsonitemhistory/{urn}
  /n/v1/latlongitem/{urn}
  /n/v1/latlongitemhistory/{urn}
  /n/v1/linkitem/{urn}
  /n/v1/linkitemhistory/{urn}
  /n/v1/longitem/{urn}
  /n/v1/longitemhistory/{urn}
  /n/v1/markdownitem/{urn}
  /n/v1/markdownitemhistory/{urn}
  /n/v1/moneyitem/{urn}
  /n/v1/task/{urn}
  /n/v1/groupmembership/{urn}
  /n/v1/permission/{urn}
  /n/v1/clientidentifier/{urn}
  /n/v1/personname/{urn}
  /n/v1/address/{urn}
  /n/v1/messagethread/{urn}
  /n/v1/threadpost/{urn}
  /n/v1/webhooksubscription/{urn}
  /n/v1/webhooktrigger/{urn}
`).map((path) => ({ method: 'GET', path }));
