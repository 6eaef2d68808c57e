// The migrations in order. A new one is added at the end and never changed once it has been released.
import { Initial1763700000000 } from './0001Initial.ts';
import { Access1763700050000 } from './0050Access.ts';
import { EventLog1763700030000 } from './0030EventLog.ts';

/** Every migration, oldest first. */
export const migrations = [Initial1763700000000, EventLog1763700030000, Access1763700050000];
