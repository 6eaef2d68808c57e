// What the documents of the client ask for and get. Written by `npm run generate`: edit client/documents/ instead.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Conditions on a link to asset, or on a list of them. All of them must match. */
export type AssetLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: AssetWhere | null | undefined;
};

/** Which assets to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type AssetWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<AssetWhere> | null | undefined;
  /** Filters by byte length: the size of the file in bytes; null before there are any. */
  readonly byteLength?: LongFilter | null | undefined;
  /** Filters by content type: the media type: found from the bytes where these tell, else what the upload said. */
  readonly contentType?: StringFilter | null | undefined;
  /** Filters by created timestamp: when the asset was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by digest: the SHA-256 of the bytes as `sha-256=:<base64>:` (RFC 9530); null before there are any. */
  readonly digest?: StringFilter | null | undefined;
  /** Filters by name: the name of the file, under which it is saved. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: AssetWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<AssetWhere> | null | undefined;
  /** Filters by owner: the company that owns the asset. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by updated timestamp: when the asset was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the asset everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on a truth value (false comes before true). All of them must match. */
export type BooleanFilter = {
  /** Equal to this value. */
  readonly eq?: boolean | null | undefined;
  /** Greater than this value. */
  readonly gt?: boolean | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: boolean | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<boolean> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: boolean | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: boolean | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<boolean> | null | undefined;
};

/** Conditions on the boolean items of an entity, as the caller sees them. All of them must match. */
export type BooleanItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: BooleanItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: BooleanItemWhere | null | undefined;
};

/** Which boolean items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type BooleanItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<BooleanItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: BooleanItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<BooleanItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the yes or no. */
  readonly value?: BooleanFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on a link to company, or on a list of them. All of them must match. */
export type CompanyLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: CompanyWhere | null | undefined;
};

/** Which companies to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type CompanyWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<CompanyWhere> | null | undefined;
  /** Filters by created timestamp: when the company was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the content page about the company. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by name: the name people know the company by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: CompanyWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<CompanyWhere> | null | undefined;
  /** Filters by organisation: the legal body behind the company; set on the root company. */
  readonly organisation?: OrganisationLinkFilter | null | undefined;
  /** Filters by owner: the root company of the tenant; the root company owns itself. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by parent company: the company above this one, in the same tenant; parents never form a cycle. */
  readonly parentCompany?: CompanyLinkFilter | null | undefined;
  /** Filters by updated timestamp: when the company was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the company everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** A new task. GraphQL checks that required fields are present. Violations of all other rules are returned together as userErrors. */
export type CreateTaskInput = {
  /** Who is to do it. */
  readonly assignee?: string | null | undefined;
  /** Companies the task has to do with. Empty when absent. At most 500 elements. */
  readonly associatedCompanies?: ReadonlyArray<string>;
  /** Content the task has to do with. Empty when absent. At most 500 elements. */
  readonly associatedEntities?: ReadonlyArray<string>;
  /** People the task has to do with. Empty when absent. At most 500 elements. */
  readonly associatedIdentities?: ReadonlyArray<string>;
  /** Tasks that have to do with this one, in no direction. Empty when absent. At most 500 elements. */
  readonly associatedTasks?: ReadonlyArray<string>;
  /** Tasks that must be done before this one. Empty when absent. At most 200 elements. */
  readonly blockedBy?: ReadonlyArray<string>;
  /** Tasks that wait for this one; the same edges as `blockedBy`, seen from the other end. Empty when absent. At most 200 elements. */
  readonly blocking?: ReadonlyArray<string>;
  /** When the task was created. Who may MANAGE the owner may send a past one when creating. */
  readonly createdTimestamp?: string | null | undefined;
  /** What is to be done, in full; may be empty. Required. At most 65536 characters. */
  readonly description: string;
  /** When it is to be done. Required. */
  readonly dueTimestamp: string;
  /** Who the task log names for this write, the caller's own identity by default; a read gives the value of the last write. */
  readonly identityForLogs?: string | null | undefined;
  /** The company the task belongs to. */
  readonly owner?: string | null | undefined;
  /** How much it matters. Default 'NONE'. */
  readonly priority?: TaskPriority | null | undefined;
  /** The project the task is part of. */
  readonly project?: string | null | undefined;
  /** The status. Default 'PENDING'. */
  readonly status?: TaskStatus | null | undefined;
  /** What is to be done, in one line. Required. At most 1024 characters. */
  readonly title: string;
  /** A UUID; identifies the task everywhere. */
  readonly urn?: string | null | undefined;
  /** Where the task stands in its workflow. */
  readonly workflowStage?: string | null | undefined;
};

/** Conditions on a DateTime value. All of them must match. */
export type DateTimeFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Greater than this value. */
  readonly gt?: string | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: string | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: string | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on the date time items of an entity, as the caller sees them. All of them must match. */
export type DateTimeItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: DateTimeItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: DateTimeItemWhere | null | undefined;
};

