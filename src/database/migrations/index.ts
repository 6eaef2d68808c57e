// The migrations in order. A new one is added at the end and never changed once it has been released.
import { Initial1763700000000 } from './0001Initial.ts';
import { Community1763700020000 } from './0020Community.ts';
import { Search1763700021000 } from './0021Search.ts';
import { Webhooks1763700040000 } from './0040Webhooks.ts';
import { Access1763700050000 } from './0050Access.ts';
import { ListOrders1763700051000 } from './0051ListOrders.ts';
import { Identities1763700090000 } from './0090Identities.ts';
import { IdentityAndWork1763700000010 } from './0010IdentityAndWork.ts';
import { EventLog1763700030000 } from './0030EventLog.ts';
import { OAuth1763700060000 } from './0060OAuth.ts';
import { Sessions1763700070000 } from './0070Sessions.ts';
import { RequestRates1763700080000 } from './0080RequestRates.ts';
import { EdgesByObject1763700081000 } from './0081EdgesByObject.ts';
import { SupportNotices1763700110000 } from './0110SupportNotices.ts';

/** Every migration, oldest first. */
export const migrations = [
  Initial1763700000000,
  Community1763700020000,
  Search1763700021000,
  IdentityAndWork1763700000010,
  EventLog1763700030000,
  Webhooks1763700040000,
  Access1763700050000,
  ListOrders1763700051000,
  OAuth1763700060000,
  Sessions1763700070000,
  RequestRates1763700080000,
  EdgesByObject1763700081000,
  Identities1763700090000,
  SupportNotices1763700110000,
];
