// The migrations in order. A new one is added at the end and never changed once it has been released.
import { Initial1795219200000 } from './0001Initial.ts';
import { Purge1795219250000 } from './0119Purge.ts';
import { AccessEpoch1795219300000 } from './0120AccessEpoch.ts';
import { DeliveryLanes1795292237038 } from './0121DeliveryLanes.ts';
import { WebhookExhausted1795294491544 } from './0122WebhookExhausted.ts';
import { ClientDocuments1795294600000 } from './0130ClientDocuments.ts';
import { SearchQueue1795295191287 } from './0131SearchQueue.ts';
import { LiveEntities1795295900000 } from './0140LiveEntities.ts';
import { IdempotencyKeys1795296900000 } from './0141IdempotencyKeys.ts';
import { CreatedAs1795302036232 } from './0180CreatedAs.ts';
import { LogPerTenant1795302100000 } from './0190LogPerTenant.ts';
import { ListLookups1795305333864 } from './0160ListLookups.ts';
import { KeepTenant1795305914000 } from './0170KeepTenant.ts';
import { EdgeEpoch1795308500000 } from './0220EdgeEpoch.ts';
import { FineInstants1795308000000 } from './0230FineInstants.ts';
import { OneAddress1795308060000 } from './0231OneAddress.ts';
import { SearchDigests1795315000000 } from './0210SearchDigests.ts';
import { DisabledTenant1795316000000 } from './0232DisabledTenant.ts';
import { DeliveryQueue1795317000000 } from './0260DeliveryQueue.ts';
import { AccessRecord1795317100000 } from './0233AccessRecord.ts';

/** Every migration, oldest first. */
export const migrations = [
  Initial1795219200000,
  Purge1795219250000,
  AccessEpoch1795219300000,
  DeliveryLanes1795292237038,
  WebhookExhausted1795294491544,
  ClientDocuments1795294600000,
  SearchQueue1795295191287,
  LiveEntities1795295900000,
  IdempotencyKeys1795296900000,
  CreatedAs1795302036232,
  LogPerTenant1795302100000,
  ListLookups1795305333864,
  KeepTenant1795305914000,
  FineInstants1795308000000,
  OneAddress1795308060000,
  SearchDigests1795315000000,
  DisabledTenant1795316000000,
  EdgeEpoch1795308500000,
  DeliveryQueue1795317000000,
  AccessRecord1795317100000,
];