/** Which date time items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type DateTimeItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<DateTimeItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: DateTimeItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<DateTimeItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the instant, in UTC with milliseconds, or microseconds where it was sent with them. */
  readonly value?: DateTimeFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the double items of an entity, as the caller sees them. All of them must match. */
export type DoubleItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: DoubleItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: DoubleItemWhere | null | undefined;
};

/** Which double items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type DoubleItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<DoubleItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: DoubleItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<DoubleItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the number; finite. */
  readonly value?: FloatFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Who may see the published content of an entity. */
export type EntityAudience =
  /** Everyone, also without a token: EVERYONE has VIEW, or what counts as VIEW, on the entity, its owner or a company above. */
  | 'EVERYONE'
  /** Those who were granted it. */
  | 'GRANTED';

/** Conditions on an EntityAudience, in the order of its members. All of them must match. */
export type EntityAudienceFilter = {
  /** Equal to this value. */
  readonly eq?: EntityAudience | null | undefined;
  /** Greater than this value. */
  readonly gt?: EntityAudience | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: EntityAudience | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<EntityAudience> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: EntityAudience | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: EntityAudience | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: EntityAudience | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<EntityAudience> | null | undefined;
};

/** Conditions on a link to entity, or on a list of them. All of them must match. */
export type EntityLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: EntityWhere | null | undefined;
};

/** One step of an order. The urn always decides last. */
export type EntityOrderBy = {
  /** Which way. */
  readonly direction?: SortDirection;
  /** What to order by. */
  readonly field: EntityOrderField;
  /** The name of the item, required with BOOLEAN, DATE_TIME, DOUBLE, LONG, MARKDOWN, MONEY_ITEM, TEMPLATE, TEXT. Pages without the item come last. */
  readonly name?: string | null | undefined;
};

/** What entities can be ordered by. */
export type EntityOrderField =
  /** Orders by the boolean item that `name` names. */
  | 'BOOLEAN'
  /** Orders by created timestamp: when the entity was created. */
  | 'CREATED_TIMESTAMP'
  /** Orders by the date time item that `name` names. */
  | 'DATE_TIME'
  /** Orders by the double item that `name` names. */
  | 'DOUBLE'
  /** Orders by entity type: what the entity is to hold: a type of its owner or of a company above; null for whatever items it has. */
  | 'ENTITY_TYPE'
  /** Orders by language: the language of the content. */
  | 'LANGUAGE'
  /** Orders by last edited timestamp: when the entity or an item of it was last written by somebody; to who sees no drafts, when what is live last changed. */
  | 'LAST_EDITED_TIMESTAMP'
  /** Orders by last error: why the last scheduled publication failed; null when it did not. */
  | 'LAST_ERROR'
  /** Orders by live timestamp: when the present live content went live, whatever its date is; null when nothing is live. */
  | 'LIVE_TIMESTAMP'
  /** Orders by the long item that `name` names. */
  | 'LONG'
  /** Orders by the markdown item that `name` names. */
  | 'MARKDOWN'
  /** Orders by the money item that `name` names. */
  | 'MONEY_ITEM'
  /** Orders by name: the name people know the entity by. */
  | 'NAME'
  /** Orders by owner: the company that owns the entity. */
  | 'OWNER'
  /** Orders by path: the address within the owner: starts with `/`, has no empty, `.` or `..` segment and no trailing `/`; characters that need no escape are answered without it. */
  | 'PATH'
  /** Orders by publish timestamp: the date of the content. */
  | 'PUBLISH_TIMESTAMP'
  /** Orders by status: the publication status. */
  | 'STATUS'
  /** Orders by the template item that `name` names. */
  | 'TEMPLATE'
  /** Orders by the text item that `name` names. */
  | 'TEXT'
  /** Orders by unpublish timestamp: when the content stops being live; later than `publishTimestamp`. */
  | 'UNPUBLISH_TIMESTAMP'
  /** Orders by updated timestamp: when the entity was last written. */
  | 'UPDATED_TIMESTAMP'
  /** Orders by urn: a UUID; identifies the entity everywhere. */
  | 'URN'
  /** Orders by variant: the content split this entity belongs to, in letters, digits, `-`, `_` and `.`; empty means the default variant. */
  | 'VARIANT'
  /** Orders by version: starts at 1 and grows by 1 with each accepted write. */
  | 'VERSION';

/** The publication status of an entity. */
export type EntityStatus =
  /** Nothing is live; the state of a new entity. */
  | 'DRAFT_UNPUBLISHED'
  /** The order to publish; seen only while it is being carried out. */
  | 'PUBLISH'
  /** Live, and the live values are the newest. */
  | 'PUBLISHED'
  /** Live, and newer values exist that are not. */
  | 'PUBLISHED_WITH_DRAFTS'
  /** Publication is scheduled for `publishTimestamp`; what was live before stays live until then. */
  | 'PUBLISH_PENDING';

