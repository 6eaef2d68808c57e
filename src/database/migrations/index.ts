// The migrations in order. A new one is added at the end and never changed once it has been released.
import { Initial1795320000000 } from './0001Initial.ts';
import { LeanTriggers1795323600000 } from './0290LeanTriggers.ts';
import { LiveOrder1795330000000 } from './0310LiveOrder.ts';
import { NotifiedCount1795336000000 } from './0330NotifiedCount.ts';
import { DraftBodies1795340000000 } from './0340DraftBodies.ts';
import { RemovedItems1795344000000 } from './0350RemovedItems.ts';
import { SearchDrafts1795348000000 } from './0360SearchDrafts.ts';
import { SeenByReaders1795352400000 } from './0370SeenByReaders.ts';
import { MovableTenants1795353600000 } from './0380MovableTenants.ts';
import { RepeatedValues1795357200000 } from './0400RepeatedValues.ts';
import { QueuedDrafts1795359000000 } from './0410QueuedDrafts.ts';
import { PlainUpdates1795360800000 } from './0420PlainUpdates.ts';
import { LogPartitions1795364400000 } from './0460LogPartitions.ts';
import { OwnerStatistics1795368000000 } from './0470OwnerStatistics.ts';
import { DeliveryPartitions1795370000000 } from './0480DeliveryPartitions.ts';
import { WindowEnds1795372000000 } from './0490WindowEnds.ts';
import { DraftedItems1795374000000 } from './0500DraftedItems.ts';
import { KnownTriggers1795376000000 } from './0510KnownTriggers.ts';
import { LongTextOrders1795380000000 } from './0600LongTextOrders.ts';
import { EntityDrafts1795384000000 } from './0610EntityDrafts.ts';
import { QueueLeases1795386000000 } from './0620QueueLeases.ts';
import { CompactDeliveries1795388000000 } from './0630CompactDeliveries.ts';
import { ShortBodies1795390000000 } from './0640ShortBodies.ts';
import { DraftTimes1795392000000 } from './0650DraftTimes.ts';
import { SearchWithinTenants1795692494000 } from './0660SearchWithinTenants.ts';
import { SearchQueueByPage1795774024803 } from './0670SearchQueueByPage.ts';
import { DiscardProgress1795788300000 } from './0680DiscardProgress.ts';
import { ListedByLink1795790400000 } from './0690ListedByLink.ts';
import { SearchQueueOfLive1795793000000 } from './0700SearchQueueOfLive.ts';
import { AccessRecordsByOwner1795801500000 } from './0710AccessRecordsByOwner.ts';
import { TokenEnds1795803000000 } from './0720TokenEnds.ts';
import { PostCounts1795805000000 } from './0730PostCounts.ts';
import { EveryoneEdges1795824000000 } from './0740EveryoneEdges.ts';
import { UncountedChanges1795830000000 } from './0750UncountedChanges.ts';
import { SearchRowQueue1795833000000 } from './0760SearchRowQueue.ts';
import { LiveDates1795838200000 } from './0820LiveDates.ts';
import { DerivedImages1795845000000 } from './0840DerivedImages.ts';
import { DeferredSets1795850000000 } from './0850DeferredSets.ts';
import { Deletions1795851000000 } from './0851Deletions.ts';
import { LastEdits1795860000000 } from './0860LastEdits.ts';
import { OneDatabase1795870000000 } from './0870OneDatabase.ts';
import { ItemsByName1795880000000 } from './0880ItemsByName.ts';
import { OrderOfNames1795890000000 } from './0890OrderOfNames.ts';
import { FoldedText1795891000000 } from './0891FoldedText.ts';
import { WordsOfAllScripts1795892000000 } from './0892WordsOfAllScripts.ts';
import { DearerThanItsIndex1795893000000 } from './0893DearerThanItsIndex.ts';
import { OnePathSpelling1795900000000 } from './0900OnePathSpelling.ts';
import { EndedLinks1795910000000 } from './0910EndedLinks.ts';
import { EventStates1795940000000 } from './0940EventStates.ts';
import { EntityTypes1795950000000 } from './0950EntityTypes.ts';
import { ItemsByText1795960000000 } from './0960ItemsByText.ts';
import { Redirects1795970000000 } from './0970Redirects.ts';
import { Assets1795971000000 } from './0971Assets.ts';
import { PageTree1795983000000 } from './0983PageTree.ts';
import { PreviewLinks1795986000000 } from './0986PreviewLinks.ts';
import { Passkeys1795987000000 } from './0987Passkeys.ts';
import { ListEntries1795988000000 } from './0988ListEntries.ts';
import { EntityEditors1795990000000 } from './0990EntityEditors.ts';
import { TaskRank1795991000000 } from './0991TaskRank.ts';
import { NamedAssets1795994000000 } from './0994NamedAssets.ts';
import { ReusedImages1795995000000 } from './0995ReusedImages.ts';
import { ItemOrders1795996000000 } from './0996ItemOrders.ts';

/** Every migration, oldest first. */
export const migrations = [
  Initial1795320000000,
  LeanTriggers1795323600000,
  LiveOrder1795330000000,
  NotifiedCount1795336000000,
  DraftBodies1795340000000,
  RemovedItems1795344000000,
  SearchDrafts1795348000000,
  SeenByReaders1795352400000,
  MovableTenants1795353600000,
  RepeatedValues1795357200000,
  QueuedDrafts1795359000000,
  PlainUpdates1795360800000,
  LogPartitions1795364400000,
  OwnerStatistics1795368000000,
  DeliveryPartitions1795370000000,
  WindowEnds1795372000000,
  DraftedItems1795374000000,
  KnownTriggers1795376000000,
  LongTextOrders1795380000000,
  EntityDrafts1795384000000,
  QueueLeases1795386000000,
  CompactDeliveries1795388000000,
  ShortBodies1795390000000,
  DraftTimes1795392000000,
  SearchWithinTenants1795692494000,
  SearchQueueByPage1795774024803,
  DiscardProgress1795788300000,
  ListedByLink1795790400000,
  SearchQueueOfLive1795793000000,
  AccessRecordsByOwner1795801500000,
  TokenEnds1795803000000,
  PostCounts1795805000000,
  EveryoneEdges1795824000000,
  UncountedChanges1795830000000,
  SearchRowQueue1795833000000,
  LiveDates1795838200000,
  DerivedImages1795845000000,
  DeferredSets1795850000000,
  Deletions1795851000000,
  LastEdits1795860000000,
  OneDatabase1795870000000,
  ItemsByName1795880000000,
  OrderOfNames1795890000000,
  FoldedText1795891000000,
  WordsOfAllScripts1795892000000,
  DearerThanItsIndex1795893000000,
  OnePathSpelling1795900000000,
  EndedLinks1795910000000,
  EventStates1795940000000,
  EntityTypes1795950000000,
  ItemsByText1795960000000,
  Redirects1795970000000,
  Assets1795971000000,
  PageTree1795983000000,
  PreviewLinks1795986000000,
  Passkeys1795987000000,
  ListEntries1795988000000,
  EntityEditors1795990000000,
  TaskRank1795991000000,
  NamedAssets1795994000000,
  ReusedImages1795995000000,
  ItemOrders1795996000000,
];
