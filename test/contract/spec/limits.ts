// The numbers of interface.md "Limits" and resources.md 1.10. Characters are code points, sizes are bytes.

const kibi = 1024;
const mebi = 1024 * 1024;

export const limits = {
  // interface.md, Limits
  urn: 36,
  name: 1024,
  latLongName: 128,
  variant: 128,
  locale: 16,
  imageAltText: 1024,
  imageSrc: 2048,
  imageMediumSrc: 2048,
  imageLargeSrc: 2048,
  linkHref: 2048,
  linkName: 1024,
  linkText: 1024,
  markdownValue: 65535,
  taskTitle: 1024,
  taskDescription: 65536,
  threadPostContent: 1024,
  permissionLabel: 255,
  webhookDestinationUrl: 1024,

  // resources.md 1.10
  jsonValue: 65535,
  jsonValueMostSetting: mebi,
  textValue: 65535,
  templateValue: 65535,
  requestBody: 2 * mebi,
  multipartBody: 25 * mebi,
  imageFile: 20 * mebi,
  imagePixels: 100_000_000,
  pageDefault: 50,
  pageMost: 200,
  itemsPerEntity: 5000,
  historyDaysKept: 365,
  tagName: 255,
  taskBlockedBy: 200,
  taskBlocking: 200,
  taskAssociated: 500,
  permissionEdgesPerObject: 10_000,
  // docs/behavior.md: Limits of a new client
  requestsPerMinute: 3000,
  requestBurst: 3000,
  graphqlDepth: 15,
  graphqlCost: 10_000,
  graphqlAliases: 50,
  graphqlDocument: 64 * kibi,
  graphqlNodes: 20_000,
  webhookSubscriptionsPerApiClient: 100,
  eventLogDays: 7,
  webhookBody: 256 * kibi,
} as const;