/** Conditions on an EntityStatus, in the order of its members. All of them must match. */
export type EntityStatusFilter = {
  /** Equal to this value. */
  readonly eq?: EntityStatus | null | undefined;
  /** Greater than this value. */
  readonly gt?: EntityStatus | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: EntityStatus | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<EntityStatus> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: EntityStatus | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: EntityStatus | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: EntityStatus | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<EntityStatus> | null | undefined;
};

/** Conditions on a link to entity type, or on a list of them. All of them must match. */
export type EntityTypeLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: EntityTypeWhere | null | undefined;
};

/** Which entity types to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type EntityTypeWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<EntityTypeWhere> | null | undefined;
  /** Filters by created timestamp: when the type was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by description: what the type is for. */
  readonly description?: StringFilter | null | undefined;
  /** Filters by name: what people and programs call the type; unique per owner. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: EntityTypeWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<EntityTypeWhere> | null | undefined;
  /** Filters by owner: the company the type belongs to. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by updated timestamp: when the type was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the type everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Which entities to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type EntityWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<EntityWhere> | null | undefined;
  /** Filters by assets: the assets that its items name by their addresses or show pictures of, and that the caller may see; by what is live for who sees no drafts of the page. */
  readonly assets?: AssetLinkFilter | null | undefined;
  /** Filters by audience: who may see what is live of the entity. */
  readonly audience?: EntityAudienceFilter | null | undefined;
  /** Filters by booleans: its yes or no items. */
  readonly booleans?: BooleanItemListFilter | null | undefined;
  /** Filters by created timestamp: when the entity was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by date times: its instants. */
  readonly dateTimes?: DateTimeItemListFilter | null | undefined;
  /** Filters by doubles: its floating point numbers. */
  readonly doubles?: DoubleItemListFilter | null | undefined;
  /** Filters by entity type: what the entity is to hold: a type of its owner or of a company above; null for whatever items it has. */
  readonly entityType?: EntityTypeLinkFilter | null | undefined;
  /** Filters by images: its pictures. */
  readonly images?: ImageItemListFilter | null | undefined;
  /** Filters by JSONs: its JSON objects. */
  readonly jsons?: JsonItemListFilter | null | undefined;
  /** Filters by language: the language of the content. */
  readonly language?: StringFilter | null | undefined;
  /** Filters by last edited timestamp: when the entity or an item of it was last written by somebody; to who sees no drafts, when what is live last changed. */
  readonly lastEditedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by last error: why the last scheduled publication failed; null when it did not. */
  readonly lastError?: StringFilter | null | undefined;
  /** Filters by lat/longs: its points on the globe. */
  readonly latLongs?: LatLongItemListFilter | null | undefined;
  /** Filters by links: its links to documents. */
  readonly links?: LinkItemListFilter | null | undefined;
  /** Filters by live timestamp: when the present live content went live, whatever its date is; null when nothing is live. */
  readonly liveTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by longs: its integers. */
  readonly longs?: LongItemListFilter | null | undefined;
  /** Filters by markdowns: its Markdown texts. */
  readonly markdowns?: MarkdownItemListFilter | null | undefined;
  /** Filters by money: its amounts of money. */
  readonly money?: MoneyItemListFilter | null | undefined;
  /** Filters by name: the name people know the entity by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: EntityWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<EntityWhere> | null | undefined;
  /** Filters by owner: the company that owns the entity. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by parent: the page above it by path: `/articles` of `/articles/the-night-shift`, of the same owner, language and variant. */
  readonly parent?: EntityLinkFilter | null | undefined;
  /** Filters by path: the address within the owner: starts with `/`, has no empty, `.` or `..` segment and no trailing `/`; characters that need no escape are answered without it. */
  readonly path?: StringFilter | null | undefined;
  /** Filters by publish timestamp: the date of the content. */
  readonly publishTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by references: its references to other entities. */
  readonly references?: ReferenceItemListFilter | null | undefined;
  /** Filters by status: the publication status. */
  readonly status?: EntityStatusFilter | null | undefined;
  /** Filters by templates: its templates. */
  readonly templates?: TemplateItemListFilter | null | undefined;
  /** Filters by texts: its plain texts. */
  readonly texts?: TextItemListFilter | null | undefined;
  /** Filters by unpublish timestamp: when the content stops being live; later than `publishTimestamp`. */
  readonly unpublishTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by updated timestamp: when the entity was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the entity everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by variant: the content split this entity belongs to, in letters, digits, `-`, `_` and `.`; empty means the default variant. */
  readonly variant?: StringFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on a Float value. All of them must match. */
export type FloatFilter = {
  /** Equal to this value. */
  readonly eq?: number | null | undefined;
  /** Greater than this value. */
  readonly gt?: number | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: number | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<number> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: number | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: number | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: number | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<number> | null | undefined;
};

/** Conditions on a urn or a link. All of them must match. */
export type IdFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Greater than this value. */
  readonly gt?: string | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: string | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: string | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on a link to identity, or on a list of them. All of them must match. */
export type IdentityLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: IdentityWhere | null | undefined;
};

/** What stands behind an identity. */
export type IdentityType =
  /** The unknown user of a session; made by the service, holds no contact data and expires. */
  | 'ANONYMOUS'
  /** A company as a contact. */
  | 'COMPANY'
  /** A human being. */
  | 'PERSON'
  /** A program. */
  | 'SERVICE';

/** Conditions on an IdentityType, in the order of its members. All of them must match. */
export type IdentityTypeFilter = {
  /** Equal to this value. */
  readonly eq?: IdentityType | null | undefined;
  /** Greater than this value. */
  readonly gt?: IdentityType | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: IdentityType | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<IdentityType> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: IdentityType | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: IdentityType | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: IdentityType | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<IdentityType> | null | undefined;
};

/** Which identities to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type IdentityWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<IdentityWhere> | null | undefined;
  /** Filters by companies: the companies it belongs to; a write replaces them all. */
  readonly companies?: CompanyLinkFilter | null | undefined;
  /** Filters by created timestamp: when the identity was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by language: the language it prefers. */
  readonly language?: StringFilter | null | undefined;
  /** Filters by name: the name people see; when absent, taken from the first person name. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: IdentityWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<IdentityWhere> | null | undefined;
  /** Filters by owner: the company that owns the identity. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by time zone: the time zone it lives in, by its IANA name such as `Europe/London`. */
  readonly timeZone?: StringFilter | null | undefined;
  /** Filters by type: what stands behind the identity. */
  readonly type?: IdentityTypeFilter | null | undefined;
  /** Filters by updated timestamp: when the identity was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the identity everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the image items of an entity, as the caller sees them. All of them must match. */
export type ImageItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: ImageItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: ImageItemWhere | null | undefined;
};

/** Which image items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type ImageItemWhere = {
  /** Filters by alt text: what the picture shows, for people who do not see it. */
  readonly altText?: StringFilter | null | undefined;
  /** All of these must hold. */
  readonly and?: ReadonlyArray<ImageItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by large src: the address of the large format; an upload sets it. */
  readonly largeSrc?: StringFilter | null | undefined;
  /** Filters by medium src: the address of the medium format; an upload sets it. */
  readonly mediumSrc?: StringFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: ImageItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<ImageItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by src: the address of the default format; an upload sets it. */
  readonly src?: StringFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on an Int value. All of them must match. */
export type IntFilter = {
  /** Equal to this value. */
  readonly eq?: number | null | undefined;
  /** Greater than this value. */
  readonly gt?: number | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: number | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<number> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: number | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: number | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: number | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<number> | null | undefined;
};

/** Conditions on the JSON items of an entity, as the caller sees them. All of them must match. */
export type JsonItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: JsonItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: JsonItemWhere | null | undefined;
};

/** Which JSON items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type JsonItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<JsonItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: JsonItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<JsonItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the lat/long items of an entity, as the caller sees them. All of them must match. */
export type LatLongItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: LatLongItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: LatLongItemWhere | null | undefined;
};

/** Which lat/long items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type LatLongItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<LatLongItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by latitude: degrees north of the equator; south is negative. */
  readonly latitude?: FloatFilter | null | undefined;
  /** Filters by longitude: degrees east of Greenwich; west is negative. */
  readonly longitude?: FloatFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: LatLongItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<LatLongItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name: the points of a line or a polygon. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the link items of an entity, as the caller sees them. All of them must match. */
export type LinkItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: LinkItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: LinkItemWhere | null | undefined;
};

/** Which link items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type LinkItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<LinkItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by href: where the link leads. */
  readonly href?: StringFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by lang: the language of the document the link leads to. */
  readonly lang?: StringFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: LinkItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<LinkItemWhere> | null | undefined;
  /** Filters by rel: the link relation, such as `canonical`, `author` or `nofollow`. */
  readonly rel?: StringFilter | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by text: the text people see for the link. */
  readonly text?: StringFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on a Long value. All of them must match. */
export type LongFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Greater than this value. */
  readonly gt?: string | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: string | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: string | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
};

/** Conditions on the long items of an entity, as the caller sees them. All of them must match. */
export type LongItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: LongItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: LongItemWhere | null | undefined;
};

/** Which long items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type LongItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<LongItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: LongItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<LongItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the integer. */
  readonly value?: LongFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the markdown items of an entity, as the caller sees them. All of them must match. */
export type MarkdownItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: MarkdownItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: MarkdownItemWhere | null | undefined;
};

/** Which markdown items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type MarkdownItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<MarkdownItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: MarkdownItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<MarkdownItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the Markdown source; in a rendered view the sanitized HTML it gives. */
  readonly value?: StringFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the money items of an entity, as the caller sees them. All of them must match. */
export type MoneyItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: MoneyItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: MoneyItemWhere | null | undefined;
};

/** Which money items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type MoneyItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<MoneyItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by currency code: the currency of the amount. */
  readonly currencyCode?: StringFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: MoneyItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<MoneyItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by unit value: the amount in minor units, such as cents; may be negative. */
  readonly unitValue?: LongFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on a link to organisation, or on a list of them. All of them must match. */
export type OrganisationLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: OrganisationWhere | null | undefined;
};

/** Which organisations to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type OrganisationWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<OrganisationWhere> | null | undefined;
  /** Filters by created timestamp: when the organisation was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by default currency code: the currency used when nothing else decides. */
  readonly defaultCurrencyCode?: StringFilter | null | undefined;
  /** Filters by default language: the language used when nothing else decides. */
  readonly defaultLanguage?: StringFilter | null | undefined;
  /** Filters by legal name: the registered name. */
  readonly legalName?: StringFilter | null | undefined;
  /** Filters by lei code: the legal entity identifier (ISO 17442), with its check digits. */
  readonly leiCode?: StringFilter | null | undefined;
  /** Filters by name: the name people know the organisation by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: OrganisationWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<OrganisationWhere> | null | undefined;
  /** Filters by registration number: the number in the register of companies. */
  readonly registrationNumber?: StringFilter | null | undefined;
  /** Filters by tax id: the tax number. */
  readonly taxId?: StringFilter | null | undefined;
  /** Filters by updated timestamp: when the organisation was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the organisation everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by vat id: the value added tax number. */
  readonly vatId?: StringFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
  /** Filters by website url: the address of its website. */
  readonly websiteUrl?: StringFilter | null | undefined;
};

/** Conditions on a link to project, or on a list of them. All of them must match. */
export type ProjectLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: ProjectWhere | null | undefined;
};

/** The status of a project. */
export type ProjectStatus =
  /** Work goes on. */
  | 'ACTIVE'
  /** Put away; takes no new tasks. */
  | 'ARCHIVED'
  /** Work is finished. */
  | 'COMPLETED'
  /** Work is paused. */
  | 'ON_HOLD';

/** Conditions on a ProjectStatus, in the order of its members. All of them must match. */
export type ProjectStatusFilter = {
  /** Equal to this value. */
  readonly eq?: ProjectStatus | null | undefined;
  /** Greater than this value. */
  readonly gt?: ProjectStatus | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: ProjectStatus | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<ProjectStatus> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: ProjectStatus | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: ProjectStatus | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: ProjectStatus | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<ProjectStatus> | null | undefined;
};

/** Which projects to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type ProjectWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<ProjectWhere> | null | undefined;
  /** Filters by created timestamp: when the project was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by description: a description of the project. */
  readonly description?: StringFilter | null | undefined;
  /** Filters by due timestamp: when the project is due; not before `startTimestamp`. */
  readonly dueTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the content page of the project. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by lead: the person who answers for the project. */
  readonly lead?: IdentityLinkFilter | null | undefined;
  /** Filters by name: what people call the project. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: ProjectWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<ProjectWhere> | null | undefined;
  /** Filters by owner: the company the project belongs to. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by start timestamp: when work begins. */
  readonly startTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by status: the status of the project. */
  readonly status?: ProjectStatusFilter | null | undefined;
  /** Filters by updated timestamp: when the project was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the project everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
  /** Filters by workflow: the workflow its tasks follow unless they say otherwise. */
  readonly workflow?: WorkflowLinkFilter | null | undefined;
};

/** Conditions on the reference items of an entity, as the caller sees them. All of them must match. */
export type ReferenceItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: ReferenceItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: ReferenceItemWhere | null | undefined;
};

/** Which reference items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type ReferenceItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<ReferenceItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by entity reference: the entity referred to: of the same owner, and not the entity the item lives in. */
  readonly entityReference?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: ReferenceItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<ReferenceItemWhere> | null | undefined;
  /** Filters by relation: what the other entity is to this one, such as `author`. */
  readonly relation?: StringFilter | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Ascending or descending. */
export type SortDirection =
  /** Smallest, earliest or lowest ranked first. */
  | 'ASC'
  /** Largest, latest or highest ranked first. */
  | 'DESC';

/** Conditions on a text, compared by code point. All of them must match. */
export type StringFilter = {
  /** Contains this text. */
  readonly contains?: string | null | undefined;
  /** As contains, whatever the case, the accents and the forms of the letters. */
  readonly containsFold?: string | null | undefined;
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Greater than this value. */
  readonly gt?: string | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: string | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: string | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Begins with this text. */
  readonly startsWith?: string | null | undefined;
};

/** Conditions on a link to task, or on a list of them. All of them must match. */
export type TaskLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: TaskWhere | null | undefined;
};

/** One step of an order. The urn always decides last. */
export type TaskOrderBy = {
  /** Which way. */
  readonly direction?: SortDirection;
  /** What to order by. */
  readonly field: TaskOrderField;
};

/** What tasks can be ordered by. */
export type TaskOrderField =
  /** Orders by assignee: who is to do it. */
  | 'ASSIGNEE'
  /** Orders by completed timestamp: when it was completed; null while it is not. */
  | 'COMPLETED_TIMESTAMP'
  /** Orders by created timestamp: when the task was created. */
  | 'CREATED_TIMESTAMP'
  /** Orders by description: what is to be done, in full; may be empty. */
  | 'DESCRIPTION'
  /** Orders by due timestamp: when it is to be done. */
  | 'DUE_TIMESTAMP'
  /** Orders by identity for logs: who the task log names for this write, the caller's own identity by default; a read gives the value of the last write. */
  | 'IDENTITY_FOR_LOGS'
  /** Orders by owner: the company the task belongs to. */
  | 'OWNER'
  /** Orders by priority: how much it matters. */
  | 'PRIORITY'
  /** Orders by project: the project the task is part of. */
  | 'PROJECT'
  /** Orders by rank: its place among the tasks of its stage, for an order by it. */
  | 'RANK'
  /** Orders by status: the status. */
  | 'STATUS'
  /** Orders by title: what is to be done, in one line. */
  | 'TITLE'
  /** Orders by updated timestamp: when the task was last written. */
  | 'UPDATED_TIMESTAMP'
  /** Orders by urn: a UUID; identifies the task everywhere. */
  | 'URN'
  /** Orders by version: starts at 1 and grows by 1 with each accepted write. */
  | 'VERSION'
  /** Orders by workflow stage: where the task stands in its workflow. */
  | 'WORKFLOW_STAGE';

/** How much a task matters, lowest first. */
export type TaskPriority =
  /** Before everything else. */
  | 'CRITICAL'
  /** Before others. */
  | 'HIGH'
  /** Can wait. */
  | 'LOW'
  /** Ordinary. */
  | 'MEDIUM'
  /** Not ranked. */
  | 'NONE';

/** Conditions on a TaskPriority, in the order of its members. All of them must match. */
export type TaskPriorityFilter = {
  /** Equal to this value. */
  readonly eq?: TaskPriority | null | undefined;
  /** Greater than this value. */
  readonly gt?: TaskPriority | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: TaskPriority | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<TaskPriority> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: TaskPriority | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: TaskPriority | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: TaskPriority | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<TaskPriority> | null | undefined;
};

/** The status of a task. */
export type TaskStatus =
  /** Waiting for something, as a person states it. */
  | 'BLOCKED'
  /** Ended without completion, or put away after it. */
  | 'CLOSED'
  /** Done. */
  | 'COMPLETED'
  /** Being worked on. */
  | 'IN_PROGRESS'
  /** Not begun. */
  | 'PENDING'
  /** Not known; imported tasks only. */
  | 'UNDEFINED';

/** The status of a task in three words, for filters. */
export type TaskStatusCategory =
  /** IN_PROGRESS or BLOCKED. */
  | 'ACTIVE'
  /** COMPLETED or CLOSED. */
  | 'DONE'
  /** UNDEFINED or PENDING. */
  | 'OPEN';

/** Conditions on a TaskStatusCategory, in the order of its members. All of them must match. */
export type TaskStatusCategoryFilter = {
  /** Equal to this value. */
  readonly eq?: TaskStatusCategory | null | undefined;
  /** Greater than this value. */
  readonly gt?: TaskStatusCategory | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: TaskStatusCategory | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<TaskStatusCategory> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: TaskStatusCategory | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: TaskStatusCategory | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: TaskStatusCategory | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<TaskStatusCategory> | null | undefined;
};

/** Conditions on a TaskStatus, in the order of its members. All of them must match. */
export type TaskStatusFilter = {
  /** Equal to this value. */
  readonly eq?: TaskStatus | null | undefined;
  /** Greater than this value. */
  readonly gt?: TaskStatus | null | undefined;
  /** Greater than this value, or equal to it. */
  readonly gte?: TaskStatus | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<TaskStatus> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Less than this value. */
  readonly lt?: TaskStatus | null | undefined;
  /** Less than this value, or equal to it. */
  readonly lte?: TaskStatus | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: TaskStatus | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<TaskStatus> | null | undefined;
};

/** Which tasks to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type TaskWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<TaskWhere> | null | undefined;
  /** Filters by assignee: who is to do it. */
  readonly assignee?: IdentityLinkFilter | null | undefined;
  /** Filters by associated companies: companies the task has to do with. */
  readonly associatedCompanies?: CompanyLinkFilter | null | undefined;
  /** Filters by associated entities: content the task has to do with. */
  readonly associatedEntities?: EntityLinkFilter | null | undefined;
  /** Filters by associated identities: people the task has to do with. */
  readonly associatedIdentities?: IdentityLinkFilter | null | undefined;
  /** Filters by associated tasks: tasks that have to do with this one, in no direction. */
  readonly associatedTasks?: TaskLinkFilter | null | undefined;
  /** Filters by blocked by: tasks that must be done before this one. */
  readonly blockedBy?: TaskLinkFilter | null | undefined;
  /** Filters by completed timestamp: when it was completed; null while it is not. */
  readonly completedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by created timestamp: when the task was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by description: what is to be done, in full; may be empty. */
  readonly description?: StringFilter | null | undefined;
  /** Filters by due timestamp: when it is to be done. */
  readonly dueTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by associated entities: content the task has to do with. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by identity for logs: who the task log names for this write, the caller's own identity by default; a read gives the value of the last write. */
  readonly identityForLogs?: IdentityLinkFilter | null | undefined;
  /** Filters by is blocked: whether some task in `blockedBy` is not done yet. */
  readonly isBlocked?: BooleanFilter | null | undefined;
  /** This must not hold. */
  readonly not?: TaskWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<TaskWhere> | null | undefined;
  /** Filters by owner: the company the task belongs to. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by priority: how much it matters. */
  readonly priority?: TaskPriorityFilter | null | undefined;
  /** Filters by project: the project the task is part of. */
  readonly project?: ProjectLinkFilter | null | undefined;
  /** Filters by rank: its place among the tasks of its stage, for an order by it. */
  readonly rank?: StringFilter | null | undefined;
  /** Filters by status: the status. */
  readonly status?: TaskStatusFilter | null | undefined;
  /** Filters by status category: the status in three words: open, active or done. */
  readonly statusCategory?: TaskStatusCategoryFilter | null | undefined;
  /** Filters by title: what is to be done, in one line. */
  readonly title?: StringFilter | null | undefined;
  /** Filters by updated timestamp: when the task was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the task everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
  /** Filters by workflow stage: where the task stands in its workflow. */
  readonly workflowStage?: WorkflowStageLinkFilter | null | undefined;
};

/** Conditions on the template items of an entity, as the caller sees them. All of them must match. */
export type TemplateItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: TemplateItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: TemplateItemWhere | null | undefined;
};

/** Which template items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type TemplateItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<TemplateItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by media type: what the template makes, which decides how values are escaped: `text/html`, `text/plain` or `application/json`. */
  readonly mediaType?: StringFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: TemplateItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<TemplateItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the template source; in a rendered view the text it expands to. */
  readonly value?: StringFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on the text items of an entity, as the caller sees them. All of them must match. */
export type TextItemListFilter = {
  /** No item meets all of these conditions. */
  readonly none?: TextItemWhere | null | undefined;
  /** At least one item meets all of these conditions. */
  readonly some?: TextItemWhere | null | undefined;
};

/** Which text items to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type TextItemWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<TextItemWhere> | null | undefined;
  /** Filters by created timestamp: when the item was created; on an entry of a history, when that value was written. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by entity: the entity the item lives in. */
  readonly entity?: EntityLinkFilter | null | undefined;
  /** Filters by is published: whether this value is the live one. */
  readonly isPublished?: BooleanFilter | null | undefined;
  /** Filters by name: the name templates and frontends know the item by. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: TextItemWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<TextItemWhere> | null | undefined;
  /** Filters by sort order: orders items of one name. */
  readonly sortOrder?: IntFilter | null | undefined;
  /** Filters by updated timestamp: when the item was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; of the item, or of one entry of its history. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by value: the text; may be empty. */
  readonly value?: StringFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

/** Conditions on a link to workflow, or on a list of them. All of them must match. */
export type WorkflowLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: WorkflowWhere | null | undefined;
};

/** Conditions on a link to workflow stage, or on a list of them. All of them must match. */
export type WorkflowStageLinkFilter = {
  /** Equal to this value. */
  readonly eq?: string | null | undefined;
  /** Equal to one of these values, 200 at most. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** Whether there is no value. */
  readonly isNull?: boolean | null | undefined;
  /** Not equal to this value; what has no value counts. */
  readonly ne?: string | null | undefined;
  /** Equal to none of these values, 200 at most; what has no value counts. */
  readonly nin?: ReadonlyArray<string> | null | undefined;
  /** Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only. */
  readonly where?: WorkflowStageWhere | null | undefined;
};

/** Which workflow stages to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type WorkflowStageWhere = {
  /** Filters by allowed next: the stages a task may move to from here; empty means any. */
  readonly allowedNext?: WorkflowStageLinkFilter | null | undefined;
  /** All of these must hold. */
  readonly and?: ReadonlyArray<WorkflowStageWhere> | null | undefined;
  /** Filters by color: the color boards show the stage in, as `#RRGGBB`. */
  readonly color?: StringFilter | null | undefined;
  /** Filters by created timestamp: when the stage was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by name: what people call the stage; unique in its workflow. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: WorkflowStageWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<WorkflowStageWhere> | null | undefined;
  /** Filters by order: orders the stages of a workflow; ties are broken by urn. */
  readonly order?: IntFilter | null | undefined;
  /** Filters by task limit: how many tasks the stage may hold at once; without one there is no limit. */
  readonly taskLimit?: IntFilter | null | undefined;
  /** Filters by task status: the status a task takes on entering the stage; without one the status stays as it is. */
  readonly taskStatus?: TaskStatusFilter | null | undefined;
  /** Filters by updated timestamp: when the stage was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the stage everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
  /** Filters by workflow: the workflow the stage is part of. */
  readonly workflow?: WorkflowLinkFilter | null | undefined;
};

/** Which workflows to list. All conditions must match. At most 50 conditions, 5 levels deep. */
export type WorkflowWhere = {
  /** All of these must hold. */
  readonly and?: ReadonlyArray<WorkflowWhere> | null | undefined;
  /** Filters by created timestamp: when the workflow was created. */
  readonly createdTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by is default: whether this is the workflow its owner uses where none is named; one per owner. */
  readonly isDefault?: BooleanFilter | null | undefined;
  /** Filters by name: what people call the workflow. */
  readonly name?: StringFilter | null | undefined;
  /** This must not hold. */
  readonly not?: WorkflowWhere | null | undefined;
  /** At least one of these must hold as a whole. */
  readonly or?: ReadonlyArray<WorkflowWhere> | null | undefined;
  /** Filters by owner: the company the workflow belongs to. */
  readonly owner?: CompanyLinkFilter | null | undefined;
  /** Filters by updated timestamp: when the workflow was last written. */
  readonly updatedTimestamp?: DateTimeFilter | null | undefined;
  /** Filters by urn: a UUID; identifies the workflow everywhere. */
  readonly urn?: IdFilter | null | undefined;
  /** Filters by version: starts at 1 and grows by 1 with each accepted write. */
  readonly version?: LongFilter | null | undefined;
};

export type AddTaskMutationVariables = Exact<{
  input: CreateTaskInput;
}>;

export type AddTaskMutation = {
  readonly createTask: {
    readonly task: {
      readonly urn: string;
      readonly version: string;
      readonly title: string;
      readonly status: TaskStatus;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: string;
      readonly path: string | null;
      readonly message: string;
    }>;
  };
};

export type ChangeTextMutationVariables = Exact<{
  urn: string;
  value: string;
  expectedVersion?: string | null | undefined;
}>;

export type ChangeTextMutation = {
  readonly updateTextItem: {
    readonly textItem: {
      readonly urn: string;
      readonly version: string;
      readonly value: string;
      readonly isPublished: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: string;
      readonly path: string | null;
      readonly message: string;
    }>;
  };
};

export type PageQueryVariables = Exact<{
  path: string;
  language?: string | null | undefined;
  variant?: string | null | undefined;
}>;

export type PageQuery = {
  readonly entityView: {
    readonly urn: string;
    readonly name: string;
    readonly language: string;
    readonly texts: ReadonlyArray<{ readonly name: string; readonly value: string }>;
    readonly markdowns: ReadonlyArray<{ readonly name: string; readonly value: string }>;
    readonly images: ReadonlyArray<{
      readonly name: string;
      readonly altText: string | null;
      readonly src: string | null;
    }>;
    readonly alternativeLanguages: ReadonlyArray<{ readonly language: string; readonly name: string }>;
  } | null;
};

export type PagesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  where?: EntityWhere | null | undefined;
  orderBy?: ReadonlyArray<EntityOrderBy> | EntityOrderBy | null | undefined;
}>;

export type PagesQuery = {
  readonly entities: {
    readonly nodes: ReadonlyArray<{
      readonly urn: string;
      readonly version: string;
      readonly name: string;
      readonly path: string | null;
      readonly language: string;
      readonly status: EntityStatus;
    }>;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
};

export type PublishMutationVariables = Exact<{
  urn: string;
  at?: string | null | undefined;
}>;

export type PublishMutation = {
  readonly publishEntity: {
    readonly entity: {
      readonly urn: string;
      readonly status: EntityStatus;
      readonly publishTimestamp: string | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: string;
      readonly path: string | null;
      readonly message: string;
    }>;
  };
};

export type TasksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  where?: TaskWhere | null | undefined;
  orderBy?: ReadonlyArray<TaskOrderBy> | TaskOrderBy | null | undefined;
}>;

export type TasksQuery = {
  readonly tasks: {
    readonly nodes: ReadonlyArray<{
      readonly urn: string;
      readonly version: string;
      readonly title: string;
      readonly status: TaskStatus;
      readonly priority: TaskPriority;
      readonly dueTimestamp: string;
      readonly isBlocked: boolean;
      readonly assignee: { readonly urn: string; readonly name: string | null } | null;
    }>;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
};
