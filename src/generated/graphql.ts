// The graph's types and resolver signatures. Written by `npm run generate`: edit schema/ instead.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string };
  String: { input: string; output: string };
  Boolean: { input: boolean; output: boolean };
  Int: { input: number; output: number };
  Float: { input: number; output: number };
  /** An ISO 3166-1 alpha-2 country code from `countries`, upper case. */
  CountryCode: { input: string; output: string };
  /** An ISO 4217 alphabetic currency code from `currencies`. Any case is accepted on input. */
  CurrencyCode: { input: string; output: string };
  /** A calendar date, `YYYY-MM-DD`; a birth date may be shortened to `YYYY-MM` or `YYYY`. */
  Date: { input: string; output: string };
  /** An instant as RFC 3339 text: UTC, milliseconds, ending in `Z`. Any offset is accepted on input. */
  DateTime: { input: string; output: string };
  /** An exact decimal number as text, such as `12.50`. */
  Decimal: { input: string; output: string };
  /** An e-mail address (RFC 5321 mailbox), at most 254 characters. */
  EmailAddress: { input: string; output: string };
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown };
  /** A locale tag from the fixed list of `locales`, such as `en`, `en-GB` or `zh-Hant-TW`; at most 16 characters. Any case and `_` are accepted on input. */
  LanguageTag: { input: string; output: string };
  /** A 64 bit integer. Text on output; text or an integral number on input. */
  Long: { input: string; output: string };
  /** An absolute address (RFC 3986). */
  URL: { input: string; output: string };
};

/** How far an API client may go. */
export type AccessLevel =
  /** Administrator of its owner and of everything below. */
  | 'COMPANY'
  /** Only what its roles and permissions allow. */
  | 'RESTRICTED';

/** Conditions on a AccessLevel; all given ones must hold. */
export type AccessLevelFilter = {
  eq?: InputMaybe<AccessLevel>;
  in?: InputMaybe<Array<AccessLevel>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<AccessLevel>;
  nin?: InputMaybe<Array<AccessLevel>>;
};

/** Who made a change. */
export type Actor = {
  __typename?: 'Actor';
  /** IDENTITY, API_CLIENT or SYSTEM. */
  type: ActorType;
  /** The urn of the identity or the API client; null for the service itself. */
  urn?: Maybe<Scalars['ID']['output']>;
};

/** The kinds of actor. */
export type ActorType = 'API_CLIENT' | 'IDENTITY' | 'SYSTEM';

/** A postal address of an identity. */
export type Address = Node & {
  __typename?: 'Address';
  /** What the address is used for. */
  addressType?: Maybe<AddressType>;
  /** What is needed beyond the street, such as a flat or a building. */
  area?: Maybe<Scalars['String']['output']>;
  /** The country. */
  countryCode?: Maybe<Scalars['CountryCode']['output']>;
  /** When the address was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The identity that is reached at the address. */
  identity?: Maybe<Identity>;
  /** Whether this address comes first. */
  isPrimary: Scalars['Boolean']['output'];
  /** The town or village. */
  locality?: Maybe<Scalars['String']['output']>;
  /** The number of the post office box. */
  officeBoxNumber?: Maybe<Scalars['String']['output']>;
  /** The postal code. */
  postalCode: Scalars['String']['output'];
  /** The state, province or county; a value of the form `CC-XXX` is an ISO 3166-2 code. */
  region?: Maybe<Scalars['String']['output']>;
  /** The street and the house number. */
  street: Scalars['String']['output'];
  /** When the address was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the address everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of addresses. */
export type AddressConnection = {
  __typename?: 'AddressConnection';
  /** The rows with their cursors. */
  edges: Array<AddressEdge>;
  /** The rows alone. */
  nodes: Array<Address>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type AddressEdge = {
  __typename?: 'AddressEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Address;
};

/** One step of an order. The urn always decides last. */
export type AddressOrderBy = {
  direction?: SortDirection;
  field: AddressOrderField;
};

/** What addresses can be ordered by. */
export type AddressOrderField =
  | 'ADDRESS_TYPE'
  | 'AREA'
  | 'COUNTRY_CODE'
  | 'CREATED_TIMESTAMP'
  | 'IDENTITY'
  | 'IS_PRIMARY'
  | 'LOCALITY'
  | 'OFFICE_BOX_NUMBER'
  | 'POSTAL_CODE'
  | 'REGION'
  | 'STREET'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** What a postal address is used for. */
export type AddressType =
  /** Invoices go there. */
  | 'BILLING'
  | 'HOME'
  | 'OTHER'
  /** Letters go there. */
  | 'POSTAL'
  /** The address in the register of companies. */
  | 'REGISTERED'
  /** Goods go there. */
  | 'SHIPPING'
  | 'WORK';

/** Conditions on a AddressType; all given ones must hold. */
export type AddressTypeFilter = {
  eq?: InputMaybe<AddressType>;
  in?: InputMaybe<Array<AddressType>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<AddressType>;
  nin?: InputMaybe<Array<AddressType>>;
};

/** Which addresses to list: all named conditions must hold, and one of `or` where it is given. */
export type AddressWhere = {
  addressType?: InputMaybe<AddressTypeFilter>;
  area?: InputMaybe<StringFilter>;
  countryCode?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  identity?: InputMaybe<IdFilter>;
  isPrimary?: InputMaybe<BooleanFilter>;
  locality?: InputMaybe<StringFilter>;
  officeBoxNumber?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<AddressWhere>>;
  postalCode?: InputMaybe<StringFilter>;
  region?: InputMaybe<StringFilter>;
  street?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** Another language version of an entity. */
export type AlternativeLanguage = {
  __typename?: 'AlternativeLanguage';
  /** The language of that version. */
  language: Scalars['LanguageTag']['output'];
  /** The name of that entity. */
  name: Scalars['String']['output'];
  /** The path of that entity. */
  path?: Maybe<Scalars['String']['output']>;
  /** The address of that entity. */
  url: Scalars['URL']['output'];
  /** The entity that holds that version. */
  urn: Scalars['ID']['output'];
};

/** A program that calls the service. */
export type ApiClient = Node & {
  __typename?: 'ApiClient';
  /** Whether the client is an administrator of its owner; only a company-level caller may raise it. */
  accessLevel: AccessLevel;
  /** The exact web origins it may call from; must be given for BROWSER. */
  allowedOrigins: Array<Scalars['String']['output']>;
  /** Its bearer tokens, without their secrets. */
  bearerTokens: ApiClientBearerTokenConnection;
  /** What OAuth (RFC 6749) calls the `client_id`: 32 url-safe characters. */
  clientID: Scalars['String']['output'];
  /** The OAuth secret, shown once when it is made, and never for BROWSER and NATIVE. */
  clientSecret?: Maybe<Scalars['String']['output']>;
  /** When the client was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The OAuth grants it may use. */
  grantTypes: Array<OAuthGrantType>;
  /** The identity the client acts as, made together with it. */
  identity?: Maybe<Identity>;
  /** When it last called; null if it never did. */
  lastUsedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What people call the client. */
  name: Scalars['String']['output'];
  /** The company the client belongs to. */
  owner?: Maybe<Company>;
  /** Where the authorization code may be sent: https or loopback, matched exactly. */
  redirectUris: Array<Scalars['URL']['output']>;
  /** How many requests it may send in a minute. */
  requestsPerMinute: Scalars['Int']['output'];
  /** Whether its writes must carry `If-Match`. */
  requireIfMatch: Scalars['Boolean']['output'];
  /** The roles the client holds, which are its MEMBER edges; a RESTRICTED client sees nothing without one. */
  roles: Array<Role>;
  /** The audience of its tokens: `api`, `webhook` or any other text. */
  scope: Scalars['String']['output'];
  /** Whether the client may call; while it is DISABLED its tokens are refused, its streams close and its webhooks pause. */
  status: ApiClientStatus;
  /** Whether it may only send GraphQL documents the server knows. */
  trustedDocumentsOnly: Scalars['Boolean']['output'];
  /** Where the client runs, and so whether it can keep a secret. */
  type: ApiClientType;
  /** When the client was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the API client everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** Its webhook subscriptions. */
  webhookSubscriptions: WebhookSubscriptionConnection;
};

/** A program that calls the service. */
export type ApiClientBearerTokensArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A program that calls the service. */
export type ApiClientWebhookSubscriptionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A secret an API client shows with its requests; made, rotated and revoked, never changed. */
export type ApiClientBearerToken = Node & {
  __typename?: 'ApiClientBearerToken';
  /** The API client that shows the token. */
  apiClient?: Maybe<ApiClient>;
  /** The token itself; given once, in the answer that made it, and null ever after. */
  bearerToken?: Maybe<Scalars['String']['output']>;
  /** When the token was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** When the token ends; at most 2 years ahead. */
  expirationTimestamp: Scalars['DateTime']['output'];
  /** The only labels the token may use of those its client has; empty means all of them. */
  labels: Array<Scalars['String']['output']>;
  /** When the token was last shown; null if it never was. */
  lastUsedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What people call the token. */
  name?: Maybe<Scalars['String']['output']>;
  /** When the token was revoked; null while it is not. */
  revokedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** The only roles the token may act in of those its client holds; empty means all of them. */
  roles: Array<Role>;
  /** The first 8 characters of the token, to recognise it by. */
  tokenPrefix: Scalars['String']['output'];
  /** When the token was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the token everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of apiClientBearerTokens. */
export type ApiClientBearerTokenConnection = {
  __typename?: 'ApiClientBearerTokenConnection';
  /** The rows with their cursors. */
  edges: Array<ApiClientBearerTokenEdge>;
  /** The rows alone. */
  nodes: Array<ApiClientBearerToken>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ApiClientBearerTokenEdge = {
  __typename?: 'ApiClientBearerTokenEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ApiClientBearerToken;
};

/** One step of an order. The urn always decides last. */
export type ApiClientBearerTokenOrderBy = {
  direction?: SortDirection;
  field: ApiClientBearerTokenOrderField;
};

/** What apiClientBearerTokens can be ordered by. */
export type ApiClientBearerTokenOrderField =
  | 'API_CLIENT'
  | 'CREATED_TIMESTAMP'
  | 'EXPIRATION_TIMESTAMP'
  | 'LAST_USED_TIMESTAMP'
  | 'NAME'
  | 'REVOKED_TIMESTAMP'
  | 'TOKEN_PREFIX'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which apiClientBearerTokens to list: all named conditions must hold, and one of `or` where it is given. */
export type ApiClientBearerTokenWhere = {
  apiClient?: InputMaybe<IdFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  expirationTimestamp?: InputMaybe<DateTimeFilter>;
  lastUsedTimestamp?: InputMaybe<DateTimeFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ApiClientBearerTokenWhere>>;
  revokedTimestamp?: InputMaybe<DateTimeFilter>;
  roles?: InputMaybe<IdFilter>;
  tokenPrefix?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A page of apiClients. */
export type ApiClientConnection = {
  __typename?: 'ApiClientConnection';
  /** The rows with their cursors. */
  edges: Array<ApiClientEdge>;
  /** The rows alone. */
  nodes: Array<ApiClient>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ApiClientEdge = {
  __typename?: 'ApiClientEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ApiClient;
};

/** One step of an order. The urn always decides last. */
export type ApiClientOrderBy = {
  direction?: SortDirection;
  field: ApiClientOrderField;
};

/** What apiClients can be ordered by. */
export type ApiClientOrderField =
  | 'ACCESS_LEVEL'
  | 'CLIENT_I_D'
  | 'CREATED_TIMESTAMP'
  | 'IDENTITY'
  | 'LAST_USED_TIMESTAMP'
  | 'NAME'
  | 'OWNER'
  | 'REQUESTS_PER_MINUTE'
  | 'REQUIRE_IF_MATCH'
  | 'SCOPE'
  | 'STATUS'
  | 'TRUSTED_DOCUMENTS_ONLY'
  | 'TYPE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Whether an API client may call. */
export type ApiClientStatus =
  /** It may call. */
  | 'ACTIVE'
  /** Every call is refused. */
  | 'DISABLED';

/** Conditions on a ApiClientStatus; all given ones must hold. */
export type ApiClientStatusFilter = {
  eq?: InputMaybe<ApiClientStatus>;
  in?: InputMaybe<Array<ApiClientStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<ApiClientStatus>;
  nin?: InputMaybe<Array<ApiClientStatus>>;
};

/** Where an API client runs. */
export type ApiClientType =
  /** In a web page, where no secret can be kept. */
  | 'BROWSER'
  /** In an installed application, where no secret can be kept. */
  | 'NATIVE'
  /** On a server, where a secret can be kept. */
  | 'SERVER';

/** Conditions on a ApiClientType; all given ones must hold. */
export type ApiClientTypeFilter = {
  eq?: InputMaybe<ApiClientType>;
  in?: InputMaybe<Array<ApiClientType>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<ApiClientType>;
  nin?: InputMaybe<Array<ApiClientType>>;
};

/** Which apiClients to list: all named conditions must hold, and one of `or` where it is given. */
export type ApiClientWhere = {
  accessLevel?: InputMaybe<AccessLevelFilter>;
  clientID?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  identity?: InputMaybe<IdFilter>;
  lastUsedTimestamp?: InputMaybe<DateTimeFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ApiClientWhere>>;
  owner?: InputMaybe<IdFilter>;
  requestsPerMinute?: InputMaybe<IntFilter>;
  requireIfMatch?: InputMaybe<BooleanFilter>;
  scope?: InputMaybe<StringFilter>;
  status?: InputMaybe<ApiClientStatusFilter>;
  trustedDocumentsOnly?: InputMaybe<BooleanFilter>;
  type?: InputMaybe<ApiClientTypeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** Conditions on a truth value; all given ones must hold. */
export type BooleanFilter = {
  eq?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A yes or no. */
export type BooleanItem = Item &
  Node & {
    __typename?: 'BooleanItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: BooleanItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The yes or no. */
    value: Scalars['Boolean']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of booleanItems. */
export type BooleanItemConnection = {
  __typename?: 'BooleanItemConnection';
  /** The rows with their cursors. */
  edges: Array<BooleanItemEdge>;
  /** The rows alone. */
  nodes: Array<BooleanItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type BooleanItemEdge = {
  __typename?: 'BooleanItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: BooleanItem;
};

/** Every value a boolean item had. Reading it is also how the live value is chosen. */
export type BooleanItemHistory = {
  __typename?: 'BooleanItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: BooleanItemConnection;
  /** The item as it is now. */
  item: BooleanItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a boolean item had. Reading it is also how the live value is chosen. */
export type BooleanItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type BooleanItemOrderBy = {
  direction?: SortDirection;
  field: BooleanItemOrderField;
};

/** What booleanItems can be ordered by. */
export type BooleanItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which booleanItems to list: all named conditions must hold, and one of `or` where it is given. */
export type BooleanItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<BooleanItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<BooleanFilter>;
  version?: InputMaybe<LongFilter>;
};

/** Who is asking, and what they may do: the state of the present session. */
export type ClientContext = {
  __typename?: 'ClientContext';
  /** The API client the request came through; null without one. */
  client?: Maybe<ApiClient>;
  /** The tenant in use; null when none is known. */
  company?: Maybe<Company>;
  /** What writes of a web session have to say in `X-CSRF-Token`; null for every other caller. */
  csrfToken?: Maybe<Scalars['String']['output']>;
  /** When the token or the session ends; null if there is neither. */
  expirationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the request carried a bearer token. */
  hasBearer: Scalars['Boolean']['output'];
  /** Whether there is a web session of a signed-in user. */
  hasSession: Scalars['Boolean']['output'];
  /** The identity the caller acts as; null for a caller without one. */
  identity?: Maybe<Identity>;
  /** The labels the caller has on the company. */
  labels: Array<Scalars['String']['output']>;
  /** The language the service and the caller agreed on. */
  language: Scalars['LanguageTag']['output'];
  /** A page to sign in with, made for a frame; null when not configured. */
  loginIframeSrc?: Maybe<Scalars['URL']['output']>;
  /** A page to sign in with; null when not configured. */
  loginUrl?: Maybe<Scalars['URL']['output']>;
  /** What the caller may still send; null when no limit applies. */
  rateLimit?: Maybe<RateLimit>;
  /** The roles the caller holds. */
  roles: Array<Role>;
  /** The OAuth scope; null without an OAuth token. */
  scope?: Maybe<Scalars['String']['output']>;
  /** What kind of session this is. */
  sessionKind: SessionKind;
  /** The time zone in use, as an IANA name such as `Europe/London`. */
  timeZone: Scalars['String']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** The signed-in user; null without one. */
  user?: Maybe<User>;
};

/** A name that another system, the domain, knows an identity by. */
export type ClientIdentifier = Node & {
  __typename?: 'ClientIdentifier';
  /** When the client identifier was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The system the token belongs to. */
  domain: Scalars['String']['output'];
  /** From when on it no longer stands for the identity; null means never. */
  expiresTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** The identity that is meant. */
  identity?: Maybe<Identity>;
  /** What that system calls the identity; not a secret. */
  token: Scalars['String']['output'];
  /** When the client identifier was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the client identifier everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of clientIdentifiers. */
export type ClientIdentifierConnection = {
  __typename?: 'ClientIdentifierConnection';
  /** The rows with their cursors. */
  edges: Array<ClientIdentifierEdge>;
  /** The rows alone. */
  nodes: Array<ClientIdentifier>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ClientIdentifierEdge = {
  __typename?: 'ClientIdentifierEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ClientIdentifier;
};

/** One step of an order. The urn always decides last. */
export type ClientIdentifierOrderBy = {
  direction?: SortDirection;
  field: ClientIdentifierOrderField;
};

/** What clientIdentifiers can be ordered by. */
export type ClientIdentifierOrderField =
  'CREATED_TIMESTAMP' | 'DOMAIN' | 'EXPIRES_TIMESTAMP' | 'IDENTITY' | 'TOKEN' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which clientIdentifiers to list: all named conditions must hold, and one of `or` where it is given. */
export type ClientIdentifierWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  domain?: InputMaybe<StringFilter>;
  expiresTimestamp?: InputMaybe<DateTimeFilter>;
  identity?: InputMaybe<IdFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ClientIdentifierWhere>>;
  token?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A company: it owns resources, and permissions held on it hold for everything it owns. */
export type Company = Node & {
  __typename?: 'Company';
  /** When the company was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The content page about the company. */
  entity?: Maybe<Entity>;
  /** For a language, the languages to try when content in it is missing: a map from a locale tag to an ordered list of tags. */
  fallbackLanguages?: Maybe<Scalars['JSON']['output']>;
  /** The identities that belong to the company. */
  identities: IdentityConnection;
  /** The name people know the company by. */
  name: Scalars['String']['output'];
  /** The legal body behind the company; set on the root company. */
  organisation?: Maybe<Organisation>;
  /** The root company of the tenant; the root company owns itself. */
  owner?: Maybe<Company>;
  /** The company above this one, in the same tenant; parents never form a cycle. */
  parentCompany?: Maybe<Company>;
  /** When the company was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the company everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A company: it owns resources, and permissions held on it hold for everything it owns. */
export type CompanyIdentitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of companies. */
export type CompanyConnection = {
  __typename?: 'CompanyConnection';
  /** The rows with their cursors. */
  edges: Array<CompanyEdge>;
  /** The rows alone. */
  nodes: Array<Company>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type CompanyEdge = {
  __typename?: 'CompanyEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Company;
};

/** One step of an order. The urn always decides last. */
export type CompanyOrderBy = {
  direction?: SortDirection;
  field: CompanyOrderField;
};

/** What companies can be ordered by. */
export type CompanyOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'NAME'
  | 'ORGANISATION'
  | 'OWNER'
  | 'PARENT_COMPANY'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which companies to list: all named conditions must hold, and one of `or` where it is given. */
export type CompanyWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<CompanyWhere>>;
  organisation?: InputMaybe<IdFilter>;
  owner?: InputMaybe<IdFilter>;
  parentCompany?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** Which values of content are meant. */
export type ContentVersion =
  /** The newest values, drafts included. */
  | 'LATEST'
  /** The live values. */
  | 'PUBLISHED';

/** Conditions on a ContentVersion; all given ones must hold. */
export type ContentVersionFilter = {
  eq?: InputMaybe<ContentVersion>;
  in?: InputMaybe<Array<ContentVersion>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<ContentVersion>;
  nin?: InputMaybe<Array<ContentVersion>>;
};

/** What the copy of an entity has of its own; the rest is as in the original. */
export type CopyEntityInput = {
  /** The language of the copy. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name of the copy. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The path of the copy. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** The urn of the copy; made by the service when absent. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The variant of the copy. */
  variant?: InputMaybe<Scalars['String']['input']>;
};

/** A country of ISO 3166-1. */
export type Country = {
  __typename?: 'Country';
  /** The three-letter code. */
  alpha3: Scalars['String']['output'];
  /** The two-letter code. */
  code: Scalars['CountryCode']['output'];
  /** The name in English. */
  name: Scalars['String']['output'];
};

/** A new address. Rules are checked together and answered as userErrors. */
export type CreateAddressInput = {
  /** What the address is used for. */
  addressType?: InputMaybe<AddressType>;
  /** What is needed beyond the street, such as a flat or a building. At most 255 characters. */
  area?: InputMaybe<Scalars['String']['input']>;
  /** The country. */
  countryCode?: InputMaybe<Scalars['CountryCode']['input']>;
  /** The identity that is reached at the address. Required. */
  identity?: InputMaybe<Scalars['ID']['input']>;
  /** Whether this address comes first. Default false. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** The town or village. At most 255 characters. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** The number of the post office box. At most 64 characters. */
  officeBoxNumber?: InputMaybe<Scalars['String']['input']>;
  /** The postal code. Required. At most 32 characters. */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** The state, province or county; a value of the form `CC-XXX` is an ISO 3166-2 code. At most 255 characters. */
  region?: InputMaybe<Scalars['String']['input']>;
  /** The street and the house number. Required. At most 1024 characters. */
  street?: InputMaybe<Scalars['String']['input']>;
  /** A UUID; identifies the address everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createAddress gives. */
export type CreateAddressPayload = {
  __typename?: 'CreateAddressPayload';
  /** The address as stored; null when the change was refused. */
  address?: Maybe<Address>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new api client bearer token. Rules are checked together and answered as userErrors. */
export type CreateApiClientBearerTokenInput = {
  /** The API client that shows the token. Required. */
  apiClient?: InputMaybe<Scalars['ID']['input']>;
  /** When the token ends; at most 2 years ahead. Required. */
  expirationTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** The only labels the token may use of those its client has; empty means all of them. Default []. */
  labels?: InputMaybe<Array<Scalars['String']['input']>>;
  /** What people call the token. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The only roles the token may act in of those its client holds; empty means all of them. Default []. */
  roles?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** A UUID; identifies the token everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createApiClientBearerToken gives. */
export type CreateApiClientBearerTokenPayload = {
  __typename?: 'CreateApiClientBearerTokenPayload';
  /** The api client bearer token as stored; null when the change was refused. */
  apiClientBearerToken?: Maybe<ApiClientBearerToken>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new api client. Rules are checked together and answered as userErrors. */
export type CreateApiClientInput = {
  /** Whether the client is an administrator of its owner; only a company-level caller may raise it. Default 'RESTRICTED'. */
  accessLevel?: InputMaybe<AccessLevel>;
  /** The exact web origins it may call from; must be given for BROWSER. At most 20 elements. Default []. */
  allowedOrigins?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The OAuth grants it may use. Default []. */
  grantTypes?: InputMaybe<Array<OAuthGrantType>>;
  /** What people call the client. Required. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company the client belongs to. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** Where the authorization code may be sent: https or loopback, matched exactly. At most 20 elements. Default []. */
  redirectUris?: InputMaybe<Array<Scalars['URL']['input']>>;
  /** How many requests it may send in a minute. 1 to 60000. Default 600. */
  requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** Whether its writes must carry `If-Match`. Default false. */
  requireIfMatch?: InputMaybe<Scalars['Boolean']['input']>;
  /** The roles the client holds, which are its MEMBER edges; a RESTRICTED client sees nothing without one. */
  roles?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The audience of its tokens: `api`, `webhook` or any other text. At most 255 characters. Default 'api'. */
  scope?: InputMaybe<Scalars['String']['input']>;
  /** Whether the client may call; while it is DISABLED its tokens are refused, its streams close and its webhooks pause. Default 'ACTIVE'. */
  status?: InputMaybe<ApiClientStatus>;
  /** Whether it may only send GraphQL documents the server knows. Default false. */
  trustedDocumentsOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Where the client runs, and so whether it can keep a secret. Default 'SERVER'. */
  type?: InputMaybe<ApiClientType>;
  /** A UUID; identifies the API client everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createApiClient gives. */
export type CreateApiClientPayload = {
  __typename?: 'CreateApiClientPayload';
  /** The api client as stored; null when the change was refused. */
  apiClient?: Maybe<ApiClient>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new boolean item. Rules are checked together and answered as userErrors. */
export type CreateBooleanItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The yes or no. Required. */
  value?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What createBooleanItem gives. */
export type CreateBooleanItemPayload = {
  __typename?: 'CreateBooleanItemPayload';
  /** The boolean item as stored; null when the change was refused. */
  booleanItem?: Maybe<BooleanItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new client identifier. Rules are checked together and answered as userErrors. */
export type CreateClientIdentifierInput = {
  /** The system the token belongs to. Required. At most 255 characters. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** From when on it no longer stands for the identity; null means never. */
  expiresTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** The identity that is meant. Required. */
  identity?: InputMaybe<Scalars['ID']['input']>;
  /** What that system calls the identity; not a secret. Required. At most 1024 characters. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** A UUID; identifies the client identifier everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createClientIdentifier gives. */
export type CreateClientIdentifierPayload = {
  __typename?: 'CreateClientIdentifierPayload';
  /** The client identifier as stored; null when the change was refused. */
  clientIdentifier?: Maybe<ClientIdentifier>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new company. Rules are checked together and answered as userErrors. */
export type CreateCompanyInput = {
  /** The content page about the company. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** For a language, the languages to try when content in it is missing: a map from a locale tag to an ordered list of tags. */
  fallbackLanguages?: InputMaybe<Scalars['JSON']['input']>;
  /** The name people know the company by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The legal body behind the company; set on the root company. */
  organisation?: InputMaybe<Scalars['ID']['input']>;
  /** The root company of the tenant; the root company owns itself. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** The company above this one, in the same tenant; parents never form a cycle. */
  parentCompany?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the company everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createCompany gives. */
export type CreateCompanyPayload = {
  __typename?: 'CreateCompanyPayload';
  /** The company as stored; null when the change was refused. */
  company?: Maybe<Company>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new date time item. Rules are checked together and answered as userErrors. */
export type CreateDateTimeItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The instant, in UTC with milliseconds. Required. */
  value?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What createDateTimeItem gives. */
export type CreateDateTimeItemPayload = {
  __typename?: 'CreateDateTimeItemPayload';
  /** The date time item as stored; null when the change was refused. */
  dateTimeItem?: Maybe<DateTimeItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new double item. Rules are checked together and answered as userErrors. */
export type CreateDoubleItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The number; finite. Required. */
  value?: InputMaybe<Scalars['Float']['input']>;
};

/** What createDoubleItem gives. */
export type CreateDoubleItemPayload = {
  __typename?: 'CreateDoubleItemPayload';
  /** The double item as stored; null when the change was refused. */
  doubleItem?: Maybe<DoubleItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new email. Rules are checked together and answered as userErrors. */
export type CreateEmailInput = {
  /** The address, its domain in lower case; changing it clears `isVerified`. Required. At most 254 characters. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The identity that is reached at the address. Required. */
  identity?: InputMaybe<Scalars['ID']['input']>;
  /** Whether this address comes first; at most one of an identity does. Default false. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the address is used for. Default 'OTHER'. */
  type?: InputMaybe<EmailType>;
  /** A UUID; identifies the e-mail address everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createEmail gives. */
export type CreateEmailPayload = {
  __typename?: 'CreateEmailPayload';
  /** The email as stored; null when the change was refused. */
  email?: Maybe<Email>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new entity. Rules are checked together and answered as userErrors. */
export type CreateEntityInput = {
  /** Its yes or no items. */
  booleans?: InputMaybe<Array<CreateBooleanItemInput>>;
  /** Its instants. */
  dateTimes?: InputMaybe<Array<CreateDateTimeItemInput>>;
  /** Its floating point numbers. */
  doubles?: InputMaybe<Array<CreateDoubleItemInput>>;
  /** Its pictures. */
  images?: InputMaybe<Array<CreateImageItemInput>>;
  /** Its JSON objects. */
  jsons?: InputMaybe<Array<CreateJsonItemInput>>;
  /** The language of the content. Required. At most 16 characters. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** Its points on the globe. */
  latLongs?: InputMaybe<Array<CreateLatLongItemInput>>;
  /** Its links to documents. */
  links?: InputMaybe<Array<CreateLinkItemInput>>;
  /** Its integers. */
  longs?: InputMaybe<Array<CreateLongItemInput>>;
  /** Its Markdown texts. */
  markdowns?: InputMaybe<Array<CreateMarkdownItemInput>>;
  /** Its amounts of money. */
  money?: InputMaybe<Array<CreateMoneyItemInput>>;
  /** The name people know the entity by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company that owns the entity. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** The address within the owner: starts with `/`, has no empty, `.` or `..` segment and no trailing `/`; absent on an entity that is only referred to. At most 2048 characters. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** When the content goes, or went, live; a future time schedules it. */
  publishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its references to other entities. */
  references?: InputMaybe<Array<CreateReferenceItemInput>>;
  /** How far the content is published; set to PUBLISH, together with a publication time, to publish. Required. */
  status?: InputMaybe<EntityStatus>;
  /** Its templates. */
  templates?: InputMaybe<Array<CreateTemplateItemInput>>;
  /** Its plain texts. */
  texts?: InputMaybe<Array<CreateTextItemInput>>;
  /** When the content stops being live; later than `publishTimestamp`. */
  unpublishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** A UUID; identifies the entity everywhere. Required. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The content split this entity belongs to, in letters, digits, `-`, `_` and `.`; empty means the default variant. At most 128 characters. */
  variant?: InputMaybe<Scalars['String']['input']>;
};

/** A new entity list. Rules are checked together and answered as userErrors. */
export type CreateEntityListInput = {
  /** The entries in sortOrder that the caller may read; a write replaces them all. Required. */
  entities?: InputMaybe<Array<CreateEntityListItemInput>>;
  /** The name people know the list by. Required. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company that owns the list. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the list everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** A new entity list item. Rules are checked together and answered as userErrors. */
export type CreateEntityListItemInput = {
  /** The entity the entry stands for; an entity stands in a list at most once. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The list the entry belongs to. Required. */
  entityList?: InputMaybe<Scalars['ID']['input']>;
  /** Orders the entries of a list; when absent, ten times the place in the list sent. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; identifies the entry everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createEntityListItem gives. */
export type CreateEntityListItemPayload = {
  __typename?: 'CreateEntityListItemPayload';
  /** The entity list item as stored; null when the change was refused. */
  entityListItem?: Maybe<EntityListItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What createEntityList gives. */
export type CreateEntityListPayload = {
  __typename?: 'CreateEntityListPayload';
  /** The entity list as stored; null when the change was refused. */
  entityList?: Maybe<EntityList>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What createEntity gives. */
export type CreateEntityPayload = {
  __typename?: 'CreateEntityPayload';
  /** The entity as stored; null when the change was refused. */
  entity?: Maybe<Entity>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new group. Rules are checked together and answered as userErrors. */
export type CreateGroupInput = {
  /** What the group is about. At most 65536 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The content page about the group. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** How one becomes a member. Default 'APPROVAL'. */
  joinPolicy?: InputMaybe<GroupJoinPolicy>;
  /** The name people know the group by. Required. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company that owns the group. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the group everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** Who may know of the group. Default 'OWNER'. */
  visibility?: InputMaybe<GroupVisibility>;
};

/** A new group membership. Rules are checked together and answered as userErrors. */
export type CreateGroupMembershipInput = {
  /** Whether the member is told by e-mail. Required. */
  emailNotification?: InputMaybe<NotificationState>;
  /** How the member came in; changes only when an invited member accepts. Required. */
  enrollment?: InputMaybe<MembershipEnrollment>;
  /** The group. Required. */
  group?: InputMaybe<Scalars['ID']['input']>;
  /** The member. Required. */
  identity?: InputMaybe<Scalars['ID']['input']>;
  /** Whether the member is told inside applications. Required. */
  inAppNotification?: InputMaybe<NotificationState>;
  /** What the member does in the group. Default 'MEMBER'. */
  role?: InputMaybe<MembershipRole>;
  /** Whether the member is told by text message. Required. */
  smsNotification?: InputMaybe<NotificationState>;
  /** Whether the membership counts, and who stopped it if it does not. Required. */
  status?: InputMaybe<MembershipStatus>;
  /** A UUID; identifies the membership everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createGroupMembership gives. */
export type CreateGroupMembershipPayload = {
  __typename?: 'CreateGroupMembershipPayload';
  /** The group membership as stored; null when the change was refused. */
  groupMembership?: Maybe<GroupMembership>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What createGroup gives. */
export type CreateGroupPayload = {
  __typename?: 'CreateGroupPayload';
  /** The group as stored; null when the change was refused. */
  group?: Maybe<Group>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new identity. Rules are checked together and answered as userErrors. */
export type CreateIdentityInput = {
  /** Its postal addresses. */
  addresses?: InputMaybe<Array<CreateAddressInput>>;
  /** The names other systems know it by. */
  clientIdentifiers?: InputMaybe<Array<CreateClientIdentifierInput>>;
  /** The companies it belongs to; a write replaces them all. */
  companies?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Its e-mail addresses. */
  emails?: InputMaybe<Array<CreateEmailInput>>;
  /** The language it prefers. At most 16 characters. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name people see; when absent, taken from the first person name. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company that owns the identity. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** The persons behind the identity. */
  persons?: InputMaybe<Array<CreatePersonInput>>;
  /** Its telephone numbers. */
  telephones?: InputMaybe<Array<CreateTelephoneInput>>;
  /** The time zone it lives in, by its IANA name such as `Europe/London`. At most 64 characters. */
  timeZone?: InputMaybe<Scalars['String']['input']>;
  /** What stands behind the identity. Default 'PERSON'. */
  type?: InputMaybe<IdentityType>;
  /** A UUID; identifies the identity everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createIdentity gives. */
export type CreateIdentityPayload = {
  __typename?: 'CreateIdentityPayload';
  /** The identity as stored; null when the change was refused. */
  identity?: Maybe<Identity>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new image item file. Rules are checked together and answered as userErrors. */
export type CreateImageItemFileInput = {
  /** The point that stays in sight when the picture is cropped, from 0 (left) to 1 (right). 0 to 1. Default 0.5. */
  focalX?: InputMaybe<Scalars['Float']['input']>;
  /** The point that stays in sight when the picture is cropped, from 0 (top) to 1 (bottom). 0 to 1. Default 0.5. */
  focalY?: InputMaybe<Scalars['Float']['input']>;
  /** The image item the file belongs to. Required. */
  imageItem?: InputMaybe<Scalars['ID']['input']>;
  /** The format the file was uploaded for. Required. */
  imageItemFormat?: InputMaybe<ImageItemFormat>;
  /** The address of the bytes; on upload, the part that holds the file. Required. */
  src?: InputMaybe<Scalars['URL']['input']>;
};

/** A new image item. Rules are checked together and answered as userErrors. */
export type CreateImageItemInput = {
  /** What the picture shows, for people who do not see it. At most 1024 characters. */
  altText?: InputMaybe<Scalars['String']['input']>;
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The address of the large format; an upload sets it. At most 2048 characters. */
  largeSrc?: InputMaybe<Scalars['URL']['input']>;
  /** The address of the medium format; an upload sets it. At most 2048 characters. */
  mediumSrc?: InputMaybe<Scalars['URL']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The address of the default format; an upload sets it. At most 2048 characters. */
  src?: InputMaybe<Scalars['URL']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createImageItem gives. */
export type CreateImageItemPayload = {
  __typename?: 'CreateImageItemPayload';
  /** The image item as stored; null when the change was refused. */
  imageItem?: Maybe<ImageItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new json item. Rules are checked together and answered as userErrors. */
export type CreateJsonItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The object; its limit counts the characters of its JSON text. Required. At most 65535 characters. */
  value?: InputMaybe<Scalars['JSON']['input']>;
};

/** What createJsonItem gives. */
export type CreateJsonItemPayload = {
  __typename?: 'CreateJsonItemPayload';
  /** The json item as stored; null when the change was refused. */
  jsonItem?: Maybe<JsonItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new lat long item. Rules are checked together and answered as userErrors. */
export type CreateLatLongItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** Degrees north of the equator; south is negative. Required. */
  latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east of Greenwich; west is negative. Required. */
  longitude?: InputMaybe<Scalars['Float']['input']>;
  /** The name templates and frontends know the item by. Required. At most 128 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name: the points of a line or a polygon. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createLatLongItem gives. */
export type CreateLatLongItemPayload = {
  __typename?: 'CreateLatLongItemPayload';
  /** The lat long item as stored; null when the change was refused. */
  latLongItem?: Maybe<LatLongItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new link item. Rules are checked together and answered as userErrors. */
export type CreateLinkItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** Where the link leads. Required. At most 2048 characters. */
  href?: InputMaybe<Scalars['URL']['input']>;
  /** The language of the document the link leads to. At most 16 characters. */
  lang?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The link relation, such as `canonical`, `author` or `nofollow`. */
  rel?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The text people see for the link. At most 1024 characters. */
  text?: InputMaybe<Scalars['String']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createLinkItem gives. */
export type CreateLinkItemPayload = {
  __typename?: 'CreateLinkItemPayload';
  /** The link item as stored; null when the change was refused. */
  linkItem?: Maybe<LinkItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new long item. Rules are checked together and answered as userErrors. */
export type CreateLongItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The integer. Required. */
  value?: InputMaybe<Scalars['Long']['input']>;
};

/** What createLongItem gives. */
export type CreateLongItemPayload = {
  __typename?: 'CreateLongItemPayload';
  /** The long item as stored; null when the change was refused. */
  longItem?: Maybe<LongItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new markdown item. Rules are checked together and answered as userErrors. */
export type CreateMarkdownItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The Markdown source; in a rendered view the sanitised HTML it gives. Required. At most 65535 characters. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What createMarkdownItem gives. */
export type CreateMarkdownItemPayload = {
  __typename?: 'CreateMarkdownItemPayload';
  /** The markdown item as stored; null when the change was refused. */
  markdownItem?: Maybe<MarkdownItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new message thread. Rules are checked together and answered as userErrors. */
export type CreateMessageThreadInput = {
  /** The companies the thread is attached to. */
  companies?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The entities the thread is attached to. */
  entities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The group whose active members take part; for a STANDALONE_CHAT the service makes one when it is absent. Required. */
  group?: InputMaybe<Scalars['ID']['input']>;
  /** The invoices the thread is attached to. */
  invoices?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Whether the thread takes no new posts. Default false. */
  isClosed?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the thread is called; when absent, taken from the first post. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The projects the thread is attached to. */
  projects?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What the thread is for. Default 'GENERAL'. */
  purpose?: InputMaybe<ThreadPurpose>;
  /** The tasks the thread is attached to. */
  tasks?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** A UUID; identifies the thread everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** A new message thread notification. Rules are checked together and answered as userErrors. */
export type CreateMessageThreadNotificationInput = {
  /** Whether the identity follows the thread without having posted. Default false. */
  isFollowing?: InputMaybe<Scalars['Boolean']['input']>;
  /** The newest post that was read; moves only when it is set. */
  lastReadPost?: InputMaybe<Scalars['ID']['input']>;
  /** Which posts the identity is told about. */
  level?: InputMaybe<NotificationLevel>;
  /** How many posts of others are unread; 0 marks all read, a larger number marks that many newest posts unread. At least 0. Default 0. */
  notificationCount?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; identifies the notification everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createMessageThread gives. */
export type CreateMessageThreadPayload = {
  __typename?: 'CreateMessageThreadPayload';
  /** The message thread as stored; null when the change was refused. */
  messageThread?: Maybe<MessageThread>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new money item. Rules are checked together and answered as userErrors. */
export type CreateMoneyItemInput = {
  /** The currency of the amount. Required. */
  currencyCode?: InputMaybe<Scalars['CurrencyCode']['input']>;
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The amount in minor units, such as cents; may be negative. A create gives this or `value`. */
  unitValue?: InputMaybe<Scalars['Long']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The amount as decimal text; accepted in place of `unitValue`, with no more decimals than the currency has. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
};

/** What createMoneyItem gives. */
export type CreateMoneyItemPayload = {
  __typename?: 'CreateMoneyItemPayload';
  /** The money item as stored; null when the change was refused. */
  moneyItem?: Maybe<MoneyItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new organisation. Rules are checked together and answered as userErrors. */
export type CreateOrganisationInput = {
  /** The currency used when nothing else decides. */
  defaultCurrencyCode?: InputMaybe<Scalars['CurrencyCode']['input']>;
  /** The language used when nothing else decides. At most 16 characters. Default 'und'. */
  defaultLanguage?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The registered name. At most 1024 characters. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** The legal entity identifier (ISO 17442), with its check digits. At least 20, at most 20 characters. */
  leiCode?: InputMaybe<Scalars['String']['input']>;
  /** The name people know the organisation by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The number in the register of companies. At most 64 characters. */
  registrationNumber?: InputMaybe<Scalars['String']['input']>;
  /** The tax number. At most 64 characters. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** A UUID; identifies the organisation everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The value added tax number. At most 64 characters. */
  vatId?: InputMaybe<Scalars['String']['input']>;
  /** The address of its website. At most 2048 characters. */
  websiteUrl?: InputMaybe<Scalars['URL']['input']>;
};

/** A new payment invoice. Rules are checked together and answered as userErrors. */
export type CreatePaymentInvoiceInput = {
  /** The currency of every amount; fixed after DRAFT. Required. */
  currencyCode?: InputMaybe<Scalars['CurrencyCode']['input']>;
  /** The company that is to pay; this or `customerIdentity` must be given. */
  customerCompany?: InputMaybe<Scalars['ID']['input']>;
  /** The person who is to pay; this or `customerCompany` must be given. */
  customerIdentity?: InputMaybe<Scalars['ID']['input']>;
  /** Where the document for people is kept. At most 2048 characters. */
  documentUrl?: InputMaybe<Scalars['URL']['input']>;
  /** When it is to be paid; must be given before it becomes OPEN. */
  dueTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What is charged; fixed after DRAFT. Required. At least 1, at most 500 elements. */
  lines?: InputMaybe<Array<InvoiceLineInput>>;
  /** The number of the invoice; unique per owner and fixed once it is OPEN. Required. At most 64 characters. */
  number?: InputMaybe<Scalars['String']['input']>;
  /** The seller. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** A purchase order or payment reference. At most 255 characters. */
  reference?: InputMaybe<Scalars['String']['input']>;
  /** How far the invoice has come; only a DRAFT may be deleted. Default 'DRAFT'. */
  status?: InputMaybe<InvoiceStatus>;
  /** A UUID; identifies the invoice everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createPaymentInvoice gives. */
export type CreatePaymentInvoicePayload = {
  __typename?: 'CreatePaymentInvoicePayload';
  /** The payment invoice as stored; null when the change was refused. */
  paymentInvoice?: Maybe<PaymentInvoice>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new permission. Rules are checked together and answered as userErrors. */
export type CreatePermissionInput = {
  /** The first instant the permission holds; without one it holds from the beginning. */
  fromTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What is granted: a word of PermissionLabel, or an application's own word starting with `x-`, which implies nothing. Required. At most 255 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** What kind of thing the object is. Required. */
  objectScope?: InputMaybe<PermissionObjectScope>;
  /** On what: the urn of the object. Required. */
  objectUrn?: InputMaybe<Scalars['ID']['input']>;
  /** The company the permission belongs to. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** Why it was granted. At most 1024 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** What kind of thing the subject is. Required. */
  subjectScope?: InputMaybe<PermissionSubjectScope>;
  /** Who is granted: the urn of the subject, and for EVERYONE the urn of the owner. Required. */
  subjectUrn?: InputMaybe<Scalars['ID']['input']>;
  /** The first instant the permission no longer holds, later than `fromTimestamp`; without one it holds for ever. */
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** A UUID; identifies the permission everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createPermission gives. */
export type CreatePermissionPayload = {
  __typename?: 'CreatePermissionPayload';
  /** The permission as stored; null when the change was refused. */
  permission?: Maybe<Permission>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new person. Rules are checked together and answered as userErrors. */
export type CreatePersonInput = {
  /** The date of birth, as far as it is known: a year, a month or a day; not in the future. */
  birthDate?: InputMaybe<Scalars['Date']['input']>;
  /** The identity the person stands behind. Required. */
  identity?: InputMaybe<Scalars['ID']['input']>;
  /** The names and aliases of the person. */
  names?: InputMaybe<Array<CreatePersonNameInput>>;
  /** A UUID; identifies the person everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** A new person name. Rules are checked together and answered as userErrors. */
export type CreatePersonNameInput = {
  /** The family name. At most 255 characters. */
  familyName?: InputMaybe<Scalars['String']['input']>;
  /** The given name. Required. At most 255 characters. */
  givenName?: InputMaybe<Scalars['String']['input']>;
  /** What stands before the name, such as `Dr`. */
  honorificPrefix?: InputMaybe<Scalars['String']['input']>;
  /** What stands after the name, such as `PhD`. At most 255 characters. */
  honorificSuffix?: InputMaybe<Scalars['String']['input']>;
  /** Whether the person likes this name best; at most one name of a person is preferred. Default false. */
  isPreferred?: InputMaybe<Scalars['Boolean']['input']>;
  /** The language the name is written in. At most 16 characters. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The names between the given and the family name. At most 255 characters. */
  middleName?: InputMaybe<Scalars['String']['input']>;
  /** What friends say. At most 255 characters. */
  nickname?: InputMaybe<Scalars['String']['input']>;
  /** The person the name belongs to. Required. */
  person?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the name everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createPersonName gives. */
export type CreatePersonNamePayload = {
  __typename?: 'CreatePersonNamePayload';
  /** The person name as stored; null when the change was refused. */
  personName?: Maybe<PersonName>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What createPerson gives. */
export type CreatePersonPayload = {
  __typename?: 'CreatePersonPayload';
  /** The person as stored; null when the change was refused. */
  person?: Maybe<Person>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new project. Rules are checked together and answered as userErrors. */
export type CreateProjectInput = {
  /** What the project is about. At most 65536 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** When the project is due; not before `startTimestamp`. */
  dueTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** The content page of the project. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The person who answers for the project. */
  lead?: InputMaybe<Scalars['ID']['input']>;
  /** What people call the project. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company the project belongs to. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** When work begins. */
  startTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far the project has come; an archived project takes no new tasks. Default 'ACTIVE'. */
  status?: InputMaybe<ProjectStatus>;
  /** A UUID; identifies the project everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The workflow its tasks follow unless they say otherwise. */
  workflow?: InputMaybe<Scalars['ID']['input']>;
};

/** What createProject gives. */
export type CreateProjectPayload = {
  __typename?: 'CreateProjectPayload';
  /** The project as stored; null when the change was refused. */
  project?: Maybe<Project>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new reference item. Rules are checked together and answered as userErrors. */
export type CreateReferenceItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The entity referred to: of the same owner, and not the entity the item lives in. Required. */
  entityReference?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the other entity is to this one, such as `author`. At most 128 characters. */
  relation?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createReferenceItem gives. */
export type CreateReferenceItemPayload = {
  __typename?: 'CreateReferenceItemPayload';
  /** The reference item as stored; null when the change was refused. */
  referenceItem?: Maybe<ReferenceItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new role. Rules are checked together and answered as userErrors. */
export type CreateRoleInput = {
  /** The API clients that hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  apiClients?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What the role is for. At most 1024 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The groups that hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  groups?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The people who hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  identities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What people call the role; unique per owner. Required. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company the role belongs to. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the role everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createRole gives. */
export type CreateRolePayload = {
  __typename?: 'CreateRolePayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The role as stored; null when the change was refused. */
  role?: Maybe<Role>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new search. Rules are checked together and answered as userErrors. */
export type CreateSearchInput = {
  /** Which values of content are searched; LATEST needs READ_DRAFT. Default 'PUBLISHED'. */
  contentVersion?: InputMaybe<ContentVersion>;
  /** Conditions as lists take them, by scope. */
  filter?: InputMaybe<Scalars['JSON']['input']>;
  /** The kinds to look in. Required. At least 1, at most 11 elements. */
  includeScopes?: InputMaybe<Array<SearchScope>>;
  /** The language words are stemmed in; the negotiated one by default. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The order of the hits. Default 'UNDEFINED'. */
  order?: InputMaybe<SearchOrder>;
  /** The company whose resources are searched. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** What to look for: words, phrases in double quotes, `-not` and `prefix*`; without one the order alone decides. At most 512 characters. */
  query?: InputMaybe<Scalars['String']['input']>;
};

/** What createSearch gives. */
export type CreateSearchPayload = {
  __typename?: 'CreateSearchPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The search as stored; null when the change was refused. */
  storedSearch?: Maybe<Search>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new task. Rules are checked together and answered as userErrors. */
export type CreateTaskInput = {
  /** Who is to do it. */
  assignee?: InputMaybe<Scalars['ID']['input']>;
  /** Companies the task has to do with. Required. At most 500 elements. */
  associatedCompanies?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Content the task has to do with. Required. At most 500 elements. */
  associatedEntities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** People the task has to do with. Required. At most 500 elements. */
  associatedIdentities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Tasks that have to do with this one, in no direction. Required. At most 500 elements. */
  associatedTasks?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Tasks that must be done before this one. Required. At most 200 elements. */
  blockedBy?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Tasks that wait for this one; the same edges as `blockedBy`, seen from the other end. Required. At most 200 elements. */
  blocking?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What is to be done, in full; may be empty. Required. At most 65536 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** When it is to be done. Required. */
  dueTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** Who the task log names for this write, the caller's own identity by default; a read gives the value of the last write. */
  identityForLogs?: InputMaybe<Scalars['ID']['input']>;
  /** The company the task belongs to. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** How much it matters. Default 'NONE'. */
  priority?: InputMaybe<TaskPriority>;
  /** The project the task is part of. */
  project?: InputMaybe<Scalars['ID']['input']>;
  /** How far it has come. Default 'PENDING'. */
  status?: InputMaybe<TaskStatus>;
  /** What is to be done, in one line. Required. At most 1024 characters. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** A UUID; identifies the task everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** Where the task stands in its workflow. */
  workflowStage?: InputMaybe<Scalars['ID']['input']>;
};

/** A new task log. Rules are checked together and answered as userErrors. */
export type CreateTaskLogInput = {
  /** What happened; a client may only create COMMENT_ADDED. Required. */
  activity?: InputMaybe<TaskLogActivity>;
  /** What was said; must be given with COMMENT_ADDED, and its author may edit it for 15 minutes. At most 65536 characters. */
  comment?: InputMaybe<Scalars['String']['input']>;
  /** The comment on the same task that this one answers. */
  replyTo?: InputMaybe<Scalars['ID']['input']>;
  /** The task the line is about. Required. */
  task?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the line everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createTaskLog gives. */
export type CreateTaskLogPayload = {
  __typename?: 'CreateTaskLogPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The task log as stored; null when the change was refused. */
  taskLog?: Maybe<TaskLog>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What createTask gives. */
export type CreateTaskPayload = {
  __typename?: 'CreateTaskPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The task as stored; null when the change was refused. */
  task?: Maybe<Task>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new telephone. Rules are checked together and answered as userErrors. */
export type CreateTelephoneInput = {
  /** The extension to dial after the number, in digits. At most 16 characters. */
  extension?: InputMaybe<Scalars['String']['input']>;
  /** The identity that is reached at the number. Required. */
  identity?: InputMaybe<Scalars['ID']['input']>;
  /** Whether this number comes first. Default false. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** The number as given: a `+`, digits, spaces and `().-`. Required. At most 32 characters. */
  number?: InputMaybe<Scalars['String']['input']>;
  /** What kind of line it is. Default 'OTHER'. */
  type?: InputMaybe<TelephoneType>;
  /** A UUID; identifies the telephone number everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createTelephone gives. */
export type CreateTelephonePayload = {
  __typename?: 'CreateTelephonePayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The telephone as stored; null when the change was refused. */
  telephone?: Maybe<Telephone>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new template item. Rules are checked together and answered as userErrors. */
export type CreateTemplateItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** What the template makes, which decides how values are escaped: `text/html`, `text/plain` or `application/json`. Default 'text/html'. */
  mediaType?: InputMaybe<Scalars['String']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The template source; in a rendered view the text it expands to. Required. At most 65535 characters. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What createTemplateItem gives. */
export type CreateTemplateItemPayload = {
  __typename?: 'CreateTemplateItemPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The template item as stored; null when the change was refused. */
  templateItem?: Maybe<TemplateItem>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new text item. Rules are checked together and answered as userErrors. */
export type CreateTextItemInput = {
  /** The entity the item lives in. Required. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. Required. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** A UUID; of the item, or of one entry of its history. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The text; may be empty. Required. At most 65535 characters. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What createTextItem gives. */
export type CreateTextItemPayload = {
  __typename?: 'CreateTextItemPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The text item as stored; null when the change was refused. */
  textItem?: Maybe<TextItem>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new thread post. Rules are checked together and answered as userErrors. */
export type CreateThreadPostInput = {
  /** Who speaks; when absent, the identity of the caller. Required. */
  authorIdentity?: InputMaybe<Scalars['ID']['input']>;
  /** What is said: plain text with a few marks of Markdown; empty once the post is deleted. Required. At least 1, at most 1024 characters. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** The identities the post addresses; each must be able to read the thread. */
  mentions?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The thread the post stands in. Required. */
  messageThread?: InputMaybe<Scalars['ID']['input']>;
  /** The post of the same thread that this one answers. */
  replyTo?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the post everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createThreadPost gives. */
export type CreateThreadPostPayload = {
  __typename?: 'CreateThreadPostPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The thread post as stored; null when the change was refused. */
  threadPost?: Maybe<ThreadPost>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A new webhook subscription. Rules are checked together and answered as userErrors. */
export type CreateWebhookSubscriptionInput = {
  /** The API client that wants to be told, and that must be able to read what it is told about. Required. */
  apiClient?: InputMaybe<Scalars['ID']['input']>;
  /** How deliveries prove where they come from. Default 'HMAC_SHA256'. */
  auth?: InputMaybe<WebhookAuth>;
  /** Where deliveries are sent: https, without user information or fragment, to a public address. Required. At most 1024 characters. */
  destinationUrl?: InputMaybe<Scalars['URL']['input']>;
  /** What must happen to it; ALL means anything. Required. */
  event?: InputMaybe<EventKind>;
  /** How many delivery attempts are made in a minute at most. Required. 1 to 6000. */
  eventsPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** When the subscription ends, in the future on a write; without one it does not end. */
  expirationTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What deliveries wait for. Default 'TARGET'. */
  ordering?: InputMaybe<WebhookOrdering>;
  /** How much a delivery says. Default 'THIN'. */
  payload?: InputMaybe<WebhookPayload>;
  /** What deliveries are signed or authorised with; a `whsec_` value is base64 of 24 to 64 bytes, any other text is used as it is. Required. At least 16, at most 255 characters. */
  secret?: InputMaybe<Scalars['String']['input']>;
  /** Whether deliveries are made; a client may set ACTIVE or PAUSED. Default 'ACTIVE'. */
  status?: InputMaybe<SubscriptionStatus>;
  /** The kind of resource to be told about; UNKNOWN is refused. Required. */
  subject?: InputMaybe<EventSubject>;
  /** Only events about this resource; without one, about all of the kind. */
  targetUrn?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the subscription everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createWebhookSubscription gives. */
export type CreateWebhookSubscriptionPayload = {
  __typename?: 'CreateWebhookSubscriptionPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The webhook subscription as stored; null when the change was refused. */
  webhookSubscription?: Maybe<WebhookSubscription>;
};

/** A new webhook trigger. Rules are checked together and answered as userErrors. */
export type CreateWebhookTriggerInput = {
  /** What happened; ALL only where a client announces a resource anew, to the subscriptions of every event. Required. */
  event?: InputMaybe<EventKind>;
  /** The company the event belongs to. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** The kind of resource it is about; UNKNOWN stands for a kind this version does not know. Required. */
  subject?: InputMaybe<EventSubject>;
  /** The urn of the resource it is about. */
  targetUrn?: InputMaybe<Scalars['ID']['input']>;
  /** A UUID; identifies the event everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createWebhookTrigger gives. */
export type CreateWebhookTriggerPayload = {
  __typename?: 'CreateWebhookTriggerPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The webhook trigger as stored; null when the change was refused. */
  webhookTrigger?: Maybe<WebhookTrigger>;
};

/** A new workflow. Rules are checked together and answered as userErrors. */
export type CreateWorkflowInput = {
  /** Whether this is the workflow its owner uses where none is named; one per owner. Default false. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call the workflow. Required. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company the workflow belongs to. Required. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** Its stages by order; a list sent replaces the old one, and a stage that still holds tasks cannot be left out. Required. At least 1, at most 50 elements. */
  stages?: InputMaybe<Array<CreateWorkflowStageInput>>;
  /** A UUID; identifies the workflow everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
};

/** What createWorkflow gives. */
export type CreateWorkflowPayload = {
  __typename?: 'CreateWorkflowPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The workflow as stored; null when the change was refused. */
  workflow?: Maybe<Workflow>;
};

/** A new workflow stage. Rules are checked together and answered as userErrors. */
export type CreateWorkflowStageInput = {
  /** The stages a task may move to from here; empty means any. Default []. */
  allowedNext?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The colour boards show the stage in, as `#RRGGBB`. */
  color?: InputMaybe<Scalars['String']['input']>;
  /** What people call the stage; unique in its workflow. Required. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders the stages of a workflow; ties are broken by urn. Required. */
  order?: InputMaybe<Scalars['Int']['input']>;
  /** How many tasks the stage may hold at once; without one there is no limit. */
  taskLimit?: InputMaybe<Scalars['Int']['input']>;
  /** The status a task takes on entering the stage; without one the status stays as it is. */
  taskStatus?: InputMaybe<TaskStatus>;
  /** A UUID; identifies the stage everywhere. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The workflow the stage is part of. Required. */
  workflow?: InputMaybe<Scalars['ID']['input']>;
};

/** What createWorkflowStage gives. */
export type CreateWorkflowStagePayload = {
  __typename?: 'CreateWorkflowStagePayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The workflow stage as stored; null when the change was refused. */
  workflowStage?: Maybe<WorkflowStage>;
};

/** A currency of ISO 4217. */
export type Currency = {
  __typename?: 'Currency';
  /** The alphabetic code. */
  code: Scalars['CurrencyCode']['output'];
  /** Digits after the decimal point; null where the standard gives none. */
  exponent?: Maybe<Scalars['Int']['output']>;
  /** Whether the standard lists it as active. */
  isActive: Scalars['Boolean']['output'];
  /** The name in English. */
  name: Scalars['String']['output'];
  /** The numeric code. */
  numericCode?: Maybe<Scalars['String']['output']>;
  /** The symbol in English. */
  symbol: Scalars['String']['output'];
};

/** Conditions on a DateTime value; all given ones must hold. */
export type DateTimeFilter = {
  eq?: InputMaybe<Scalars['DateTime']['input']>;
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  in?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  lte?: InputMaybe<Scalars['DateTime']['input']>;
  ne?: InputMaybe<Scalars['DateTime']['input']>;
  nin?: InputMaybe<Array<Scalars['DateTime']['input']>>;
};

/** An instant. */
export type DateTimeItem = Item &
  Node & {
    __typename?: 'DateTimeItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: DateTimeItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The instant, in UTC with milliseconds. */
    value: Scalars['DateTime']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of dateTimeItems. */
export type DateTimeItemConnection = {
  __typename?: 'DateTimeItemConnection';
  /** The rows with their cursors. */
  edges: Array<DateTimeItemEdge>;
  /** The rows alone. */
  nodes: Array<DateTimeItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type DateTimeItemEdge = {
  __typename?: 'DateTimeItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: DateTimeItem;
};

/** Every value a date time item had. Reading it is also how the live value is chosen. */
export type DateTimeItemHistory = {
  __typename?: 'DateTimeItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: DateTimeItemConnection;
  /** The item as it is now. */
  item: DateTimeItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a date time item had. Reading it is also how the live value is chosen. */
export type DateTimeItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type DateTimeItemOrderBy = {
  direction?: SortDirection;
  field: DateTimeItemOrderField;
};

/** What dateTimeItems can be ordered by. */
export type DateTimeItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which dateTimeItems to list: all named conditions must hold, and one of `or` where it is given. */
export type DateTimeItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<DateTimeItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<DateTimeFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What deleteAddress gives. */
export type DeleteAddressPayload = {
  __typename?: 'DeleteAddressPayload';
  /** The address as it is now, when it was not at the expected version. */
  current?: Maybe<Address>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteApiClientBearerToken gives. */
export type DeleteApiClientBearerTokenPayload = {
  __typename?: 'DeleteApiClientBearerTokenPayload';
  /** The api client bearer token as it is now, when it was not at the expected version. */
  current?: Maybe<ApiClientBearerToken>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteApiClient gives. */
export type DeleteApiClientPayload = {
  __typename?: 'DeleteApiClientPayload';
  /** The api client as it is now, when it was not at the expected version. */
  current?: Maybe<ApiClient>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteBooleanItem gives. */
export type DeleteBooleanItemPayload = {
  __typename?: 'DeleteBooleanItemPayload';
  /** The boolean item as it is now, when it was not at the expected version. */
  current?: Maybe<BooleanItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteClientIdentifier gives. */
export type DeleteClientIdentifierPayload = {
  __typename?: 'DeleteClientIdentifierPayload';
  /** The client identifier as it is now, when it was not at the expected version. */
  current?: Maybe<ClientIdentifier>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteCompany gives. */
export type DeleteCompanyPayload = {
  __typename?: 'DeleteCompanyPayload';
  /** The company as it is now, when it was not at the expected version. */
  current?: Maybe<Company>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteDateTimeItem gives. */
export type DeleteDateTimeItemPayload = {
  __typename?: 'DeleteDateTimeItemPayload';
  /** The date time item as it is now, when it was not at the expected version. */
  current?: Maybe<DateTimeItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteDoubleItem gives. */
export type DeleteDoubleItemPayload = {
  __typename?: 'DeleteDoubleItemPayload';
  /** The double item as it is now, when it was not at the expected version. */
  current?: Maybe<DoubleItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteEmail gives. */
export type DeleteEmailPayload = {
  __typename?: 'DeleteEmailPayload';
  /** The email as it is now, when it was not at the expected version. */
  current?: Maybe<Email>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteEntityListItem gives. */
export type DeleteEntityListItemPayload = {
  __typename?: 'DeleteEntityListItemPayload';
  /** The entity list item as it is now, when it was not at the expected version. */
  current?: Maybe<EntityListItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteEntityList gives. */
export type DeleteEntityListPayload = {
  __typename?: 'DeleteEntityListPayload';
  /** The entity list as it is now, when it was not at the expected version. */
  current?: Maybe<EntityList>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteEntity gives. */
export type DeleteEntityPayload = {
  __typename?: 'DeleteEntityPayload';
  /** The entity as it is now, when it was not at the expected version. */
  current?: Maybe<Entity>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteGroupMembership gives. */
export type DeleteGroupMembershipPayload = {
  __typename?: 'DeleteGroupMembershipPayload';
  /** The group membership as it is now, when it was not at the expected version. */
  current?: Maybe<GroupMembership>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteGroup gives. */
export type DeleteGroupPayload = {
  __typename?: 'DeleteGroupPayload';
  /** The group as it is now, when it was not at the expected version. */
  current?: Maybe<Group>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteIdentity gives. */
export type DeleteIdentityPayload = {
  __typename?: 'DeleteIdentityPayload';
  /** The identity as it is now, when it was not at the expected version. */
  current?: Maybe<Identity>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteImageItemFile gives. */
export type DeleteImageItemFilePayload = {
  __typename?: 'DeleteImageItemFilePayload';
  /** The image item file as it is now, when it was not at the expected version. */
  current?: Maybe<ImageItemFile>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteImageItem gives. */
export type DeleteImageItemPayload = {
  __typename?: 'DeleteImageItemPayload';
  /** The image item as it is now, when it was not at the expected version. */
  current?: Maybe<ImageItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteJsonItem gives. */
export type DeleteJsonItemPayload = {
  __typename?: 'DeleteJsonItemPayload';
  /** The json item as it is now, when it was not at the expected version. */
  current?: Maybe<JsonItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteLatLongItem gives. */
export type DeleteLatLongItemPayload = {
  __typename?: 'DeleteLatLongItemPayload';
  /** The lat long item as it is now, when it was not at the expected version. */
  current?: Maybe<LatLongItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteLinkItem gives. */
export type DeleteLinkItemPayload = {
  __typename?: 'DeleteLinkItemPayload';
  /** The link item as it is now, when it was not at the expected version. */
  current?: Maybe<LinkItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteLongItem gives. */
export type DeleteLongItemPayload = {
  __typename?: 'DeleteLongItemPayload';
  /** The long item as it is now, when it was not at the expected version. */
  current?: Maybe<LongItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteMarkdownItem gives. */
export type DeleteMarkdownItemPayload = {
  __typename?: 'DeleteMarkdownItemPayload';
  /** The markdown item as it is now, when it was not at the expected version. */
  current?: Maybe<MarkdownItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteMessageThreadNotification gives. */
export type DeleteMessageThreadNotificationPayload = {
  __typename?: 'DeleteMessageThreadNotificationPayload';
  /** The message thread notification as it is now, when it was not at the expected version. */
  current?: Maybe<MessageThreadNotification>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteMessageThread gives. */
export type DeleteMessageThreadPayload = {
  __typename?: 'DeleteMessageThreadPayload';
  /** The message thread as it is now, when it was not at the expected version. */
  current?: Maybe<MessageThread>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteMoneyItem gives. */
export type DeleteMoneyItemPayload = {
  __typename?: 'DeleteMoneyItemPayload';
  /** The money item as it is now, when it was not at the expected version. */
  current?: Maybe<MoneyItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteOAuthToken gives. */
export type DeleteOAuthTokenPayload = {
  __typename?: 'DeleteOAuthTokenPayload';
  /** The o auth token as it is now, when it was not at the expected version. */
  current?: Maybe<OAuthToken>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deletePaymentInvoice gives. */
export type DeletePaymentInvoicePayload = {
  __typename?: 'DeletePaymentInvoicePayload';
  /** The payment invoice as it is now, when it was not at the expected version. */
  current?: Maybe<PaymentInvoice>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deletePermission gives. */
export type DeletePermissionPayload = {
  __typename?: 'DeletePermissionPayload';
  /** The permission as it is now, when it was not at the expected version. */
  current?: Maybe<Permission>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deletePersonName gives. */
export type DeletePersonNamePayload = {
  __typename?: 'DeletePersonNamePayload';
  /** The person name as it is now, when it was not at the expected version. */
  current?: Maybe<PersonName>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deletePerson gives. */
export type DeletePersonPayload = {
  __typename?: 'DeletePersonPayload';
  /** The person as it is now, when it was not at the expected version. */
  current?: Maybe<Person>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteProject gives. */
export type DeleteProjectPayload = {
  __typename?: 'DeleteProjectPayload';
  /** The project as it is now, when it was not at the expected version. */
  current?: Maybe<Project>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteReferenceItem gives. */
export type DeleteReferenceItemPayload = {
  __typename?: 'DeleteReferenceItemPayload';
  /** The reference item as it is now, when it was not at the expected version. */
  current?: Maybe<ReferenceItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteRole gives. */
export type DeleteRolePayload = {
  __typename?: 'DeleteRolePayload';
  /** The role as it is now, when it was not at the expected version. */
  current?: Maybe<Role>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteSearch gives. */
export type DeleteSearchPayload = {
  __typename?: 'DeleteSearchPayload';
  /** The search as it is now, when it was not at the expected version. */
  current?: Maybe<Search>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteTask gives. */
export type DeleteTaskPayload = {
  __typename?: 'DeleteTaskPayload';
  /** The task as it is now, when it was not at the expected version. */
  current?: Maybe<Task>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteTelephone gives. */
export type DeleteTelephonePayload = {
  __typename?: 'DeleteTelephonePayload';
  /** The telephone as it is now, when it was not at the expected version. */
  current?: Maybe<Telephone>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteTemplateItem gives. */
export type DeleteTemplateItemPayload = {
  __typename?: 'DeleteTemplateItemPayload';
  /** The template item as it is now, when it was not at the expected version. */
  current?: Maybe<TemplateItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteTextItem gives. */
export type DeleteTextItemPayload = {
  __typename?: 'DeleteTextItemPayload';
  /** The text item as it is now, when it was not at the expected version. */
  current?: Maybe<TextItem>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteThreadPost gives. */
export type DeleteThreadPostPayload = {
  __typename?: 'DeleteThreadPostPayload';
  /** The thread post as it is now, when it was not at the expected version. */
  current?: Maybe<ThreadPost>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteWebhookSubscription gives. */
export type DeleteWebhookSubscriptionPayload = {
  __typename?: 'DeleteWebhookSubscriptionPayload';
  /** The webhook subscription as it is now, when it was not at the expected version. */
  current?: Maybe<WebhookSubscription>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteWorkflow gives. */
export type DeleteWorkflowPayload = {
  __typename?: 'DeleteWorkflowPayload';
  /** The workflow as it is now, when it was not at the expected version. */
  current?: Maybe<Workflow>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What deleteWorkflowStage gives. */
export type DeleteWorkflowStagePayload = {
  __typename?: 'DeleteWorkflowStagePayload';
  /** The workflow stage as it is now, when it was not at the expected version. */
  current?: Maybe<WorkflowStage>;
  /** The urn that was deleted; null when it was refused. */
  deletedUrn?: Maybe<Scalars['ID']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What can go wrong in an attempt. */
export type DeliveryErrorCode =
  /** No connection. */
  | 'CONNECT'
  /** The host name was not found. */
  | 'DNS'
  /** The answer was a redirect. */
  | 'REDIRECT'
  /** The answer had a status of failure. */
  | 'STATUS'
  /** The destination is not a permitted address. */
  | 'TARGET_REFUSED'
  /** No answer in time. */
  | 'TIMEOUT'
  /** No trusted encryption. */
  | 'TLS';

/** How far a delivery has come. */
export type DeliveryStatus =
  /** Dropped before it succeeded. */
  | 'DISCARDED'
  /** Given up after the last attempt. */
  | 'FAILED'
  /** Being attempted. */
  | 'IN_FLIGHT'
  /** Waiting for its first attempt, or asked for again. */
  | 'PENDING'
  /** Failed, and to be attempted again. */
  | 'RETRYING'
  /** Answered with a status from 200 to 299. */
  | 'SUCCEEDED';

/** Conditions on a DeliveryStatus; all given ones must hold. */
export type DeliveryStatusFilter = {
  eq?: InputMaybe<DeliveryStatus>;
  in?: InputMaybe<Array<DeliveryStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<DeliveryStatus>;
  nin?: InputMaybe<Array<DeliveryStatus>>;
};

/** Why the service switched a subscription off. */
export type DisabledReason =
  /** The API client is disabled. */
  | 'CLIENT_DISABLED'
  /** Every attempt failed for days. */
  | 'FAILING'
  /** The destination answered 410. */
  | 'GONE_410'
  /** The destination is not a permitted address. */
  | 'TARGET_REFUSED';

/** Conditions on a DisabledReason; all given ones must hold. */
export type DisabledReasonFilter = {
  eq?: InputMaybe<DisabledReason>;
  in?: InputMaybe<Array<DisabledReason>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<DisabledReason>;
  nin?: InputMaybe<Array<DisabledReason>>;
};

/** Why a delivery was dropped. */
export type DiscardReason =
  /** The subscription ended. */
  | 'EXPIRED'
  /** The API client may not read the resource. */
  | 'NO_PERMISSION'
  /** The event is older than events are kept. */
  | 'RETENTION'
  /** The subscription was deleted. */
  | 'SUBSCRIPTION_DELETED';

/** Conditions on a DiscardReason; all given ones must hold. */
export type DiscardReasonFilter = {
  eq?: InputMaybe<DiscardReason>;
  in?: InputMaybe<Array<DiscardReason>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<DiscardReason>;
  nin?: InputMaybe<Array<DiscardReason>>;
};

/** A floating point number. */
export type DoubleItem = Item &
  Node & {
    __typename?: 'DoubleItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: DoubleItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The number; finite. */
    value: Scalars['Float']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of doubleItems. */
export type DoubleItemConnection = {
  __typename?: 'DoubleItemConnection';
  /** The rows with their cursors. */
  edges: Array<DoubleItemEdge>;
  /** The rows alone. */
  nodes: Array<DoubleItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type DoubleItemEdge = {
  __typename?: 'DoubleItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: DoubleItem;
};

/** Every value a double item had. Reading it is also how the live value is chosen. */
export type DoubleItemHistory = {
  __typename?: 'DoubleItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: DoubleItemConnection;
  /** The item as it is now. */
  item: DoubleItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a double item had. Reading it is also how the live value is chosen. */
export type DoubleItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type DoubleItemOrderBy = {
  direction?: SortDirection;
  field: DoubleItemOrderField;
};

/** What doubleItems can be ordered by. */
export type DoubleItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which doubleItems to list: all named conditions must hold, and one of `or` where it is given. */
export type DoubleItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<DoubleItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<FloatFilter>;
  version?: InputMaybe<LongFilter>;
};

/** An e-mail address of an identity. */
export type Email = Node & {
  __typename?: 'Email';
  /** When the e-mail address was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The address, its domain in lower case; changing it clears `isVerified`. */
  email: Scalars['EmailAddress']['output'];
  /** The identity that is reached at the address. */
  identity?: Maybe<Identity>;
  /** Whether this address comes first; at most one of an identity does. */
  isPrimary: Scalars['Boolean']['output'];
  /** Whether the identity has shown that it receives mail there. */
  isVerified: Scalars['Boolean']['output'];
  /** What the address is used for. */
  type: EmailType;
  /** When the e-mail address was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the e-mail address everywhere. */
  urn: Scalars['ID']['output'];
  /** When it was shown; null while it is not. */
  verifiedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of emails. */
export type EmailConnection = {
  __typename?: 'EmailConnection';
  /** The rows with their cursors. */
  edges: Array<EmailEdge>;
  /** The rows alone. */
  nodes: Array<Email>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type EmailEdge = {
  __typename?: 'EmailEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Email;
};

/** One step of an order. The urn always decides last. */
export type EmailOrderBy = {
  direction?: SortDirection;
  field: EmailOrderField;
};

/** What emails can be ordered by. */
export type EmailOrderField =
  | 'CREATED_TIMESTAMP'
  | 'EMAIL'
  | 'IDENTITY'
  | 'IS_PRIMARY'
  | 'IS_VERIFIED'
  | 'TYPE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERIFIED_TIMESTAMP'
  | 'VERSION';

/** What an e-mail address is used for. */
export type EmailType =
  /** Invoices go there. */
  'BILLING' | 'HOME' | 'OTHER' | 'WORK';

/** Conditions on a EmailType; all given ones must hold. */
export type EmailTypeFilter = {
  eq?: InputMaybe<EmailType>;
  in?: InputMaybe<Array<EmailType>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<EmailType>;
  nin?: InputMaybe<Array<EmailType>>;
};

/** Which emails to list: all named conditions must hold, and one of `or` where it is given. */
export type EmailWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  email?: InputMaybe<StringFilter>;
  identity?: InputMaybe<IdFilter>;
  isPrimary?: InputMaybe<BooleanFilter>;
  isVerified?: InputMaybe<BooleanFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<EmailWhere>>;
  type?: InputMaybe<EmailTypeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  verifiedTimestamp?: InputMaybe<DateTimeFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What signing out gives. */
export type EndSessionPayload = {
  __typename?: 'EndSessionPayload';
  /** Whether a session was ended; there is none to end under a bearer token. */
  isEnded: Scalars['Boolean']['output'];
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the session was not ended; empty when it was. */
  userErrors: Array<UserError>;
};

/** A page or screen: an address that holds typed content items, in one language and one variant. */
export type Entity = Node & {
  __typename?: 'Entity';
  /** The other languages of the same path and variant that the caller may read; empty outside a rendered view. */
  alternativeLanguages: Array<AlternativeLanguage>;
  /** Its yes or no items. */
  booleans: Array<BooleanItem>;
  /** When the entity was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** Its instants. */
  dateTimes: Array<DateTimeItem>;
  /** Its floating point numbers. */
  doubles: Array<DoubleItem>;
  /** Its pictures. */
  images: Array<ImageItem>;
  /** Its JSON objects. */
  jsons: Array<JsonItem>;
  /** The language of the content. */
  language: Scalars['LanguageTag']['output'];
  /** Why the last scheduled publication failed; null when it did not. */
  lastError?: Maybe<Scalars['String']['output']>;
  /** Its points on the globe. */
  latLongs: Array<LatLongItem>;
  /** Its links to documents. */
  links: Array<LinkItem>;
  /** When the present live content went live; null when nothing is live. */
  liveTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Its integers. */
  longs: Array<LongItem>;
  /** Its Markdown texts. */
  markdowns: Array<MarkdownItem>;
  /** Its amounts of money. */
  money: Array<MoneyItem>;
  /** The name people know the entity by. */
  name: Scalars['String']['output'];
  /** The company that owns the entity. */
  owner?: Maybe<Company>;
  /** The address within the owner: starts with `/`, has no empty, `.` or `..` segment and no trailing `/`; absent on an entity that is only referred to. */
  path?: Maybe<Scalars['String']['output']>;
  /** When the content goes, or went, live; a future time schedules it. */
  publishTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Its references to other entities. */
  references: Array<ReferenceItem>;
  /** PUBLISH while a publication is being carried out, else null. */
  requestedStatus?: Maybe<EntityStatus>;
  /** How far the content is published; set to PUBLISH, together with a publication time, to publish. */
  status: EntityStatus;
  /** The tasks that are associated with the entity. */
  tasks: TaskConnection;
  /** Its templates. */
  templates: Array<TemplateItem>;
  /** Its plain texts. */
  texts: Array<TextItem>;
  /** When the content stops being live; later than `publishTimestamp`. */
  unpublishTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** When the entity was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the entity everywhere. */
  urn: Scalars['ID']['output'];
  /** The content split this entity belongs to, in letters, digits, `-`, `_` and `.`; empty means the default variant. */
  variant: Scalars['String']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page or screen: an address that holds typed content items, in one language and one variant. */
export type EntityTasksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of entities. */
export type EntityConnection = {
  __typename?: 'EntityConnection';
  /** The rows with their cursors. */
  edges: Array<EntityEdge>;
  /** The rows alone. */
  nodes: Array<Entity>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type EntityEdge = {
  __typename?: 'EntityEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Entity;
};

/** An ordered list of entities, such as the entries of a blog. */
export type EntityList = Node & {
  __typename?: 'EntityList';
  /** When the list was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The entries in sortOrder that the caller may read; a write replaces them all. */
  entities: Array<EntityListItem>;
  /** The name people know the list by. */
  name: Scalars['String']['output'];
  /** The company that owns the list. */
  owner?: Maybe<Company>;
  /** When the list was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the list everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of entityLists. */
export type EntityListConnection = {
  __typename?: 'EntityListConnection';
  /** The rows with their cursors. */
  edges: Array<EntityListEdge>;
  /** The rows alone. */
  nodes: Array<EntityList>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type EntityListEdge = {
  __typename?: 'EntityListEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: EntityList;
};

/** One entry of an entity list. */
export type EntityListItem = Node & {
  __typename?: 'EntityListItem';
  /** When the entry was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The entity the entry stands for; an entity stands in a list at most once. */
  entity?: Maybe<Entity>;
  /** The list the entry belongs to. */
  entityList?: Maybe<EntityList>;
  /** Orders the entries of a list; when absent, ten times the place in the list sent. */
  sortOrder: Scalars['Int']['output'];
  /** When the entry was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the entry everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of entityListItems. */
export type EntityListItemConnection = {
  __typename?: 'EntityListItemConnection';
  /** The rows with their cursors. */
  edges: Array<EntityListItemEdge>;
  /** The rows alone. */
  nodes: Array<EntityListItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type EntityListItemEdge = {
  __typename?: 'EntityListItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: EntityListItem;
};

/** One step of an order. The urn always decides last. */
export type EntityListItemOrderBy = {
  direction?: SortDirection;
  field: EntityListItemOrderField;
};

/** What entityListItems can be ordered by. */
export type EntityListItemOrderField =
  'CREATED_TIMESTAMP' | 'ENTITY' | 'ENTITY_LIST' | 'SORT_ORDER' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which entityListItems to list: all named conditions must hold, and one of `or` where it is given. */
export type EntityListItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  entityList?: InputMaybe<IdFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<EntityListItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One step of an order. The urn always decides last. */
export type EntityListOrderBy = {
  direction?: SortDirection;
  field: EntityListOrderField;
};

/** What entityLists can be ordered by. */
export type EntityListOrderField = 'CREATED_TIMESTAMP' | 'NAME' | 'OWNER' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which entityLists to list: all named conditions must hold, and one of `or` where it is given. */
export type EntityListWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<EntityListWhere>>;
  owner?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One step of an order. The urn always decides last. */
export type EntityOrderBy = {
  direction?: SortDirection;
  field: EntityOrderField;
};

/** What entities can be ordered by. */
export type EntityOrderField =
  | 'CREATED_TIMESTAMP'
  | 'LANGUAGE'
  | 'LAST_ERROR'
  | 'LIVE_TIMESTAMP'
  | 'NAME'
  | 'OWNER'
  | 'PATH'
  | 'PUBLISH_TIMESTAMP'
  | 'STATUS'
  | 'UNPUBLISH_TIMESTAMP'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VARIANT'
  | 'VERSION';

/** How far the content of an entity is published. */
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

/** Conditions on a EntityStatus; all given ones must hold. */
export type EntityStatusFilter = {
  eq?: InputMaybe<EntityStatus>;
  in?: InputMaybe<Array<EntityStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<EntityStatus>;
  nin?: InputMaybe<Array<EntityStatus>>;
};

/** A change of what readers of a page see. */
export type EntityViewChange = {
  __typename?: 'EntityViewChange';
  /** The position up to which events are contained. */
  cursor: Scalars['String']['output'];
  /** The page as it is now; null when nothing is live for this caller. */
  view?: Maybe<Entity>;
};

/** Which entities to list: all named conditions must hold, and one of `or` where it is given. */
export type EntityWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  language?: InputMaybe<StringFilter>;
  lastError?: InputMaybe<StringFilter>;
  liveTimestamp?: InputMaybe<DateTimeFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<EntityWhere>>;
  owner?: InputMaybe<IdFilter>;
  path?: InputMaybe<StringFilter>;
  publishTimestamp?: InputMaybe<DateTimeFilter>;
  status?: InputMaybe<EntityStatusFilter>;
  unpublishTimestamp?: InputMaybe<DateTimeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  variant?: InputMaybe<StringFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One change of one resource, as it was announced when it was committed. */
export type Event = {
  __typename?: 'Event';
  /** Who made the change. */
  actor: Actor;
  /** The names of the members an UPDATE changed; empty otherwise. */
  changedFields: Array<Scalars['String']['output']>;
  /** The position of the event: give it as `after` to go on behind it. Equals `sequence`. */
  cursor: Scalars['String']['output'];
  /** What happened to it. */
  event: EventKind;
  /** A UUID; identifies the event everywhere, as `id` in webhooks and as the urn of its trigger. */
  id: Scalars['ID']['output'];
  /** The company the event belongs to. */
  owner?: Maybe<Company>;
  /** Its place in the order of events, rising and never used twice. */
  sequence: Scalars['Long']['output'];
  /** The kind of resource it is about. */
  subject: EventSubject;
  /** The resource as it is now; null when it was deleted or may not be read. */
  target?: Maybe<Node>;
  /** The urn of the resource it is about. */
  targetUrn?: Maybe<Scalars['ID']['output']>;
  /** The version the resource then had. */
  targetVersion?: Maybe<Scalars['Long']['output']>;
  /** When the change was made. */
  timestamp: Scalars['DateTime']['output'];
};

/** A page of events. */
export type EventConnection = {
  __typename?: 'EventConnection';
  /** The events with their cursors. */
  edges: Array<EventEdge>;
  /** The events alone. */
  nodes: Array<Event>;
  /** Where this page stands: go on from endCursor, which is given even when nothing on the way could be shown. */
  pageInfo: PageInfo;
};

/** An event in a page. */
export type EventEdge = {
  __typename?: 'EventEdge';
  /** The position of the event. */
  cursor: Scalars['String']['output'];
  /** The event. */
  node: Event;
};

/** What happened to a resource. */
export type EventKind =
  /** Every event, where one is chosen. */
  'ALL' | 'CREATE' | 'DELETE' | 'UPDATE';

/** Conditions on a EventKind; all given ones must hold. */
export type EventKindFilter = {
  eq?: InputMaybe<EventKind>;
  in?: InputMaybe<Array<EventKind>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<EventKind>;
  nin?: InputMaybe<Array<EventKind>>;
};

/** What a change is announced as: the resource kind. */
export type EventSubject =
  | 'ADDRESS'
  | 'API_CLIENT'
  | 'BEARER_TOKEN'
  | 'BOOLEAN_ITEM'
  | 'CLIENT_IDENTIFIER'
  | 'COMPANY'
  | 'DATETIME_ITEM'
  | 'DOUBLE_ITEM'
  | 'EMAIL'
  | 'ENTITY'
  | 'ENTITY_LIST'
  | 'GROUP'
  | 'GROUP_MEMBERSHIP'
  | 'IDENTITY'
  | 'IMAGE_ITEM'
  | 'JSON_ITEM'
  | 'LATLONG_ITEM'
  | 'LINK_ITEM'
  | 'LONG_ITEM'
  | 'MARKDOWN_ITEM'
  | 'MESSAGE_THREAD'
  | 'MESSAGE_THREAD_NOTIFICATION'
  | 'MONEY_ITEM'
  | 'OAUTH_TOKEN'
  | 'PERMISSION'
  | 'PERSON'
  | 'PERSON_NAME'
  | 'PROJECT'
  | 'REFERENCE_ITEM'
  | 'ROLE'
  | 'TASK'
  | 'TELEPHONE'
  | 'TEMPLATE_ITEM'
  | 'TEXT_ITEM'
  | 'THREAD_POST'
  /** A kind this version does not know. */
  | 'UNKNOWN'
  | 'WEBHOOK_SUBSCRIPTION'
  | 'WORKFLOW';

/** Conditions on a EventSubject; all given ones must hold. */
export type EventSubjectFilter = {
  eq?: InputMaybe<EventSubject>;
  in?: InputMaybe<Array<EventSubject>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<EventSubject>;
  nin?: InputMaybe<Array<EventSubject>>;
};

/** Conditions on a Float value; all given ones must hold. */
export type FloatFilter = {
  eq?: InputMaybe<Scalars['Float']['input']>;
  gt?: InputMaybe<Scalars['Float']['input']>;
  gte?: InputMaybe<Scalars['Float']['input']>;
  in?: InputMaybe<Array<Scalars['Float']['input']>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  lt?: InputMaybe<Scalars['Float']['input']>;
  lte?: InputMaybe<Scalars['Float']['input']>;
  ne?: InputMaybe<Scalars['Float']['input']>;
  nin?: InputMaybe<Array<Scalars['Float']['input']>>;
};

/** A group of identities that share message threads. */
export type Group = Node & {
  __typename?: 'Group';
  /** When the group was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** What the group is about. */
  description?: Maybe<Scalars['String']['output']>;
  /** The content page about the group. */
  entity?: Maybe<Entity>;
  /** How one becomes a member. */
  joinPolicy: GroupJoinPolicy;
  /** How many memberships are active. */
  memberCount: Scalars['Int']['output'];
  /** The memberships, active or not. */
  memberships: GroupMembershipConnection;
  /** The name people know the group by. */
  name: Scalars['String']['output'];
  /** The company that owns the group. */
  owner?: Maybe<Company>;
  /** The message threads of the group. */
  threads: MessageThreadConnection;
  /** When the group was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the group everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** Who may know of the group. */
  visibility: GroupVisibility;
};

/** A group of identities that share message threads. */
export type GroupMembershipsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A group of identities that share message threads. */
export type GroupThreadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of groups. */
export type GroupConnection = {
  __typename?: 'GroupConnection';
  /** The rows with their cursors. */
  edges: Array<GroupEdge>;
  /** The rows alone. */
  nodes: Array<Group>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type GroupEdge = {
  __typename?: 'GroupEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Group;
};

/** How an identity becomes a member of a group. */
export type GroupJoinPolicy =
  /** Whoever asks waits for the owner of the group. */
  | 'APPROVAL'
  /** Only those the owner of the group invites. */
  | 'INVITE_ONLY'
  /** Whoever asks is in. */
  | 'OPEN';

/** Conditions on a GroupJoinPolicy; all given ones must hold. */
export type GroupJoinPolicyFilter = {
  eq?: InputMaybe<GroupJoinPolicy>;
  in?: InputMaybe<Array<GroupJoinPolicy>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<GroupJoinPolicy>;
  nin?: InputMaybe<Array<GroupJoinPolicy>>;
};

/** The relation of an identity to a group; its status says whether it is active. */
export type GroupMembership = Node & {
  __typename?: 'GroupMembership';
  /** When the membership was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** Whether the member is told by e-mail. */
  emailNotification: NotificationState;
  /** How the member came in; changes only when an invited member accepts. */
  enrollment: MembershipEnrollment;
  /** The group. */
  group?: Maybe<Group>;
  /** The member. */
  identity?: Maybe<Identity>;
  /** Whether the member is told inside applications. */
  inAppNotification: NotificationState;
  /** What the member does in the group. */
  role: MembershipRole;
  /** Whether the member is told by text message. */
  smsNotification: NotificationState;
  /** Whether the membership counts, and who stopped it if it does not. */
  status: MembershipStatus;
  /** Who last changed the status. */
  statusActor?: Maybe<Identity>;
  /** When the status was last changed. */
  statusTimestamp: Scalars['DateTime']['output'];
  /** When the membership was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the membership everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of groupMemberships. */
export type GroupMembershipConnection = {
  __typename?: 'GroupMembershipConnection';
  /** The rows with their cursors. */
  edges: Array<GroupMembershipEdge>;
  /** The rows alone. */
  nodes: Array<GroupMembership>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type GroupMembershipEdge = {
  __typename?: 'GroupMembershipEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: GroupMembership;
};

/** One step of an order. The urn always decides last. */
export type GroupMembershipOrderBy = {
  direction?: SortDirection;
  field: GroupMembershipOrderField;
};

/** What groupMemberships can be ordered by. */
export type GroupMembershipOrderField =
  | 'CREATED_TIMESTAMP'
  | 'EMAIL_NOTIFICATION'
  | 'ENROLLMENT'
  | 'GROUP'
  | 'IDENTITY'
  | 'IN_APP_NOTIFICATION'
  | 'ROLE'
  | 'SMS_NOTIFICATION'
  | 'STATUS'
  | 'STATUS_ACTOR'
  | 'STATUS_TIMESTAMP'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which groupMemberships to list: all named conditions must hold, and one of `or` where it is given. */
export type GroupMembershipWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  emailNotification?: InputMaybe<NotificationStateFilter>;
  enrollment?: InputMaybe<MembershipEnrollmentFilter>;
  group?: InputMaybe<IdFilter>;
  identity?: InputMaybe<IdFilter>;
  inAppNotification?: InputMaybe<NotificationStateFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<GroupMembershipWhere>>;
  role?: InputMaybe<MembershipRoleFilter>;
  smsNotification?: InputMaybe<NotificationStateFilter>;
  status?: InputMaybe<MembershipStatusFilter>;
  statusActor?: InputMaybe<IdFilter>;
  statusTimestamp?: InputMaybe<DateTimeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One step of an order. The urn always decides last. */
export type GroupOrderBy = {
  direction?: SortDirection;
  field: GroupOrderField;
};

/** What groups can be ordered by. */
export type GroupOrderField =
  | 'CREATED_TIMESTAMP'
  | 'DESCRIPTION'
  | 'ENTITY'
  | 'JOIN_POLICY'
  | 'NAME'
  | 'OWNER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION'
  | 'VISIBILITY';

/** Who may know of a group. */
export type GroupVisibility =
  /** Its members only. */
  | 'MEMBERS'
  /** Everyone within the owner company. */
  | 'OWNER'
  /** Everyone. */
  | 'PUBLIC';

/** Conditions on a GroupVisibility; all given ones must hold. */
export type GroupVisibilityFilter = {
  eq?: InputMaybe<GroupVisibility>;
  in?: InputMaybe<Array<GroupVisibility>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<GroupVisibility>;
  nin?: InputMaybe<Array<GroupVisibility>>;
};

/** Which groups to list: all named conditions must hold, and one of `or` where it is given. */
export type GroupWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  description?: InputMaybe<StringFilter>;
  entity?: InputMaybe<IdFilter>;
  joinPolicy?: InputMaybe<GroupJoinPolicyFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<GroupWhere>>;
  owner?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
  visibility?: InputMaybe<GroupVisibilityFilter>;
};

/** Conditions on a urn or a link; all given ones must hold. */
export type IdFilter = {
  eq?: InputMaybe<Scalars['ID']['input']>;
  in?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<Scalars['ID']['input']>;
  nin?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** A party one can contact: a person, a company contact, a service, or the anonymous user of a session. */
export type Identity = Node & {
  __typename?: 'Identity';
  /** Its postal addresses. */
  addresses: Array<Address>;
  /** The names other systems know it by. */
  clientIdentifiers: Array<ClientIdentifier>;
  /** The companies it belongs to; a write replaces them all. */
  companies: Array<Company>;
  /** When the identity was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** Its e-mail addresses. */
  emails: Array<Email>;
  /** The language it prefers. */
  language?: Maybe<Scalars['LanguageTag']['output']>;
  /** The name people see; when absent, taken from the first person name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The company that owns the identity. */
  owner?: Maybe<Company>;
  /** The persons behind the identity. */
  persons: Array<Person>;
  /** Its telephone numbers. */
  telephones: Array<Telephone>;
  /** The time zone it lives in, by its IANA name such as `Europe/London`. */
  timeZone?: Maybe<Scalars['String']['output']>;
  /** What stands behind the identity. */
  type: IdentityType;
  /** When the identity was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the identity everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of identities. */
export type IdentityConnection = {
  __typename?: 'IdentityConnection';
  /** The rows with their cursors. */
  edges: Array<IdentityEdge>;
  /** The rows alone. */
  nodes: Array<Identity>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type IdentityEdge = {
  __typename?: 'IdentityEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Identity;
};

/** Everything about an identity that the caller may see. */
export type IdentityExport = {
  __typename?: 'IdentityExport';
  /** The identity. */
  identity: Identity;
  /** Whether these are all; the REST path `/n/v1/identity/{urn}/export` gives any number. */
  isComplete: Scalars['Boolean']['output'];
  /** What lives in it and whatever names it, kind by kind: at most 2,000. */
  resources: Array<Node>;
};

/** The message threads that hold something unread for one identity. */
export type IdentityNotificationInbox = {
  __typename?: 'IdentityNotificationInbox';
  /** Whose inbox it is. */
  identity?: Maybe<Identity>;
  /** The notifications, newest first: those with unread posts, or with `all` every one. */
  notifications: MessageThreadNotificationConnection;
  /** How many unread posts mention the identity. */
  unreadMentionCount: Scalars['Int']['output'];
  /** How many threads hold unread posts. */
  unreadThreadCount: Scalars['Int']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** The message threads that hold something unread for one identity. */
export type IdentityNotificationInboxNotificationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  all?: Scalars['Boolean']['input'];
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type IdentityOrderBy = {
  direction?: SortDirection;
  field: IdentityOrderField;
};

/** What identities can be ordered by. */
export type IdentityOrderField =
  'CREATED_TIMESTAMP' | 'LANGUAGE' | 'NAME' | 'OWNER' | 'TIME_ZONE' | 'TYPE' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

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

/** Conditions on a IdentityType; all given ones must hold. */
export type IdentityTypeFilter = {
  eq?: InputMaybe<IdentityType>;
  in?: InputMaybe<Array<IdentityType>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<IdentityType>;
  nin?: InputMaybe<Array<IdentityType>>;
};

/** Which identities to list: all named conditions must hold, and one of `or` where it is given. */
export type IdentityWhere = {
  companies?: InputMaybe<IdFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  language?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<IdentityWhere>>;
  owner?: InputMaybe<IdFilter>;
  timeZone?: InputMaybe<StringFilter>;
  type?: InputMaybe<IdentityTypeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A picture in up to three formats; its files are uploaded after it is created. */
export type ImageItem = Item &
  Node & {
    __typename?: 'ImageItem';
    /** What the picture shows, for people who do not see it. */
    altText?: Maybe<Scalars['String']['output']>;
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** The files uploaded for the picture, oldest first. */
    files: Array<ImageItemFile>;
    /** Every value the item had, newest first. */
    history: ImageItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** The address of the large format; an upload sets it. */
    largeSrc?: Maybe<Scalars['URL']['output']>;
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The address of the medium format; an upload sets it. */
    mediumSrc?: Maybe<Scalars['URL']['output']>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** The address of the default format; an upload sets it. */
    src?: Maybe<Scalars['URL']['output']>;
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of imageItems. */
export type ImageItemConnection = {
  __typename?: 'ImageItemConnection';
  /** The rows with their cursors. */
  edges: Array<ImageItemEdge>;
  /** The rows alone. */
  nodes: Array<ImageItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ImageItemEdge = {
  __typename?: 'ImageItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ImageItem;
};

/** The file of one format of an image item; made by a multipart upload. */
export type ImageItemFile = Node & {
  __typename?: 'ImageItemFile';
  /** A short text from which a blurred preview can be drawn. */
  blurHash?: Maybe<Scalars['String']['output']>;
  /** The size of the file in bytes. */
  byteLength: Scalars['Long']['output'];
  /** The media type found from the bytes, such as `image/png`. */
  contentType: Scalars['String']['output'];
  /** When the file was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The SHA-256 of the bytes as `sha-256=:<base64>:` (RFC 9530). */
  digest: Scalars['String']['output'];
  /** The point that stays in sight when the picture is cropped, from 0 (left) to 1 (right). */
  focalX: Scalars['Float']['output'];
  /** The point that stays in sight when the picture is cropped, from 0 (top) to 1 (bottom). */
  focalY: Scalars['Float']['output'];
  /** The height in pixels, after orientation. */
  height: Scalars['Int']['output'];
  /** The image item the file belongs to. */
  imageItem?: Maybe<ImageItem>;
  /** The format the file was uploaded for. */
  imageItemFormat: ImageItemFormat;
  /** The address of the bytes; on upload, the part that holds the file. */
  src: Scalars['URL']['output'];
  /** When the file was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the file everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** The width in pixels, after orientation. */
  width: Scalars['Int']['output'];
};

/** A page of imageItemFiles. */
export type ImageItemFileConnection = {
  __typename?: 'ImageItemFileConnection';
  /** The rows with their cursors. */
  edges: Array<ImageItemFileEdge>;
  /** The rows alone. */
  nodes: Array<ImageItemFile>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ImageItemFileEdge = {
  __typename?: 'ImageItemFileEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ImageItemFile;
};

/** One step of an order. The urn always decides last. */
export type ImageItemFileOrderBy = {
  direction?: SortDirection;
  field: ImageItemFileOrderField;
};

/** What imageItemFiles can be ordered by. */
export type ImageItemFileOrderField =
  | 'BLUR_HASH'
  | 'BYTE_LENGTH'
  | 'CONTENT_TYPE'
  | 'CREATED_TIMESTAMP'
  | 'DIGEST'
  | 'FOCAL_X'
  | 'FOCAL_Y'
  | 'HEIGHT'
  | 'IMAGE_ITEM'
  | 'IMAGE_ITEM_FORMAT'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION'
  | 'WIDTH';

/** Which imageItemFiles to list: all named conditions must hold, and one of `or` where it is given. */
export type ImageItemFileWhere = {
  blurHash?: InputMaybe<StringFilter>;
  byteLength?: InputMaybe<LongFilter>;
  contentType?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  digest?: InputMaybe<StringFilter>;
  focalX?: InputMaybe<FloatFilter>;
  focalY?: InputMaybe<FloatFilter>;
  height?: InputMaybe<IntFilter>;
  imageItem?: InputMaybe<IdFilter>;
  imageItemFormat?: InputMaybe<ImageItemFormatFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ImageItemFileWhere>>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
  width?: InputMaybe<IntFilter>;
};

/** The formats of an image item. */
export type ImageItemFormat =
  /** The format of `src`. */
  | 'DEFAULT'
  /** The format of `largeSrc`. */
  | 'LARGE'
  /** The format of `mediumSrc`. */
  | 'MEDIUM';

/** Conditions on a ImageItemFormat; all given ones must hold. */
export type ImageItemFormatFilter = {
  eq?: InputMaybe<ImageItemFormat>;
  in?: InputMaybe<Array<ImageItemFormat>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<ImageItemFormat>;
  nin?: InputMaybe<Array<ImageItemFormat>>;
};

/** Every value a image item had. Reading it is also how the live value is chosen. */
export type ImageItemHistory = {
  __typename?: 'ImageItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: ImageItemConnection;
  /** The item as it is now. */
  item: ImageItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a image item had. Reading it is also how the live value is chosen. */
export type ImageItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type ImageItemOrderBy = {
  direction?: SortDirection;
  field: ImageItemOrderField;
};

/** What imageItems can be ordered by. */
export type ImageItemOrderField =
  | 'ALT_TEXT'
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'LARGE_SRC'
  | 'MEDIUM_SRC'
  | 'NAME'
  | 'SORT_ORDER'
  | 'SRC'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which imageItems to list: all named conditions must hold, and one of `or` where it is given. */
export type ImageItemWhere = {
  altText?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  largeSrc?: InputMaybe<StringFilter>;
  mediumSrc?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ImageItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  src?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What the caller's inbox holds. */
export type InboxChange = {
  __typename?: 'InboxChange';
  /** The position up to which events are contained. */
  cursor: Scalars['String']['output'];
  /** How many unread posts mention the caller. */
  unreadMentionCount: Scalars['Int']['output'];
  /** How many threads hold unread posts. */
  unreadThreadCount: Scalars['Int']['output'];
};

/** Conditions on a Int value; all given ones must hold. */
export type IntFilter = {
  eq?: InputMaybe<Scalars['Int']['input']>;
  gt?: InputMaybe<Scalars['Int']['input']>;
  gte?: InputMaybe<Scalars['Int']['input']>;
  in?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  lt?: InputMaybe<Scalars['Int']['input']>;
  lte?: InputMaybe<Scalars['Int']['input']>;
  ne?: InputMaybe<Scalars['Int']['input']>;
  nin?: InputMaybe<Array<Scalars['Int']['input']>>;
};

/** One line of an invoice. */
export type InvoiceLine = {
  __typename?: 'InvoiceLine';
  /** What is charged for. */
  description: Scalars['String']['output'];
  /** How many of it. */
  quantity: Scalars['Decimal']['output'];
  /** Orders the lines; without it they stay as given. */
  sortOrder?: Maybe<Scalars['Int']['output']>;
  /** The tax on top, in percent. */
  taxRatePercent: Scalars['Decimal']['output'];
  /** What the line comes to, in minor units, rounded half up. */
  totalUnitValue: Scalars['Long']['output'];
  /** The price of one, in minor units. */
  unitPriceUnitValue: Scalars['Long']['output'];
};

/** One line of an invoice. */
export type InvoiceLineInput = {
  /** What is charged for. Required. At most 1024 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** How many of it. Default '1'. */
  quantity?: InputMaybe<Scalars['Decimal']['input']>;
  /** Orders the lines; without it they stay as given. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The tax on top, in percent. Default '0'. */
  taxRatePercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** The price of one, in minor units. Required. */
  unitPriceUnitValue?: InputMaybe<Scalars['Long']['input']>;
};

/** A payment of an invoice. */
export type InvoicePayment = {
  __typename?: 'InvoicePayment';
  /** When it was recorded. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** When it was paid. */
  paidTimestamp: Scalars['DateTime']['output'];
  /** What the payer wrote on it. */
  reference?: Maybe<Scalars['String']['output']>;
  /** What was paid, in minor units of the invoice's currency. */
  unitValue: Scalars['Long']['output'];
  /** A UUID; identifies the payment. */
  urn: Scalars['ID']['output'];
};

/** What is said of a payment. */
export type InvoicePaymentInput = {
  /** When it was paid; now, when absent. */
  paidTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What the payer wrote on it, up to 255 characters. */
  reference?: InputMaybe<Scalars['String']['input']>;
  /** What was paid, in minor units of the invoice's currency; at most what is due. */
  unitValue: Scalars['Long']['input'];
};

/** How far an invoice has come. */
export type InvoiceStatus =
  /** Being written; may still be changed and deleted. */
  | 'DRAFT'
  /** Issued and waiting for payment. */
  | 'OPEN'
  /** Paid in full. */
  | 'PAID'
  /** Given up on. */
  | 'UNCOLLECTIBLE'
  /** Withdrawn. */
  | 'VOID';

/** Conditions on a InvoiceStatus; all given ones must hold. */
export type InvoiceStatusFilter = {
  eq?: InputMaybe<InvoiceStatus>;
  in?: InputMaybe<Array<InvoiceStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<InvoiceStatus>;
  nin?: InputMaybe<Array<InvoiceStatus>>;
};

/** A typed piece of content in an entity. Reading it gives the newest value; `isPublished` says whether that value is the live one. */
export type Item = {
  /** When the item was created; on an entry of a history, when that value was written. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The entity the item lives in. */
  entity?: Maybe<Entity>;
  /** Whether this value is the live one. */
  isPublished: Scalars['Boolean']['output'];
  /** The item this value belongs to; equal to `urn` except on an entry of a history. */
  itemUrn: Scalars['ID']['output'];
  /** The name templates and frontends know the item by. Several items of one kind may share a name and form a repeated field. */
  name?: Maybe<Scalars['String']['output']>;
  /** Orders items of one name, and the points of a line. */
  sortOrder: Scalars['Int']['output'];
  /** When the item was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; of the item, or of one entry of its history. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
  version: Scalars['Long']['output'];
};

/** Where an item of a rendered view comes from. */
export type ItemLayer =
  /** The default variant. */
  | 'DEFAULT'
  /** The chosen variant, in place of the default one or in addition to it. */
  | 'VARIANT';

/** What choosing or restoring a value gives. */
export type ItemValuePayload = {
  __typename?: 'ItemValuePayload';
  /** The item after the change; null when it was refused. */
  item?: Maybe<Item>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A JSON object. */
export type JsonItem = Item &
  Node & {
    __typename?: 'JsonItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: JsonItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The object; its limit counts the characters of its JSON text. */
    value: Scalars['JSON']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of jsonItems. */
export type JsonItemConnection = {
  __typename?: 'JsonItemConnection';
  /** The rows with their cursors. */
  edges: Array<JsonItemEdge>;
  /** The rows alone. */
  nodes: Array<JsonItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type JsonItemEdge = {
  __typename?: 'JsonItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: JsonItem;
};

/** Every value a json item had. Reading it is also how the live value is chosen. */
export type JsonItemHistory = {
  __typename?: 'JsonItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: JsonItemConnection;
  /** The item as it is now. */
  item: JsonItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a json item had. Reading it is also how the live value is chosen. */
export type JsonItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type JsonItemOrderBy = {
  direction?: SortDirection;
  field: JsonItemOrderField;
};

/** What jsonItems can be ordered by. */
export type JsonItemOrderField =
  'CREATED_TIMESTAMP' | 'ENTITY' | 'IS_PUBLISHED' | 'NAME' | 'SORT_ORDER' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which jsonItems to list: all named conditions must hold, and one of `or` where it is given. */
export type JsonItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<JsonItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A point on the globe; several of one name, ordered by sortOrder, form a line or a polygon. */
export type LatLongItem = Item &
  Node & {
    __typename?: 'LatLongItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: LatLongItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Degrees north of the equator; south is negative. */
    latitude: Scalars['Float']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** Degrees east of Greenwich; west is negative. */
    longitude: Scalars['Float']['output'];
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name: the points of a line or a polygon. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of latLongItems. */
export type LatLongItemConnection = {
  __typename?: 'LatLongItemConnection';
  /** The rows with their cursors. */
  edges: Array<LatLongItemEdge>;
  /** The rows alone. */
  nodes: Array<LatLongItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type LatLongItemEdge = {
  __typename?: 'LatLongItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: LatLongItem;
};

/** Every value a lat long item had. Reading it is also how the live value is chosen. */
export type LatLongItemHistory = {
  __typename?: 'LatLongItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: LatLongItemConnection;
  /** The item as it is now. */
  item: LatLongItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a lat long item had. Reading it is also how the live value is chosen. */
export type LatLongItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type LatLongItemOrderBy = {
  direction?: SortDirection;
  field: LatLongItemOrderField;
};

/** What latLongItems can be ordered by. */
export type LatLongItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'LATITUDE'
  | 'LONGITUDE'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which latLongItems to list: all named conditions must hold, and one of `or` where it is given. */
export type LatLongItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  latitude?: InputMaybe<FloatFilter>;
  longitude?: InputMaybe<FloatFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<LatLongItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A link to a document, such as a canonical or an author link. */
export type LinkItem = Item &
  Node & {
    __typename?: 'LinkItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: LinkItemHistory;
    /** Where the link leads. */
    href: Scalars['URL']['output'];
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** The language of the document the link leads to. */
    lang?: Maybe<Scalars['LanguageTag']['output']>;
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name?: Maybe<Scalars['String']['output']>;
    /** The link relation, such as `canonical`, `author` or `nofollow`. */
    rel?: Maybe<Scalars['String']['output']>;
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** The text people see for the link. */
    text?: Maybe<Scalars['String']['output']>;
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of linkItems. */
export type LinkItemConnection = {
  __typename?: 'LinkItemConnection';
  /** The rows with their cursors. */
  edges: Array<LinkItemEdge>;
  /** The rows alone. */
  nodes: Array<LinkItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type LinkItemEdge = {
  __typename?: 'LinkItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: LinkItem;
};

/** Every value a link item had. Reading it is also how the live value is chosen. */
export type LinkItemHistory = {
  __typename?: 'LinkItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: LinkItemConnection;
  /** The item as it is now. */
  item: LinkItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a link item had. Reading it is also how the live value is chosen. */
export type LinkItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type LinkItemOrderBy = {
  direction?: SortDirection;
  field: LinkItemOrderField;
};

/** What linkItems can be ordered by. */
export type LinkItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'HREF'
  | 'IS_PUBLISHED'
  | 'LANG'
  | 'NAME'
  | 'REL'
  | 'SORT_ORDER'
  | 'TEXT'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which linkItems to list: all named conditions must hold, and one of `or` where it is given. */
export type LinkItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  href?: InputMaybe<StringFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  lang?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<LinkItemWhere>>;
  rel?: InputMaybe<StringFilter>;
  sortOrder?: InputMaybe<IntFilter>;
  text?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A locale tag and how its language is written. */
export type Locale = {
  __typename?: 'Locale';
  /** `ltr` or `rtl`. */
  direction: Scalars['String']['output'];
  /** Whether it is written from right to left. */
  isRightToLeft: Scalars['Boolean']['output'];
  /** The language part. */
  language: Scalars['String']['output'];
  /** The name in English. */
  name: Scalars['String']['output'];
  /** The name in the language itself. */
  nativeName: Scalars['String']['output'];
  /** The tag that is tried when this one is missing (CLDR). */
  parent?: Maybe<Scalars['LanguageTag']['output']>;
  /** The region part, if any. */
  region?: Maybe<Scalars['String']['output']>;
  /** The script part, if any. */
  script?: Maybe<Scalars['String']['output']>;
  /** The canonical tag. */
  tag: Scalars['LanguageTag']['output'];
};

/** Conditions on a Long value; all given ones must hold. */
export type LongFilter = {
  eq?: InputMaybe<Scalars['Long']['input']>;
  gt?: InputMaybe<Scalars['Long']['input']>;
  gte?: InputMaybe<Scalars['Long']['input']>;
  in?: InputMaybe<Array<Scalars['Long']['input']>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  lt?: InputMaybe<Scalars['Long']['input']>;
  lte?: InputMaybe<Scalars['Long']['input']>;
  ne?: InputMaybe<Scalars['Long']['input']>;
  nin?: InputMaybe<Array<Scalars['Long']['input']>>;
};

/** A 64 bit integer. */
export type LongItem = Item &
  Node & {
    __typename?: 'LongItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: LongItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The integer. */
    value: Scalars['Long']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of longItems. */
export type LongItemConnection = {
  __typename?: 'LongItemConnection';
  /** The rows with their cursors. */
  edges: Array<LongItemEdge>;
  /** The rows alone. */
  nodes: Array<LongItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type LongItemEdge = {
  __typename?: 'LongItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: LongItem;
};

/** Every value a long item had. Reading it is also how the live value is chosen. */
export type LongItemHistory = {
  __typename?: 'LongItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: LongItemConnection;
  /** The item as it is now. */
  item: LongItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a long item had. Reading it is also how the live value is chosen. */
export type LongItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type LongItemOrderBy = {
  direction?: SortDirection;
  field: LongItemOrderField;
};

/** What longItems can be ordered by. */
export type LongItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which longItems to list: all named conditions must hold, and one of `or` where it is given. */
export type LongItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<LongItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<LongFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What marking an inbox gives. */
export type MarkInboxReadPayload = {
  __typename?: 'MarkInboxReadPayload';
  /** The inbox after the change; null when it was refused. */
  inbox?: Maybe<IdentityNotificationInbox>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A text in Markdown. */
export type MarkdownItem = Item &
  Node & {
    __typename?: 'MarkdownItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: MarkdownItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The Markdown source; in a rendered view the sanitised HTML it gives. */
    value: Scalars['String']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of markdownItems. */
export type MarkdownItemConnection = {
  __typename?: 'MarkdownItemConnection';
  /** The rows with their cursors. */
  edges: Array<MarkdownItemEdge>;
  /** The rows alone. */
  nodes: Array<MarkdownItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type MarkdownItemEdge = {
  __typename?: 'MarkdownItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: MarkdownItem;
};

/** Every value a markdown item had. Reading it is also how the live value is chosen. */
export type MarkdownItemHistory = {
  __typename?: 'MarkdownItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: MarkdownItemConnection;
  /** The item as it is now. */
  item: MarkdownItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a markdown item had. Reading it is also how the live value is chosen. */
export type MarkdownItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type MarkdownItemOrderBy = {
  direction?: SortDirection;
  field: MarkdownItemOrderField;
};

/** What markdownItems can be ordered by. */
export type MarkdownItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which markdownItems to list: all named conditions must hold, and one of `or` where it is given. */
export type MarkdownItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<MarkdownItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<StringFilter>;
  version?: InputMaybe<LongFilter>;
};

/** How a member came into a group, for compliance reports. */
export type MembershipEnrollment =
  /** The member asked to join. */
  | 'BY_MEMBER_WITH_CONSENT'
  /** The owner added or invited the member, who has not agreed. */
  | 'BY_OWNER_WITHOUT_CONSENT'
  /** The owner invited the member, who then accepted. */
  | 'BY_OWNER_WITH_CONSENT';

/** Conditions on a MembershipEnrollment; all given ones must hold. */
export type MembershipEnrollmentFilter = {
  eq?: InputMaybe<MembershipEnrollment>;
  in?: InputMaybe<Array<MembershipEnrollment>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<MembershipEnrollment>;
  nin?: InputMaybe<Array<MembershipEnrollment>>;
};

/** What a member does in a group. */
export type MembershipRole =
  /** Takes part. */
  | 'MEMBER'
  /** Also decides on members and posts. */
  | 'MODERATOR';

/** Conditions on a MembershipRole; all given ones must hold. */
export type MembershipRoleFilter = {
  eq?: InputMaybe<MembershipRole>;
  in?: InputMaybe<Array<MembershipRole>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<MembershipRole>;
  nin?: InputMaybe<Array<MembershipRole>>;
};

/** Whether a membership counts; only ACTIVE gives rights. */
export type MembershipStatus =
  /** Counts for permissions and delivery. */
  | 'ACTIVE'
  /** The owner of the group opted the member out; only the owner can lift it. */
  | 'BANNED_BY_OWNER'
  /** The member opted out; only the member can lift it. */
  | 'BLOCKED_BY_MEMBER'
  /** The owner invited, the member has not answered. */
  | 'PENDING_ACCEPTANCE'
  /** The member asked, the owner has not answered. */
  | 'PENDING_APPROVAL';

/** Conditions on a MembershipStatus; all given ones must hold. */
export type MembershipStatusFilter = {
  eq?: InputMaybe<MembershipStatus>;
  in?: InputMaybe<Array<MembershipStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<MembershipStatus>;
  nin?: InputMaybe<Array<MembershipStatus>>;
};

/** A thread of posts for chat or discussion, alone or attached to other resources. */
export type MessageThread = Node & {
  __typename?: 'MessageThread';
  /** The companies the thread is attached to. */
  companies: Array<Company>;
  /** When the thread was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The entities the thread is attached to. */
  entities: Array<Entity>;
  /** The group whose active members take part; for a STANDALONE_CHAT the service makes one when it is absent. */
  group?: Maybe<Group>;
  /** The invoices the thread is attached to. */
  invoices: Array<PaymentInvoice>;
  /** Whether the thread takes no new posts. */
  isClosed: Scalars['Boolean']['output'];
  /** When the newest post was written; null while there is none. */
  lastPostTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What the thread is called; when absent, taken from the first post. */
  name?: Maybe<Scalars['String']['output']>;
  /** How many posts the thread has. */
  postCount: Scalars['Int']['output'];
  /** The posts, oldest first. */
  posts: ThreadPostConnection;
  /** The projects the thread is attached to. */
  projects: Array<Project>;
  /** What the thread is for. */
  purpose: ThreadPurpose;
  /** The tasks the thread is attached to. */
  tasks: Array<Task>;
  /** When the thread was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the thread everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A thread of posts for chat or discussion, alone or attached to other resources. */
export type MessageThreadPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  around?: InputMaybe<Scalars['ID']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of messageThreads. */
export type MessageThreadConnection = {
  __typename?: 'MessageThreadConnection';
  /** The rows with their cursors. */
  edges: Array<MessageThreadEdge>;
  /** The rows alone. */
  nodes: Array<MessageThread>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type MessageThreadEdge = {
  __typename?: 'MessageThreadEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: MessageThread;
};

/** What one identity has not yet read of one message thread. */
export type MessageThreadNotification = Node & {
  __typename?: 'MessageThreadNotification';
  /** When the notification was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The oldest unread post; null when everything is read. */
  firstUnreadPost?: Maybe<ThreadPost>;
  /** Who is notified. */
  identity?: Maybe<Identity>;
  /** Whether the identity follows the thread without having posted. */
  isFollowing: Scalars['Boolean']['output'];
  /** The newest post that was read; moves only when it is set. */
  lastReadPost?: Maybe<ThreadPost>;
  /** Which posts the identity is told about. */
  level: NotificationLevel;
  /** How many unread posts mention the identity. */
  mentionCount: Scalars['Int']['output'];
  /** The thread. */
  messageThread?: Maybe<MessageThread>;
  /** How many posts of others are unread; 0 marks all read, a larger number marks that many newest posts unread. */
  notificationCount: Scalars['Int']['output'];
  /** When the notification was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the notification everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of messageThreadNotifications. */
export type MessageThreadNotificationConnection = {
  __typename?: 'MessageThreadNotificationConnection';
  /** The rows with their cursors. */
  edges: Array<MessageThreadNotificationEdge>;
  /** The rows alone. */
  nodes: Array<MessageThreadNotification>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type MessageThreadNotificationEdge = {
  __typename?: 'MessageThreadNotificationEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: MessageThreadNotification;
};

/** One step of an order. The urn always decides last. */
export type MessageThreadNotificationOrderBy = {
  direction?: SortDirection;
  field: MessageThreadNotificationOrderField;
};

/** What messageThreadNotifications can be ordered by. */
export type MessageThreadNotificationOrderField =
  | 'CREATED_TIMESTAMP'
  | 'FIRST_UNREAD_POST'
  | 'IDENTITY'
  | 'IS_FOLLOWING'
  | 'LAST_READ_POST'
  | 'LEVEL'
  | 'MENTION_COUNT'
  | 'MESSAGE_THREAD'
  | 'NOTIFICATION_COUNT'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which messageThreadNotifications to list: all named conditions must hold, and one of `or` where it is given. */
export type MessageThreadNotificationWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  firstUnreadPost?: InputMaybe<IdFilter>;
  identity?: InputMaybe<IdFilter>;
  isFollowing?: InputMaybe<BooleanFilter>;
  lastReadPost?: InputMaybe<IdFilter>;
  level?: InputMaybe<NotificationLevelFilter>;
  mentionCount?: InputMaybe<IntFilter>;
  messageThread?: InputMaybe<IdFilter>;
  notificationCount?: InputMaybe<IntFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<MessageThreadNotificationWhere>>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One step of an order. The urn always decides last. */
export type MessageThreadOrderBy = {
  direction?: SortDirection;
  field: MessageThreadOrderField;
};

/** What messageThreads can be ordered by. */
export type MessageThreadOrderField =
  'CREATED_TIMESTAMP' | 'GROUP' | 'IS_CLOSED' | 'NAME' | 'PURPOSE' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which messageThreads to list: all named conditions must hold, and one of `or` where it is given. */
export type MessageThreadWhere = {
  companies?: InputMaybe<IdFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entities?: InputMaybe<IdFilter>;
  group?: InputMaybe<IdFilter>;
  invoices?: InputMaybe<IdFilter>;
  isClosed?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<MessageThreadWhere>>;
  projects?: InputMaybe<IdFilter>;
  purpose?: InputMaybe<ThreadPurposeFilter>;
  tasks?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** An amount of money in one currency. */
export type MoneyItem = Item &
  Node & {
    __typename?: 'MoneyItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The currency of the amount. */
    currencyCode: Scalars['CurrencyCode']['output'];
    /** The sign of the currency, in the language of the entity. */
    currencySymbol: Scalars['String']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** The amount as text for people, in the language of the entity. */
    formattedValue: Scalars['String']['output'];
    /** Every value the item had, newest first. */
    history: MoneyItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** The amount in minor units, such as cents; may be negative. A create gives this or `value`. */
    unitValue: Scalars['Long']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The amount as decimal text; accepted in place of `unitValue`, with no more decimals than the currency has. */
    value: Scalars['Decimal']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of moneyItems. */
export type MoneyItemConnection = {
  __typename?: 'MoneyItemConnection';
  /** The rows with their cursors. */
  edges: Array<MoneyItemEdge>;
  /** The rows alone. */
  nodes: Array<MoneyItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type MoneyItemEdge = {
  __typename?: 'MoneyItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: MoneyItem;
};

/** Every value a money item had. Reading it is also how the live value is chosen. */
export type MoneyItemHistory = {
  __typename?: 'MoneyItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: MoneyItemConnection;
  /** The item as it is now. */
  item: MoneyItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a money item had. Reading it is also how the live value is chosen. */
export type MoneyItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type MoneyItemOrderBy = {
  direction?: SortDirection;
  field: MoneyItemOrderField;
};

/** What moneyItems can be ordered by. */
export type MoneyItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'CURRENCY_CODE'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UNIT_VALUE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which moneyItems to list: all named conditions must hold, and one of `or` where it is given. */
export type MoneyItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  currencyCode?: InputMaybe<StringFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<MoneyItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  unitValue?: InputMaybe<LongFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** Everything that can be changed. Each field is one transaction. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Makes a task wait for another one. A cycle is refused with DEPENDENCY_CYCLE. */
  addTaskBlocker: UpdateTaskPayload;
  /** Makes one value of an item's history the live one; writes no new value. */
  chooseItemValue: ItemValuePayload;
  /** Completes a task; with `force`, which needs MANAGE, even while tasks that block it are not done. */
  completeTask: UpdateTaskPayload;
  /** Copies an entity with its newest values, as a draft in another language, variant or path. */
  copyEntity: CreateEntityPayload;
  /** Creates a address. */
  createAddress: CreateAddressPayload;
  /** Creates a api client. */
  createApiClient: CreateApiClientPayload;
  /** Creates a api client bearer token. */
  createApiClientBearerToken: CreateApiClientBearerTokenPayload;
  /** Creates a boolean item. */
  createBooleanItem: CreateBooleanItemPayload;
  /** Creates a client identifier. */
  createClientIdentifier: CreateClientIdentifierPayload;
  /** Creates a company. */
  createCompany: CreateCompanyPayload;
  /** Creates a date time item. */
  createDateTimeItem: CreateDateTimeItemPayload;
  /** Creates a double item. */
  createDoubleItem: CreateDoubleItemPayload;
  /** Creates a email. */
  createEmail: CreateEmailPayload;
  /** Creates a entity. */
  createEntity: CreateEntityPayload;
  /** Creates a entity list. */
  createEntityList: CreateEntityListPayload;
  /** Creates a entity list item. */
  createEntityListItem: CreateEntityListItemPayload;
  /** Creates a group. */
  createGroup: CreateGroupPayload;
  /** Creates a group membership. */
  createGroupMembership: CreateGroupMembershipPayload;
  /** Creates a identity. */
  createIdentity: CreateIdentityPayload;
  /** Creates a image item. */
  createImageItem: CreateImageItemPayload;
  /** Creates a json item. */
  createJsonItem: CreateJsonItemPayload;
  /** Creates a lat long item. */
  createLatLongItem: CreateLatLongItemPayload;
  /** Creates a link item. */
  createLinkItem: CreateLinkItemPayload;
  /** Creates a long item. */
  createLongItem: CreateLongItemPayload;
  /** Creates a markdown item. */
  createMarkdownItem: CreateMarkdownItemPayload;
  /** Creates a message thread. */
  createMessageThread: CreateMessageThreadPayload;
  /** Creates a money item. */
  createMoneyItem: CreateMoneyItemPayload;
  /** Creates a payment invoice. */
  createPaymentInvoice: CreatePaymentInvoicePayload;
  /** Creates a permission. */
  createPermission: CreatePermissionPayload;
  /** Creates a person. */
  createPerson: CreatePersonPayload;
  /** Creates a person name. */
  createPersonName: CreatePersonNamePayload;
  /** Creates a project. */
  createProject: CreateProjectPayload;
  /** Creates a reference item. */
  createReferenceItem: CreateReferenceItemPayload;
  /** Creates a role. */
  createRole: CreateRolePayload;
  /** Creates a search. */
  createSearch: CreateSearchPayload;
  /** Creates a task. */
  createTask: CreateTaskPayload;
  /** Creates a task log. */
  createTaskLog: CreateTaskLogPayload;
  /** Creates a telephone. */
  createTelephone: CreateTelephonePayload;
  /** Creates a template item. */
  createTemplateItem: CreateTemplateItemPayload;
  /** Creates a text item. */
  createTextItem: CreateTextItemPayload;
  /** Creates a thread post. */
  createThreadPost: CreateThreadPostPayload;
  /** Creates a webhook subscription. */
  createWebhookSubscription: CreateWebhookSubscriptionPayload;
  /** Creates a webhook trigger. */
  createWebhookTrigger: CreateWebhookTriggerPayload;
  /** Creates a workflow. */
  createWorkflow: CreateWorkflowPayload;
  /** Creates a workflow stage. */
  createWorkflowStage: CreateWorkflowStagePayload;
  /** Deletes a address. With expectedVersion only if it still has that version. */
  deleteAddress: DeleteAddressPayload;
  /** Deletes a api client. With expectedVersion only if it still has that version. */
  deleteApiClient: DeleteApiClientPayload;
  /** Deletes a api client bearer token. With expectedVersion only if it still has that version. */
  deleteApiClientBearerToken: DeleteApiClientBearerTokenPayload;
  /** Deletes a boolean item. With expectedVersion only if it still has that version. */
  deleteBooleanItem: DeleteBooleanItemPayload;
  /** Deletes a client identifier. With expectedVersion only if it still has that version. */
  deleteClientIdentifier: DeleteClientIdentifierPayload;
  /** Deletes a company. With expectedVersion only if it still has that version. */
  deleteCompany: DeleteCompanyPayload;
  /** Deletes a date time item. With expectedVersion only if it still has that version. */
  deleteDateTimeItem: DeleteDateTimeItemPayload;
  /** Deletes a double item. With expectedVersion only if it still has that version. */
  deleteDoubleItem: DeleteDoubleItemPayload;
  /** Deletes a email. With expectedVersion only if it still has that version. */
  deleteEmail: DeleteEmailPayload;
  /** Deletes a entity. With expectedVersion only if it still has that version. */
  deleteEntity: DeleteEntityPayload;
  /** Deletes a entity list. With expectedVersion only if it still has that version. */
  deleteEntityList: DeleteEntityListPayload;
  /** Deletes a entity list item. With expectedVersion only if it still has that version. */
  deleteEntityListItem: DeleteEntityListItemPayload;
  /** Deletes a group. With expectedVersion only if it still has that version. */
  deleteGroup: DeleteGroupPayload;
  /** Deletes a group membership. With expectedVersion only if it still has that version. */
  deleteGroupMembership: DeleteGroupMembershipPayload;
  /** Deletes a identity. With expectedVersion only if it still has that version. */
  deleteIdentity: DeleteIdentityPayload;
  /** Deletes a image item. With expectedVersion only if it still has that version. */
  deleteImageItem: DeleteImageItemPayload;
  /** Deletes a image item file. With expectedVersion only if it still has that version. */
  deleteImageItemFile: DeleteImageItemFilePayload;
  /** Deletes a json item. With expectedVersion only if it still has that version. */
  deleteJsonItem: DeleteJsonItemPayload;
  /** Deletes a lat long item. With expectedVersion only if it still has that version. */
  deleteLatLongItem: DeleteLatLongItemPayload;
  /** Deletes a link item. With expectedVersion only if it still has that version. */
  deleteLinkItem: DeleteLinkItemPayload;
  /** Deletes a long item. With expectedVersion only if it still has that version. */
  deleteLongItem: DeleteLongItemPayload;
  /** Deletes a markdown item. With expectedVersion only if it still has that version. */
  deleteMarkdownItem: DeleteMarkdownItemPayload;
  /** Deletes a message thread. With expectedVersion only if it still has that version. */
  deleteMessageThread: DeleteMessageThreadPayload;
  /** Deletes a message thread notification. With expectedVersion only if it still has that version. */
  deleteMessageThreadNotification: DeleteMessageThreadNotificationPayload;
  /** Deletes a money item. With expectedVersion only if it still has that version. */
  deleteMoneyItem: DeleteMoneyItemPayload;
  /** Deletes a o auth token. With expectedVersion only if it still has that version. */
  deleteOAuthToken: DeleteOAuthTokenPayload;
  /** Deletes a payment invoice. With expectedVersion only if it still has that version. */
  deletePaymentInvoice: DeletePaymentInvoicePayload;
  /** Deletes a permission. With expectedVersion only if it still has that version. */
  deletePermission: DeletePermissionPayload;
  /** Deletes a person. With expectedVersion only if it still has that version. */
  deletePerson: DeletePersonPayload;
  /** Deletes a person name. With expectedVersion only if it still has that version. */
  deletePersonName: DeletePersonNamePayload;
  /** Deletes a project. With expectedVersion only if it still has that version. */
  deleteProject: DeleteProjectPayload;
  /** Deletes a reference item. With expectedVersion only if it still has that version. */
  deleteReferenceItem: DeleteReferenceItemPayload;
  /** Deletes a role. With expectedVersion only if it still has that version. */
  deleteRole: DeleteRolePayload;
  /** Deletes a search. With expectedVersion only if it still has that version. */
  deleteSearch: DeleteSearchPayload;
  /** Deletes a task. With expectedVersion only if it still has that version. */
  deleteTask: DeleteTaskPayload;
  /** Deletes a telephone. With expectedVersion only if it still has that version. */
  deleteTelephone: DeleteTelephonePayload;
  /** Deletes a template item. With expectedVersion only if it still has that version. */
  deleteTemplateItem: DeleteTemplateItemPayload;
  /** Deletes a text item. With expectedVersion only if it still has that version. */
  deleteTextItem: DeleteTextItemPayload;
  /** Deletes a thread post. With expectedVersion only if it still has that version. */
  deleteThreadPost: DeleteThreadPostPayload;
  /** Deletes a webhook subscription. With expectedVersion only if it still has that version. */
  deleteWebhookSubscription: DeleteWebhookSubscriptionPayload;
  /** Deletes a workflow. With expectedVersion only if it still has that version. */
  deleteWorkflow: DeleteWorkflowPayload;
  /** Deletes a workflow stage. With expectedVersion only if it still has that version. */
  deleteWorkflowStage: DeleteWorkflowStagePayload;
  /** Throws away what is newer than the live values of an entity. */
  discardEntityDrafts: UpdateEntityPayload;
  /** Signs a person out: the web session of the request ends, and its streams close. */
  endSession: EndSessionPayload;
  /**
   * Erases who a person is: names, contact data, outside names, memberships and grants go, and what the person wrote and did
   * stays without a name. It cannot be undone. Needs ADMIN.
   */
  eraseIdentity: UpdateIdentityPayload;
  /** Marks the caller's inbox as read: everything, or what was written up to an instant. */
  markInboxRead: MarkInboxReadPayload;
  /** Marks a thread as read by the caller: as a whole, or up to a post. */
  markThreadRead: UpdateMessageThreadNotificationPayload;
  /**
   * Makes two identities one: whatever names `from` names the identity `urn` from then on, and `from` is no more. Needs ADMIN
   * on both and on the companies they hold something of.
   */
  mergeIdentities: UpdateIdentityPayload;
  /** Publishes an entity: at once, or at publishTimestamp when that lies ahead. */
  publishEntity: UpdateEntityPayload;
  /** Records a payment of an invoice that is OPEN or UNCOLLECTIBLE; the one that pays the rest makes it PAID. */
  recordInvoicePayment: UpdatePaymentInvoicePayload;
  /** Sends a delivery that succeeded or failed again. */
  redeliverWebhook: RedeliverWebhookPayload;
  /** Lets a task no longer wait for another one. */
  removeTaskBlocker: UpdateTaskPayload;
  /** Sends the events of a range to the subscription again; each keeps its delivery. */
  replayWebhooks: ReplayWebhooksPayload;
  /** Brings a deleted resource back within 30 days; needs ADMIN on its owner. */
  restoreDeleted: RestorePayload;
  /** Writes an older value of an item again as its newest; nothing goes live. */
  restoreItemValue: ItemValuePayload;
  /** A new token with the name, labels and roles of the old one, which ends after the overlap (0 to 604800 seconds). */
  rotateBearerToken: CreateApiClientBearerTokenPayload;
  /** A new OAuth secret for the client; the old one ends at once. */
  rotateClientSecret: UpdateApiClientPayload;
  /** Replaces the secret; for a while the one before it signs as well. */
  rotateWebhookSecret: RotateWebhookSecretPayload;
  /** Sends a `webhook.test` event to the subscription's destination, once and whatever its status. */
  testWebhookSubscription: TestWebhookSubscriptionPayload;
  /** Takes an entity out of the view, or cancels its scheduled publication. */
  unpublishEntity: UpdateEntityPayload;
  /** Changes a address. With expectedVersion only if it still has that version. */
  updateAddress: UpdateAddressPayload;
  /** Changes a api client. With expectedVersion only if it still has that version. */
  updateApiClient: UpdateApiClientPayload;
  /** Changes a boolean item. With expectedVersion only if it still has that version. */
  updateBooleanItem: UpdateBooleanItemPayload;
  /** Changes a client identifier. With expectedVersion only if it still has that version. */
  updateClientIdentifier: UpdateClientIdentifierPayload;
  /** Changes a company. With expectedVersion only if it still has that version. */
  updateCompany: UpdateCompanyPayload;
  /** Changes a date time item. With expectedVersion only if it still has that version. */
  updateDateTimeItem: UpdateDateTimeItemPayload;
  /** Changes a double item. With expectedVersion only if it still has that version. */
  updateDoubleItem: UpdateDoubleItemPayload;
  /** Changes a email. With expectedVersion only if it still has that version. */
  updateEmail: UpdateEmailPayload;
  /** Changes a entity. With expectedVersion only if it still has that version. */
  updateEntity: UpdateEntityPayload;
  /** Changes a entity list. With expectedVersion only if it still has that version. */
  updateEntityList: UpdateEntityListPayload;
  /** Changes a entity list item. With expectedVersion only if it still has that version. */
  updateEntityListItem: UpdateEntityListItemPayload;
  /** Changes a group. With expectedVersion only if it still has that version. */
  updateGroup: UpdateGroupPayload;
  /** Changes a group membership. With expectedVersion only if it still has that version. */
  updateGroupMembership: UpdateGroupMembershipPayload;
  /** Changes a identity. With expectedVersion only if it still has that version. */
  updateIdentity: UpdateIdentityPayload;
  /** Changes a image item. With expectedVersion only if it still has that version. */
  updateImageItem: UpdateImageItemPayload;
  /** Changes a image item file. With expectedVersion only if it still has that version. */
  updateImageItemFile: UpdateImageItemFilePayload;
  /** Changes a json item. With expectedVersion only if it still has that version. */
  updateJsonItem: UpdateJsonItemPayload;
  /** Changes a lat long item. With expectedVersion only if it still has that version. */
  updateLatLongItem: UpdateLatLongItemPayload;
  /** Changes a link item. With expectedVersion only if it still has that version. */
  updateLinkItem: UpdateLinkItemPayload;
  /** Changes a long item. With expectedVersion only if it still has that version. */
  updateLongItem: UpdateLongItemPayload;
  /** Changes a markdown item. With expectedVersion only if it still has that version. */
  updateMarkdownItem: UpdateMarkdownItemPayload;
  /** Changes a message thread. With expectedVersion only if it still has that version. */
  updateMessageThread: UpdateMessageThreadPayload;
  /** Changes a message thread notification. With expectedVersion only if it still has that version. */
  updateMessageThreadNotification: UpdateMessageThreadNotificationPayload;
  /** Changes a money item. With expectedVersion only if it still has that version. */
  updateMoneyItem: UpdateMoneyItemPayload;
  /** Changes a organisation. With expectedVersion only if it still has that version. */
  updateOrganisation: UpdateOrganisationPayload;
  /** Changes a payment invoice. With expectedVersion only if it still has that version. */
  updatePaymentInvoice: UpdatePaymentInvoicePayload;
  /** Changes a permission. With expectedVersion only if it still has that version. */
  updatePermission: UpdatePermissionPayload;
  /** Changes a person. With expectedVersion only if it still has that version. */
  updatePerson: UpdatePersonPayload;
  /** Changes a person name. With expectedVersion only if it still has that version. */
  updatePersonName: UpdatePersonNamePayload;
  /** Changes a project. With expectedVersion only if it still has that version. */
  updateProject: UpdateProjectPayload;
  /** Changes a reference item. With expectedVersion only if it still has that version. */
  updateReferenceItem: UpdateReferenceItemPayload;
  /** Changes a role. With expectedVersion only if it still has that version. */
  updateRole: UpdateRolePayload;
  /** Changes a task. With expectedVersion only if it still has that version. */
  updateTask: UpdateTaskPayload;
  /** Changes a task log. With expectedVersion only if it still has that version. */
  updateTaskLog: UpdateTaskLogPayload;
  /** Changes a telephone. With expectedVersion only if it still has that version. */
  updateTelephone: UpdateTelephonePayload;
  /** Changes a template item. With expectedVersion only if it still has that version. */
  updateTemplateItem: UpdateTemplateItemPayload;
  /** Changes a text item. With expectedVersion only if it still has that version. */
  updateTextItem: UpdateTextItemPayload;
  /** Changes a thread post. With expectedVersion only if it still has that version. */
  updateThreadPost: UpdateThreadPostPayload;
  /** Changes a webhook subscription. With expectedVersion only if it still has that version. */
  updateWebhookSubscription: UpdateWebhookSubscriptionPayload;
  /** Changes a workflow. With expectedVersion only if it still has that version. */
  updateWorkflow: UpdateWorkflowPayload;
  /** Changes a workflow stage. With expectedVersion only if it still has that version. */
  updateWorkflowStage: UpdateWorkflowStagePayload;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationAddTaskBlockerArgs = {
  blocker: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationChooseItemValueArgs = {
  entry: Scalars['ID']['input'];
  item: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCompleteTaskArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  force?: InputMaybe<Scalars['Boolean']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCopyEntityArgs = {
  input: CopyEntityInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateAddressArgs = {
  input: CreateAddressInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateApiClientArgs = {
  input: CreateApiClientInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateApiClientBearerTokenArgs = {
  input: CreateApiClientBearerTokenInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateBooleanItemArgs = {
  input: CreateBooleanItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateClientIdentifierArgs = {
  input: CreateClientIdentifierInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateCompanyArgs = {
  input: CreateCompanyInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateDateTimeItemArgs = {
  input: CreateDateTimeItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateDoubleItemArgs = {
  input: CreateDoubleItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateEmailArgs = {
  input: CreateEmailInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateEntityArgs = {
  input: CreateEntityInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateEntityListArgs = {
  input: CreateEntityListInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateEntityListItemArgs = {
  input: CreateEntityListItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateGroupArgs = {
  input: CreateGroupInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateGroupMembershipArgs = {
  input: CreateGroupMembershipInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateIdentityArgs = {
  input: CreateIdentityInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateImageItemArgs = {
  input: CreateImageItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateJsonItemArgs = {
  input: CreateJsonItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateLatLongItemArgs = {
  input: CreateLatLongItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateLinkItemArgs = {
  input: CreateLinkItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateLongItemArgs = {
  input: CreateLongItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateMarkdownItemArgs = {
  input: CreateMarkdownItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateMessageThreadArgs = {
  input: CreateMessageThreadInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateMoneyItemArgs = {
  input: CreateMoneyItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreatePaymentInvoiceArgs = {
  input: CreatePaymentInvoiceInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreatePermissionArgs = {
  input: CreatePermissionInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreatePersonArgs = {
  input: CreatePersonInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreatePersonNameArgs = {
  input: CreatePersonNameInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateProjectArgs = {
  input: CreateProjectInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateReferenceItemArgs = {
  input: CreateReferenceItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateRoleArgs = {
  input: CreateRoleInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateSearchArgs = {
  input: CreateSearchInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateTaskArgs = {
  input: CreateTaskInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateTaskLogArgs = {
  input: CreateTaskLogInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateTelephoneArgs = {
  input: CreateTelephoneInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateTemplateItemArgs = {
  input: CreateTemplateItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateTextItemArgs = {
  input: CreateTextItemInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateThreadPostArgs = {
  input: CreateThreadPostInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateWebhookSubscriptionArgs = {
  input: CreateWebhookSubscriptionInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateWebhookTriggerArgs = {
  input: CreateWebhookTriggerInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateWorkflowArgs = {
  input: CreateWorkflowInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationCreateWorkflowStageArgs = {
  input: CreateWorkflowStageInput;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteAddressArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteApiClientArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteApiClientBearerTokenArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteBooleanItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteClientIdentifierArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteCompanyArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteDateTimeItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteDoubleItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteEmailArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteEntityListArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteEntityListItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteGroupArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteGroupMembershipArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteIdentityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteImageItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteImageItemFileArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteJsonItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteLatLongItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteLinkItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteLongItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteMarkdownItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteMessageThreadArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteMessageThreadNotificationArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteMoneyItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteOAuthTokenArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeletePaymentInvoiceArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeletePermissionArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeletePersonArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeletePersonNameArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteProjectArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteReferenceItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteRoleArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteSearchArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteTaskArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteTelephoneArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteTemplateItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteTextItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteThreadPostArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteWebhookSubscriptionArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteWorkflowArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDeleteWorkflowStageArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationDiscardEntityDraftsArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationEraseIdentityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationMarkInboxReadArgs = {
  beforeTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationMarkThreadReadArgs = {
  thread: Scalars['ID']['input'];
  upTo?: InputMaybe<Scalars['ID']['input']>;
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationMergeIdentitiesArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  from: Scalars['ID']['input'];
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationPublishEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  publishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  unpublishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRecordInvoicePaymentArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: InvoicePaymentInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRedeliverWebhookArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRemoveTaskBlockerArgs = {
  blocker: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationReplayWebhooksArgs = {
  fromSequence?: InputMaybe<Scalars['Long']['input']>;
  fromTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  onlyFailed?: InputMaybe<Scalars['Boolean']['input']>;
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRestoreDeletedArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRestoreItemValueArgs = {
  entry: Scalars['ID']['input'];
  item: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRotateBearerTokenArgs = {
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRotateClientSecretArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationRotateWebhookSecretArgs = {
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  secret: Scalars['String']['input'];
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationTestWebhookSubscriptionArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUnpublishEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateAddressArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateAddressInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateApiClientArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateApiClientInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateBooleanItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateBooleanItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateClientIdentifierArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateClientIdentifierInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateCompanyArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateCompanyInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateDateTimeItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateDateTimeItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateDoubleItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateDoubleItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateEmailArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateEmailInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateEntityInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateEntityListArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateEntityListInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateEntityListItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateEntityListItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateGroupArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateGroupInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateGroupMembershipArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateGroupMembershipInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateIdentityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateIdentityInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateImageItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateImageItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateImageItemFileArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateImageItemFileInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateJsonItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateJsonItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateLatLongItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateLatLongItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateLinkItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateLinkItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateLongItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateLongItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateMarkdownItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateMarkdownItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateMessageThreadArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateMessageThreadInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateMessageThreadNotificationArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateMessageThreadNotificationInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateMoneyItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateMoneyItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateOrganisationArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateOrganisationInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdatePaymentInvoiceArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdatePaymentInvoiceInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdatePermissionArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdatePermissionInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdatePersonArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdatePersonInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdatePersonNameArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdatePersonNameInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateProjectArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateProjectInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateReferenceItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateReferenceItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateRoleArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateRoleInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateTaskArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateTaskInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateTaskLogArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateTaskLogInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateTelephoneArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateTelephoneInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateTemplateItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateTemplateItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateTextItemArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateTextItemInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateThreadPostArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateThreadPostInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateWebhookSubscriptionArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateWebhookSubscriptionInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateWorkflowArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateWorkflowInput;
  urn: Scalars['ID']['input'];
};

/** Everything that can be changed. Each field is one transaction. */
export type MutationUpdateWorkflowStageArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: UpdateWorkflowStageInput;
  urn: Scalars['ID']['input'];
};

/** Everything that has an address of its own. */
export type Node = {
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the resource everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
  version: Scalars['Long']['output'];
};

/** Which posts of a thread an identity is told about. */
export type NotificationLevel =
  /** Every post. */
  | 'ALL'
  /** Mentions, and replies to its own posts. */
  | 'MENTIONS'
  /** None; the thread is muted. */
  | 'NONE';

/** Conditions on a NotificationLevel; all given ones must hold. */
export type NotificationLevelFilter = {
  eq?: InputMaybe<NotificationLevel>;
  in?: InputMaybe<Array<NotificationLevel>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<NotificationLevel>;
  nin?: InputMaybe<Array<NotificationLevel>>;
};

/** Whether notifications go out on a channel. */
export type NotificationState = 'SUBSCRIBED' | 'UNSUBSCRIBED';

/** Conditions on a NotificationState; all given ones must hold. */
export type NotificationStateFilter = {
  eq?: InputMaybe<NotificationState>;
  in?: InputMaybe<Array<NotificationState>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<NotificationState>;
  nin?: InputMaybe<Array<NotificationState>>;
};

/** The ways to obtain an OAuth token (RFC 6749), spelt as on the wire. */
export type OAuthGrantType =
  /** A person signed in and agreed; PKCE is always required. */
  | 'authorization_code'
  /** The client acts for itself. */
  | 'client_credentials'
  /** A refresh token was exchanged. */
  | 'refresh_token';

/** Conditions on a OAuthGrantType; all given ones must hold. */
export type OAuthGrantTypeFilter = {
  eq?: InputMaybe<OAuthGrantType>;
  in?: InputMaybe<Array<OAuthGrantType>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<OAuthGrantType>;
  nin?: InputMaybe<Array<OAuthGrantType>>;
};

/** A token handed out by OAuth; the token values themselves are never shown here. */
export type OAuthToken = Node & {
  __typename?: 'OAuthToken';
  /** The API client the token was handed to. */
  apiClient?: Maybe<ApiClient>;
  /** When the token was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** When the access token ends. */
  expirationTimestamp: Scalars['DateTime']['output'];
  /** A UUID shared by all tokens from one sign-in. */
  familyUrn: Scalars['ID']['output'];
  /** How the token was obtained. */
  grantType: OAuthGrantType;
  /** Whom the client acts for; null for client credentials. */
  identity?: Maybe<Identity>;
  /** When the token was handed out. */
  issuedTimestamp: Scalars['DateTime']['output'];
  /** When the refresh token ends; null if there is none. */
  refreshExpirationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** When the token was revoked; null while it is not. */
  revokedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What the token allows, separated by spaces: `read`, `read_draft`, `write`, `publish`, `comment`, `manage`, `admin`, `offline_access`, `openid`. */
  scope: Scalars['String']['output'];
  /** How the token is shown (RFC 6750); always `Bearer`. */
  tokenType: Scalars['String']['output'];
  /** When the token was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the token everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of oAuthTokens. */
export type OAuthTokenConnection = {
  __typename?: 'OAuthTokenConnection';
  /** The rows with their cursors. */
  edges: Array<OAuthTokenEdge>;
  /** The rows alone. */
  nodes: Array<OAuthToken>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type OAuthTokenEdge = {
  __typename?: 'OAuthTokenEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: OAuthToken;
};

/** One step of an order. The urn always decides last. */
export type OAuthTokenOrderBy = {
  direction?: SortDirection;
  field: OAuthTokenOrderField;
};

/** What oAuthTokens can be ordered by. */
export type OAuthTokenOrderField =
  | 'API_CLIENT'
  | 'CREATED_TIMESTAMP'
  | 'EXPIRATION_TIMESTAMP'
  | 'FAMILY_URN'
  | 'GRANT_TYPE'
  | 'IDENTITY'
  | 'ISSUED_TIMESTAMP'
  | 'REFRESH_EXPIRATION_TIMESTAMP'
  | 'REVOKED_TIMESTAMP'
  | 'SCOPE'
  | 'TOKEN_TYPE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which oAuthTokens to list: all named conditions must hold, and one of `or` where it is given. */
export type OAuthTokenWhere = {
  apiClient?: InputMaybe<IdFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  expirationTimestamp?: InputMaybe<DateTimeFilter>;
  familyUrn?: InputMaybe<IdFilter>;
  grantType?: InputMaybe<OAuthGrantTypeFilter>;
  identity?: InputMaybe<IdFilter>;
  issuedTimestamp?: InputMaybe<DateTimeFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<OAuthTokenWhere>>;
  refreshExpirationTimestamp?: InputMaybe<DateTimeFilter>;
  revokedTimestamp?: InputMaybe<DateTimeFilter>;
  scope?: InputMaybe<StringFilter>;
  tokenType?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** The legal body of a tenant, reached from its root company. */
export type Organisation = Node & {
  __typename?: 'Organisation';
  /** The companies of the organisation. */
  companies: CompanyConnection;
  /** When the organisation was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The currency used when nothing else decides. */
  defaultCurrencyCode?: Maybe<Scalars['CurrencyCode']['output']>;
  /** The language used when nothing else decides. */
  defaultLanguage: Scalars['LanguageTag']['output'];
  /** The registered name. */
  legalName?: Maybe<Scalars['String']['output']>;
  /** The legal entity identifier (ISO 17442), with its check digits. */
  leiCode?: Maybe<Scalars['String']['output']>;
  /** The name people know the organisation by. */
  name: Scalars['String']['output'];
  /** The number in the register of companies. */
  registrationNumber?: Maybe<Scalars['String']['output']>;
  /** The tax number. */
  taxId?: Maybe<Scalars['String']['output']>;
  /** When the organisation was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the organisation everywhere. */
  urn: Scalars['ID']['output'];
  /** The value added tax number. */
  vatId?: Maybe<Scalars['String']['output']>;
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** The address of its website. */
  websiteUrl?: Maybe<Scalars['URL']['output']>;
};

/** The legal body of a tenant, reached from its root company. */
export type OrganisationCompaniesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of organisations. */
export type OrganisationConnection = {
  __typename?: 'OrganisationConnection';
  /** The rows with their cursors. */
  edges: Array<OrganisationEdge>;
  /** The rows alone. */
  nodes: Array<Organisation>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type OrganisationEdge = {
  __typename?: 'OrganisationEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Organisation;
};

/** One step of an order. The urn always decides last. */
export type OrganisationOrderBy = {
  direction?: SortDirection;
  field: OrganisationOrderField;
};

/** What organisations can be ordered by. */
export type OrganisationOrderField =
  | 'CREATED_TIMESTAMP'
  | 'DEFAULT_CURRENCY_CODE'
  | 'DEFAULT_LANGUAGE'
  | 'LEGAL_NAME'
  | 'LEI_CODE'
  | 'NAME'
  | 'REGISTRATION_NUMBER'
  | 'TAX_ID'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VAT_ID'
  | 'VERSION'
  | 'WEBSITE_URL';

/** Which organisations to list: all named conditions must hold, and one of `or` where it is given. */
export type OrganisationWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  defaultCurrencyCode?: InputMaybe<StringFilter>;
  defaultLanguage?: InputMaybe<StringFilter>;
  legalName?: InputMaybe<StringFilter>;
  leiCode?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<OrganisationWhere>>;
  registrationNumber?: InputMaybe<StringFilter>;
  taxId?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  vatId?: InputMaybe<StringFilter>;
  version?: InputMaybe<LongFilter>;
  websiteUrl?: InputMaybe<StringFilter>;
};

/** The path of a page in a list. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last row of this page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether a later page exists. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether an earlier page exists. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first row of this page. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A bill from its owner to a customer. */
export type PaymentInvoice = Node & {
  __typename?: 'PaymentInvoice';
  /** When the invoice was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The currency of every amount; fixed after DRAFT. */
  currencyCode: Scalars['CurrencyCode']['output'];
  /** The company that is to pay; this or `customerIdentity` must be given. */
  customerCompany?: Maybe<Company>;
  /** The person who is to pay; this or `customerCompany` must be given. */
  customerIdentity?: Maybe<Identity>;
  /** Where the document for people is kept. */
  documentUrl?: Maybe<Scalars['URL']['output']>;
  /** When it is to be paid; must be given before it becomes OPEN. */
  dueTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What is still to be paid, in minor units. */
  dueUnitValue: Scalars['Long']['output'];
  /** The sum with tax as text for people. */
  formattedTotal: Scalars['String']['output'];
  /** Whether it is OPEN and past its due time. */
  isOverdue: Scalars['Boolean']['output'];
  /** When it became OPEN. */
  issuedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What is charged; fixed after DRAFT. */
  lines: Array<InvoiceLine>;
  /** The number of the invoice; unique per owner and fixed once it is OPEN. */
  number: Scalars['String']['output'];
  /** The seller. */
  owner?: Maybe<Company>;
  /** When it was paid in full. */
  paidTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What has been paid, in minor units. */
  paidUnitValue: Scalars['Long']['output'];
  /** A purchase order or payment reference. */
  reference?: Maybe<Scalars['String']['output']>;
  /** How far the invoice has come; only a DRAFT may be deleted. */
  status: InvoiceStatus;
  /** The sum before tax, in minor units. */
  subtotalUnitValue: Scalars['Long']['output'];
  /** The tax, in minor units. */
  taxUnitValue: Scalars['Long']['output'];
  /** The message threads attached to the invoice. */
  threads: MessageThreadConnection;
  /** The sum with tax, in minor units. */
  totalUnitValue: Scalars['Long']['output'];
  /** When the invoice was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the invoice everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** When it was made void. */
  voidedTimestamp?: Maybe<Scalars['DateTime']['output']>;
};

/** A bill from its owner to a customer. */
export type PaymentInvoiceThreadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of paymentInvoices. */
export type PaymentInvoiceConnection = {
  __typename?: 'PaymentInvoiceConnection';
  /** The rows with their cursors. */
  edges: Array<PaymentInvoiceEdge>;
  /** The rows alone. */
  nodes: Array<PaymentInvoice>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type PaymentInvoiceEdge = {
  __typename?: 'PaymentInvoiceEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: PaymentInvoice;
};

/** One step of an order. The urn always decides last. */
export type PaymentInvoiceOrderBy = {
  direction?: SortDirection;
  field: PaymentInvoiceOrderField;
};

/** What paymentInvoices can be ordered by. */
export type PaymentInvoiceOrderField =
  | 'CREATED_TIMESTAMP'
  | 'CURRENCY_CODE'
  | 'CUSTOMER_COMPANY'
  | 'CUSTOMER_IDENTITY'
  | 'DOCUMENT_URL'
  | 'DUE_TIMESTAMP'
  | 'DUE_UNIT_VALUE'
  | 'ISSUED_TIMESTAMP'
  | 'NUMBER'
  | 'OWNER'
  | 'PAID_TIMESTAMP'
  | 'PAID_UNIT_VALUE'
  | 'REFERENCE'
  | 'STATUS'
  | 'SUBTOTAL_UNIT_VALUE'
  | 'TAX_UNIT_VALUE'
  | 'TOTAL_UNIT_VALUE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION'
  | 'VOIDED_TIMESTAMP';

/** Which paymentInvoices to list: all named conditions must hold, and one of `or` where it is given. */
export type PaymentInvoiceWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  currencyCode?: InputMaybe<StringFilter>;
  customerCompany?: InputMaybe<IdFilter>;
  customerIdentity?: InputMaybe<IdFilter>;
  documentUrl?: InputMaybe<StringFilter>;
  dueTimestamp?: InputMaybe<DateTimeFilter>;
  dueUnitValue?: InputMaybe<LongFilter>;
  issuedTimestamp?: InputMaybe<DateTimeFilter>;
  number?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<PaymentInvoiceWhere>>;
  owner?: InputMaybe<IdFilter>;
  paidTimestamp?: InputMaybe<DateTimeFilter>;
  paidUnitValue?: InputMaybe<LongFilter>;
  reference?: InputMaybe<StringFilter>;
  status?: InputMaybe<InvoiceStatusFilter>;
  subtotalUnitValue?: InputMaybe<LongFilter>;
  taxUnitValue?: InputMaybe<LongFilter>;
  totalUnitValue?: InputMaybe<LongFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
  voidedTimestamp?: InputMaybe<DateTimeFilter>;
};

/** A directed edge: a subject is granted a label on an object, for all time or for a while. */
export type Permission = Node & {
  __typename?: 'Permission';
  /** When the permission was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The first instant the permission holds; without one it holds from the beginning. */
  fromTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Who granted it. */
  grantedBy: Actor;
  /** Whether the permission holds now. */
  isActive: Scalars['Boolean']['output'];
  /** What is granted: a word of PermissionLabel, or an application's own word starting with `x-`, which implies nothing. */
  label: Scalars['String']['output'];
  /** What kind of thing the object is. */
  objectScope: PermissionObjectScope;
  /** On what: the urn of the object. */
  objectUrn: Scalars['ID']['output'];
  /** The company the permission belongs to. */
  owner?: Maybe<Company>;
  /** Why it was granted. */
  reason?: Maybe<Scalars['String']['output']>;
  /** What kind of thing the subject is. */
  subjectScope: PermissionSubjectScope;
  /** Who is granted: the urn of the subject, and for EVERYONE the urn of the owner. */
  subjectUrn: Scalars['ID']['output'];
  /** The first instant the permission no longer holds, later than `fromTimestamp`; without one it holds for ever. */
  toTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** When the permission was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the permission everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of the record of changed permissions. */
export type PermissionAudit = {
  __typename?: 'PermissionAudit';
  /** The cursor of the last change of this page; null on an empty page. */
  after?: Maybe<Scalars['String']['output']>;
  /** The changes, newest first. */
  changes: Array<PermissionChange>;
  /** Whether older changes follow. */
  isMorePages: Scalars['Boolean']['output'];
};

/** A change of a permission, with the permission as the change left it. */
export type PermissionChange = {
  __typename?: 'PermissionChange';
  /** Who made the change. */
  actor: Actor;
  /** CREATE, UPDATE or DELETE. */
  event: EventKind;
  /** The first instant the permission holds. */
  fromTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What was granted. */
  label: Scalars['String']['output'];
  /** On what. */
  object: PermissionEnd;
  /** The urn of the company that owns the permission. */
  ownerUrn: Scalars['ID']['output'];
  /** The urn of the permission. */
  permissionUrn: Scalars['ID']['output'];
  /** Why it was granted. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Who was granted. */
  subject: PermissionEnd;
  /** When the change was made. */
  timestamp: Scalars['DateTime']['output'];
  /** The first instant the permission no longer holds. */
  toTimestamp?: Maybe<Scalars['DateTime']['output']>;
};

/** A question about a permission. */
export type PermissionCheckInput = {
  /** The instant that is asked about; now when absent. */
  atTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** A word of PermissionLabel, or an application's own starting with `x-`. */
  label: Scalars['String']['input'];
  /** What kind of thing the object is; an object of another kind is not allowed. */
  objectScope?: InputMaybe<PermissionObjectScope>;
  /** On what. */
  objectUrn: Scalars['ID']['input'];
  /** Comes back with the answer. */
  ref?: InputMaybe<Scalars['String']['input']>;
  /** What kind of thing the subject is; goes with subjectUrn. */
  subjectScope?: InputMaybe<PermissionSubjectScope>;
  /** Who is asked about; the caller when absent. Asking about others needs ADMIN on the object. */
  subjectUrn?: InputMaybe<Scalars['ID']['input']>;
};

/** The answer to a question about a permission. */
export type PermissionCheckResult = {
  __typename?: 'PermissionCheckResult';
  /** Whether the subject holds the label on the object. */
  allowed: Scalars['Boolean']['output'];
  /** The permission that allows; null when none does, when none is needed, and when the caller may not read it. */
  permission?: Maybe<Permission>;
  /** As it was sent. */
  ref?: Maybe<Scalars['String']['output']>;
};

/** A page of permissions. */
export type PermissionConnection = {
  __typename?: 'PermissionConnection';
  /** The rows with their cursors. */
  edges: Array<PermissionEdge>;
  /** The rows alone. */
  nodes: Array<Permission>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type PermissionEdge = {
  __typename?: 'PermissionEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Permission;
};

/** An end of a permission. */
export type PermissionEnd = {
  __typename?: 'PermissionEnd';
  /** What kind of thing it is. */
  scope: Scalars['String']['output'];
  /** Its urn. */
  urn: Scalars['ID']['output'];
};

/** Why a permission holds, or what is missing for it to hold. */
export type PermissionExplanation = {
  __typename?: 'PermissionExplanation';
  /** Whether the subject holds the label on the object. */
  allowed: Scalars['Boolean']['output'];
  /** What would have to be different; empty when it is allowed. */
  nearest: Array<PermissionNearMiss>;
  /** The way from the subject to the object; empty when it is not allowed. */
  path: Array<PermissionPathStep>;
};

/** What a permission allows. */
export type PermissionLabel =
  /** Everything, the permissions, API clients and webhooks of the object included. */
  | 'ADMIN'
  /** Set the assignee and the stage of a task; counts as READ. */
  | 'ASSIGN'
  /** Post in threads and comment on tasks; counts as READ. */
  | 'COMMENT'
  /** Create children in the object; counts as READ of it. */
  | 'CREATE'
  /** Delete the object; counts as READ. */
  | 'DELETE'
  /** Everything above but MEMBER, and not the permissions. */
  | 'MANAGE'
  /** Act as a role, or belong to a group; on a ROLE or GROUP only. */
  | 'MEMBER'
  /** Change the status of content and choose live values; counts as READ_DRAFT and READ. */
  | 'PUBLISH'
  /** See the object. */
  | 'READ'
  /** See values that are not live; counts as READ. */
  | 'READ_DRAFT'
  /** Change the object; counts as READ_DRAFT and READ. */
  | 'UPDATE';

/** A permission that does not hold, or that does not exist. */
export type PermissionNearMiss = {
  __typename?: 'PermissionNearMiss';
  /** The label of the permission, or the one that is missing. */
  label: Scalars['String']['output'];
  /** To what. */
  object: PermissionEnd;
  /** The permission; null when there is none, or the caller may not read it. */
  permission?: Maybe<Permission>;
  /** NOT_YET, ENDED, OTHER_LABEL, MISSING, or TOKEN_NARROWED. */
  reason: Scalars['String']['output'];
  /** From whom. */
  subject: PermissionEnd;
};

/** The kinds of thing a permission can be granted on. */
export type PermissionObjectScope =
  /** An API client. */
  | 'API_CLIENT'
  /** A boolean item. */
  | 'BOOLEAN_ITEM'
  /** A company and all it owns. */
  | 'COMPANY'
  /** A date-time item. */
  | 'DATETIME_ITEM'
  /** A double item. */
  | 'DOUBLE_ITEM'
  /** An entity and its items. */
  | 'ENTITY'
  /** An entity list. */
  | 'ENTITY_LIST'
  /** A group and its memberships and threads. */
  | 'GROUP'
  /** An identity and its contact data. */
  | 'IDENTITY'
  /** An image item. */
  | 'IMAGE_ITEM'
  /** A JSON item. */
  | 'JSON_ITEM'
  /** A latitude/longitude item. */
  | 'LATLONG_ITEM'
  /** A link item. */
  | 'LINK_ITEM'
  /** A long item. */
  | 'LONG_ITEM'
  /** A markdown item. */
  | 'MARKDOWN_ITEM'
  /** A message thread and its posts. */
  | 'MESSAGE_THREAD'
  /** A money item. */
  | 'MONEY_ITEM'
  /** A payment invoice. */
  | 'PAYMENT_INVOICE'
  /** A person. */
  | 'PERSON'
  /** A project. */
  | 'PROJECT'
  /** A reference item. */
  | 'REFERENCE_ITEM'
  /** A role. */
  | 'ROLE'
  /** A search. */
  | 'SEARCH'
  /** A task and its log. */
  | 'TASK'
  /** A template item. */
  | 'TEMPLATE_ITEM'
  /** A text item. */
  | 'TEXT_ITEM'
  /** A webhook subscription. */
  | 'WEBHOOK_SUBSCRIPTION'
  /** A workflow and its stages. */
  | 'WORKFLOW';

/** Conditions on a PermissionObjectScope; all given ones must hold. */
export type PermissionObjectScopeFilter = {
  eq?: InputMaybe<PermissionObjectScope>;
  in?: InputMaybe<Array<PermissionObjectScope>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<PermissionObjectScope>;
  nin?: InputMaybe<Array<PermissionObjectScope>>;
};

/** One step of an order. The urn always decides last. */
export type PermissionOrderBy = {
  direction?: SortDirection;
  field: PermissionOrderField;
};

/** What permissions can be ordered by. */
export type PermissionOrderField =
  | 'CREATED_TIMESTAMP'
  | 'FROM_TIMESTAMP'
  | 'LABEL'
  | 'OBJECT_SCOPE'
  | 'OBJECT_URN'
  | 'OWNER'
  | 'REASON'
  | 'SUBJECT_SCOPE'
  | 'SUBJECT_URN'
  | 'TO_TIMESTAMP'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** One step from a subject to an object. */
export type PermissionPathStep = {
  __typename?: 'PermissionPathStep';
  /** The label held. */
  label: Scalars['String']['output'];
  /** To what. */
  object: PermissionEnd;
  /** The permission of the step; null when it needs none, or the caller may not read it. */
  permission?: Maybe<Permission>;
  /** From whom. */
  subject: PermissionEnd;
  /** MEMBERSHIP of a group, MEMBER of a role or group, GRANT, or COMPANY_LEVEL. */
  via: Scalars['String']['output'];
};

/** The kinds of thing a permission can be granted to. */
export type PermissionSubjectScope =
  /** An API client. */
  | 'API_CLIENT'
  /** Everybody of a company. */
  | 'COMPANY'
  /** Everybody, known or not; the subject urn is then the urn of the owner. */
  | 'EVERYONE'
  /** Every active member of a group. */
  | 'GROUP'
  /** An identity. */
  | 'IDENTITY'
  /** Every holder of a role. */
  | 'ROLE';

/** Conditions on a PermissionSubjectScope; all given ones must hold. */
export type PermissionSubjectScopeFilter = {
  eq?: InputMaybe<PermissionSubjectScope>;
  in?: InputMaybe<Array<PermissionSubjectScope>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<PermissionSubjectScope>;
  nin?: InputMaybe<Array<PermissionSubjectScope>>;
};

/** Which permissions to list: all named conditions must hold, and one of `or` where it is given. */
export type PermissionWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  fromTimestamp?: InputMaybe<DateTimeFilter>;
  label?: InputMaybe<StringFilter>;
  objectScope?: InputMaybe<PermissionObjectScopeFilter>;
  objectUrn?: InputMaybe<IdFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<PermissionWhere>>;
  owner?: InputMaybe<IdFilter>;
  reason?: InputMaybe<StringFilter>;
  subjectScope?: InputMaybe<PermissionSubjectScopeFilter>;
  subjectUrn?: InputMaybe<IdFilter>;
  toTimestamp?: InputMaybe<DateTimeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A human being behind an identity. */
export type Person = Node & {
  __typename?: 'Person';
  /** The date of birth, as far as it is known: a year, a month or a day; not in the future. */
  birthDate?: Maybe<Scalars['Date']['output']>;
  /** When the person was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The identity the person stands behind. */
  identity?: Maybe<Identity>;
  /** The names and aliases of the person. */
  names: Array<PersonName>;
  /** When the person was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the person everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of persons. */
export type PersonConnection = {
  __typename?: 'PersonConnection';
  /** The rows with their cursors. */
  edges: Array<PersonEdge>;
  /** The rows alone. */
  nodes: Array<Person>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type PersonEdge = {
  __typename?: 'PersonEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Person;
};

/** A name or alias of a person. */
export type PersonName = Node & {
  __typename?: 'PersonName';
  /** When the name was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The family name. */
  familyName?: Maybe<Scalars['String']['output']>;
  /** The given name. */
  givenName: Scalars['String']['output'];
  /** What stands before the name, such as `Dr`. */
  honorificPrefix?: Maybe<Scalars['String']['output']>;
  /** What stands after the name, such as `PhD`. */
  honorificSuffix?: Maybe<Scalars['String']['output']>;
  /** Whether the person likes this name best; at most one name of a person is preferred. */
  isPreferred: Scalars['Boolean']['output'];
  /** The language the name is written in. */
  language?: Maybe<Scalars['LanguageTag']['output']>;
  /** The names between the given and the family name. */
  middleName?: Maybe<Scalars['String']['output']>;
  /** What friends say. */
  nickname?: Maybe<Scalars['String']['output']>;
  /** The person the name belongs to. */
  person?: Maybe<Person>;
  /** When the name was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the name everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of personNames. */
export type PersonNameConnection = {
  __typename?: 'PersonNameConnection';
  /** The rows with their cursors. */
  edges: Array<PersonNameEdge>;
  /** The rows alone. */
  nodes: Array<PersonName>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type PersonNameEdge = {
  __typename?: 'PersonNameEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: PersonName;
};

/** One step of an order. The urn always decides last. */
export type PersonNameOrderBy = {
  direction?: SortDirection;
  field: PersonNameOrderField;
};

/** What personNames can be ordered by. */
export type PersonNameOrderField =
  | 'CREATED_TIMESTAMP'
  | 'FAMILY_NAME'
  | 'GIVEN_NAME'
  | 'HONORIFIC_PREFIX'
  | 'HONORIFIC_SUFFIX'
  | 'IS_PREFERRED'
  | 'LANGUAGE'
  | 'MIDDLE_NAME'
  | 'NICKNAME'
  | 'PERSON'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which personNames to list: all named conditions must hold, and one of `or` where it is given. */
export type PersonNameWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  familyName?: InputMaybe<StringFilter>;
  givenName?: InputMaybe<StringFilter>;
  honorificPrefix?: InputMaybe<StringFilter>;
  honorificSuffix?: InputMaybe<StringFilter>;
  isPreferred?: InputMaybe<BooleanFilter>;
  language?: InputMaybe<StringFilter>;
  middleName?: InputMaybe<StringFilter>;
  nickname?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<PersonNameWhere>>;
  person?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One step of an order. The urn always decides last. */
export type PersonOrderBy = {
  direction?: SortDirection;
  field: PersonOrderField;
};

/** What persons can be ordered by. */
export type PersonOrderField =
  'BIRTH_DATE' | 'CREATED_TIMESTAMP' | 'IDENTITY' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which persons to list: all named conditions must hold, and one of `or` where it is given. */
export type PersonWhere = {
  birthDate?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  identity?: InputMaybe<IdFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<PersonWhere>>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A piece of work with a beginning and an end that tasks belong to. */
export type Project = Node & {
  __typename?: 'Project';
  /** When the project was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** What the project is about. */
  description?: Maybe<Scalars['String']['output']>;
  /** When the project is due; not before `startTimestamp`. */
  dueTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** The content page of the project. */
  entity?: Maybe<Entity>;
  /** The person who answers for the project. */
  lead?: Maybe<Identity>;
  /** What people call the project. */
  name: Scalars['String']['output'];
  /** The company the project belongs to. */
  owner?: Maybe<Company>;
  /** When work begins. */
  startTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** How far the project has come; an archived project takes no new tasks. */
  status: ProjectStatus;
  /** The number of its tasks by status, as an object from status to number. */
  taskCounts: Scalars['JSON']['output'];
  /** The tasks of the project. */
  tasks: TaskConnection;
  /** When the project was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the project everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** The workflow its tasks follow unless they say otherwise. */
  workflow?: Maybe<Workflow>;
};

/** A piece of work with a beginning and an end that tasks belong to. */
export type ProjectTasksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of projects. */
export type ProjectConnection = {
  __typename?: 'ProjectConnection';
  /** The rows with their cursors. */
  edges: Array<ProjectEdge>;
  /** The rows alone. */
  nodes: Array<Project>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ProjectEdge = {
  __typename?: 'ProjectEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Project;
};

/** One step of an order. The urn always decides last. */
export type ProjectOrderBy = {
  direction?: SortDirection;
  field: ProjectOrderField;
};

/** What projects can be ordered by. */
export type ProjectOrderField =
  | 'CREATED_TIMESTAMP'
  | 'DESCRIPTION'
  | 'DUE_TIMESTAMP'
  | 'ENTITY'
  | 'LEAD'
  | 'NAME'
  | 'OWNER'
  | 'START_TIMESTAMP'
  | 'STATUS'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION'
  | 'WORKFLOW';

/** How far a project has come. */
export type ProjectStatus =
  /** Work goes on. */
  | 'ACTIVE'
  /** Put away; takes no new tasks. */
  | 'ARCHIVED'
  /** Work is finished. */
  | 'COMPLETED'
  /** Work is paused. */
  | 'ON_HOLD';

/** Conditions on a ProjectStatus; all given ones must hold. */
export type ProjectStatusFilter = {
  eq?: InputMaybe<ProjectStatus>;
  in?: InputMaybe<Array<ProjectStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<ProjectStatus>;
  nin?: InputMaybe<Array<ProjectStatus>>;
};

/** Which projects to list: all named conditions must hold, and one of `or` where it is given. */
export type ProjectWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  description?: InputMaybe<StringFilter>;
  dueTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  lead?: InputMaybe<IdFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ProjectWhere>>;
  owner?: InputMaybe<IdFilter>;
  startTimestamp?: InputMaybe<DateTimeFilter>;
  status?: InputMaybe<ProjectStatusFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
  workflow?: InputMaybe<IdFilter>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type Query = {
  __typename?: 'Query';
  /** One address; null when it does not exist or may not be read. */
  address?: Maybe<Address>;
  /** A page of addresses: those the caller may read. */
  addresses: AddressConnection;
  /** One api client; null when it does not exist or may not be read. */
  apiClient?: Maybe<ApiClient>;
  /** One api client bearer token; null when it does not exist or may not be read. */
  apiClientBearerToken?: Maybe<ApiClientBearerToken>;
  /** A page of apiClientBearerTokens: those the caller may read. */
  apiClientBearerTokens: ApiClientBearerTokenConnection;
  /** A page of apiClients: those the caller may read. */
  apiClients: ApiClientConnection;
  /** One boolean item; null when it does not exist or may not be read. */
  booleanItem?: Maybe<BooleanItem>;
  /** A page of booleanItems: those the caller may read. */
  booleanItems: BooleanItemConnection;
  /** The state of the caller's session. */
  clientContext: ClientContext;
  /** One client identifier; null when it does not exist or may not be read. */
  clientIdentifier?: Maybe<ClientIdentifier>;
  /** A page of clientIdentifiers: those the caller may read. */
  clientIdentifiers: ClientIdentifierConnection;
  /** A page of companies: those the caller may read. */
  companies: CompanyConnection;
  /** One company; null when it does not exist or may not be read. */
  company?: Maybe<Company>;
  /** The countries of ISO 3166-1. */
  countries: Array<Country>;
  /** The currencies of ISO 4217. */
  currencies: Array<Currency>;
  /** One date time item; null when it does not exist or may not be read. */
  dateTimeItem?: Maybe<DateTimeItem>;
  /** A page of dateTimeItems: those the caller may read. */
  dateTimeItems: DateTimeItemConnection;
  /** One double item; null when it does not exist or may not be read. */
  doubleItem?: Maybe<DoubleItem>;
  /** A page of doubleItems: those the caller may read. */
  doubleItems: DoubleItemConnection;
  /** One email; null when it does not exist or may not be read. */
  email?: Maybe<Email>;
  /** A page of emails: those the caller may read. */
  emails: EmailConnection;
  /** A page of entities: those the caller may read. */
  entities: EntityConnection;
  /** One entity; null when it does not exist or may not be read. */
  entity?: Maybe<Entity>;
  /** One entity list; null when it does not exist or may not be read. */
  entityList?: Maybe<EntityList>;
  /** One entity list item; null when it does not exist or may not be read. */
  entityListItem?: Maybe<EntityListItem>;
  /** A page of entityListItems: those the caller may read. */
  entityListItems: EntityListItemConnection;
  /** A page of entityLists: those the caller may read. */
  entityLists: EntityListConnection;
  /**
   * A page as readers see it: live values only, markdown as sanitised HTML, templates expanded, the variant laid over the
   * default. Addressed by path or by urn; language and Accept-Language choose the language version, with the owner's
   * fallback chain. Null when nothing is live for this caller.
   */
  entityView?: Maybe<Entity>;
  /** The stored events after a cursor, oldest first: catching up without a stream. */
  events: EventConnection;
  /** One group; null when it does not exist or may not be read. */
  group?: Maybe<Group>;
  /** One group membership; null when it does not exist or may not be read. */
  groupMembership?: Maybe<GroupMembership>;
  /** A page of groupMemberships: those the caller may read. */
  groupMemberships: GroupMembershipConnection;
  /** A page of groups: those the caller may read. */
  groups: GroupConnection;
  /** A page of identities: those the caller may read. */
  identities: IdentityConnection;
  /** The identities that another system, the domain, knows by this token; expired client identifiers do not count. */
  identitiesByClientIdentifier: Array<Identity>;
  /** One identity; null when it does not exist or may not be read. */
  identity?: Maybe<Identity>;
  /** Everything about an identity that the caller may see; null when the identity may not be read. */
  identityExport?: Maybe<IdentityExport>;
  /** One image item; null when it does not exist or may not be read. */
  imageItem?: Maybe<ImageItem>;
  /** One image item file; null when it does not exist or may not be read. */
  imageItemFile?: Maybe<ImageItemFile>;
  /** A page of imageItemFiles: those the caller may read. */
  imageItemFiles: ImageItemFileConnection;
  /** A page of imageItems: those the caller may read. */
  imageItems: ImageItemConnection;
  /** What waits for an identity: the caller's own inbox, or with ADMIN another's; null when it may not be read. */
  inbox?: Maybe<IdentityNotificationInbox>;
  /** The payments of an invoice, oldest first; null when the invoice may not be read. */
  invoicePayments?: Maybe<Array<InvoicePayment>>;
  /** One json item; null when it does not exist or may not be read. */
  jsonItem?: Maybe<JsonItem>;
  /** A page of jsonItems: those the caller may read. */
  jsonItems: JsonItemConnection;
  /** One lat long item; null when it does not exist or may not be read. */
  latLongItem?: Maybe<LatLongItem>;
  /** A page of latLongItems: those the caller may read. */
  latLongItems: LatLongItemConnection;
  /** One link item; null when it does not exist or may not be read. */
  linkItem?: Maybe<LinkItem>;
  /** A page of linkItems: those the caller may read. */
  linkItems: LinkItemConnection;
  /** The locale tags that can be used. */
  locales: Array<Locale>;
  /** One long item; null when it does not exist or may not be read. */
  longItem?: Maybe<LongItem>;
  /** A page of longItems: those the caller may read. */
  longItems: LongItemConnection;
  /** One markdown item; null when it does not exist or may not be read. */
  markdownItem?: Maybe<MarkdownItem>;
  /** A page of markdownItems: those the caller may read. */
  markdownItems: MarkdownItemConnection;
  /** One message thread; null when it does not exist or may not be read. */
  messageThread?: Maybe<MessageThread>;
  /** One message thread notification; null when it does not exist or may not be read. */
  messageThreadNotification?: Maybe<MessageThreadNotification>;
  /** A page of messageThreadNotifications: those the caller may read. */
  messageThreadNotifications: MessageThreadNotificationConnection;
  /** A page of messageThreads: those the caller may read. */
  messageThreads: MessageThreadConnection;
  /** One money item; null when it does not exist or may not be read. */
  moneyItem?: Maybe<MoneyItem>;
  /** A page of moneyItems: those the caller may read. */
  moneyItems: MoneyItemConnection;
  /** Any resource by its urn; null when it does not exist or may not be read. */
  node?: Maybe<Node>;
  /** Up to 200 resources by their urns, in that order; null for each that does not exist or may not be read. */
  nodes: Array<Maybe<Node>>;
  /** One o auth token; null when it does not exist or may not be read. */
  oAuthToken?: Maybe<OAuthToken>;
  /** A page of oAuthTokens: those the caller may read. */
  oAuthTokens: OAuthTokenConnection;
  /** One organisation; null when it does not exist or may not be read. */
  organisation?: Maybe<Organisation>;
  /** A page of organisations: those the caller may read. */
  organisations: OrganisationConnection;
  /** One payment invoice; null when it does not exist or may not be read. */
  paymentInvoice?: Maybe<PaymentInvoice>;
  /** A page of paymentInvoices: those the caller may read. */
  paymentInvoices: PaymentInvoiceConnection;
  /** One permission; null when it does not exist or may not be read. */
  permission?: Maybe<Permission>;
  /** Changes of permissions, newest first; needs ADMIN on the companies that own them. */
  permissionAudit: PermissionAudit;
  /** Whether subjects hold labels on objects; 1 to 100 questions, answered in their order. */
  permissionCheck: Array<PermissionCheckResult>;
  /** Why a question is answered as it is; needs ADMIN on the object. */
  permissionExplain: PermissionExplanation;
  /** A page of permissions: those the caller may read. */
  permissions: PermissionConnection;
  /** One person; null when it does not exist or may not be read. */
  person?: Maybe<Person>;
  /** One person name; null when it does not exist or may not be read. */
  personName?: Maybe<PersonName>;
  /** A page of personNames: those the caller may read. */
  personNames: PersonNameConnection;
  /** A page of persons: those the caller may read. */
  persons: PersonConnection;
  /** One project; null when it does not exist or may not be read. */
  project?: Maybe<Project>;
  /** A page of projects: those the caller may read. */
  projects: ProjectConnection;
  /** One reference item; null when it does not exist or may not be read. */
  referenceItem?: Maybe<ReferenceItem>;
  /** A page of referenceItems: those the caller may read. */
  referenceItems: ReferenceItemConnection;
  /** One role; null when it does not exist or may not be read. */
  role?: Maybe<Role>;
  /** A page of roles: those the caller may read. */
  roles: RoleConnection;
  /** Looks something up at once, without keeping the search: what the caller may read, best first. */
  search: SearchItemConnection;
  /** A page of searches: those the caller may read. */
  searches: SearchConnection;
  /** One search; null when it does not exist or may not be read. */
  storedSearch?: Maybe<Search>;
  /** One task; null when it does not exist or may not be read. */
  task?: Maybe<Task>;
  /** The tasks that a task waits for and those that wait for it, up to `depth` (1 to 20) edges away; null when the task may not be read. */
  taskDependencies?: Maybe<TaskDependencies>;
  /** One task log; null when it does not exist or may not be read. */
  taskLog?: Maybe<TaskLog>;
  /** A page of taskLogs: those the caller may read. */
  taskLogs: TaskLogConnection;
  /** A page of tasks: those the caller may read. */
  tasks: TaskConnection;
  /** One telephone; null when it does not exist or may not be read. */
  telephone?: Maybe<Telephone>;
  /** A page of telephones: those the caller may read. */
  telephones: TelephoneConnection;
  /** One template item; null when it does not exist or may not be read. */
  templateItem?: Maybe<TemplateItem>;
  /** A page of templateItems: those the caller may read. */
  templateItems: TemplateItemConnection;
  /** One text item; null when it does not exist or may not be read. */
  textItem?: Maybe<TextItem>;
  /** A page of textItems: those the caller may read. */
  textItems: TextItemConnection;
  /** One thread post; null when it does not exist or may not be read. */
  threadPost?: Maybe<ThreadPost>;
  /** A page of threadPosts: those the caller may read. */
  threadPosts: ThreadPostConnection;
  /** A page of webhookDeliveries: those the caller may read. */
  webhookDeliveries: WebhookDeliveryConnection;
  /** One webhook delivery; null when it does not exist or may not be read. */
  webhookDelivery?: Maybe<WebhookDelivery>;
  /** One webhook subscription; null when it does not exist or may not be read. */
  webhookSubscription?: Maybe<WebhookSubscription>;
  /** A page of webhookSubscriptions: those the caller may read. */
  webhookSubscriptions: WebhookSubscriptionConnection;
  /** One webhook trigger; null when it does not exist or may not be read. */
  webhookTrigger?: Maybe<WebhookTrigger>;
  /** A page of webhookTriggers: those the caller may read. */
  webhookTriggers: WebhookTriggerConnection;
  /** One workflow; null when it does not exist or may not be read. */
  workflow?: Maybe<Workflow>;
  /** One workflow stage; null when it does not exist or may not be read. */
  workflowStage?: Maybe<WorkflowStage>;
  /** A page of workflowStages: those the caller may read. */
  workflowStages: WorkflowStageConnection;
  /** A page of workflows: those the caller may read. */
  workflows: WorkflowConnection;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryAddressArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryAddressesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AddressOrderBy>>;
  where?: InputMaybe<AddressWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryApiClientArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryApiClientBearerTokenArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryApiClientBearerTokensArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ApiClientBearerTokenOrderBy>>;
  where?: InputMaybe<ApiClientBearerTokenWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryApiClientsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ApiClientOrderBy>>;
  where?: InputMaybe<ApiClientWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryBooleanItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryBooleanItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<BooleanItemOrderBy>>;
  where?: InputMaybe<BooleanItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryClientIdentifierArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryClientIdentifiersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ClientIdentifierOrderBy>>;
  where?: InputMaybe<ClientIdentifierWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryCompaniesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<CompanyOrderBy>>;
  where?: InputMaybe<CompanyWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryCompanyArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryDateTimeItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryDateTimeItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<DateTimeItemOrderBy>>;
  where?: InputMaybe<DateTimeItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryDoubleItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryDoubleItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<DoubleItemOrderBy>>;
  where?: InputMaybe<DoubleItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEmailArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEmailsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<EmailOrderBy>>;
  where?: InputMaybe<EmailWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<EntityOrderBy>>;
  where?: InputMaybe<EntityWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntityArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntityListArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntityListItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntityListItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<EntityListItemOrderBy>>;
  where?: InputMaybe<EntityListItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntityListsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<EntityListOrderBy>>;
  where?: InputMaybe<EntityListWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEntityViewArgs = {
  atTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  owner?: InputMaybe<Scalars['ID']['input']>;
  path?: InputMaybe<Scalars['String']['input']>;
  render?: InputMaybe<ViewRendering>;
  urn?: InputMaybe<Scalars['ID']['input']>;
  variant?: InputMaybe<Scalars['String']['input']>;
  version?: InputMaybe<ContentVersion>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  events?: InputMaybe<Array<EventKind>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  subjects?: InputMaybe<Array<EventSubject>>;
  targetUrns?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryGroupArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryGroupMembershipArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryGroupMembershipsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<GroupMembershipOrderBy>>;
  where?: InputMaybe<GroupMembershipWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryGroupsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<GroupOrderBy>>;
  where?: InputMaybe<GroupWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryIdentitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<IdentityOrderBy>>;
  where?: InputMaybe<IdentityWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryIdentitiesByClientIdentifierArgs = {
  domain: Scalars['String']['input'];
  token: Scalars['String']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryIdentityArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryIdentityExportArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryImageItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryImageItemFileArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryImageItemFilesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ImageItemFileOrderBy>>;
  where?: InputMaybe<ImageItemFileWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryImageItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ImageItemOrderBy>>;
  where?: InputMaybe<ImageItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryInboxArgs = {
  identity?: InputMaybe<Scalars['ID']['input']>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryInvoicePaymentsArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryJsonItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryJsonItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<JsonItemOrderBy>>;
  where?: InputMaybe<JsonItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryLatLongItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryLatLongItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<LatLongItemOrderBy>>;
  where?: InputMaybe<LatLongItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryLinkItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryLinkItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<LinkItemOrderBy>>;
  where?: InputMaybe<LinkItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryLongItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryLongItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<LongItemOrderBy>>;
  where?: InputMaybe<LongItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMarkdownItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMarkdownItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<MarkdownItemOrderBy>>;
  where?: InputMaybe<MarkdownItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMessageThreadArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMessageThreadNotificationArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMessageThreadNotificationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<MessageThreadNotificationOrderBy>>;
  where?: InputMaybe<MessageThreadNotificationWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMessageThreadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<MessageThreadOrderBy>>;
  where?: InputMaybe<MessageThreadWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMoneyItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryMoneyItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<MoneyItemOrderBy>>;
  where?: InputMaybe<MoneyItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryNodeArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryNodesArgs = {
  urns: Array<Scalars['ID']['input']>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryOAuthTokenArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryOAuthTokensArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OAuthTokenOrderBy>>;
  where?: InputMaybe<OAuthTokenWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryOrganisationArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryOrganisationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OrganisationOrderBy>>;
  where?: InputMaybe<OrganisationWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPaymentInvoiceArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPaymentInvoicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<PaymentInvoiceOrderBy>>;
  where?: InputMaybe<PaymentInvoiceWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPermissionArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPermissionAuditArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPermissionCheckArgs = {
  checks: Array<PermissionCheckInput>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPermissionExplainArgs = {
  check: PermissionCheckInput;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPermissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<PermissionOrderBy>>;
  where?: InputMaybe<PermissionWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPersonArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPersonNameArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPersonNamesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<PersonNameOrderBy>>;
  where?: InputMaybe<PersonNameWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryPersonsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<PersonOrderBy>>;
  where?: InputMaybe<PersonWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryProjectArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryProjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectOrderBy>>;
  where?: InputMaybe<ProjectWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryReferenceItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryReferenceItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ReferenceItemOrderBy>>;
  where?: InputMaybe<ReferenceItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryRoleArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryRolesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<RoleOrderBy>>;
  where?: InputMaybe<RoleWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeScopes: Array<SearchScope>;
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  order?: SearchOrder;
  query?: InputMaybe<Scalars['String']['input']>;
  version?: ContentVersion;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QuerySearchesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<SearchOrderBy>>;
  where?: InputMaybe<SearchWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryStoredSearchArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTaskArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTaskDependenciesArgs = {
  depth?: InputMaybe<Scalars['Int']['input']>;
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTaskLogArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTaskLogsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TaskLogOrderBy>>;
  where?: InputMaybe<TaskLogWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTasksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TaskOrderBy>>;
  where?: InputMaybe<TaskWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTelephoneArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTelephonesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TelephoneOrderBy>>;
  where?: InputMaybe<TelephoneWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTemplateItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTemplateItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TemplateItemOrderBy>>;
  where?: InputMaybe<TemplateItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTextItemArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryTextItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TextItemOrderBy>>;
  where?: InputMaybe<TextItemWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryThreadPostArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryThreadPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ThreadPostOrderBy>>;
  where?: InputMaybe<ThreadPostWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WebhookDeliveryOrderBy>>;
  where?: InputMaybe<WebhookDeliveryWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWebhookDeliveryArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWebhookSubscriptionArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWebhookSubscriptionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WebhookSubscriptionOrderBy>>;
  where?: InputMaybe<WebhookSubscriptionWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWebhookTriggerArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWebhookTriggersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WebhookTriggerOrderBy>>;
  where?: InputMaybe<WebhookTriggerWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWorkflowArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWorkflowStageArgs = {
  urn: Scalars['ID']['input'];
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWorkflowStagesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WorkflowStageOrderBy>>;
  where?: InputMaybe<WorkflowStageWhere>;
};

/** Everything that can be read. What the caller may not read is null, and missing from lists. */
export type QueryWorkflowsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WorkflowOrderBy>>;
  where?: InputMaybe<WorkflowWhere>;
};

/** What a caller may still send before requests are refused. */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** How much operations of the graph may cost in any minute. */
  costLimit: Scalars['Int']['output'];
  /** How much of it is left. */
  costRemaining: Scalars['Int']['output'];
  /** How many requests any minute allows. */
  limit: Scalars['Int']['output'];
  /** How many of them are left. */
  remaining: Scalars['Int']['output'];
  /** When the oldest request leaves the window, so that more are left. */
  resetTimestamp: Scalars['DateTime']['output'];
};

/** What sending a delivery again gives. */
export type RedeliverWebhookPayload = {
  __typename?: 'RedeliverWebhookPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why it was refused; empty when it was not. */
  userErrors: Array<UserError>;
  /** The delivery, waiting to be sent; null when it was refused. */
  webhookDelivery?: Maybe<WebhookDelivery>;
};

/** A reference to another entity. */
export type ReferenceItem = Item &
  Node & {
    __typename?: 'ReferenceItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** The entity referred to: of the same owner, and not the entity the item lives in. */
    entityReference?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: ReferenceItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** What the other entity is to this one, such as `author`. */
    relation?: Maybe<Scalars['String']['output']>;
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of referenceItems. */
export type ReferenceItemConnection = {
  __typename?: 'ReferenceItemConnection';
  /** The rows with their cursors. */
  edges: Array<ReferenceItemEdge>;
  /** The rows alone. */
  nodes: Array<ReferenceItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ReferenceItemEdge = {
  __typename?: 'ReferenceItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ReferenceItem;
};

/** Every value a reference item had. Reading it is also how the live value is chosen. */
export type ReferenceItemHistory = {
  __typename?: 'ReferenceItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: ReferenceItemConnection;
  /** The item as it is now. */
  item: ReferenceItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a reference item had. Reading it is also how the live value is chosen. */
export type ReferenceItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type ReferenceItemOrderBy = {
  direction?: SortDirection;
  field: ReferenceItemOrderField;
};

/** What referenceItems can be ordered by. */
export type ReferenceItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'ENTITY_REFERENCE'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'RELATION'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which referenceItems to list: all named conditions must hold, and one of `or` where it is given. */
export type ReferenceItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  entityReference?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ReferenceItemWhere>>;
  relation?: InputMaybe<StringFilter>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What a replay gives. */
export type ReplayWebhooksPayload = {
  __typename?: 'ReplayWebhooksPayload';
  /** How many events will be sent; null when it was refused. */
  count?: Maybe<Scalars['Int']['output']>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why it was refused; empty when it was not. */
  userErrors: Array<UserError>;
};

/** What a kind offers. */
export type ResourceOperation =
  /** POST, create<T> */
  | 'CREATE'
  /** DELETE, delete<T> */
  | 'DELETE'
  /** GET many, the plural root field */
  | 'LIST'
  /** GET one, the singular root field */
  | 'READ'
  /** PUT and PATCH, update<T> */
  | 'UPDATE';

/** What restoring a deleted resource gives. */
export type RestorePayload = {
  __typename?: 'RestorePayload';
  /** The resource, living again; null when it was refused. */
  node?: Maybe<Node>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** A named set of permissions that API clients, people and groups can hold. */
export type Role = Node & {
  __typename?: 'Role';
  /** The API clients that hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  apiClients: Array<ApiClient>;
  /** When the role was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** What the role is for. */
  description?: Maybe<Scalars['String']['output']>;
  /** The groups that hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  groups: Array<Group>;
  /** The people who hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  identities: Array<Identity>;
  /** Whether the service made the role; such a role cannot be changed or deleted. */
  isBuiltIn: Scalars['Boolean']['output'];
  /** What people call the role; unique per owner. */
  name: Scalars['String']['output'];
  /** The company the role belongs to. */
  owner?: Maybe<Company>;
  /** The permissions granted to the role. */
  permissions: PermissionConnection;
  /** When the role was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the role everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A named set of permissions that API clients, people and groups can hold. */
export type RolePermissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of roles. */
export type RoleConnection = {
  __typename?: 'RoleConnection';
  /** The rows with their cursors. */
  edges: Array<RoleEdge>;
  /** The rows alone. */
  nodes: Array<Role>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type RoleEdge = {
  __typename?: 'RoleEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Role;
};

/** One step of an order. The urn always decides last. */
export type RoleOrderBy = {
  direction?: SortDirection;
  field: RoleOrderField;
};

/** What roles can be ordered by. */
export type RoleOrderField =
  'CREATED_TIMESTAMP' | 'DESCRIPTION' | 'IS_BUILT_IN' | 'NAME' | 'OWNER' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** Which roles to list: all named conditions must hold, and one of `or` where it is given. */
export type RoleWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  description?: InputMaybe<StringFilter>;
  isBuiltIn?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<RoleWhere>>;
  owner?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What replacing a secret gives. */
export type RotateWebhookSecretPayload = {
  __typename?: 'RotateWebhookSecretPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why it was refused; empty when it was not. */
  userErrors: Array<UserError>;
  /** The subscription; null when it was refused. */
  webhookSubscription?: Maybe<WebhookSubscription>;
};

/** A search that runs by itself: create it, then read it until its status is FULL_RESULT. */
export type Search = Node & {
  __typename?: 'Search';
  /** Which values of content are searched; LATEST needs READ_DRAFT. */
  contentVersion: ContentVersion;
  /** When the search was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** When the search is forgotten: 15 minutes after it was last read. */
  expirationTimestamp: Scalars['DateTime']['output'];
  /** Conditions as lists take them, by scope. */
  filter?: Maybe<Scalars['JSON']['output']>;
  /** The kinds to look in. */
  includeScopes: Array<SearchScope>;
  /** The hits the caller may read, best first. */
  items: SearchItemConnection;
  /** The language words are stemmed in; the negotiated one by default. */
  language: Scalars['LanguageTag']['output'];
  /** The order of the hits. */
  order: SearchOrder;
  /** The company whose resources are searched. */
  owner?: Maybe<Company>;
  /** What to look for: words, phrases in double quotes, `-not` and `prefix*`; without one the order alone decides. */
  query?: Maybe<Scalars['String']['output']>;
  /** How far the search has come. */
  status: SearchStatus;
  /** How many hits the caller may read; null while that is not known. */
  totalCount?: Maybe<Scalars['Long']['output']>;
  /** When the search was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the search everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A search that runs by itself: create it, then read it until its status is FULL_RESULT. */
export type SearchItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of searches. */
export type SearchConnection = {
  __typename?: 'SearchConnection';
  /** The rows with their cursors. */
  edges: Array<SearchEdge>;
  /** The rows alone. */
  nodes: Array<Search>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type SearchEdge = {
  __typename?: 'SearchEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Search;
};

/** A place where a hit matches. */
export type SearchHighlight = {
  __typename?: 'SearchHighlight';
  /** Where in the resource, as JSON Pointer (RFC 6901). */
  path: Scalars['String']['output'];
  /** The text around the match, HTML-escaped, with the match in `<em>`. */
  text: Scalars['String']['output'];
};

/** One hit of a search; its urn and url are those of the resource found. */
export type SearchItem = {
  __typename?: 'SearchItem';
  /** Where it matches. */
  highlights: Array<SearchHighlight>;
  /** The resource found. */
  item?: Maybe<Node>;
  /** The name to show; null for a resource without one. */
  name?: Maybe<Scalars['String']['output']>;
  /** How well it matches, higher is better; 0 without a query. */
  score: Scalars['Float']['output'];
  /** The rank of the hit; 0 is the best. */
  sortOrder: Scalars['Int']['output'];
  /** The kind of the resource found. */
  type: SearchScope;
  /** The address of the resource found. */
  url: Scalars['URL']['output'];
  /** The urn of the resource found. */
  urn: Scalars['ID']['output'];
};

/** A page of searchItems. */
export type SearchItemConnection = {
  __typename?: 'SearchItemConnection';
  /** The rows with their cursors. */
  edges: Array<SearchItemEdge>;
  /** The rows alone. */
  nodes: Array<SearchItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type SearchItemEdge = {
  __typename?: 'SearchItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: SearchItem;
};

/** The order of hits. */
export type SearchOrder =
  /** Newest first. */
  | 'CREATED'
  /** By name. */
  | 'NAME'
  /** Best first. */
  | 'RELEVANCE'
  /** By relevance if there is a query, else newest first. */
  | 'UNDEFINED'
  /** Last written first. */
  | 'UPDATED';

/** One step of an order. The urn always decides last. */
export type SearchOrderBy = {
  direction?: SortDirection;
  field: SearchOrderField;
};

/** What searches can be ordered by. */
export type SearchOrderField =
  | 'CONTENT_VERSION'
  | 'CREATED_TIMESTAMP'
  | 'EXPIRATION_TIMESTAMP'
  | 'LANGUAGE'
  | 'ORDER'
  | 'OWNER'
  | 'QUERY'
  | 'STATUS'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Conditions on a SearchOrder; all given ones must hold. */
export type SearchOrderFilter = {
  eq?: InputMaybe<SearchOrder>;
  in?: InputMaybe<Array<SearchOrder>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<SearchOrder>;
  nin?: InputMaybe<Array<SearchOrder>>;
};

/** The kinds a search can look in, and so the kinds of hit. */
export type SearchScope =
  /** Companies. */
  | 'COMPANY'
  /** Entities. */
  | 'ENTITY'
  /** Entity lists. */
  | 'ENTITY_LIST'
  /** Groups. */
  | 'GROUP'
  /** Group memberships. */
  | 'GROUP_MEMBERSHIP'
  /** Identities. */
  | 'IDENTITY'
  /** Message threads. */
  | 'MESSAGE_THREAD'
  /** Projects. */
  | 'PROJECT'
  /** Tasks. */
  | 'TASK'
  /** Thread posts. */
  | 'THREAD_POST'
  /** Workflows. */
  | 'WORKFLOW';

/** How far a search has come. */
export type SearchStatus =
  /** Ended without a result. */
  | 'FAILED'
  /** Done. */
  | 'FULL_RESULT'
  /** At work, with some hits. */
  | 'PARTIAL_RESULT'
  /** Not begun. */
  | 'PENDING'
  /** At work, with no hits yet. */
  | 'RUNNING';

/** Conditions on a SearchStatus; all given ones must hold. */
export type SearchStatusFilter = {
  eq?: InputMaybe<SearchStatus>;
  in?: InputMaybe<Array<SearchStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<SearchStatus>;
  nin?: InputMaybe<Array<SearchStatus>>;
};

/** Which searches to list: all named conditions must hold, and one of `or` where it is given. */
export type SearchWhere = {
  contentVersion?: InputMaybe<ContentVersionFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  expirationTimestamp?: InputMaybe<DateTimeFilter>;
  language?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<SearchWhere>>;
  order?: InputMaybe<SearchOrderFilter>;
  owner?: InputMaybe<IdFilter>;
  query?: InputMaybe<StringFilter>;
  status?: InputMaybe<SearchStatusFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** The kinds of session. */
export type SessionKind =
  /** Neither session nor token. */
  | 'ANONYMOUS'
  /** A bearer token from a browser, which cannot. */
  | 'BROWSER_BEARER'
  /** A bearer token from a server, which can keep it secret. */
  | 'SERVER_BEARER'
  /** A web session of a signed-in user. */
  | 'WEB_SESSION';

/** Ascending or descending. */
export type SortDirection = 'ASC' | 'DESC';

/** Conditions on a text, compared by code point; all given ones must hold. */
export type StringFilter = {
  contains?: InputMaybe<Scalars['String']['input']>;
  eq?: InputMaybe<Scalars['String']['input']>;
  gt?: InputMaybe<Scalars['String']['input']>;
  gte?: InputMaybe<Scalars['String']['input']>;
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  lt?: InputMaybe<Scalars['String']['input']>;
  lte?: InputMaybe<Scalars['String']['input']>;
  ne?: InputMaybe<Scalars['String']['input']>;
  nin?: InputMaybe<Array<Scalars['String']['input']>>;
  startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** What is told while it happens. Served over WebSocket (`graphql-transport-ws`) at `/graphql` and as server-sent events at `/graphql/stream`. */
export type Subscription = {
  __typename?: 'Subscription';
  /** The page at a path, as a reader would see it, each time that changes. */
  entityViewChanged: EntityViewChange;
  /**
   * The changes that webhooks are sent for, each with the same id and sequence, to whoever may read what they are about.
   * With `after`, those that are stored first and then live ones, without gap or repeat.
   */
  events: Event;
  /** How much the caller's inbox holds, each time that changes. */
  inboxChanged: InboxChange;
  /** One task, each time it changes; ends once it may not be read any more. */
  taskChanged: TaskChange;
  /** The posts of one thread as they are written, changed and deleted; ends once the thread may not be read any more. */
  threadPosts: ThreadPostChange;
};

/** What is told while it happens. Served over WebSocket (`graphql-transport-ws`) at `/graphql` and as server-sent events at `/graphql/stream`. */
export type SubscriptionEntityViewChangedArgs = {
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  path: Scalars['String']['input'];
  variant?: InputMaybe<Scalars['String']['input']>;
};

/** What is told while it happens. Served over WebSocket (`graphql-transport-ws`) at `/graphql` and as server-sent events at `/graphql/stream`. */
export type SubscriptionEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  events?: InputMaybe<Array<EventKind>>;
  includeSnapshot?: InputMaybe<Scalars['Boolean']['input']>;
  subjects?: InputMaybe<Array<EventSubject>>;
  targetUrns?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** What is told while it happens. Served over WebSocket (`graphql-transport-ws`) at `/graphql` and as server-sent events at `/graphql/stream`. */
export type SubscriptionTaskChangedArgs = {
  urn: Scalars['ID']['input'];
};

/** What is told while it happens. Served over WebSocket (`graphql-transport-ws`) at `/graphql` and as server-sent events at `/graphql/stream`. */
export type SubscriptionThreadPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  thread: Scalars['ID']['input'];
};

/** Whether deliveries are made. */
export type SubscriptionStatus =
  /** Deliveries are made. */
  | 'ACTIVE'
  /** Switched off by the service. */
  | 'DISABLED'
  /** Past its expiration. */
  | 'EXPIRED'
  /** Paused by the client. */
  | 'PAUSED';

/** Conditions on a SubscriptionStatus; all given ones must hold. */
export type SubscriptionStatusFilter = {
  eq?: InputMaybe<SubscriptionStatus>;
  in?: InputMaybe<Array<SubscriptionStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<SubscriptionStatus>;
  nin?: InputMaybe<Array<SubscriptionStatus>>;
};

/** Something to be done by somebody until some time. */
export type Task = Node & {
  __typename?: 'Task';
  /** Who is to do it. */
  assignee?: Maybe<Identity>;
  /** Companies the task has to do with. */
  associatedCompanies: Array<Company>;
  /** Content the task has to do with. */
  associatedEntities: Array<Entity>;
  /** People the task has to do with. */
  associatedIdentities: Array<Identity>;
  /** Tasks that have to do with this one, in no direction. */
  associatedTasks: Array<Task>;
  /** Tasks that must be done before this one. */
  blockedBy: Array<Task>;
  /** Tasks that wait for this one; the same edges as `blockedBy`, seen from the other end. */
  blocking: Array<Task>;
  /** When it was completed; null while it is not. */
  completedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** When the task was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** What is to be done, in full; may be empty. */
  description: Scalars['String']['output'];
  /** When it is to be done. */
  dueTimestamp: Scalars['DateTime']['output'];
  /** Who the task log names for this write, the caller's own identity by default; a read gives the value of the last write. */
  identityForLogs?: Maybe<Identity>;
  /** Whether some task in `blockedBy` is not done yet. */
  isBlocked: Scalars['Boolean']['output'];
  /** What happened to the task, and what was said about it. */
  logs: TaskLogConnection;
  /** How many tasks in `blockedBy` are not done yet, those the caller may not see included. */
  openBlockerCount: Scalars['Int']['output'];
  /** The company the task belongs to. */
  owner?: Maybe<Company>;
  /** How much it matters. */
  priority: TaskPriority;
  /** The project the task is part of. */
  project?: Maybe<Project>;
  /** How far it has come. */
  status: TaskStatus;
  /** The status in three words: open, active or done. */
  statusCategory: TaskStatusCategory;
  /** The message threads attached to the task. */
  threads: MessageThreadConnection;
  /** What is to be done, in one line. */
  title: Scalars['String']['output'];
  /** When the task was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the task everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** Where the task stands in its workflow. */
  workflowStage?: Maybe<WorkflowStage>;
};

/** Something to be done by somebody until some time. */
export type TaskLogsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Something to be done by somebody until some time. */
export type TaskThreadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of a task. */
export type TaskChange = {
  __typename?: 'TaskChange';
  /** The position of the event. */
  cursor: Scalars['String']['output'];
  /** What happened. */
  event: EventKind;
  /** The task as it is now; null once it is deleted. */
  task?: Maybe<Task>;
};

/** A page of tasks. */
export type TaskConnection = {
  __typename?: 'TaskConnection';
  /** The rows with their cursors. */
  edges: Array<TaskEdge>;
  /** The rows alone. */
  nodes: Array<Task>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A graph of tasks that wait for one another. */
export type TaskDependencies = {
  __typename?: 'TaskDependencies';
  /** The edges between them. */
  edges: Array<TaskDependencyEdge>;
  /** Whether more tasks lie within the depth than are given. */
  isTruncated: Scalars['Boolean']['output'];
  /** The tasks the caller may read, nearest first. */
  nodes: Array<TaskDependencyNode>;
};

/** One edge of a graph: `task` waits for `blockedBy`. */
export type TaskDependencyEdge = {
  __typename?: 'TaskDependencyEdge';
  /** The urn of the task it waits for. */
  blockedBy: Scalars['ID']['output'];
  /** The urn of the task that waits. */
  task: Scalars['ID']['output'];
};

/** A task of a graph. */
export type TaskDependencyNode = {
  __typename?: 'TaskDependencyNode';
  /** How many edges it is away from the task that was asked for. */
  distance: Scalars['Int']['output'];
  /** The task. */
  task: Task;
};

/** A row of a page. */
export type TaskEdge = {
  __typename?: 'TaskEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Task;
};

/** One line in the log of a task: a change the service noted, or a comment. */
export type TaskLog = Node & {
  __typename?: 'TaskLog';
  /** What happened; a client may only create COMMENT_ADDED. */
  activity: TaskLogActivity;
  /** What was said; must be given with COMMENT_ADDED, and its author may edit it for 15 minutes. */
  comment?: Maybe<Scalars['String']['output']>;
  /** When the line was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The old value as text. */
  fromValue?: Maybe<Scalars['String']['output']>;
  /** Who did it; on a comment, the identity of the caller. */
  identity?: Maybe<Identity>;
  /** The comment on the same task that this one answers. */
  replyTo?: Maybe<TaskLog>;
  /** Orders the lines of one instant. */
  sortOrder: Scalars['Int']['output'];
  /** What was added, set or assigned. */
  subject?: Maybe<TaskLogSubject>;
  /** The task the line is about. */
  task?: Maybe<Task>;
  /** The new value as text. */
  toValue?: Maybe<Scalars['String']['output']>;
  /** When the line was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the line everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** What can happen to a task. */
export type TaskLogActivity =
  /** Somebody became the assignee. */
  | 'ASSIGNED'
  /** Somebody wrote a comment; the only activity a client may create. */
  | 'COMMENT_ADDED'
  /** The task was completed by override although blockers were open. */
  | 'COMPLETED_WITH_OPEN_BLOCKERS'
  /** The task was created. */
  | 'CREATED'
  /** The description changed. */
  | 'DESCRIPTION_UPDATED'
  /** The due time was taken away. */
  | 'DUE_DATE_UNSET'
  /** The due time changed. */
  | 'DUE_DATE_UPDATED'
  /** The priority became CRITICAL. */
  | 'PRIORITY_CRITICAL'
  /** The priority became HIGH. */
  | 'PRIORITY_HIGH'
  /** The priority became LOW. */
  | 'PRIORITY_LOW'
  /** The priority became MEDIUM. */
  | 'PRIORITY_MEDIUM'
  /** The priority became NONE. */
  | 'PRIORITY_NONE'
  /** The task was deleted and brought back. */
  | 'RESTORED'
  /** The status became BLOCKED. */
  | 'STATUS_BLOCKED'
  /** The status became CLOSED. */
  | 'STATUS_CLOSED'
  /** The status became COMPLETED. */
  | 'STATUS_COMPLETED'
  /** The status became IN_PROGRESS. */
  | 'STATUS_IN_PROGRESS'
  /** The status became PENDING. */
  | 'STATUS_PENDING'
  /** The status became UNDEFINED. */
  | 'STATUS_UNDEFINED'
  /** The title changed. */
  | 'TITLE_UPDATED'
  /** The assignee was taken away. */
  | 'UNASSIGNED'
  /** The task entered a stage. */
  | 'WORKFLOW_STAGE_SET'
  /** The task left its workflow. */
  | 'WORKFLOW_STAGE_UNSET'
  /** The task was put into a project. */
  | 'WORK_PROJECT_SET'
  /** The task was taken out of its project. */
  | 'WORK_PROJECT_UNSET'
  /** An associated task was added. */
  | 'WORK_TASK_ASSOCIATION_ADDED'
  /** An associated task was removed. */
  | 'WORK_TASK_ASSOCIATION_REMOVED'
  /** A task that blocks this one was added. */
  | 'WORK_TASK_BLOCKER_ADDED'
  /** A task that blocks this one was removed. */
  | 'WORK_TASK_BLOCKER_REMOVED'
  /** A task that this one blocks was added. */
  | 'WORK_TASK_BLOCKING_ADDED'
  /** A task that this one blocks was removed. */
  | 'WORK_TASK_BLOCKING_REMOVED'
  /** An associated company was added. */
  | 'WORK_TASK_COMPANY_ADDED'
  /** An associated company was removed. */
  | 'WORK_TASK_COMPANY_REMOVED'
  /** An associated entity was added. */
  | 'WORK_TASK_ENTITY_ADDED'
  /** An associated entity was removed. */
  | 'WORK_TASK_ENTITY_REMOVED'
  /** An associated identity was added. */
  | 'WORK_TASK_IDENTITY_ADDED'
  /** An associated identity was removed. */
  | 'WORK_TASK_IDENTITY_REMOVED';

/** Conditions on a TaskLogActivity; all given ones must hold. */
export type TaskLogActivityFilter = {
  eq?: InputMaybe<TaskLogActivity>;
  in?: InputMaybe<Array<TaskLogActivity>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<TaskLogActivity>;
  nin?: InputMaybe<Array<TaskLogActivity>>;
};

/** A page of taskLogs. */
export type TaskLogConnection = {
  __typename?: 'TaskLogConnection';
  /** The rows with their cursors. */
  edges: Array<TaskLogEdge>;
  /** The rows alone. */
  nodes: Array<TaskLog>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type TaskLogEdge = {
  __typename?: 'TaskLogEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: TaskLog;
};

/** One step of an order. The urn always decides last. */
export type TaskLogOrderBy = {
  direction?: SortDirection;
  field: TaskLogOrderField;
};

/** What taskLogs can be ordered by. */
export type TaskLogOrderField =
  | 'ACTIVITY'
  | 'COMMENT'
  | 'CREATED_TIMESTAMP'
  | 'FROM_VALUE'
  | 'IDENTITY'
  | 'REPLY_TO'
  | 'SORT_ORDER'
  | 'TASK'
  | 'TO_VALUE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** What a line of a task log points at. */
export type TaskLogSubject = {
  __typename?: 'TaskLogSubject';
  /** What the thing is to the task. */
  type: TaskLogSubjectType;
  /** The address of the thing. */
  url: Scalars['URL']['output'];
  /** The urn of the thing. */
  urn: Scalars['ID']['output'];
};

/** What the subject of a task log line is to the task. */
export type TaskLogSubjectType =
  /** The person who is or was to do it. */
  | 'ASSIGNEE'
  /** An associated task. */
  | 'ASSOCIATION'
  /** An associated company. */
  | 'COMPANY'
  /** A task that blocks this one or waits for it. */
  | 'DEPENDENCY'
  /** An associated entity. */
  | 'ENTITY'
  /** An associated identity. */
  | 'IDENTITY'
  /** A project the task was put into or taken out of. */
  | 'PROJECT'
  /** A stage the task entered or left. */
  | 'WORKFLOW_STAGE';

/** Which taskLogs to list: all named conditions must hold, and one of `or` where it is given. */
export type TaskLogWhere = {
  activity?: InputMaybe<TaskLogActivityFilter>;
  comment?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  fromValue?: InputMaybe<StringFilter>;
  identity?: InputMaybe<IdFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<TaskLogWhere>>;
  replyTo?: InputMaybe<IdFilter>;
  sortOrder?: InputMaybe<IntFilter>;
  task?: InputMaybe<IdFilter>;
  toValue?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One step of an order. The urn always decides last. */
export type TaskOrderBy = {
  direction?: SortDirection;
  field: TaskOrderField;
};

/** What tasks can be ordered by. */
export type TaskOrderField =
  | 'ASSIGNEE'
  | 'COMPLETED_TIMESTAMP'
  | 'CREATED_TIMESTAMP'
  | 'DESCRIPTION'
  | 'DUE_TIMESTAMP'
  | 'IDENTITY_FOR_LOGS'
  | 'OWNER'
  | 'PRIORITY'
  | 'PROJECT'
  | 'STATUS'
  | 'TITLE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION'
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

/** Conditions on a TaskPriority; all given ones must hold. */
export type TaskPriorityFilter = {
  eq?: InputMaybe<TaskPriority>;
  in?: InputMaybe<Array<TaskPriority>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<TaskPriority>;
  nin?: InputMaybe<Array<TaskPriority>>;
};

/** How far a task has come. */
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

/** Conditions on a TaskStatus; all given ones must hold. */
export type TaskStatusFilter = {
  eq?: InputMaybe<TaskStatus>;
  in?: InputMaybe<Array<TaskStatus>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<TaskStatus>;
  nin?: InputMaybe<Array<TaskStatus>>;
};

/** Which tasks to list: all named conditions must hold, and one of `or` where it is given. */
export type TaskWhere = {
  assignee?: InputMaybe<IdFilter>;
  associatedCompanies?: InputMaybe<IdFilter>;
  associatedEntities?: InputMaybe<IdFilter>;
  associatedIdentities?: InputMaybe<IdFilter>;
  associatedTasks?: InputMaybe<IdFilter>;
  blockedBy?: InputMaybe<IdFilter>;
  completedTimestamp?: InputMaybe<DateTimeFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  description?: InputMaybe<StringFilter>;
  dueTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  identityForLogs?: InputMaybe<IdFilter>;
  isBlocked?: InputMaybe<BooleanFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<TaskWhere>>;
  owner?: InputMaybe<IdFilter>;
  priority?: InputMaybe<TaskPriorityFilter>;
  project?: InputMaybe<IdFilter>;
  status?: InputMaybe<TaskStatusFilter>;
  title?: InputMaybe<StringFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
  workflowStage?: InputMaybe<IdFilter>;
};

/** A telephone number of an identity. */
export type Telephone = Node & {
  __typename?: 'Telephone';
  /** When the telephone number was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The number in E.164 form; null when it cannot be derived. */
  e164?: Maybe<Scalars['String']['output']>;
  /** The extension to dial after the number, in digits. */
  extension?: Maybe<Scalars['String']['output']>;
  /** The identity that is reached at the number. */
  identity?: Maybe<Identity>;
  /** Whether this number comes first. */
  isPrimary: Scalars['Boolean']['output'];
  /** The number as given: a `+`, digits, spaces and `().-`. */
  number: Scalars['String']['output'];
  /** What kind of line it is. */
  type: TelephoneType;
  /** When the telephone number was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the telephone number everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of telephones. */
export type TelephoneConnection = {
  __typename?: 'TelephoneConnection';
  /** The rows with their cursors. */
  edges: Array<TelephoneEdge>;
  /** The rows alone. */
  nodes: Array<Telephone>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type TelephoneEdge = {
  __typename?: 'TelephoneEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Telephone;
};

/** One step of an order. The urn always decides last. */
export type TelephoneOrderBy = {
  direction?: SortDirection;
  field: TelephoneOrderField;
};

/** What telephones can be ordered by. */
export type TelephoneOrderField =
  | 'CREATED_TIMESTAMP'
  | 'E164'
  | 'EXTENSION'
  | 'IDENTITY'
  | 'IS_PRIMARY'
  | 'NUMBER'
  | 'TYPE'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** What kind of line a telephone number leads to. */
export type TelephoneType =
  | 'FAX'
  | 'HOME'
  | 'MOBILE'
  | 'OTHER'
  | 'PAGER'
  /** Takes written messages only. */
  | 'TEXT_ONLY'
  /** A line for video calls. */
  | 'VIDEO'
  | 'WORK';

/** Conditions on a TelephoneType; all given ones must hold. */
export type TelephoneTypeFilter = {
  eq?: InputMaybe<TelephoneType>;
  in?: InputMaybe<Array<TelephoneType>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<TelephoneType>;
  nin?: InputMaybe<Array<TelephoneType>>;
};

/** Which telephones to list: all named conditions must hold, and one of `or` where it is given. */
export type TelephoneWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  e164?: InputMaybe<StringFilter>;
  extension?: InputMaybe<StringFilter>;
  identity?: InputMaybe<IdFilter>;
  isPrimary?: InputMaybe<BooleanFilter>;
  number?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<TelephoneWhere>>;
  type?: InputMaybe<TelephoneTypeFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** A Liquid template that a rendered view expands with the other items of its entity. */
export type TemplateItem = Item &
  Node & {
    __typename?: 'TemplateItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: TemplateItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** What the template makes, which decides how values are escaped: `text/html`, `text/plain` or `application/json`. */
    mediaType: Scalars['String']['output'];
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The template source; in a rendered view the text it expands to. */
    value: Scalars['String']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of templateItems. */
export type TemplateItemConnection = {
  __typename?: 'TemplateItemConnection';
  /** The rows with their cursors. */
  edges: Array<TemplateItemEdge>;
  /** The rows alone. */
  nodes: Array<TemplateItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type TemplateItemEdge = {
  __typename?: 'TemplateItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: TemplateItem;
};

/** Every value a template item had. Reading it is also how the live value is chosen. */
export type TemplateItemHistory = {
  __typename?: 'TemplateItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: TemplateItemConnection;
  /** The item as it is now. */
  item: TemplateItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a template item had. Reading it is also how the live value is chosen. */
export type TemplateItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type TemplateItemOrderBy = {
  direction?: SortDirection;
  field: TemplateItemOrderField;
};

/** What templateItems can be ordered by. */
export type TemplateItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'MEDIA_TYPE'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which templateItems to list: all named conditions must hold, and one of `or` where it is given. */
export type TemplateItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  mediaType?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<TemplateItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<StringFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What testing a subscription gives. */
export type TestWebhookSubscriptionPayload = {
  __typename?: 'TestWebhookSubscriptionPayload';
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why it was refused; empty when it was not. */
  userErrors: Array<UserError>;
  /** The delivery of the test, waiting to be sent; null when it was refused. */
  webhookDelivery?: Maybe<WebhookDelivery>;
};

/** A plain text. */
export type TextItem = Item &
  Node & {
    __typename?: 'TextItem';
    /** When the item was created; on an entry of a history, when that value was written. */
    createdTimestamp: Scalars['DateTime']['output'];
    /** The entity the item lives in. */
    entity?: Maybe<Entity>;
    /** Every value the item had, newest first. */
    history: TextItemHistory;
    /** Whether this value is the live one. */
    isPublished: Scalars['Boolean']['output'];
    /** The item this value belongs to; equal to `urn` except on an entry of a history. */
    itemUrn: Scalars['ID']['output'];
    /** Which layer the value came from; null outside a rendered view. */
    layer?: Maybe<ItemLayer>;
    /** The name templates and frontends know the item by. */
    name: Scalars['String']['output'];
    /** Orders items of one name. */
    sortOrder: Scalars['Int']['output'];
    /** When the item was last written. */
    updatedTimestamp: Scalars['DateTime']['output'];
    /** Its own address. */
    url: Scalars['URL']['output'];
    /** A UUID; of the item, or of one entry of its history. */
    urn: Scalars['ID']['output'];
    /** The text; may be empty. */
    value: Scalars['String']['output'];
    /** Starts at 1 and grows by 1 with each accepted write. The ETag holds it. */
    version: Scalars['Long']['output'];
  };

/** A page of textItems. */
export type TextItemConnection = {
  __typename?: 'TextItemConnection';
  /** The rows with their cursors. */
  edges: Array<TextItemEdge>;
  /** The rows alone. */
  nodes: Array<TextItem>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type TextItemEdge = {
  __typename?: 'TextItemEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: TextItem;
};

/** Every value a text item had. Reading it is also how the live value is chosen. */
export type TextItemHistory = {
  __typename?: 'TextItemHistory';
  /** The values, newest first; asOf leaves out what was written later. */
  history: TextItemConnection;
  /** The item as it is now. */
  item: TextItem;
  /** Its own address. */
  url: Scalars['URL']['output'];
};

/** Every value a text item had. Reading it is also how the live value is chosen. */
export type TextItemHistoryHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One step of an order. The urn always decides last. */
export type TextItemOrderBy = {
  direction?: SortDirection;
  field: TextItemOrderField;
};

/** What textItems can be ordered by. */
export type TextItemOrderField =
  | 'CREATED_TIMESTAMP'
  | 'ENTITY'
  | 'IS_PUBLISHED'
  | 'NAME'
  | 'SORT_ORDER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VALUE'
  | 'VERSION';

/** Which textItems to list: all named conditions must hold, and one of `or` where it is given. */
export type TextItemWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  entity?: InputMaybe<IdFilter>;
  isPublished?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<TextItemWhere>>;
  sortOrder?: InputMaybe<IntFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  value?: InputMaybe<StringFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One post in a message thread. */
export type ThreadPost = Node & {
  __typename?: 'ThreadPost';
  /** Who speaks; when absent, the identity of the caller. */
  authorIdentity?: Maybe<Identity>;
  /** What is said: plain text with a few marks of Markdown; empty once the post is deleted. */
  content: Scalars['String']['output'];
  /** When the post was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** When the content was last changed; null while it never was. */
  editedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the post was deleted; the replies to it stay. */
  isDeleted: Scalars['Boolean']['output'];
  /** The identities the post addresses; each must be able to read the thread. */
  mentions: Array<Identity>;
  /** The thread the post stands in. */
  messageThread?: Maybe<MessageThread>;
  /** How many posts answer this one. */
  replyCount: Scalars['Int']['output'];
  /** The post of the same thread that this one answers. */
  replyTo?: Maybe<ThreadPost>;
  /** When the post was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the post everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A change of a post. */
export type ThreadPostChange = {
  __typename?: 'ThreadPostChange';
  /** The position of the event. */
  cursor: Scalars['String']['output'];
  /** What happened. */
  event: EventKind;
  /** The post as it is now; null once it is gone. */
  post?: Maybe<ThreadPost>;
  /** The urn of the post. */
  postUrn: Scalars['ID']['output'];
};

/** A page of threadPosts. */
export type ThreadPostConnection = {
  __typename?: 'ThreadPostConnection';
  /** The rows with their cursors. */
  edges: Array<ThreadPostEdge>;
  /** The rows alone. */
  nodes: Array<ThreadPost>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type ThreadPostEdge = {
  __typename?: 'ThreadPostEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: ThreadPost;
};

/** One step of an order. The urn always decides last. */
export type ThreadPostOrderBy = {
  direction?: SortDirection;
  field: ThreadPostOrderField;
};

/** What threadPosts can be ordered by. */
export type ThreadPostOrderField =
  | 'AUTHOR_IDENTITY'
  | 'CONTENT'
  | 'CREATED_TIMESTAMP'
  | 'EDITED_TIMESTAMP'
  | 'IS_DELETED'
  | 'MESSAGE_THREAD'
  | 'REPLY_TO'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which threadPosts to list: all named conditions must hold, and one of `or` where it is given. */
export type ThreadPostWhere = {
  authorIdentity?: InputMaybe<IdFilter>;
  content?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  editedTimestamp?: InputMaybe<DateTimeFilter>;
  isDeleted?: InputMaybe<BooleanFilter>;
  mentions?: InputMaybe<IdFilter>;
  messageThread?: InputMaybe<IdFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<ThreadPostWhere>>;
  replyTo?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What a message thread is for; each discussion of a kind of resource names at least one of that kind. */
export type ThreadPurpose =
  /** News of what changed. */
  | 'CHANGELOG'
  /** About a company. */
  | 'COMPANY_DISCUSSION'
  /** About an entity. */
  | 'ENTITY_DISCUSSION'
  /** Anything. */
  | 'GENERAL'
  /** About a payment invoice. */
  | 'PAYMENT_INVOICE_DISCUSSION'
  /** Help from those who run the platform. */
  | 'PLATFORM_SUPPORT'
  /** About a project. */
  | 'PROJECT_DISCUSSION'
  /** A private chat that stands alone. */
  | 'STANDALONE_CHAT'
  /** Help for the users of the owner. */
  | 'SUPPORT'
  /** About a task. */
  | 'TASK_DISCUSSION';

/** Conditions on a ThreadPurpose; all given ones must hold. */
export type ThreadPurposeFilter = {
  eq?: InputMaybe<ThreadPurpose>;
  in?: InputMaybe<Array<ThreadPurpose>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<ThreadPurpose>;
  nin?: InputMaybe<Array<ThreadPurpose>>;
};

/** Changes to a address. Absent leaves a field as it is; null clears it. */
export type UpdateAddressInput = {
  /** What the address is used for. */
  addressType?: InputMaybe<AddressType>;
  /** What is needed beyond the street, such as a flat or a building. At most 255 characters. */
  area?: InputMaybe<Scalars['String']['input']>;
  /** The country. */
  countryCode?: InputMaybe<Scalars['CountryCode']['input']>;
  /** Whether this address comes first. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** The town or village. At most 255 characters. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** The number of the post office box. At most 64 characters. */
  officeBoxNumber?: InputMaybe<Scalars['String']['input']>;
  /** The postal code. At most 32 characters. */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** The state, province or county; a value of the form `CC-XXX` is an ISO 3166-2 code. At most 255 characters. */
  region?: InputMaybe<Scalars['String']['input']>;
  /** The street and the house number. At most 1024 characters. */
  street?: InputMaybe<Scalars['String']['input']>;
};

/** What updateAddress gives. */
export type UpdateAddressPayload = {
  __typename?: 'UpdateAddressPayload';
  /** The address as stored; null when the change was refused. */
  address?: Maybe<Address>;
  /** The address as it is now, when it was not at the expected version. */
  current?: Maybe<Address>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a api client. Absent leaves a field as it is; null clears it. */
export type UpdateApiClientInput = {
  /** Whether the client is an administrator of its owner; only a company-level caller may raise it. */
  accessLevel?: InputMaybe<AccessLevel>;
  /** The exact web origins it may call from; must be given for BROWSER. At most 20 elements. */
  allowedOrigins?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The OAuth grants it may use. */
  grantTypes?: InputMaybe<Array<OAuthGrantType>>;
  /** What people call the client. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Where the authorization code may be sent: https or loopback, matched exactly. At most 20 elements. */
  redirectUris?: InputMaybe<Array<Scalars['URL']['input']>>;
  /** How many requests it may send in a minute. 1 to 60000. */
  requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** Whether its writes must carry `If-Match`. */
  requireIfMatch?: InputMaybe<Scalars['Boolean']['input']>;
  /** The roles the client holds, which are its MEMBER edges; a RESTRICTED client sees nothing without one. */
  roles?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The audience of its tokens: `api`, `webhook` or any other text. At most 255 characters. */
  scope?: InputMaybe<Scalars['String']['input']>;
  /** Whether the client may call; while it is DISABLED its tokens are refused, its streams close and its webhooks pause. */
  status?: InputMaybe<ApiClientStatus>;
  /** Whether it may only send GraphQL documents the server knows. */
  trustedDocumentsOnly?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What updateApiClient gives. */
export type UpdateApiClientPayload = {
  __typename?: 'UpdateApiClientPayload';
  /** The api client as stored; null when the change was refused. */
  apiClient?: Maybe<ApiClient>;
  /** The api client as it is now, when it was not at the expected version. */
  current?: Maybe<ApiClient>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a boolean item. Absent leaves a field as it is; null clears it. */
export type UpdateBooleanItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The yes or no. */
  value?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What updateBooleanItem gives. */
export type UpdateBooleanItemPayload = {
  __typename?: 'UpdateBooleanItemPayload';
  /** The boolean item as stored; null when the change was refused. */
  booleanItem?: Maybe<BooleanItem>;
  /** The boolean item as it is now, when it was not at the expected version. */
  current?: Maybe<BooleanItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a client identifier. Absent leaves a field as it is; null clears it. */
export type UpdateClientIdentifierInput = {
  /** The system the token belongs to. At most 255 characters. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** From when on it no longer stands for the identity; null means never. */
  expiresTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What that system calls the identity; not a secret. At most 1024 characters. */
  token?: InputMaybe<Scalars['String']['input']>;
};

/** What updateClientIdentifier gives. */
export type UpdateClientIdentifierPayload = {
  __typename?: 'UpdateClientIdentifierPayload';
  /** The client identifier as stored; null when the change was refused. */
  clientIdentifier?: Maybe<ClientIdentifier>;
  /** The client identifier as it is now, when it was not at the expected version. */
  current?: Maybe<ClientIdentifier>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a company. Absent leaves a field as it is; null clears it. */
export type UpdateCompanyInput = {
  /** The content page about the company. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** For a language, the languages to try when content in it is missing: a map from a locale tag to an ordered list of tags. */
  fallbackLanguages?: InputMaybe<Scalars['JSON']['input']>;
  /** The name people know the company by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The legal body behind the company; set on the root company. */
  organisation?: InputMaybe<Scalars['ID']['input']>;
  /** The company above this one, in the same tenant; parents never form a cycle. */
  parentCompany?: InputMaybe<Scalars['ID']['input']>;
};

/** What updateCompany gives. */
export type UpdateCompanyPayload = {
  __typename?: 'UpdateCompanyPayload';
  /** The company as stored; null when the change was refused. */
  company?: Maybe<Company>;
  /** The company as it is now, when it was not at the expected version. */
  current?: Maybe<Company>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a date time item. Absent leaves a field as it is; null clears it. */
export type UpdateDateTimeItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The instant, in UTC with milliseconds. */
  value?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What updateDateTimeItem gives. */
export type UpdateDateTimeItemPayload = {
  __typename?: 'UpdateDateTimeItemPayload';
  /** The date time item as it is now, when it was not at the expected version. */
  current?: Maybe<DateTimeItem>;
  /** The date time item as stored; null when the change was refused. */
  dateTimeItem?: Maybe<DateTimeItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a double item. Absent leaves a field as it is; null clears it. */
export type UpdateDoubleItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The number; finite. */
  value?: InputMaybe<Scalars['Float']['input']>;
};

/** What updateDoubleItem gives. */
export type UpdateDoubleItemPayload = {
  __typename?: 'UpdateDoubleItemPayload';
  /** The double item as it is now, when it was not at the expected version. */
  current?: Maybe<DoubleItem>;
  /** The double item as stored; null when the change was refused. */
  doubleItem?: Maybe<DoubleItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a email. Absent leaves a field as it is; null clears it. */
export type UpdateEmailInput = {
  /** The address, its domain in lower case; changing it clears `isVerified`. At most 254 characters. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Whether this address comes first; at most one of an identity does. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the address is used for. */
  type?: InputMaybe<EmailType>;
};

/** What updateEmail gives. */
export type UpdateEmailPayload = {
  __typename?: 'UpdateEmailPayload';
  /** The email as it is now, when it was not at the expected version. */
  current?: Maybe<Email>;
  /** The email as stored; null when the change was refused. */
  email?: Maybe<Email>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a entity. Absent leaves a field as it is; null clears it. */
export type UpdateEntityInput = {
  /** The language of the content. At most 16 characters. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name people know the entity by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company that owns the entity. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** The address within the owner: starts with `/`, has no empty, `.` or `..` segment and no trailing `/`; absent on an entity that is only referred to. At most 2048 characters. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** When the content goes, or went, live; a future time schedules it. */
  publishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far the content is published; set to PUBLISH, together with a publication time, to publish. */
  status?: InputMaybe<EntityStatus>;
  /** When the content stops being live; later than `publishTimestamp`. */
  unpublishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** The content split this entity belongs to, in letters, digits, `-`, `_` and `.`; empty means the default variant. At most 128 characters. */
  variant?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a entity list. Absent leaves a field as it is; null clears it. */
export type UpdateEntityListInput = {
  /** The entries in sortOrder that the caller may read; a write replaces them all. */
  entities?: InputMaybe<Array<CreateEntityListItemInput>>;
  /** The name people know the list by. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The company that owns the list. */
  owner?: InputMaybe<Scalars['ID']['input']>;
};

/** Changes to a entity list item. Absent leaves a field as it is; null clears it. */
export type UpdateEntityListItemInput = {
  /** The entity the entry stands for; an entity stands in a list at most once. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** Orders the entries of a list; when absent, ten times the place in the list sent. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
};

/** What updateEntityListItem gives. */
export type UpdateEntityListItemPayload = {
  __typename?: 'UpdateEntityListItemPayload';
  /** The entity list item as it is now, when it was not at the expected version. */
  current?: Maybe<EntityListItem>;
  /** The entity list item as stored; null when the change was refused. */
  entityListItem?: Maybe<EntityListItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What updateEntityList gives. */
export type UpdateEntityListPayload = {
  __typename?: 'UpdateEntityListPayload';
  /** The entity list as it is now, when it was not at the expected version. */
  current?: Maybe<EntityList>;
  /** The entity list as stored; null when the change was refused. */
  entityList?: Maybe<EntityList>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What updateEntity gives. */
export type UpdateEntityPayload = {
  __typename?: 'UpdateEntityPayload';
  /** The entity as it is now, when it was not at the expected version. */
  current?: Maybe<Entity>;
  /** The entity as stored; null when the change was refused. */
  entity?: Maybe<Entity>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a group. Absent leaves a field as it is; null clears it. */
export type UpdateGroupInput = {
  /** What the group is about. At most 65536 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The content page about the group. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** How one becomes a member. */
  joinPolicy?: InputMaybe<GroupJoinPolicy>;
  /** The name people know the group by. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Who may know of the group. */
  visibility?: InputMaybe<GroupVisibility>;
};

/** Changes to a group membership. Absent leaves a field as it is; null clears it. */
export type UpdateGroupMembershipInput = {
  /** Whether the member is told by e-mail. */
  emailNotification?: InputMaybe<NotificationState>;
  /** How the member came in; changes only when an invited member accepts. */
  enrollment?: InputMaybe<MembershipEnrollment>;
  /** Whether the member is told inside applications. */
  inAppNotification?: InputMaybe<NotificationState>;
  /** What the member does in the group. */
  role?: InputMaybe<MembershipRole>;
  /** Whether the member is told by text message. */
  smsNotification?: InputMaybe<NotificationState>;
  /** Whether the membership counts, and who stopped it if it does not. */
  status?: InputMaybe<MembershipStatus>;
};

/** What updateGroupMembership gives. */
export type UpdateGroupMembershipPayload = {
  __typename?: 'UpdateGroupMembershipPayload';
  /** The group membership as it is now, when it was not at the expected version. */
  current?: Maybe<GroupMembership>;
  /** The group membership as stored; null when the change was refused. */
  groupMembership?: Maybe<GroupMembership>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What updateGroup gives. */
export type UpdateGroupPayload = {
  __typename?: 'UpdateGroupPayload';
  /** The group as it is now, when it was not at the expected version. */
  current?: Maybe<Group>;
  /** The group as stored; null when the change was refused. */
  group?: Maybe<Group>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a identity. Absent leaves a field as it is; null clears it. */
export type UpdateIdentityInput = {
  /** The companies it belongs to; a write replaces them all. */
  companies?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The language it prefers. At most 16 characters. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name people see; when absent, taken from the first person name. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The time zone it lives in, by its IANA name such as `Europe/London`. At most 64 characters. */
  timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** What updateIdentity gives. */
export type UpdateIdentityPayload = {
  __typename?: 'UpdateIdentityPayload';
  /** The identity as it is now, when it was not at the expected version. */
  current?: Maybe<Identity>;
  /** The identity as stored; null when the change was refused. */
  identity?: Maybe<Identity>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a image item file. Absent leaves a field as it is; null clears it. */
export type UpdateImageItemFileInput = {
  /** The point that stays in sight when the picture is cropped, from 0 (left) to 1 (right). 0 to 1. */
  focalX?: InputMaybe<Scalars['Float']['input']>;
  /** The point that stays in sight when the picture is cropped, from 0 (top) to 1 (bottom). 0 to 1. */
  focalY?: InputMaybe<Scalars['Float']['input']>;
};

/** What updateImageItemFile gives. */
export type UpdateImageItemFilePayload = {
  __typename?: 'UpdateImageItemFilePayload';
  /** The image item file as it is now, when it was not at the expected version. */
  current?: Maybe<ImageItemFile>;
  /** The image item file as stored; null when the change was refused. */
  imageItemFile?: Maybe<ImageItemFile>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a image item. Absent leaves a field as it is; null clears it. */
export type UpdateImageItemInput = {
  /** What the picture shows, for people who do not see it. At most 1024 characters. */
  altText?: InputMaybe<Scalars['String']['input']>;
  /** The address of the large format; an upload sets it. At most 2048 characters. */
  largeSrc?: InputMaybe<Scalars['URL']['input']>;
  /** The address of the medium format; an upload sets it. At most 2048 characters. */
  mediumSrc?: InputMaybe<Scalars['URL']['input']>;
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The address of the default format; an upload sets it. At most 2048 characters. */
  src?: InputMaybe<Scalars['URL']['input']>;
};

/** What updateImageItem gives. */
export type UpdateImageItemPayload = {
  __typename?: 'UpdateImageItemPayload';
  /** The image item as it is now, when it was not at the expected version. */
  current?: Maybe<ImageItem>;
  /** The image item as stored; null when the change was refused. */
  imageItem?: Maybe<ImageItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a json item. Absent leaves a field as it is; null clears it. */
export type UpdateJsonItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The object; its limit counts the characters of its JSON text. At most 65535 characters. */
  value?: InputMaybe<Scalars['JSON']['input']>;
};

/** What updateJsonItem gives. */
export type UpdateJsonItemPayload = {
  __typename?: 'UpdateJsonItemPayload';
  /** The json item as it is now, when it was not at the expected version. */
  current?: Maybe<JsonItem>;
  /** The json item as stored; null when the change was refused. */
  jsonItem?: Maybe<JsonItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a lat long item. Absent leaves a field as it is; null clears it. */
export type UpdateLatLongItemInput = {
  /** Degrees north of the equator; south is negative. */
  latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east of Greenwich; west is negative. */
  longitude?: InputMaybe<Scalars['Float']['input']>;
  /** The name templates and frontends know the item by. At most 128 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name: the points of a line or a polygon. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
};

/** What updateLatLongItem gives. */
export type UpdateLatLongItemPayload = {
  __typename?: 'UpdateLatLongItemPayload';
  /** The lat long item as it is now, when it was not at the expected version. */
  current?: Maybe<LatLongItem>;
  /** The lat long item as stored; null when the change was refused. */
  latLongItem?: Maybe<LatLongItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a link item. Absent leaves a field as it is; null clears it. */
export type UpdateLinkItemInput = {
  /** Where the link leads. At most 2048 characters. */
  href?: InputMaybe<Scalars['URL']['input']>;
  /** The language of the document the link leads to. At most 16 characters. */
  lang?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The link relation, such as `canonical`, `author` or `nofollow`. */
  rel?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The text people see for the link. At most 1024 characters. */
  text?: InputMaybe<Scalars['String']['input']>;
};

/** What updateLinkItem gives. */
export type UpdateLinkItemPayload = {
  __typename?: 'UpdateLinkItemPayload';
  /** The link item as it is now, when it was not at the expected version. */
  current?: Maybe<LinkItem>;
  /** The link item as stored; null when the change was refused. */
  linkItem?: Maybe<LinkItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a long item. Absent leaves a field as it is; null clears it. */
export type UpdateLongItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The integer. */
  value?: InputMaybe<Scalars['Long']['input']>;
};

/** What updateLongItem gives. */
export type UpdateLongItemPayload = {
  __typename?: 'UpdateLongItemPayload';
  /** The long item as it is now, when it was not at the expected version. */
  current?: Maybe<LongItem>;
  /** The long item as stored; null when the change was refused. */
  longItem?: Maybe<LongItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a markdown item. Absent leaves a field as it is; null clears it. */
export type UpdateMarkdownItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The Markdown source; in a rendered view the sanitised HTML it gives. At most 65535 characters. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What updateMarkdownItem gives. */
export type UpdateMarkdownItemPayload = {
  __typename?: 'UpdateMarkdownItemPayload';
  /** The markdown item as it is now, when it was not at the expected version. */
  current?: Maybe<MarkdownItem>;
  /** The markdown item as stored; null when the change was refused. */
  markdownItem?: Maybe<MarkdownItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a message thread. Absent leaves a field as it is; null clears it. */
export type UpdateMessageThreadInput = {
  /** Whether the thread takes no new posts. */
  isClosed?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the thread is called; when absent, taken from the first post. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a message thread notification. Absent leaves a field as it is; null clears it. */
export type UpdateMessageThreadNotificationInput = {
  /** Whether the identity follows the thread without having posted. */
  isFollowing?: InputMaybe<Scalars['Boolean']['input']>;
  /** The newest post that was read; moves only when it is set. */
  lastReadPost?: InputMaybe<Scalars['ID']['input']>;
  /** Which posts the identity is told about. */
  level?: InputMaybe<NotificationLevel>;
  /** How many posts of others are unread; 0 marks all read, a larger number marks that many newest posts unread. At least 0. */
  notificationCount?: InputMaybe<Scalars['Int']['input']>;
};

/** What updateMessageThreadNotification gives. */
export type UpdateMessageThreadNotificationPayload = {
  __typename?: 'UpdateMessageThreadNotificationPayload';
  /** The message thread notification as it is now, when it was not at the expected version. */
  current?: Maybe<MessageThreadNotification>;
  /** The message thread notification as stored; null when the change was refused. */
  messageThreadNotification?: Maybe<MessageThreadNotification>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What updateMessageThread gives. */
export type UpdateMessageThreadPayload = {
  __typename?: 'UpdateMessageThreadPayload';
  /** The message thread as it is now, when it was not at the expected version. */
  current?: Maybe<MessageThread>;
  /** The message thread as stored; null when the change was refused. */
  messageThread?: Maybe<MessageThread>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a money item. Absent leaves a field as it is; null clears it. */
export type UpdateMoneyItemInput = {
  /** The currency of the amount. */
  currencyCode?: InputMaybe<Scalars['CurrencyCode']['input']>;
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The amount in minor units, such as cents; may be negative. A create gives this or `value`. */
  unitValue?: InputMaybe<Scalars['Long']['input']>;
  /** The amount as decimal text; accepted in place of `unitValue`, with no more decimals than the currency has. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
};

/** What updateMoneyItem gives. */
export type UpdateMoneyItemPayload = {
  __typename?: 'UpdateMoneyItemPayload';
  /** The money item as it is now, when it was not at the expected version. */
  current?: Maybe<MoneyItem>;
  /** The money item as stored; null when the change was refused. */
  moneyItem?: Maybe<MoneyItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a organisation. Absent leaves a field as it is; null clears it. */
export type UpdateOrganisationInput = {
  /** The currency used when nothing else decides. */
  defaultCurrencyCode?: InputMaybe<Scalars['CurrencyCode']['input']>;
  /** The language used when nothing else decides. At most 16 characters. */
  defaultLanguage?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The registered name. At most 1024 characters. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** The legal entity identifier (ISO 17442), with its check digits. At least 20, at most 20 characters. */
  leiCode?: InputMaybe<Scalars['String']['input']>;
  /** The name people know the organisation by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The number in the register of companies. At most 64 characters. */
  registrationNumber?: InputMaybe<Scalars['String']['input']>;
  /** The tax number. At most 64 characters. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** The value added tax number. At most 64 characters. */
  vatId?: InputMaybe<Scalars['String']['input']>;
  /** The address of its website. At most 2048 characters. */
  websiteUrl?: InputMaybe<Scalars['URL']['input']>;
};

/** What updateOrganisation gives. */
export type UpdateOrganisationPayload = {
  __typename?: 'UpdateOrganisationPayload';
  /** The organisation as it is now, when it was not at the expected version. */
  current?: Maybe<Organisation>;
  /** The organisation as stored; null when the change was refused. */
  organisation?: Maybe<Organisation>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a payment invoice. Absent leaves a field as it is; null clears it. */
export type UpdatePaymentInvoiceInput = {
  /** The currency of every amount; fixed after DRAFT. */
  currencyCode?: InputMaybe<Scalars['CurrencyCode']['input']>;
  /** The company that is to pay; this or `customerIdentity` must be given. */
  customerCompany?: InputMaybe<Scalars['ID']['input']>;
  /** The person who is to pay; this or `customerCompany` must be given. */
  customerIdentity?: InputMaybe<Scalars['ID']['input']>;
  /** Where the document for people is kept. At most 2048 characters. */
  documentUrl?: InputMaybe<Scalars['URL']['input']>;
  /** When it is to be paid; must be given before it becomes OPEN. */
  dueTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What is charged; fixed after DRAFT. At least 1, at most 500 elements. */
  lines?: InputMaybe<Array<InvoiceLineInput>>;
  /** The number of the invoice; unique per owner and fixed once it is OPEN. At most 64 characters. */
  number?: InputMaybe<Scalars['String']['input']>;
  /** A purchase order or payment reference. At most 255 characters. */
  reference?: InputMaybe<Scalars['String']['input']>;
  /** How far the invoice has come; only a DRAFT may be deleted. */
  status?: InputMaybe<InvoiceStatus>;
};

/** What updatePaymentInvoice gives. */
export type UpdatePaymentInvoicePayload = {
  __typename?: 'UpdatePaymentInvoicePayload';
  /** The payment invoice as it is now, when it was not at the expected version. */
  current?: Maybe<PaymentInvoice>;
  /** The payment invoice as stored; null when the change was refused. */
  paymentInvoice?: Maybe<PaymentInvoice>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a permission. Absent leaves a field as it is; null clears it. */
export type UpdatePermissionInput = {
  /** The first instant the permission holds; without one it holds from the beginning. */
  fromTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** Why it was granted. At most 1024 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The first instant the permission no longer holds, later than `fromTimestamp`; without one it holds for ever. */
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What updatePermission gives. */
export type UpdatePermissionPayload = {
  __typename?: 'UpdatePermissionPayload';
  /** The permission as it is now, when it was not at the expected version. */
  current?: Maybe<Permission>;
  /** The permission as stored; null when the change was refused. */
  permission?: Maybe<Permission>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a person. Absent leaves a field as it is; null clears it. */
export type UpdatePersonInput = {
  /** The date of birth, as far as it is known: a year, a month or a day; not in the future. */
  birthDate?: InputMaybe<Scalars['Date']['input']>;
};

/** Changes to a person name. Absent leaves a field as it is; null clears it. */
export type UpdatePersonNameInput = {
  /** The family name. At most 255 characters. */
  familyName?: InputMaybe<Scalars['String']['input']>;
  /** The given name. At most 255 characters. */
  givenName?: InputMaybe<Scalars['String']['input']>;
  /** What stands before the name, such as `Dr`. */
  honorificPrefix?: InputMaybe<Scalars['String']['input']>;
  /** What stands after the name, such as `PhD`. At most 255 characters. */
  honorificSuffix?: InputMaybe<Scalars['String']['input']>;
  /** Whether the person likes this name best; at most one name of a person is preferred. */
  isPreferred?: InputMaybe<Scalars['Boolean']['input']>;
  /** The language the name is written in. At most 16 characters. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The names between the given and the family name. At most 255 characters. */
  middleName?: InputMaybe<Scalars['String']['input']>;
  /** What friends say. At most 255 characters. */
  nickname?: InputMaybe<Scalars['String']['input']>;
};

/** What updatePersonName gives. */
export type UpdatePersonNamePayload = {
  __typename?: 'UpdatePersonNamePayload';
  /** The person name as it is now, when it was not at the expected version. */
  current?: Maybe<PersonName>;
  /** The person name as stored; null when the change was refused. */
  personName?: Maybe<PersonName>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What updatePerson gives. */
export type UpdatePersonPayload = {
  __typename?: 'UpdatePersonPayload';
  /** The person as it is now, when it was not at the expected version. */
  current?: Maybe<Person>;
  /** The person as stored; null when the change was refused. */
  person?: Maybe<Person>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a project. Absent leaves a field as it is; null clears it. */
export type UpdateProjectInput = {
  /** What the project is about. At most 65536 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** When the project is due; not before `startTimestamp`. */
  dueTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** The content page of the project. */
  entity?: InputMaybe<Scalars['ID']['input']>;
  /** The person who answers for the project. */
  lead?: InputMaybe<Scalars['ID']['input']>;
  /** What people call the project. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** When work begins. */
  startTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far the project has come; an archived project takes no new tasks. */
  status?: InputMaybe<ProjectStatus>;
  /** The workflow its tasks follow unless they say otherwise. */
  workflow?: InputMaybe<Scalars['ID']['input']>;
};

/** What updateProject gives. */
export type UpdateProjectPayload = {
  __typename?: 'UpdateProjectPayload';
  /** The project as it is now, when it was not at the expected version. */
  current?: Maybe<Project>;
  /** The project as stored; null when the change was refused. */
  project?: Maybe<Project>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a reference item. Absent leaves a field as it is; null clears it. */
export type UpdateReferenceItemInput = {
  /** The entity referred to: of the same owner, and not the entity the item lives in. */
  entityReference?: InputMaybe<Scalars['ID']['input']>;
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the other entity is to this one, such as `author`. At most 128 characters. */
  relation?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
};

/** What updateReferenceItem gives. */
export type UpdateReferenceItemPayload = {
  __typename?: 'UpdateReferenceItemPayload';
  /** The reference item as it is now, when it was not at the expected version. */
  current?: Maybe<ReferenceItem>;
  /** The reference item as stored; null when the change was refused. */
  referenceItem?: Maybe<ReferenceItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a role. Absent leaves a field as it is; null clears it. */
export type UpdateRoleInput = {
  /** The API clients that hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  apiClients?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What the role is for. At most 1024 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The groups that hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  groups?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The people who hold the role, which are the MEMBER edges onto it; a list sent replaces the old one. */
  identities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What people call the role; unique per owner. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** What updateRole gives. */
export type UpdateRolePayload = {
  __typename?: 'UpdateRolePayload';
  /** The role as it is now, when it was not at the expected version. */
  current?: Maybe<Role>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The role as stored; null when the change was refused. */
  role?: Maybe<Role>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a task. Absent leaves a field as it is; null clears it. */
export type UpdateTaskInput = {
  /** Who is to do it. */
  assignee?: InputMaybe<Scalars['ID']['input']>;
  /** Companies the task has to do with. At most 500 elements. */
  associatedCompanies?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Content the task has to do with. At most 500 elements. */
  associatedEntities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** People the task has to do with. At most 500 elements. */
  associatedIdentities?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Tasks that have to do with this one, in no direction. At most 500 elements. */
  associatedTasks?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Tasks that must be done before this one. At most 200 elements. */
  blockedBy?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Tasks that wait for this one; the same edges as `blockedBy`, seen from the other end. At most 200 elements. */
  blocking?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What is to be done, in full; may be empty. At most 65536 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** When it is to be done. */
  dueTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** Who the task log names for this write, the caller's own identity by default; a read gives the value of the last write. */
  identityForLogs?: InputMaybe<Scalars['ID']['input']>;
  /** How much it matters. */
  priority?: InputMaybe<TaskPriority>;
  /** The project the task is part of. */
  project?: InputMaybe<Scalars['ID']['input']>;
  /** How far it has come. */
  status?: InputMaybe<TaskStatus>;
  /** What is to be done, in one line. At most 1024 characters. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Where the task stands in its workflow. */
  workflowStage?: InputMaybe<Scalars['ID']['input']>;
};

/** Changes to a task log. Absent leaves a field as it is; null clears it. */
export type UpdateTaskLogInput = {
  /** What was said; must be given with COMMENT_ADDED, and its author may edit it for 15 minutes. At most 65536 characters. */
  comment?: InputMaybe<Scalars['String']['input']>;
};

/** What updateTaskLog gives. */
export type UpdateTaskLogPayload = {
  __typename?: 'UpdateTaskLogPayload';
  /** The task log as it is now, when it was not at the expected version. */
  current?: Maybe<TaskLog>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The task log as stored; null when the change was refused. */
  taskLog?: Maybe<TaskLog>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** What updateTask gives. */
export type UpdateTaskPayload = {
  __typename?: 'UpdateTaskPayload';
  /** The task as it is now, when it was not at the expected version. */
  current?: Maybe<Task>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The task as stored; null when the change was refused. */
  task?: Maybe<Task>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a telephone. Absent leaves a field as it is; null clears it. */
export type UpdateTelephoneInput = {
  /** The extension to dial after the number, in digits. At most 16 characters. */
  extension?: InputMaybe<Scalars['String']['input']>;
  /** Whether this number comes first. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** The number as given: a `+`, digits, spaces and `().-`. At most 32 characters. */
  number?: InputMaybe<Scalars['String']['input']>;
  /** What kind of line it is. */
  type?: InputMaybe<TelephoneType>;
};

/** What updateTelephone gives. */
export type UpdateTelephonePayload = {
  __typename?: 'UpdateTelephonePayload';
  /** The telephone as it is now, when it was not at the expected version. */
  current?: Maybe<Telephone>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The telephone as stored; null when the change was refused. */
  telephone?: Maybe<Telephone>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a template item. Absent leaves a field as it is; null clears it. */
export type UpdateTemplateItemInput = {
  /** What the template makes, which decides how values are escaped: `text/html`, `text/plain` or `application/json`. */
  mediaType?: InputMaybe<Scalars['String']['input']>;
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The template source; in a rendered view the text it expands to. At most 65535 characters. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What updateTemplateItem gives. */
export type UpdateTemplateItemPayload = {
  __typename?: 'UpdateTemplateItemPayload';
  /** The template item as it is now, when it was not at the expected version. */
  current?: Maybe<TemplateItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The template item as stored; null when the change was refused. */
  templateItem?: Maybe<TemplateItem>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a text item. Absent leaves a field as it is; null clears it. */
export type UpdateTextItemInput = {
  /** The name templates and frontends know the item by. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders items of one name. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /** The text; may be empty. At most 65535 characters. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What updateTextItem gives. */
export type UpdateTextItemPayload = {
  __typename?: 'UpdateTextItemPayload';
  /** The text item as it is now, when it was not at the expected version. */
  current?: Maybe<TextItem>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The text item as stored; null when the change was refused. */
  textItem?: Maybe<TextItem>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a thread post. Absent leaves a field as it is; null clears it. */
export type UpdateThreadPostInput = {
  /** What is said: plain text with a few marks of Markdown; empty once the post is deleted. At least 1, at most 1024 characters. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** The identities the post addresses; each must be able to read the thread. */
  mentions?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The post of the same thread that this one answers. */
  replyTo?: InputMaybe<Scalars['ID']['input']>;
};

/** What updateThreadPost gives. */
export type UpdateThreadPostPayload = {
  __typename?: 'UpdateThreadPostPayload';
  /** The thread post as it is now, when it was not at the expected version. */
  current?: Maybe<ThreadPost>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** The thread post as stored; null when the change was refused. */
  threadPost?: Maybe<ThreadPost>;
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
};

/** Changes to a webhook subscription. Absent leaves a field as it is; null clears it. */
export type UpdateWebhookSubscriptionInput = {
  /** How deliveries prove where they come from. */
  auth?: InputMaybe<WebhookAuth>;
  /** Where deliveries are sent: https, without user information or fragment, to a public address. At most 1024 characters. */
  destinationUrl?: InputMaybe<Scalars['URL']['input']>;
  /** What must happen to it; ALL means anything. */
  event?: InputMaybe<EventKind>;
  /** How many delivery attempts are made in a minute at most. 1 to 6000. */
  eventsPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** When the subscription ends, in the future on a write; without one it does not end. */
  expirationTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What deliveries wait for. */
  ordering?: InputMaybe<WebhookOrdering>;
  /** How much a delivery says. */
  payload?: InputMaybe<WebhookPayload>;
  /** What deliveries are signed or authorised with; a `whsec_` value is base64 of 24 to 64 bytes, any other text is used as it is. At least 16, at most 255 characters. */
  secret?: InputMaybe<Scalars['String']['input']>;
  /** Whether deliveries are made; a client may set ACTIVE or PAUSED. */
  status?: InputMaybe<SubscriptionStatus>;
  /** The kind of resource to be told about; UNKNOWN is refused. */
  subject?: InputMaybe<EventSubject>;
  /** Only events about this resource; without one, about all of the kind. */
  targetUrn?: InputMaybe<Scalars['ID']['input']>;
};

/** What updateWebhookSubscription gives. */
export type UpdateWebhookSubscriptionPayload = {
  __typename?: 'UpdateWebhookSubscriptionPayload';
  /** The webhook subscription as it is now, when it was not at the expected version. */
  current?: Maybe<WebhookSubscription>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The webhook subscription as stored; null when the change was refused. */
  webhookSubscription?: Maybe<WebhookSubscription>;
};

/** Changes to a workflow. Absent leaves a field as it is; null clears it. */
export type UpdateWorkflowInput = {
  /** Whether this is the workflow its owner uses where none is named; one per owner. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** What people call the workflow. At most 1024 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Its stages by order; a list sent replaces the old one, and a stage that still holds tasks cannot be left out. At least 1, at most 50 elements. */
  stages?: InputMaybe<Array<CreateWorkflowStageInput>>;
};

/** What updateWorkflow gives. */
export type UpdateWorkflowPayload = {
  __typename?: 'UpdateWorkflowPayload';
  /** The workflow as it is now, when it was not at the expected version. */
  current?: Maybe<Workflow>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The workflow as stored; null when the change was refused. */
  workflow?: Maybe<Workflow>;
};

/** Changes to a workflow stage. Absent leaves a field as it is; null clears it. */
export type UpdateWorkflowStageInput = {
  /** The stages a task may move to from here; empty means any. */
  allowedNext?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** The colour boards show the stage in, as `#RRGGBB`. */
  color?: InputMaybe<Scalars['String']['input']>;
  /** What people call the stage; unique in its workflow. At most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Orders the stages of a workflow; ties are broken by urn. */
  order?: InputMaybe<Scalars['Int']['input']>;
  /** How many tasks the stage may hold at once; without one there is no limit. */
  taskLimit?: InputMaybe<Scalars['Int']['input']>;
  /** The status a task takes on entering the stage; without one the status stays as it is. */
  taskStatus?: InputMaybe<TaskStatus>;
};

/** What updateWorkflowStage gives. */
export type UpdateWorkflowStagePayload = {
  __typename?: 'UpdateWorkflowStagePayload';
  /** The workflow stage as it is now, when it was not at the expected version. */
  current?: Maybe<WorkflowStage>;
  /** Names this request in the logs. */
  requestId: Scalars['String']['output'];
  /** Why the change was refused; empty when it was made. */
  userErrors: Array<UserError>;
  /** The workflow stage as stored; null when the change was refused. */
  workflowStage?: Maybe<WorkflowStage>;
};

/** The signed-in user. */
export type User = {
  __typename?: 'User';
  /** What the user may do. */
  role: UserRole;
  /** How far the user is trusted. */
  status: UserStatus;
  /** The urn of the user. */
  urn: Scalars['ID']['output'];
};

/** A refusal a caller can act on, as data. */
export type UserError = {
  __typename?: 'UserError';
  /** The stable code; the same word REST answers with. */
  code: Scalars['String']['output'];
  /** The limit that was broken, such as `1024`. */
  limit?: Maybe<Scalars['String']['output']>;
  /** One sentence for people. */
  message: Scalars['String']['output'];
  /** JSON Pointer (RFC 6901) into the input, such as `/value`; null when the whole request is meant. */
  path?: Maybe<Scalars['String']['output']>;
  /** Urns involved, such as the cycle a task edge would close. */
  related?: Maybe<Array<Scalars['ID']['output']>>;
};

/** The built-in roles, weakest first. */
export type UserRole =
  /** ADMIN on the company. */
  | 'ADMIN'
  /** What everyone has. */
  | 'ANONYMOUS'
  /** COMMENT on the company. */
  | 'COMMENTER'
  /** READ on the company. */
  | 'DEFAULT'
  /** CREATE, UPDATE and COMMENT on the company. */
  | 'EDITOR'
  /** What an EDITOR has, and PUBLISH. */
  | 'PUBLISHER'
  /** ADMIN over all owners; the operator only. */
  | 'SUPER';

/** How far a user is trusted. */
export type UserStatus =
  /** What the user writes is looked over first. */
  | 'MODERATED'
  /** The address has not been confirmed. */
  | 'UNVERIFIED'
  /** The address has been confirmed. */
  | 'VERIFIED';

/** How a view shows markdown and templates. */
export type ViewRendering =
  /** Markdown as sanitised HTML, templates expanded. */
  | 'HTML'
  /** As stored. */
  | 'RAW';

/** How deliveries prove where they come from. */
export type WebhookAuth =
  /** HTTP Basic (RFC 7617) with the client ID and the secret. */
  | 'BASIC'
  /** The secret as a bearer token (RFC 6750). */
  | 'BEARER'
  /** HTTP Digest (RFC 7616) with the client ID and the secret. */
  | 'DIGEST'
  /** A signature over id, time and body, made with the secret. */
  | 'HMAC_SHA256';

/** Conditions on a WebhookAuth; all given ones must hold. */
export type WebhookAuthFilter = {
  eq?: InputMaybe<WebhookAuth>;
  in?: InputMaybe<Array<WebhookAuth>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<WebhookAuth>;
  nin?: InputMaybe<Array<WebhookAuth>>;
};

/** The telling of one event to one subscription, with all its attempts. */
export type WebhookDelivery = Node & {
  __typename?: 'WebhookDelivery';
  /** How many attempts have been made. */
  attemptCount: Scalars['Int']['output'];
  /** The newest 20 attempts. */
  attempts: Array<WebhookDeliveryAttempt>;
  /** The SHA-256 of the exact bytes sent; null before there are any. */
  bodyDigest?: Maybe<Scalars['String']['output']>;
  /** When it succeeded, failed for good or was dropped; null before. */
  completedTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** When the delivery was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** Why it was dropped; null unless DISCARDED. */
  discardReason?: Maybe<DiscardReason>;
  /** When the next attempt is made; null if there is none to come. */
  nextAttemptTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** The sequence of the event; null for a test. */
  sequence?: Maybe<Scalars['Long']['output']>;
  /** How far the delivery has come. */
  status: DeliveryStatus;
  /** The subscription it is told to. */
  subscription?: Maybe<WebhookSubscription>;
  /** The event told. */
  trigger?: Maybe<WebhookTrigger>;
  /** When the delivery was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; the `webhook-id` of every attempt and redelivery. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** One attempt to deliver. */
export type WebhookDeliveryAttempt = {
  __typename?: 'WebhookDeliveryAttempt';
  /** How long it took, in milliseconds. */
  durationMillis: Scalars['Int']['output'];
  /** What went wrong; null if nothing did. */
  errorCode?: Maybe<DeliveryErrorCode>;
  /** Whether a person asked for it. */
  isManual: Scalars['Boolean']['output'];
  /** Which attempt it is, from 1. */
  number: Scalars['Int']['output'];
  /** The beginning of the answer, if it was text. */
  responseExcerpt?: Maybe<Scalars['String']['output']>;
  /** The HTTP status of the answer; null without one. */
  responseStatus?: Maybe<Scalars['Int']['output']>;
  /** When it began. */
  startedTimestamp: Scalars['DateTime']['output'];
};

/** A page of webhookDeliveries. */
export type WebhookDeliveryConnection = {
  __typename?: 'WebhookDeliveryConnection';
  /** The rows with their cursors. */
  edges: Array<WebhookDeliveryEdge>;
  /** The rows alone. */
  nodes: Array<WebhookDelivery>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: WebhookDelivery;
};

/** One step of an order. The urn always decides last. */
export type WebhookDeliveryOrderBy = {
  direction?: SortDirection;
  field: WebhookDeliveryOrderField;
};

/** What webhookDeliveries can be ordered by. */
export type WebhookDeliveryOrderField =
  | 'ATTEMPT_COUNT'
  | 'BODY_DIGEST'
  | 'COMPLETED_TIMESTAMP'
  | 'CREATED_TIMESTAMP'
  | 'DISCARD_REASON'
  | 'NEXT_ATTEMPT_TIMESTAMP'
  | 'SEQUENCE'
  | 'STATUS'
  | 'SUBSCRIPTION'
  | 'TRIGGER'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which webhookDeliveries to list: all named conditions must hold, and one of `or` where it is given. */
export type WebhookDeliveryWhere = {
  attemptCount?: InputMaybe<IntFilter>;
  bodyDigest?: InputMaybe<StringFilter>;
  completedTimestamp?: InputMaybe<DateTimeFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  discardReason?: InputMaybe<DiscardReasonFilter>;
  nextAttemptTimestamp?: InputMaybe<DateTimeFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<WebhookDeliveryWhere>>;
  sequence?: InputMaybe<LongFilter>;
  status?: InputMaybe<DeliveryStatusFilter>;
  subscription?: InputMaybe<IdFilter>;
  trigger?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** What deliveries wait for. */
export type WebhookOrdering =
  /** Nothing waits. */
  | 'NONE'
  /** Events about one resource go one after another. */
  | 'TARGET';

/** Conditions on a WebhookOrdering; all given ones must hold. */
export type WebhookOrderingFilter = {
  eq?: InputMaybe<WebhookOrdering>;
  in?: InputMaybe<Array<WebhookOrdering>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<WebhookOrdering>;
  nin?: InputMaybe<Array<WebhookOrdering>>;
};

/** How much a delivery says. */
export type WebhookPayload =
  /** The resource as the API client would read it. */
  | 'FULL'
  /** The address of the resource and of its parent. */
  | 'THIN';

/** Conditions on a WebhookPayload; all given ones must hold. */
export type WebhookPayloadFilter = {
  eq?: InputMaybe<WebhookPayload>;
  in?: InputMaybe<Array<WebhookPayload>>;
  /** Whether there is no value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  ne?: InputMaybe<WebhookPayload>;
  nin?: InputMaybe<Array<WebhookPayload>>;
};

/** The wish of an API client to be told about one kind of event. */
export type WebhookSubscription = Node & {
  __typename?: 'WebhookSubscription';
  /** The API client that wants to be told, and that must be able to read what it is told about. */
  apiClient?: Maybe<ApiClient>;
  /** How deliveries prove where they come from. */
  auth: WebhookAuth;
  /** When the subscription was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** Where deliveries are sent: https, without user information or fragment, to a public address. */
  destinationUrl: Scalars['URL']['output'];
  /** Why the service switched it off; null unless DISABLED. */
  disabledReason?: Maybe<DisabledReason>;
  /** What must happen to it; ALL means anything. */
  event: EventKind;
  /** How many delivery attempts are made in a minute at most. */
  eventsPerMinute: Scalars['Int']['output'];
  /** When the subscription ends, in the future on a write; without one it does not end. */
  expirationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Since when every attempt fails; null while they succeed. */
  failingSinceTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What deliveries wait for. */
  ordering: WebhookOrdering;
  /** How much a delivery says. */
  payload: WebhookPayload;
  /** Until when the secret before this one is used as well; null if it is not. */
  previousSecretExpirationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What deliveries are signed or authorised with; a `whsec_` value is base64 of 24 to 64 bytes, any other text is used as it is. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Whether deliveries are made; a client may set ACTIVE or PAUSED. */
  status: SubscriptionStatus;
  /** The kind of resource to be told about; UNKNOWN is refused. */
  subject: EventSubject;
  /** Only events about this resource; without one, about all of the kind. */
  targetUrn?: Maybe<Scalars['ID']['output']>;
  /** When the subscription was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the subscription everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of webhookSubscriptions. */
export type WebhookSubscriptionConnection = {
  __typename?: 'WebhookSubscriptionConnection';
  /** The rows with their cursors. */
  edges: Array<WebhookSubscriptionEdge>;
  /** The rows alone. */
  nodes: Array<WebhookSubscription>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type WebhookSubscriptionEdge = {
  __typename?: 'WebhookSubscriptionEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: WebhookSubscription;
};

/** One step of an order. The urn always decides last. */
export type WebhookSubscriptionOrderBy = {
  direction?: SortDirection;
  field: WebhookSubscriptionOrderField;
};

/** What webhookSubscriptions can be ordered by. */
export type WebhookSubscriptionOrderField =
  | 'API_CLIENT'
  | 'AUTH'
  | 'CREATED_TIMESTAMP'
  | 'DESTINATION_URL'
  | 'DISABLED_REASON'
  | 'EVENT'
  | 'EVENTS_PER_MINUTE'
  | 'EXPIRATION_TIMESTAMP'
  | 'FAILING_SINCE_TIMESTAMP'
  | 'ORDERING'
  | 'PAYLOAD'
  | 'PREVIOUS_SECRET_EXPIRATION_TIMESTAMP'
  | 'STATUS'
  | 'SUBJECT'
  | 'TARGET_URN'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which webhookSubscriptions to list: all named conditions must hold, and one of `or` where it is given. */
export type WebhookSubscriptionWhere = {
  apiClient?: InputMaybe<IdFilter>;
  auth?: InputMaybe<WebhookAuthFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  destinationUrl?: InputMaybe<StringFilter>;
  disabledReason?: InputMaybe<DisabledReasonFilter>;
  event?: InputMaybe<EventKindFilter>;
  eventsPerMinute?: InputMaybe<IntFilter>;
  expirationTimestamp?: InputMaybe<DateTimeFilter>;
  failingSinceTimestamp?: InputMaybe<DateTimeFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<WebhookSubscriptionWhere>>;
  ordering?: InputMaybe<WebhookOrderingFilter>;
  payload?: InputMaybe<WebhookPayloadFilter>;
  previousSecretExpirationTimestamp?: InputMaybe<DateTimeFilter>;
  status?: InputMaybe<SubscriptionStatusFilter>;
  subject?: InputMaybe<EventSubjectFilter>;
  targetUrn?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** One event, from which deliveries are made; clients neither change nor delete it. */
export type WebhookTrigger = Node & {
  __typename?: 'WebhookTrigger';
  /** Who made the change. */
  actor: Actor;
  /** The names of the members an UPDATE changed; empty otherwise. */
  changedFields: Array<Scalars['String']['output']>;
  /** When the event was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** The deliveries made from it. */
  deliveries: WebhookDeliveryConnection;
  /** What happened; ALL only where a client announces a resource anew, to the subscriptions of every event. */
  event: EventKind;
  /** The company the event belongs to. */
  owner?: Maybe<Company>;
  /** Its place in the order of events, rising and never used twice; null for the moment until it is given. */
  sequence?: Maybe<Scalars['Long']['output']>;
  /** The kind of resource it is about; UNKNOWN stands for a kind this version does not know. */
  subject: EventSubject;
  /** The subscriptions it serves. */
  subscriptions: Array<WebhookSubscription>;
  /** The address of the resource it is about. */
  targetUrl?: Maybe<Scalars['URL']['output']>;
  /** The urn of the resource it is about. */
  targetUrn?: Maybe<Scalars['ID']['output']>;
  /** The version the resource then had. */
  targetVersion?: Maybe<Scalars['Long']['output']>;
  /** When it happened; the same as `createdTimestamp`. */
  timestamp: Scalars['DateTime']['output'];
  /** When the event was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the event everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** One event, from which deliveries are made; clients neither change nor delete it. */
export type WebhookTriggerDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of webhookTriggers. */
export type WebhookTriggerConnection = {
  __typename?: 'WebhookTriggerConnection';
  /** The rows with their cursors. */
  edges: Array<WebhookTriggerEdge>;
  /** The rows alone. */
  nodes: Array<WebhookTrigger>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type WebhookTriggerEdge = {
  __typename?: 'WebhookTriggerEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: WebhookTrigger;
};

/** One step of an order. The urn always decides last. */
export type WebhookTriggerOrderBy = {
  direction?: SortDirection;
  field: WebhookTriggerOrderField;
};

/** What webhookTriggers can be ordered by. */
export type WebhookTriggerOrderField =
  | 'CREATED_TIMESTAMP'
  | 'EVENT'
  | 'OWNER'
  | 'SEQUENCE'
  | 'SUBJECT'
  | 'TARGET_URN'
  | 'TARGET_VERSION'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION';

/** Which webhookTriggers to list: all named conditions must hold, and one of `or` where it is given. */
export type WebhookTriggerWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  event?: InputMaybe<EventKindFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<WebhookTriggerWhere>>;
  owner?: InputMaybe<IdFilter>;
  sequence?: InputMaybe<LongFilter>;
  subject?: InputMaybe<EventSubjectFilter>;
  targetUrn?: InputMaybe<IdFilter>;
  targetVersion?: InputMaybe<LongFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

/** The stages a task moves through. */
export type Workflow = Node & {
  __typename?: 'Workflow';
  /** When the workflow was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** Whether this is the workflow its owner uses where none is named; one per owner. */
  isDefault: Scalars['Boolean']['output'];
  /** What people call the workflow. */
  name: Scalars['String']['output'];
  /** The company the workflow belongs to. */
  owner?: Maybe<Company>;
  /** Its stages by order; a list sent replaces the old one, and a stage that still holds tasks cannot be left out. */
  stages: Array<WorkflowStage>;
  /** When the workflow was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the workflow everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
};

/** A page of workflows. */
export type WorkflowConnection = {
  __typename?: 'WorkflowConnection';
  /** The rows with their cursors. */
  edges: Array<WorkflowEdge>;
  /** The rows alone. */
  nodes: Array<Workflow>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type WorkflowEdge = {
  __typename?: 'WorkflowEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Workflow;
};

/** One step of an order. The urn always decides last. */
export type WorkflowOrderBy = {
  direction?: SortDirection;
  field: WorkflowOrderField;
};

/** What workflows can be ordered by. */
export type WorkflowOrderField =
  'CREATED_TIMESTAMP' | 'IS_DEFAULT' | 'NAME' | 'OWNER' | 'UPDATED_TIMESTAMP' | 'URN' | 'VERSION';

/** One stage of a workflow. */
export type WorkflowStage = Node & {
  __typename?: 'WorkflowStage';
  /** The stages a task may move to from here; empty means any. */
  allowedNext: Array<WorkflowStage>;
  /** The colour boards show the stage in, as `#RRGGBB`. */
  color?: Maybe<Scalars['String']['output']>;
  /** When the stage was created. */
  createdTimestamp: Scalars['DateTime']['output'];
  /** What people call the stage; unique in its workflow. */
  name: Scalars['String']['output'];
  /** Orders the stages of a workflow; ties are broken by urn. */
  order: Scalars['Int']['output'];
  /** How many tasks the stage may hold at once; without one there is no limit. */
  taskLimit?: Maybe<Scalars['Int']['output']>;
  /** The status a task takes on entering the stage; without one the status stays as it is. */
  taskStatus?: Maybe<TaskStatus>;
  /** When the stage was last written. */
  updatedTimestamp: Scalars['DateTime']['output'];
  /** Its own address. */
  url: Scalars['URL']['output'];
  /** A UUID; identifies the stage everywhere. */
  urn: Scalars['ID']['output'];
  /** Starts at 1 and grows by 1 with each accepted write. Equals the ETag. */
  version: Scalars['Long']['output'];
  /** The workflow the stage is part of. */
  workflow?: Maybe<Workflow>;
};

/** A page of workflowStages. */
export type WorkflowStageConnection = {
  __typename?: 'WorkflowStageConnection';
  /** The rows with their cursors. */
  edges: Array<WorkflowStageEdge>;
  /** The rows alone. */
  nodes: Array<WorkflowStage>;
  /** Where this page stands in the list. */
  pageInfo: PageInfo;
  /** How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true. */
  totalCount?: Maybe<Scalars['Int']['output']>;
  /** Whether there are more than are counted. */
  totalCountIsEstimate: Scalars['Boolean']['output'];
};

/** A row of a page. */
export type WorkflowStageEdge = {
  __typename?: 'WorkflowStageEdge';
  /** The position of the row: give it as after or before. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: WorkflowStage;
};

/** One step of an order. The urn always decides last. */
export type WorkflowStageOrderBy = {
  direction?: SortDirection;
  field: WorkflowStageOrderField;
};

/** What workflowStages can be ordered by. */
export type WorkflowStageOrderField =
  | 'COLOR'
  | 'CREATED_TIMESTAMP'
  | 'NAME'
  | 'ORDER'
  | 'TASK_LIMIT'
  | 'TASK_STATUS'
  | 'UPDATED_TIMESTAMP'
  | 'URN'
  | 'VERSION'
  | 'WORKFLOW';

/** Which workflowStages to list: all named conditions must hold, and one of `or` where it is given. */
export type WorkflowStageWhere = {
  allowedNext?: InputMaybe<IdFilter>;
  color?: InputMaybe<StringFilter>;
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<WorkflowStageWhere>>;
  order?: InputMaybe<IntFilter>;
  taskLimit?: InputMaybe<IntFilter>;
  taskStatus?: InputMaybe<TaskStatusFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
  workflow?: InputMaybe<IdFilter>;
};

/** Which workflows to list: all named conditions must hold, and one of `or` where it is given. */
export type WorkflowWhere = {
  createdTimestamp?: InputMaybe<DateTimeFilter>;
  isDefault?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  /** At least one of these must hold as a whole. */
  or?: InputMaybe<Array<WorkflowWhere>>;
  owner?: InputMaybe<IdFilter>;
  updatedTimestamp?: InputMaybe<DateTimeFilter>;
  urn?: InputMaybe<IdFilter>;
  version?: InputMaybe<LongFilter>;
};

export type WithIndex<TObject> = TObject & Record<string, any>;
export type ResolversObject<TObject> = WithIndex<TObject>;

export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<
  TResult,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<
  TResult,
  TKey extends string,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo,
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  obj: T,
  context: TContext,
  info: GraphQLResolveInfo,
) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<
  TResult = Record<PropertyKey, never>,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>;

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = ResolversObject<{
  Item:
    | BooleanItem
    | DateTimeItem
    | DoubleItem
    | ImageItem
    | JsonItem
    | LatLongItem
    | LinkItem
    | LongItem
    | MarkdownItem
    | MoneyItem
    | ReferenceItem
    | TemplateItem
    | TextItem;
  Node:
    | Address
    | ApiClient
    | ApiClientBearerToken
    | BooleanItem
    | ClientIdentifier
    | Company
    | DateTimeItem
    | DoubleItem
    | Email
    | Entity
    | EntityList
    | EntityListItem
    | Group
    | GroupMembership
    | Identity
    | ImageItem
    | ImageItemFile
    | JsonItem
    | LatLongItem
    | LinkItem
    | LongItem
    | MarkdownItem
    | MessageThread
    | MessageThreadNotification
    | MoneyItem
    | OAuthToken
    | Organisation
    | PaymentInvoice
    | Permission
    | Person
    | PersonName
    | Project
    | ReferenceItem
    | Role
    | (Omit<Search, 'items'> & { items: _RefType['SearchItemConnection'] })
    | Task
    | TaskLog
    | Telephone
    | TemplateItem
    | TextItem
    | ThreadPost
    | WebhookDelivery
    | WebhookSubscription
    | WebhookTrigger
    | Workflow
    | WorkflowStage;
}>;

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = ResolversObject<{
  AccessLevel: AccessLevel;
  AccessLevelFilter: AccessLevelFilter;
  Actor: ResolverTypeWrapper<Actor>;
  ActorType: ActorType;
  Address: ResolverTypeWrapper<Address>;
  AddressConnection: ResolverTypeWrapper<AddressConnection>;
  AddressEdge: ResolverTypeWrapper<AddressEdge>;
  AddressOrderBy: AddressOrderBy;
  AddressOrderField: AddressOrderField;
  AddressType: AddressType;
  AddressTypeFilter: AddressTypeFilter;
  AddressWhere: AddressWhere;
  AlternativeLanguage: ResolverTypeWrapper<AlternativeLanguage>;
  ApiClient: ResolverTypeWrapper<ApiClient>;
  ApiClientBearerToken: ResolverTypeWrapper<ApiClientBearerToken>;
  ApiClientBearerTokenConnection: ResolverTypeWrapper<ApiClientBearerTokenConnection>;
  ApiClientBearerTokenEdge: ResolverTypeWrapper<ApiClientBearerTokenEdge>;
  ApiClientBearerTokenOrderBy: ApiClientBearerTokenOrderBy;
  ApiClientBearerTokenOrderField: ApiClientBearerTokenOrderField;
  ApiClientBearerTokenWhere: ApiClientBearerTokenWhere;
  ApiClientConnection: ResolverTypeWrapper<ApiClientConnection>;
  ApiClientEdge: ResolverTypeWrapper<ApiClientEdge>;
  ApiClientOrderBy: ApiClientOrderBy;
  ApiClientOrderField: ApiClientOrderField;
  ApiClientStatus: ApiClientStatus;
  ApiClientStatusFilter: ApiClientStatusFilter;
  ApiClientType: ApiClientType;
  ApiClientTypeFilter: ApiClientTypeFilter;
  ApiClientWhere: ApiClientWhere;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BooleanFilter: BooleanFilter;
  BooleanItem: ResolverTypeWrapper<BooleanItem>;
  BooleanItemConnection: ResolverTypeWrapper<BooleanItemConnection>;
  BooleanItemEdge: ResolverTypeWrapper<BooleanItemEdge>;
  BooleanItemHistory: ResolverTypeWrapper<BooleanItemHistory>;
  BooleanItemOrderBy: BooleanItemOrderBy;
  BooleanItemOrderField: BooleanItemOrderField;
  BooleanItemWhere: BooleanItemWhere;
  ClientContext: ResolverTypeWrapper<ClientContext>;
  ClientIdentifier: ResolverTypeWrapper<ClientIdentifier>;
  ClientIdentifierConnection: ResolverTypeWrapper<ClientIdentifierConnection>;
  ClientIdentifierEdge: ResolverTypeWrapper<ClientIdentifierEdge>;
  ClientIdentifierOrderBy: ClientIdentifierOrderBy;
  ClientIdentifierOrderField: ClientIdentifierOrderField;
  ClientIdentifierWhere: ClientIdentifierWhere;
  Company: ResolverTypeWrapper<Company>;
  CompanyConnection: ResolverTypeWrapper<CompanyConnection>;
  CompanyEdge: ResolverTypeWrapper<CompanyEdge>;
  CompanyOrderBy: CompanyOrderBy;
  CompanyOrderField: CompanyOrderField;
  CompanyWhere: CompanyWhere;
  ContentVersion: ContentVersion;
  ContentVersionFilter: ContentVersionFilter;
  CopyEntityInput: CopyEntityInput;
  Country: ResolverTypeWrapper<Country>;
  CountryCode: ResolverTypeWrapper<Scalars['CountryCode']['output']>;
  CreateAddressInput: CreateAddressInput;
  CreateAddressPayload: ResolverTypeWrapper<CreateAddressPayload>;
  CreateApiClientBearerTokenInput: CreateApiClientBearerTokenInput;
  CreateApiClientBearerTokenPayload: ResolverTypeWrapper<CreateApiClientBearerTokenPayload>;
  CreateApiClientInput: CreateApiClientInput;
  CreateApiClientPayload: ResolverTypeWrapper<CreateApiClientPayload>;
  CreateBooleanItemInput: CreateBooleanItemInput;
  CreateBooleanItemPayload: ResolverTypeWrapper<CreateBooleanItemPayload>;
  CreateClientIdentifierInput: CreateClientIdentifierInput;
  CreateClientIdentifierPayload: ResolverTypeWrapper<CreateClientIdentifierPayload>;
  CreateCompanyInput: CreateCompanyInput;
  CreateCompanyPayload: ResolverTypeWrapper<CreateCompanyPayload>;
  CreateDateTimeItemInput: CreateDateTimeItemInput;
  CreateDateTimeItemPayload: ResolverTypeWrapper<CreateDateTimeItemPayload>;
  CreateDoubleItemInput: CreateDoubleItemInput;
  CreateDoubleItemPayload: ResolverTypeWrapper<CreateDoubleItemPayload>;
  CreateEmailInput: CreateEmailInput;
  CreateEmailPayload: ResolverTypeWrapper<CreateEmailPayload>;
  CreateEntityInput: CreateEntityInput;
  CreateEntityListInput: CreateEntityListInput;
  CreateEntityListItemInput: CreateEntityListItemInput;
  CreateEntityListItemPayload: ResolverTypeWrapper<CreateEntityListItemPayload>;
  CreateEntityListPayload: ResolverTypeWrapper<CreateEntityListPayload>;
  CreateEntityPayload: ResolverTypeWrapper<CreateEntityPayload>;
  CreateGroupInput: CreateGroupInput;
  CreateGroupMembershipInput: CreateGroupMembershipInput;
  CreateGroupMembershipPayload: ResolverTypeWrapper<CreateGroupMembershipPayload>;
  CreateGroupPayload: ResolverTypeWrapper<CreateGroupPayload>;
  CreateIdentityInput: CreateIdentityInput;
  CreateIdentityPayload: ResolverTypeWrapper<CreateIdentityPayload>;
  CreateImageItemFileInput: CreateImageItemFileInput;
  CreateImageItemInput: CreateImageItemInput;
  CreateImageItemPayload: ResolverTypeWrapper<CreateImageItemPayload>;
  CreateJsonItemInput: CreateJsonItemInput;
  CreateJsonItemPayload: ResolverTypeWrapper<CreateJsonItemPayload>;
  CreateLatLongItemInput: CreateLatLongItemInput;
  CreateLatLongItemPayload: ResolverTypeWrapper<CreateLatLongItemPayload>;
  CreateLinkItemInput: CreateLinkItemInput;
  CreateLinkItemPayload: ResolverTypeWrapper<CreateLinkItemPayload>;
  CreateLongItemInput: CreateLongItemInput;
  CreateLongItemPayload: ResolverTypeWrapper<CreateLongItemPayload>;
  CreateMarkdownItemInput: CreateMarkdownItemInput;
  CreateMarkdownItemPayload: ResolverTypeWrapper<CreateMarkdownItemPayload>;
  CreateMessageThreadInput: CreateMessageThreadInput;
  CreateMessageThreadNotificationInput: CreateMessageThreadNotificationInput;
  CreateMessageThreadPayload: ResolverTypeWrapper<CreateMessageThreadPayload>;
  CreateMoneyItemInput: CreateMoneyItemInput;
  CreateMoneyItemPayload: ResolverTypeWrapper<CreateMoneyItemPayload>;
  CreateOrganisationInput: CreateOrganisationInput;
  CreatePaymentInvoiceInput: CreatePaymentInvoiceInput;
  CreatePaymentInvoicePayload: ResolverTypeWrapper<CreatePaymentInvoicePayload>;
  CreatePermissionInput: CreatePermissionInput;
  CreatePermissionPayload: ResolverTypeWrapper<CreatePermissionPayload>;
  CreatePersonInput: CreatePersonInput;
  CreatePersonNameInput: CreatePersonNameInput;
  CreatePersonNamePayload: ResolverTypeWrapper<CreatePersonNamePayload>;
  CreatePersonPayload: ResolverTypeWrapper<CreatePersonPayload>;
  CreateProjectInput: CreateProjectInput;
  CreateProjectPayload: ResolverTypeWrapper<CreateProjectPayload>;
  CreateReferenceItemInput: CreateReferenceItemInput;
  CreateReferenceItemPayload: ResolverTypeWrapper<CreateReferenceItemPayload>;
  CreateRoleInput: CreateRoleInput;
  CreateRolePayload: ResolverTypeWrapper<CreateRolePayload>;
  CreateSearchInput: CreateSearchInput;
  CreateSearchPayload: ResolverTypeWrapper<
    Omit<CreateSearchPayload, 'storedSearch'> & { storedSearch?: Maybe<ResolversTypes['Search']> }
  >;
  CreateTaskInput: CreateTaskInput;
  CreateTaskLogInput: CreateTaskLogInput;
  CreateTaskLogPayload: ResolverTypeWrapper<CreateTaskLogPayload>;
  CreateTaskPayload: ResolverTypeWrapper<CreateTaskPayload>;
  CreateTelephoneInput: CreateTelephoneInput;
  CreateTelephonePayload: ResolverTypeWrapper<CreateTelephonePayload>;
  CreateTemplateItemInput: CreateTemplateItemInput;
  CreateTemplateItemPayload: ResolverTypeWrapper<CreateTemplateItemPayload>;
  CreateTextItemInput: CreateTextItemInput;
  CreateTextItemPayload: ResolverTypeWrapper<CreateTextItemPayload>;
  CreateThreadPostInput: CreateThreadPostInput;
  CreateThreadPostPayload: ResolverTypeWrapper<CreateThreadPostPayload>;
  CreateWebhookSubscriptionInput: CreateWebhookSubscriptionInput;
  CreateWebhookSubscriptionPayload: ResolverTypeWrapper<CreateWebhookSubscriptionPayload>;
  CreateWebhookTriggerInput: CreateWebhookTriggerInput;
  CreateWebhookTriggerPayload: ResolverTypeWrapper<CreateWebhookTriggerPayload>;
  CreateWorkflowInput: CreateWorkflowInput;
  CreateWorkflowPayload: ResolverTypeWrapper<CreateWorkflowPayload>;
  CreateWorkflowStageInput: CreateWorkflowStageInput;
  CreateWorkflowStagePayload: ResolverTypeWrapper<CreateWorkflowStagePayload>;
  Currency: ResolverTypeWrapper<Currency>;
  CurrencyCode: ResolverTypeWrapper<Scalars['CurrencyCode']['output']>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DateTimeFilter: DateTimeFilter;
  DateTimeItem: ResolverTypeWrapper<DateTimeItem>;
  DateTimeItemConnection: ResolverTypeWrapper<DateTimeItemConnection>;
  DateTimeItemEdge: ResolverTypeWrapper<DateTimeItemEdge>;
  DateTimeItemHistory: ResolverTypeWrapper<DateTimeItemHistory>;
  DateTimeItemOrderBy: DateTimeItemOrderBy;
  DateTimeItemOrderField: DateTimeItemOrderField;
  DateTimeItemWhere: DateTimeItemWhere;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  DeleteAddressPayload: ResolverTypeWrapper<DeleteAddressPayload>;
  DeleteApiClientBearerTokenPayload: ResolverTypeWrapper<DeleteApiClientBearerTokenPayload>;
  DeleteApiClientPayload: ResolverTypeWrapper<DeleteApiClientPayload>;
  DeleteBooleanItemPayload: ResolverTypeWrapper<DeleteBooleanItemPayload>;
  DeleteClientIdentifierPayload: ResolverTypeWrapper<DeleteClientIdentifierPayload>;
  DeleteCompanyPayload: ResolverTypeWrapper<DeleteCompanyPayload>;
  DeleteDateTimeItemPayload: ResolverTypeWrapper<DeleteDateTimeItemPayload>;
  DeleteDoubleItemPayload: ResolverTypeWrapper<DeleteDoubleItemPayload>;
  DeleteEmailPayload: ResolverTypeWrapper<DeleteEmailPayload>;
  DeleteEntityListItemPayload: ResolverTypeWrapper<DeleteEntityListItemPayload>;
  DeleteEntityListPayload: ResolverTypeWrapper<DeleteEntityListPayload>;
  DeleteEntityPayload: ResolverTypeWrapper<DeleteEntityPayload>;
  DeleteGroupMembershipPayload: ResolverTypeWrapper<DeleteGroupMembershipPayload>;
  DeleteGroupPayload: ResolverTypeWrapper<DeleteGroupPayload>;
  DeleteIdentityPayload: ResolverTypeWrapper<DeleteIdentityPayload>;
  DeleteImageItemFilePayload: ResolverTypeWrapper<DeleteImageItemFilePayload>;
  DeleteImageItemPayload: ResolverTypeWrapper<DeleteImageItemPayload>;
  DeleteJsonItemPayload: ResolverTypeWrapper<DeleteJsonItemPayload>;
  DeleteLatLongItemPayload: ResolverTypeWrapper<DeleteLatLongItemPayload>;
  DeleteLinkItemPayload: ResolverTypeWrapper<DeleteLinkItemPayload>;
  DeleteLongItemPayload: ResolverTypeWrapper<DeleteLongItemPayload>;
  DeleteMarkdownItemPayload: ResolverTypeWrapper<DeleteMarkdownItemPayload>;
  DeleteMessageThreadNotificationPayload: ResolverTypeWrapper<DeleteMessageThreadNotificationPayload>;
  DeleteMessageThreadPayload: ResolverTypeWrapper<DeleteMessageThreadPayload>;
  DeleteMoneyItemPayload: ResolverTypeWrapper<DeleteMoneyItemPayload>;
  DeleteOAuthTokenPayload: ResolverTypeWrapper<DeleteOAuthTokenPayload>;
  DeletePaymentInvoicePayload: ResolverTypeWrapper<DeletePaymentInvoicePayload>;
  DeletePermissionPayload: ResolverTypeWrapper<DeletePermissionPayload>;
  DeletePersonNamePayload: ResolverTypeWrapper<DeletePersonNamePayload>;
  DeletePersonPayload: ResolverTypeWrapper<DeletePersonPayload>;
  DeleteProjectPayload: ResolverTypeWrapper<DeleteProjectPayload>;
  DeleteReferenceItemPayload: ResolverTypeWrapper<DeleteReferenceItemPayload>;
  DeleteRolePayload: ResolverTypeWrapper<DeleteRolePayload>;
  DeleteSearchPayload: ResolverTypeWrapper<
    Omit<DeleteSearchPayload, 'current'> & { current?: Maybe<ResolversTypes['Search']> }
  >;
  DeleteTaskPayload: ResolverTypeWrapper<DeleteTaskPayload>;
  DeleteTelephonePayload: ResolverTypeWrapper<DeleteTelephonePayload>;
  DeleteTemplateItemPayload: ResolverTypeWrapper<DeleteTemplateItemPayload>;
  DeleteTextItemPayload: ResolverTypeWrapper<DeleteTextItemPayload>;
  DeleteThreadPostPayload: ResolverTypeWrapper<DeleteThreadPostPayload>;
  DeleteWebhookSubscriptionPayload: ResolverTypeWrapper<DeleteWebhookSubscriptionPayload>;
  DeleteWorkflowPayload: ResolverTypeWrapper<DeleteWorkflowPayload>;
  DeleteWorkflowStagePayload: ResolverTypeWrapper<DeleteWorkflowStagePayload>;
  DeliveryErrorCode: DeliveryErrorCode;
  DeliveryStatus: DeliveryStatus;
  DeliveryStatusFilter: DeliveryStatusFilter;
  DisabledReason: DisabledReason;
  DisabledReasonFilter: DisabledReasonFilter;
  DiscardReason: DiscardReason;
  DiscardReasonFilter: DiscardReasonFilter;
  DoubleItem: ResolverTypeWrapper<DoubleItem>;
  DoubleItemConnection: ResolverTypeWrapper<DoubleItemConnection>;
  DoubleItemEdge: ResolverTypeWrapper<DoubleItemEdge>;
  DoubleItemHistory: ResolverTypeWrapper<DoubleItemHistory>;
  DoubleItemOrderBy: DoubleItemOrderBy;
  DoubleItemOrderField: DoubleItemOrderField;
  DoubleItemWhere: DoubleItemWhere;
  Email: ResolverTypeWrapper<Email>;
  EmailAddress: ResolverTypeWrapper<Scalars['EmailAddress']['output']>;
  EmailConnection: ResolverTypeWrapper<EmailConnection>;
  EmailEdge: ResolverTypeWrapper<EmailEdge>;
  EmailOrderBy: EmailOrderBy;
  EmailOrderField: EmailOrderField;
  EmailType: EmailType;
  EmailTypeFilter: EmailTypeFilter;
  EmailWhere: EmailWhere;
  EndSessionPayload: ResolverTypeWrapper<EndSessionPayload>;
  Entity: ResolverTypeWrapper<Entity>;
  EntityConnection: ResolverTypeWrapper<EntityConnection>;
  EntityEdge: ResolverTypeWrapper<EntityEdge>;
  EntityList: ResolverTypeWrapper<EntityList>;
  EntityListConnection: ResolverTypeWrapper<EntityListConnection>;
  EntityListEdge: ResolverTypeWrapper<EntityListEdge>;
  EntityListItem: ResolverTypeWrapper<EntityListItem>;
  EntityListItemConnection: ResolverTypeWrapper<EntityListItemConnection>;
  EntityListItemEdge: ResolverTypeWrapper<EntityListItemEdge>;
  EntityListItemOrderBy: EntityListItemOrderBy;
  EntityListItemOrderField: EntityListItemOrderField;
  EntityListItemWhere: EntityListItemWhere;
  EntityListOrderBy: EntityListOrderBy;
  EntityListOrderField: EntityListOrderField;
  EntityListWhere: EntityListWhere;
  EntityOrderBy: EntityOrderBy;
  EntityOrderField: EntityOrderField;
  EntityStatus: EntityStatus;
  EntityStatusFilter: EntityStatusFilter;
  EntityViewChange: ResolverTypeWrapper<EntityViewChange>;
  EntityWhere: EntityWhere;
  Event: ResolverTypeWrapper<Omit<Event, 'target'> & { target?: Maybe<ResolversTypes['Node']> }>;
  EventConnection: ResolverTypeWrapper<
    Omit<EventConnection, 'edges' | 'nodes'> & {
      edges: Array<ResolversTypes['EventEdge']>;
      nodes: Array<ResolversTypes['Event']>;
    }
  >;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventKind: EventKind;
  EventKindFilter: EventKindFilter;
  EventSubject: EventSubject;
  EventSubjectFilter: EventSubjectFilter;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FloatFilter: FloatFilter;
  Group: ResolverTypeWrapper<Group>;
  GroupConnection: ResolverTypeWrapper<GroupConnection>;
  GroupEdge: ResolverTypeWrapper<GroupEdge>;
  GroupJoinPolicy: GroupJoinPolicy;
  GroupJoinPolicyFilter: GroupJoinPolicyFilter;
  GroupMembership: ResolverTypeWrapper<GroupMembership>;
  GroupMembershipConnection: ResolverTypeWrapper<GroupMembershipConnection>;
  GroupMembershipEdge: ResolverTypeWrapper<GroupMembershipEdge>;
  GroupMembershipOrderBy: GroupMembershipOrderBy;
  GroupMembershipOrderField: GroupMembershipOrderField;
  GroupMembershipWhere: GroupMembershipWhere;
  GroupOrderBy: GroupOrderBy;
  GroupOrderField: GroupOrderField;
  GroupVisibility: GroupVisibility;
  GroupVisibilityFilter: GroupVisibilityFilter;
  GroupWhere: GroupWhere;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IDFilter: IdFilter;
  Identity: ResolverTypeWrapper<Identity>;
  IdentityConnection: ResolverTypeWrapper<IdentityConnection>;
  IdentityEdge: ResolverTypeWrapper<IdentityEdge>;
  IdentityExport: ResolverTypeWrapper<Omit<IdentityExport, 'resources'> & { resources: Array<ResolversTypes['Node']> }>;
  IdentityNotificationInbox: ResolverTypeWrapper<IdentityNotificationInbox>;
  IdentityOrderBy: IdentityOrderBy;
  IdentityOrderField: IdentityOrderField;
  IdentityType: IdentityType;
  IdentityTypeFilter: IdentityTypeFilter;
  IdentityWhere: IdentityWhere;
  ImageItem: ResolverTypeWrapper<ImageItem>;
  ImageItemConnection: ResolverTypeWrapper<ImageItemConnection>;
  ImageItemEdge: ResolverTypeWrapper<ImageItemEdge>;
  ImageItemFile: ResolverTypeWrapper<ImageItemFile>;
  ImageItemFileConnection: ResolverTypeWrapper<ImageItemFileConnection>;
  ImageItemFileEdge: ResolverTypeWrapper<ImageItemFileEdge>;
  ImageItemFileOrderBy: ImageItemFileOrderBy;
  ImageItemFileOrderField: ImageItemFileOrderField;
  ImageItemFileWhere: ImageItemFileWhere;
  ImageItemFormat: ImageItemFormat;
  ImageItemFormatFilter: ImageItemFormatFilter;
  ImageItemHistory: ResolverTypeWrapper<ImageItemHistory>;
  ImageItemOrderBy: ImageItemOrderBy;
  ImageItemOrderField: ImageItemOrderField;
  ImageItemWhere: ImageItemWhere;
  InboxChange: ResolverTypeWrapper<InboxChange>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  IntFilter: IntFilter;
  InvoiceLine: ResolverTypeWrapper<InvoiceLine>;
  InvoiceLineInput: InvoiceLineInput;
  InvoicePayment: ResolverTypeWrapper<InvoicePayment>;
  InvoicePaymentInput: InvoicePaymentInput;
  InvoiceStatus: InvoiceStatus;
  InvoiceStatusFilter: InvoiceStatusFilter;
  Item: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Item']>;
  ItemLayer: ItemLayer;
  ItemValuePayload: ResolverTypeWrapper<Omit<ItemValuePayload, 'item'> & { item?: Maybe<ResolversTypes['Item']> }>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JsonItem: ResolverTypeWrapper<JsonItem>;
  JsonItemConnection: ResolverTypeWrapper<JsonItemConnection>;
  JsonItemEdge: ResolverTypeWrapper<JsonItemEdge>;
  JsonItemHistory: ResolverTypeWrapper<JsonItemHistory>;
  JsonItemOrderBy: JsonItemOrderBy;
  JsonItemOrderField: JsonItemOrderField;
  JsonItemWhere: JsonItemWhere;
  LanguageTag: ResolverTypeWrapper<Scalars['LanguageTag']['output']>;
  LatLongItem: ResolverTypeWrapper<LatLongItem>;
  LatLongItemConnection: ResolverTypeWrapper<LatLongItemConnection>;
  LatLongItemEdge: ResolverTypeWrapper<LatLongItemEdge>;
  LatLongItemHistory: ResolverTypeWrapper<LatLongItemHistory>;
  LatLongItemOrderBy: LatLongItemOrderBy;
  LatLongItemOrderField: LatLongItemOrderField;
  LatLongItemWhere: LatLongItemWhere;
  LinkItem: ResolverTypeWrapper<LinkItem>;
  LinkItemConnection: ResolverTypeWrapper<LinkItemConnection>;
  LinkItemEdge: ResolverTypeWrapper<LinkItemEdge>;
  LinkItemHistory: ResolverTypeWrapper<LinkItemHistory>;
  LinkItemOrderBy: LinkItemOrderBy;
  LinkItemOrderField: LinkItemOrderField;
  LinkItemWhere: LinkItemWhere;
  Locale: ResolverTypeWrapper<Locale>;
  Long: ResolverTypeWrapper<Scalars['Long']['output']>;
  LongFilter: LongFilter;
  LongItem: ResolverTypeWrapper<LongItem>;
  LongItemConnection: ResolverTypeWrapper<LongItemConnection>;
  LongItemEdge: ResolverTypeWrapper<LongItemEdge>;
  LongItemHistory: ResolverTypeWrapper<LongItemHistory>;
  LongItemOrderBy: LongItemOrderBy;
  LongItemOrderField: LongItemOrderField;
  LongItemWhere: LongItemWhere;
  MarkInboxReadPayload: ResolverTypeWrapper<MarkInboxReadPayload>;
  MarkdownItem: ResolverTypeWrapper<MarkdownItem>;
  MarkdownItemConnection: ResolverTypeWrapper<MarkdownItemConnection>;
  MarkdownItemEdge: ResolverTypeWrapper<MarkdownItemEdge>;
  MarkdownItemHistory: ResolverTypeWrapper<MarkdownItemHistory>;
  MarkdownItemOrderBy: MarkdownItemOrderBy;
  MarkdownItemOrderField: MarkdownItemOrderField;
  MarkdownItemWhere: MarkdownItemWhere;
  MembershipEnrollment: MembershipEnrollment;
  MembershipEnrollmentFilter: MembershipEnrollmentFilter;
  MembershipRole: MembershipRole;
  MembershipRoleFilter: MembershipRoleFilter;
  MembershipStatus: MembershipStatus;
  MembershipStatusFilter: MembershipStatusFilter;
  MessageThread: ResolverTypeWrapper<MessageThread>;
  MessageThreadConnection: ResolverTypeWrapper<MessageThreadConnection>;
  MessageThreadEdge: ResolverTypeWrapper<MessageThreadEdge>;
  MessageThreadNotification: ResolverTypeWrapper<MessageThreadNotification>;
  MessageThreadNotificationConnection: ResolverTypeWrapper<MessageThreadNotificationConnection>;
  MessageThreadNotificationEdge: ResolverTypeWrapper<MessageThreadNotificationEdge>;
  MessageThreadNotificationOrderBy: MessageThreadNotificationOrderBy;
  MessageThreadNotificationOrderField: MessageThreadNotificationOrderField;
  MessageThreadNotificationWhere: MessageThreadNotificationWhere;
  MessageThreadOrderBy: MessageThreadOrderBy;
  MessageThreadOrderField: MessageThreadOrderField;
  MessageThreadWhere: MessageThreadWhere;
  MoneyItem: ResolverTypeWrapper<MoneyItem>;
  MoneyItemConnection: ResolverTypeWrapper<MoneyItemConnection>;
  MoneyItemEdge: ResolverTypeWrapper<MoneyItemEdge>;
  MoneyItemHistory: ResolverTypeWrapper<MoneyItemHistory>;
  MoneyItemOrderBy: MoneyItemOrderBy;
  MoneyItemOrderField: MoneyItemOrderField;
  MoneyItemWhere: MoneyItemWhere;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NotificationLevel: NotificationLevel;
  NotificationLevelFilter: NotificationLevelFilter;
  NotificationState: NotificationState;
  NotificationStateFilter: NotificationStateFilter;
  OAuthGrantType: OAuthGrantType;
  OAuthGrantTypeFilter: OAuthGrantTypeFilter;
  OAuthToken: ResolverTypeWrapper<OAuthToken>;
  OAuthTokenConnection: ResolverTypeWrapper<OAuthTokenConnection>;
  OAuthTokenEdge: ResolverTypeWrapper<OAuthTokenEdge>;
  OAuthTokenOrderBy: OAuthTokenOrderBy;
  OAuthTokenOrderField: OAuthTokenOrderField;
  OAuthTokenWhere: OAuthTokenWhere;
  Organisation: ResolverTypeWrapper<Organisation>;
  OrganisationConnection: ResolverTypeWrapper<OrganisationConnection>;
  OrganisationEdge: ResolverTypeWrapper<OrganisationEdge>;
  OrganisationOrderBy: OrganisationOrderBy;
  OrganisationOrderField: OrganisationOrderField;
  OrganisationWhere: OrganisationWhere;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PaymentInvoice: ResolverTypeWrapper<PaymentInvoice>;
  PaymentInvoiceConnection: ResolverTypeWrapper<PaymentInvoiceConnection>;
  PaymentInvoiceEdge: ResolverTypeWrapper<PaymentInvoiceEdge>;
  PaymentInvoiceOrderBy: PaymentInvoiceOrderBy;
  PaymentInvoiceOrderField: PaymentInvoiceOrderField;
  PaymentInvoiceWhere: PaymentInvoiceWhere;
  Permission: ResolverTypeWrapper<Permission>;
  PermissionAudit: ResolverTypeWrapper<PermissionAudit>;
  PermissionChange: ResolverTypeWrapper<PermissionChange>;
  PermissionCheckInput: PermissionCheckInput;
  PermissionCheckResult: ResolverTypeWrapper<PermissionCheckResult>;
  PermissionConnection: ResolverTypeWrapper<PermissionConnection>;
  PermissionEdge: ResolverTypeWrapper<PermissionEdge>;
  PermissionEnd: ResolverTypeWrapper<PermissionEnd>;
  PermissionExplanation: ResolverTypeWrapper<PermissionExplanation>;
  PermissionLabel: PermissionLabel;
  PermissionNearMiss: ResolverTypeWrapper<PermissionNearMiss>;
  PermissionObjectScope: PermissionObjectScope;
  PermissionObjectScopeFilter: PermissionObjectScopeFilter;
  PermissionOrderBy: PermissionOrderBy;
  PermissionOrderField: PermissionOrderField;
  PermissionPathStep: ResolverTypeWrapper<PermissionPathStep>;
  PermissionSubjectScope: PermissionSubjectScope;
  PermissionSubjectScopeFilter: PermissionSubjectScopeFilter;
  PermissionWhere: PermissionWhere;
  Person: ResolverTypeWrapper<Person>;
  PersonConnection: ResolverTypeWrapper<PersonConnection>;
  PersonEdge: ResolverTypeWrapper<PersonEdge>;
  PersonName: ResolverTypeWrapper<PersonName>;
  PersonNameConnection: ResolverTypeWrapper<PersonNameConnection>;
  PersonNameEdge: ResolverTypeWrapper<PersonNameEdge>;
  PersonNameOrderBy: PersonNameOrderBy;
  PersonNameOrderField: PersonNameOrderField;
  PersonNameWhere: PersonNameWhere;
  PersonOrderBy: PersonOrderBy;
  PersonOrderField: PersonOrderField;
  PersonWhere: PersonWhere;
  Project: ResolverTypeWrapper<Project>;
  ProjectConnection: ResolverTypeWrapper<ProjectConnection>;
  ProjectEdge: ResolverTypeWrapper<ProjectEdge>;
  ProjectOrderBy: ProjectOrderBy;
  ProjectOrderField: ProjectOrderField;
  ProjectStatus: ProjectStatus;
  ProjectStatusFilter: ProjectStatusFilter;
  ProjectWhere: ProjectWhere;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  RedeliverWebhookPayload: ResolverTypeWrapper<RedeliverWebhookPayload>;
  ReferenceItem: ResolverTypeWrapper<ReferenceItem>;
  ReferenceItemConnection: ResolverTypeWrapper<ReferenceItemConnection>;
  ReferenceItemEdge: ResolverTypeWrapper<ReferenceItemEdge>;
  ReferenceItemHistory: ResolverTypeWrapper<ReferenceItemHistory>;
  ReferenceItemOrderBy: ReferenceItemOrderBy;
  ReferenceItemOrderField: ReferenceItemOrderField;
  ReferenceItemWhere: ReferenceItemWhere;
  ReplayWebhooksPayload: ResolverTypeWrapper<ReplayWebhooksPayload>;
  ResourceOperation: ResourceOperation;
  RestorePayload: ResolverTypeWrapper<Omit<RestorePayload, 'node'> & { node?: Maybe<ResolversTypes['Node']> }>;
  Role: ResolverTypeWrapper<Role>;
  RoleConnection: ResolverTypeWrapper<RoleConnection>;
  RoleEdge: ResolverTypeWrapper<RoleEdge>;
  RoleOrderBy: RoleOrderBy;
  RoleOrderField: RoleOrderField;
  RoleWhere: RoleWhere;
  RotateWebhookSecretPayload: ResolverTypeWrapper<RotateWebhookSecretPayload>;
  Search: ResolverTypeWrapper<Omit<Search, 'items'> & { items: ResolversTypes['SearchItemConnection'] }>;
  SearchConnection: ResolverTypeWrapper<
    Omit<SearchConnection, 'edges' | 'nodes'> & {
      edges: Array<ResolversTypes['SearchEdge']>;
      nodes: Array<ResolversTypes['Search']>;
    }
  >;
  SearchEdge: ResolverTypeWrapper<Omit<SearchEdge, 'node'> & { node: ResolversTypes['Search'] }>;
  SearchHighlight: ResolverTypeWrapper<SearchHighlight>;
  SearchItem: ResolverTypeWrapper<
    Omit<SearchItem, 'highlights' | 'item'> & {
      highlights: Array<ResolversTypes['SearchHighlight']>;
      item?: Maybe<ResolversTypes['Node']>;
    }
  >;
  SearchItemConnection: ResolverTypeWrapper<
    Omit<SearchItemConnection, 'edges' | 'nodes'> & {
      edges: Array<ResolversTypes['SearchItemEdge']>;
      nodes: Array<ResolversTypes['SearchItem']>;
    }
  >;
  SearchItemEdge: ResolverTypeWrapper<Omit<SearchItemEdge, 'node'> & { node: ResolversTypes['SearchItem'] }>;
  SearchOrder: SearchOrder;
  SearchOrderBy: SearchOrderBy;
  SearchOrderField: SearchOrderField;
  SearchOrderFilter: SearchOrderFilter;
  SearchScope: SearchScope;
  SearchStatus: SearchStatus;
  SearchStatusFilter: SearchStatusFilter;
  SearchWhere: SearchWhere;
  SessionKind: SessionKind;
  SortDirection: SortDirection;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StringFilter: StringFilter;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SubscriptionStatus: SubscriptionStatus;
  SubscriptionStatusFilter: SubscriptionStatusFilter;
  Task: ResolverTypeWrapper<Task>;
  TaskChange: ResolverTypeWrapper<TaskChange>;
  TaskConnection: ResolverTypeWrapper<TaskConnection>;
  TaskDependencies: ResolverTypeWrapper<TaskDependencies>;
  TaskDependencyEdge: ResolverTypeWrapper<TaskDependencyEdge>;
  TaskDependencyNode: ResolverTypeWrapper<TaskDependencyNode>;
  TaskEdge: ResolverTypeWrapper<TaskEdge>;
  TaskLog: ResolverTypeWrapper<TaskLog>;
  TaskLogActivity: TaskLogActivity;
  TaskLogActivityFilter: TaskLogActivityFilter;
  TaskLogConnection: ResolverTypeWrapper<TaskLogConnection>;
  TaskLogEdge: ResolverTypeWrapper<TaskLogEdge>;
  TaskLogOrderBy: TaskLogOrderBy;
  TaskLogOrderField: TaskLogOrderField;
  TaskLogSubject: ResolverTypeWrapper<TaskLogSubject>;
  TaskLogSubjectType: TaskLogSubjectType;
  TaskLogWhere: TaskLogWhere;
  TaskOrderBy: TaskOrderBy;
  TaskOrderField: TaskOrderField;
  TaskPriority: TaskPriority;
  TaskPriorityFilter: TaskPriorityFilter;
  TaskStatus: TaskStatus;
  TaskStatusCategory: TaskStatusCategory;
  TaskStatusFilter: TaskStatusFilter;
  TaskWhere: TaskWhere;
  Telephone: ResolverTypeWrapper<Telephone>;
  TelephoneConnection: ResolverTypeWrapper<TelephoneConnection>;
  TelephoneEdge: ResolverTypeWrapper<TelephoneEdge>;
  TelephoneOrderBy: TelephoneOrderBy;
  TelephoneOrderField: TelephoneOrderField;
  TelephoneType: TelephoneType;
  TelephoneTypeFilter: TelephoneTypeFilter;
  TelephoneWhere: TelephoneWhere;
  TemplateItem: ResolverTypeWrapper<TemplateItem>;
  TemplateItemConnection: ResolverTypeWrapper<TemplateItemConnection>;
  TemplateItemEdge: ResolverTypeWrapper<TemplateItemEdge>;
  TemplateItemHistory: ResolverTypeWrapper<TemplateItemHistory>;
  TemplateItemOrderBy: TemplateItemOrderBy;
  TemplateItemOrderField: TemplateItemOrderField;
  TemplateItemWhere: TemplateItemWhere;
  TestWebhookSubscriptionPayload: ResolverTypeWrapper<TestWebhookSubscriptionPayload>;
  TextItem: ResolverTypeWrapper<TextItem>;
  TextItemConnection: ResolverTypeWrapper<TextItemConnection>;
  TextItemEdge: ResolverTypeWrapper<TextItemEdge>;
  TextItemHistory: ResolverTypeWrapper<TextItemHistory>;
  TextItemOrderBy: TextItemOrderBy;
  TextItemOrderField: TextItemOrderField;
  TextItemWhere: TextItemWhere;
  ThreadPost: ResolverTypeWrapper<ThreadPost>;
  ThreadPostChange: ResolverTypeWrapper<ThreadPostChange>;
  ThreadPostConnection: ResolverTypeWrapper<ThreadPostConnection>;
  ThreadPostEdge: ResolverTypeWrapper<ThreadPostEdge>;
  ThreadPostOrderBy: ThreadPostOrderBy;
  ThreadPostOrderField: ThreadPostOrderField;
  ThreadPostWhere: ThreadPostWhere;
  ThreadPurpose: ThreadPurpose;
  ThreadPurposeFilter: ThreadPurposeFilter;
  URL: ResolverTypeWrapper<Scalars['URL']['output']>;
  UpdateAddressInput: UpdateAddressInput;
  UpdateAddressPayload: ResolverTypeWrapper<UpdateAddressPayload>;
  UpdateApiClientInput: UpdateApiClientInput;
  UpdateApiClientPayload: ResolverTypeWrapper<UpdateApiClientPayload>;
  UpdateBooleanItemInput: UpdateBooleanItemInput;
  UpdateBooleanItemPayload: ResolverTypeWrapper<UpdateBooleanItemPayload>;
  UpdateClientIdentifierInput: UpdateClientIdentifierInput;
  UpdateClientIdentifierPayload: ResolverTypeWrapper<UpdateClientIdentifierPayload>;
  UpdateCompanyInput: UpdateCompanyInput;
  UpdateCompanyPayload: ResolverTypeWrapper<UpdateCompanyPayload>;
  UpdateDateTimeItemInput: UpdateDateTimeItemInput;
  UpdateDateTimeItemPayload: ResolverTypeWrapper<UpdateDateTimeItemPayload>;
  UpdateDoubleItemInput: UpdateDoubleItemInput;
  UpdateDoubleItemPayload: ResolverTypeWrapper<UpdateDoubleItemPayload>;
  UpdateEmailInput: UpdateEmailInput;
  UpdateEmailPayload: ResolverTypeWrapper<UpdateEmailPayload>;
  UpdateEntityInput: UpdateEntityInput;
  UpdateEntityListInput: UpdateEntityListInput;
  UpdateEntityListItemInput: UpdateEntityListItemInput;
  UpdateEntityListItemPayload: ResolverTypeWrapper<UpdateEntityListItemPayload>;
  UpdateEntityListPayload: ResolverTypeWrapper<UpdateEntityListPayload>;
  UpdateEntityPayload: ResolverTypeWrapper<UpdateEntityPayload>;
  UpdateGroupInput: UpdateGroupInput;
  UpdateGroupMembershipInput: UpdateGroupMembershipInput;
  UpdateGroupMembershipPayload: ResolverTypeWrapper<UpdateGroupMembershipPayload>;
  UpdateGroupPayload: ResolverTypeWrapper<UpdateGroupPayload>;
  UpdateIdentityInput: UpdateIdentityInput;
  UpdateIdentityPayload: ResolverTypeWrapper<UpdateIdentityPayload>;
  UpdateImageItemFileInput: UpdateImageItemFileInput;
  UpdateImageItemFilePayload: ResolverTypeWrapper<UpdateImageItemFilePayload>;
  UpdateImageItemInput: UpdateImageItemInput;
  UpdateImageItemPayload: ResolverTypeWrapper<UpdateImageItemPayload>;
  UpdateJsonItemInput: UpdateJsonItemInput;
  UpdateJsonItemPayload: ResolverTypeWrapper<UpdateJsonItemPayload>;
  UpdateLatLongItemInput: UpdateLatLongItemInput;
  UpdateLatLongItemPayload: ResolverTypeWrapper<UpdateLatLongItemPayload>;
  UpdateLinkItemInput: UpdateLinkItemInput;
  UpdateLinkItemPayload: ResolverTypeWrapper<UpdateLinkItemPayload>;
  UpdateLongItemInput: UpdateLongItemInput;
  UpdateLongItemPayload: ResolverTypeWrapper<UpdateLongItemPayload>;
  UpdateMarkdownItemInput: UpdateMarkdownItemInput;
  UpdateMarkdownItemPayload: ResolverTypeWrapper<UpdateMarkdownItemPayload>;
  UpdateMessageThreadInput: UpdateMessageThreadInput;
  UpdateMessageThreadNotificationInput: UpdateMessageThreadNotificationInput;
  UpdateMessageThreadNotificationPayload: ResolverTypeWrapper<UpdateMessageThreadNotificationPayload>;
  UpdateMessageThreadPayload: ResolverTypeWrapper<UpdateMessageThreadPayload>;
  UpdateMoneyItemInput: UpdateMoneyItemInput;
  UpdateMoneyItemPayload: ResolverTypeWrapper<UpdateMoneyItemPayload>;
  UpdateOrganisationInput: UpdateOrganisationInput;
  UpdateOrganisationPayload: ResolverTypeWrapper<UpdateOrganisationPayload>;
  UpdatePaymentInvoiceInput: UpdatePaymentInvoiceInput;
  UpdatePaymentInvoicePayload: ResolverTypeWrapper<UpdatePaymentInvoicePayload>;
  UpdatePermissionInput: UpdatePermissionInput;
  UpdatePermissionPayload: ResolverTypeWrapper<UpdatePermissionPayload>;
  UpdatePersonInput: UpdatePersonInput;
  UpdatePersonNameInput: UpdatePersonNameInput;
  UpdatePersonNamePayload: ResolverTypeWrapper<UpdatePersonNamePayload>;
  UpdatePersonPayload: ResolverTypeWrapper<UpdatePersonPayload>;
  UpdateProjectInput: UpdateProjectInput;
  UpdateProjectPayload: ResolverTypeWrapper<UpdateProjectPayload>;
  UpdateReferenceItemInput: UpdateReferenceItemInput;
  UpdateReferenceItemPayload: ResolverTypeWrapper<UpdateReferenceItemPayload>;
  UpdateRoleInput: UpdateRoleInput;
  UpdateRolePayload: ResolverTypeWrapper<UpdateRolePayload>;
  UpdateTaskInput: UpdateTaskInput;
  UpdateTaskLogInput: UpdateTaskLogInput;
  UpdateTaskLogPayload: ResolverTypeWrapper<UpdateTaskLogPayload>;
  UpdateTaskPayload: ResolverTypeWrapper<UpdateTaskPayload>;
  UpdateTelephoneInput: UpdateTelephoneInput;
  UpdateTelephonePayload: ResolverTypeWrapper<UpdateTelephonePayload>;
  UpdateTemplateItemInput: UpdateTemplateItemInput;
  UpdateTemplateItemPayload: ResolverTypeWrapper<UpdateTemplateItemPayload>;
  UpdateTextItemInput: UpdateTextItemInput;
  UpdateTextItemPayload: ResolverTypeWrapper<UpdateTextItemPayload>;
  UpdateThreadPostInput: UpdateThreadPostInput;
  UpdateThreadPostPayload: ResolverTypeWrapper<UpdateThreadPostPayload>;
  UpdateWebhookSubscriptionInput: UpdateWebhookSubscriptionInput;
  UpdateWebhookSubscriptionPayload: ResolverTypeWrapper<UpdateWebhookSubscriptionPayload>;
  UpdateWorkflowInput: UpdateWorkflowInput;
  UpdateWorkflowPayload: ResolverTypeWrapper<UpdateWorkflowPayload>;
  UpdateWorkflowStageInput: UpdateWorkflowStageInput;
  UpdateWorkflowStagePayload: ResolverTypeWrapper<UpdateWorkflowStagePayload>;
  User: ResolverTypeWrapper<User>;
  UserError: ResolverTypeWrapper<UserError>;
  UserRole: UserRole;
  UserStatus: UserStatus;
  ViewRendering: ViewRendering;
  WebhookAuth: WebhookAuth;
  WebhookAuthFilter: WebhookAuthFilter;
  WebhookDelivery: ResolverTypeWrapper<WebhookDelivery>;
  WebhookDeliveryAttempt: ResolverTypeWrapper<WebhookDeliveryAttempt>;
  WebhookDeliveryConnection: ResolverTypeWrapper<WebhookDeliveryConnection>;
  WebhookDeliveryEdge: ResolverTypeWrapper<WebhookDeliveryEdge>;
  WebhookDeliveryOrderBy: WebhookDeliveryOrderBy;
  WebhookDeliveryOrderField: WebhookDeliveryOrderField;
  WebhookDeliveryWhere: WebhookDeliveryWhere;
  WebhookOrdering: WebhookOrdering;
  WebhookOrderingFilter: WebhookOrderingFilter;
  WebhookPayload: WebhookPayload;
  WebhookPayloadFilter: WebhookPayloadFilter;
  WebhookSubscription: ResolverTypeWrapper<WebhookSubscription>;
  WebhookSubscriptionConnection: ResolverTypeWrapper<WebhookSubscriptionConnection>;
  WebhookSubscriptionEdge: ResolverTypeWrapper<WebhookSubscriptionEdge>;
  WebhookSubscriptionOrderBy: WebhookSubscriptionOrderBy;
  WebhookSubscriptionOrderField: WebhookSubscriptionOrderField;
  WebhookSubscriptionWhere: WebhookSubscriptionWhere;
  WebhookTrigger: ResolverTypeWrapper<WebhookTrigger>;
  WebhookTriggerConnection: ResolverTypeWrapper<WebhookTriggerConnection>;
  WebhookTriggerEdge: ResolverTypeWrapper<WebhookTriggerEdge>;
  WebhookTriggerOrderBy: WebhookTriggerOrderBy;
  WebhookTriggerOrderField: WebhookTriggerOrderField;
  WebhookTriggerWhere: WebhookTriggerWhere;
  Workflow: ResolverTypeWrapper<Workflow>;
  WorkflowConnection: ResolverTypeWrapper<WorkflowConnection>;
  WorkflowEdge: ResolverTypeWrapper<WorkflowEdge>;
  WorkflowOrderBy: WorkflowOrderBy;
  WorkflowOrderField: WorkflowOrderField;
  WorkflowStage: ResolverTypeWrapper<WorkflowStage>;
  WorkflowStageConnection: ResolverTypeWrapper<WorkflowStageConnection>;
  WorkflowStageEdge: ResolverTypeWrapper<WorkflowStageEdge>;
  WorkflowStageOrderBy: WorkflowStageOrderBy;
  WorkflowStageOrderField: WorkflowStageOrderField;
  WorkflowStageWhere: WorkflowStageWhere;
  WorkflowWhere: WorkflowWhere;
}>;

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = ResolversObject<{
  AccessLevelFilter: AccessLevelFilter;
  Actor: Actor;
  Address: Address;
  AddressConnection: AddressConnection;
  AddressEdge: AddressEdge;
  AddressOrderBy: AddressOrderBy;
  AddressTypeFilter: AddressTypeFilter;
  AddressWhere: AddressWhere;
  AlternativeLanguage: AlternativeLanguage;
  ApiClient: ApiClient;
  ApiClientBearerToken: ApiClientBearerToken;
  ApiClientBearerTokenConnection: ApiClientBearerTokenConnection;
  ApiClientBearerTokenEdge: ApiClientBearerTokenEdge;
  ApiClientBearerTokenOrderBy: ApiClientBearerTokenOrderBy;
  ApiClientBearerTokenWhere: ApiClientBearerTokenWhere;
  ApiClientConnection: ApiClientConnection;
  ApiClientEdge: ApiClientEdge;
  ApiClientOrderBy: ApiClientOrderBy;
  ApiClientStatusFilter: ApiClientStatusFilter;
  ApiClientTypeFilter: ApiClientTypeFilter;
  ApiClientWhere: ApiClientWhere;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  BooleanItem: BooleanItem;
  BooleanItemConnection: BooleanItemConnection;
  BooleanItemEdge: BooleanItemEdge;
  BooleanItemHistory: BooleanItemHistory;
  BooleanItemOrderBy: BooleanItemOrderBy;
  BooleanItemWhere: BooleanItemWhere;
  ClientContext: ClientContext;
  ClientIdentifier: ClientIdentifier;
  ClientIdentifierConnection: ClientIdentifierConnection;
  ClientIdentifierEdge: ClientIdentifierEdge;
  ClientIdentifierOrderBy: ClientIdentifierOrderBy;
  ClientIdentifierWhere: ClientIdentifierWhere;
  Company: Company;
  CompanyConnection: CompanyConnection;
  CompanyEdge: CompanyEdge;
  CompanyOrderBy: CompanyOrderBy;
  CompanyWhere: CompanyWhere;
  ContentVersionFilter: ContentVersionFilter;
  CopyEntityInput: CopyEntityInput;
  Country: Country;
  CountryCode: Scalars['CountryCode']['output'];
  CreateAddressInput: CreateAddressInput;
  CreateAddressPayload: CreateAddressPayload;
  CreateApiClientBearerTokenInput: CreateApiClientBearerTokenInput;
  CreateApiClientBearerTokenPayload: CreateApiClientBearerTokenPayload;
  CreateApiClientInput: CreateApiClientInput;
  CreateApiClientPayload: CreateApiClientPayload;
  CreateBooleanItemInput: CreateBooleanItemInput;
  CreateBooleanItemPayload: CreateBooleanItemPayload;
  CreateClientIdentifierInput: CreateClientIdentifierInput;
  CreateClientIdentifierPayload: CreateClientIdentifierPayload;
  CreateCompanyInput: CreateCompanyInput;
  CreateCompanyPayload: CreateCompanyPayload;
  CreateDateTimeItemInput: CreateDateTimeItemInput;
  CreateDateTimeItemPayload: CreateDateTimeItemPayload;
  CreateDoubleItemInput: CreateDoubleItemInput;
  CreateDoubleItemPayload: CreateDoubleItemPayload;
  CreateEmailInput: CreateEmailInput;
  CreateEmailPayload: CreateEmailPayload;
  CreateEntityInput: CreateEntityInput;
  CreateEntityListInput: CreateEntityListInput;
  CreateEntityListItemInput: CreateEntityListItemInput;
  CreateEntityListItemPayload: CreateEntityListItemPayload;
  CreateEntityListPayload: CreateEntityListPayload;
  CreateEntityPayload: CreateEntityPayload;
  CreateGroupInput: CreateGroupInput;
  CreateGroupMembershipInput: CreateGroupMembershipInput;
  CreateGroupMembershipPayload: CreateGroupMembershipPayload;
  CreateGroupPayload: CreateGroupPayload;
  CreateIdentityInput: CreateIdentityInput;
  CreateIdentityPayload: CreateIdentityPayload;
  CreateImageItemFileInput: CreateImageItemFileInput;
  CreateImageItemInput: CreateImageItemInput;
  CreateImageItemPayload: CreateImageItemPayload;
  CreateJsonItemInput: CreateJsonItemInput;
  CreateJsonItemPayload: CreateJsonItemPayload;
  CreateLatLongItemInput: CreateLatLongItemInput;
  CreateLatLongItemPayload: CreateLatLongItemPayload;
  CreateLinkItemInput: CreateLinkItemInput;
  CreateLinkItemPayload: CreateLinkItemPayload;
  CreateLongItemInput: CreateLongItemInput;
  CreateLongItemPayload: CreateLongItemPayload;
  CreateMarkdownItemInput: CreateMarkdownItemInput;
  CreateMarkdownItemPayload: CreateMarkdownItemPayload;
  CreateMessageThreadInput: CreateMessageThreadInput;
  CreateMessageThreadNotificationInput: CreateMessageThreadNotificationInput;
  CreateMessageThreadPayload: CreateMessageThreadPayload;
  CreateMoneyItemInput: CreateMoneyItemInput;
  CreateMoneyItemPayload: CreateMoneyItemPayload;
  CreateOrganisationInput: CreateOrganisationInput;
  CreatePaymentInvoiceInput: CreatePaymentInvoiceInput;
  CreatePaymentInvoicePayload: CreatePaymentInvoicePayload;
  CreatePermissionInput: CreatePermissionInput;
  CreatePermissionPayload: CreatePermissionPayload;
  CreatePersonInput: CreatePersonInput;
  CreatePersonNameInput: CreatePersonNameInput;
  CreatePersonNamePayload: CreatePersonNamePayload;
  CreatePersonPayload: CreatePersonPayload;
  CreateProjectInput: CreateProjectInput;
  CreateProjectPayload: CreateProjectPayload;
  CreateReferenceItemInput: CreateReferenceItemInput;
  CreateReferenceItemPayload: CreateReferenceItemPayload;
  CreateRoleInput: CreateRoleInput;
  CreateRolePayload: CreateRolePayload;
  CreateSearchInput: CreateSearchInput;
  CreateSearchPayload: Omit<CreateSearchPayload, 'storedSearch'> & {
    storedSearch?: Maybe<ResolversParentTypes['Search']>;
  };
  CreateTaskInput: CreateTaskInput;
  CreateTaskLogInput: CreateTaskLogInput;
  CreateTaskLogPayload: CreateTaskLogPayload;
  CreateTaskPayload: CreateTaskPayload;
  CreateTelephoneInput: CreateTelephoneInput;
  CreateTelephonePayload: CreateTelephonePayload;
  CreateTemplateItemInput: CreateTemplateItemInput;
  CreateTemplateItemPayload: CreateTemplateItemPayload;
  CreateTextItemInput: CreateTextItemInput;
  CreateTextItemPayload: CreateTextItemPayload;
  CreateThreadPostInput: CreateThreadPostInput;
  CreateThreadPostPayload: CreateThreadPostPayload;
  CreateWebhookSubscriptionInput: CreateWebhookSubscriptionInput;
  CreateWebhookSubscriptionPayload: CreateWebhookSubscriptionPayload;
  CreateWebhookTriggerInput: CreateWebhookTriggerInput;
  CreateWebhookTriggerPayload: CreateWebhookTriggerPayload;
  CreateWorkflowInput: CreateWorkflowInput;
  CreateWorkflowPayload: CreateWorkflowPayload;
  CreateWorkflowStageInput: CreateWorkflowStageInput;
  CreateWorkflowStagePayload: CreateWorkflowStagePayload;
  Currency: Currency;
  CurrencyCode: Scalars['CurrencyCode']['output'];
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  DateTimeFilter: DateTimeFilter;
  DateTimeItem: DateTimeItem;
  DateTimeItemConnection: DateTimeItemConnection;
  DateTimeItemEdge: DateTimeItemEdge;
  DateTimeItemHistory: DateTimeItemHistory;
  DateTimeItemOrderBy: DateTimeItemOrderBy;
  DateTimeItemWhere: DateTimeItemWhere;
  Decimal: Scalars['Decimal']['output'];
  DeleteAddressPayload: DeleteAddressPayload;
  DeleteApiClientBearerTokenPayload: DeleteApiClientBearerTokenPayload;
  DeleteApiClientPayload: DeleteApiClientPayload;
  DeleteBooleanItemPayload: DeleteBooleanItemPayload;
  DeleteClientIdentifierPayload: DeleteClientIdentifierPayload;
  DeleteCompanyPayload: DeleteCompanyPayload;
  DeleteDateTimeItemPayload: DeleteDateTimeItemPayload;
  DeleteDoubleItemPayload: DeleteDoubleItemPayload;
  DeleteEmailPayload: DeleteEmailPayload;
  DeleteEntityListItemPayload: DeleteEntityListItemPayload;
  DeleteEntityListPayload: DeleteEntityListPayload;
  DeleteEntityPayload: DeleteEntityPayload;
  DeleteGroupMembershipPayload: DeleteGroupMembershipPayload;
  DeleteGroupPayload: DeleteGroupPayload;
  DeleteIdentityPayload: DeleteIdentityPayload;
  DeleteImageItemFilePayload: DeleteImageItemFilePayload;
  DeleteImageItemPayload: DeleteImageItemPayload;
  DeleteJsonItemPayload: DeleteJsonItemPayload;
  DeleteLatLongItemPayload: DeleteLatLongItemPayload;
  DeleteLinkItemPayload: DeleteLinkItemPayload;
  DeleteLongItemPayload: DeleteLongItemPayload;
  DeleteMarkdownItemPayload: DeleteMarkdownItemPayload;
  DeleteMessageThreadNotificationPayload: DeleteMessageThreadNotificationPayload;
  DeleteMessageThreadPayload: DeleteMessageThreadPayload;
  DeleteMoneyItemPayload: DeleteMoneyItemPayload;
  DeleteOAuthTokenPayload: DeleteOAuthTokenPayload;
  DeletePaymentInvoicePayload: DeletePaymentInvoicePayload;
  DeletePermissionPayload: DeletePermissionPayload;
  DeletePersonNamePayload: DeletePersonNamePayload;
  DeletePersonPayload: DeletePersonPayload;
  DeleteProjectPayload: DeleteProjectPayload;
  DeleteReferenceItemPayload: DeleteReferenceItemPayload;
  DeleteRolePayload: DeleteRolePayload;
  DeleteSearchPayload: Omit<DeleteSearchPayload, 'current'> & { current?: Maybe<ResolversParentTypes['Search']> };
  DeleteTaskPayload: DeleteTaskPayload;
  DeleteTelephonePayload: DeleteTelephonePayload;
  DeleteTemplateItemPayload: DeleteTemplateItemPayload;
  DeleteTextItemPayload: DeleteTextItemPayload;
  DeleteThreadPostPayload: DeleteThreadPostPayload;
  DeleteWebhookSubscriptionPayload: DeleteWebhookSubscriptionPayload;
  DeleteWorkflowPayload: DeleteWorkflowPayload;
  DeleteWorkflowStagePayload: DeleteWorkflowStagePayload;
  DeliveryStatusFilter: DeliveryStatusFilter;
  DisabledReasonFilter: DisabledReasonFilter;
  DiscardReasonFilter: DiscardReasonFilter;
  DoubleItem: DoubleItem;
  DoubleItemConnection: DoubleItemConnection;
  DoubleItemEdge: DoubleItemEdge;
  DoubleItemHistory: DoubleItemHistory;
  DoubleItemOrderBy: DoubleItemOrderBy;
  DoubleItemWhere: DoubleItemWhere;
  Email: Email;
  EmailAddress: Scalars['EmailAddress']['output'];
  EmailConnection: EmailConnection;
  EmailEdge: EmailEdge;
  EmailOrderBy: EmailOrderBy;
  EmailTypeFilter: EmailTypeFilter;
  EmailWhere: EmailWhere;
  EndSessionPayload: EndSessionPayload;
  Entity: Entity;
  EntityConnection: EntityConnection;
  EntityEdge: EntityEdge;
  EntityList: EntityList;
  EntityListConnection: EntityListConnection;
  EntityListEdge: EntityListEdge;
  EntityListItem: EntityListItem;
  EntityListItemConnection: EntityListItemConnection;
  EntityListItemEdge: EntityListItemEdge;
  EntityListItemOrderBy: EntityListItemOrderBy;
  EntityListItemWhere: EntityListItemWhere;
  EntityListOrderBy: EntityListOrderBy;
  EntityListWhere: EntityListWhere;
  EntityOrderBy: EntityOrderBy;
  EntityStatusFilter: EntityStatusFilter;
  EntityViewChange: EntityViewChange;
  EntityWhere: EntityWhere;
  Event: Omit<Event, 'target'> & { target?: Maybe<ResolversParentTypes['Node']> };
  EventConnection: Omit<EventConnection, 'edges' | 'nodes'> & {
    edges: Array<ResolversParentTypes['EventEdge']>;
    nodes: Array<ResolversParentTypes['Event']>;
  };
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventKindFilter: EventKindFilter;
  EventSubjectFilter: EventSubjectFilter;
  Float: Scalars['Float']['output'];
  FloatFilter: FloatFilter;
  Group: Group;
  GroupConnection: GroupConnection;
  GroupEdge: GroupEdge;
  GroupJoinPolicyFilter: GroupJoinPolicyFilter;
  GroupMembership: GroupMembership;
  GroupMembershipConnection: GroupMembershipConnection;
  GroupMembershipEdge: GroupMembershipEdge;
  GroupMembershipOrderBy: GroupMembershipOrderBy;
  GroupMembershipWhere: GroupMembershipWhere;
  GroupOrderBy: GroupOrderBy;
  GroupVisibilityFilter: GroupVisibilityFilter;
  GroupWhere: GroupWhere;
  ID: Scalars['ID']['output'];
  IDFilter: IdFilter;
  Identity: Identity;
  IdentityConnection: IdentityConnection;
  IdentityEdge: IdentityEdge;
  IdentityExport: Omit<IdentityExport, 'resources'> & { resources: Array<ResolversParentTypes['Node']> };
  IdentityNotificationInbox: IdentityNotificationInbox;
  IdentityOrderBy: IdentityOrderBy;
  IdentityTypeFilter: IdentityTypeFilter;
  IdentityWhere: IdentityWhere;
  ImageItem: ImageItem;
  ImageItemConnection: ImageItemConnection;
  ImageItemEdge: ImageItemEdge;
  ImageItemFile: ImageItemFile;
  ImageItemFileConnection: ImageItemFileConnection;
  ImageItemFileEdge: ImageItemFileEdge;
  ImageItemFileOrderBy: ImageItemFileOrderBy;
  ImageItemFileWhere: ImageItemFileWhere;
  ImageItemFormatFilter: ImageItemFormatFilter;
  ImageItemHistory: ImageItemHistory;
  ImageItemOrderBy: ImageItemOrderBy;
  ImageItemWhere: ImageItemWhere;
  InboxChange: InboxChange;
  Int: Scalars['Int']['output'];
  IntFilter: IntFilter;
  InvoiceLine: InvoiceLine;
  InvoiceLineInput: InvoiceLineInput;
  InvoicePayment: InvoicePayment;
  InvoicePaymentInput: InvoicePaymentInput;
  InvoiceStatusFilter: InvoiceStatusFilter;
  Item: ResolversInterfaceTypes<ResolversParentTypes>['Item'];
  ItemValuePayload: Omit<ItemValuePayload, 'item'> & { item?: Maybe<ResolversParentTypes['Item']> };
  JSON: Scalars['JSON']['output'];
  JsonItem: JsonItem;
  JsonItemConnection: JsonItemConnection;
  JsonItemEdge: JsonItemEdge;
  JsonItemHistory: JsonItemHistory;
  JsonItemOrderBy: JsonItemOrderBy;
  JsonItemWhere: JsonItemWhere;
  LanguageTag: Scalars['LanguageTag']['output'];
  LatLongItem: LatLongItem;
  LatLongItemConnection: LatLongItemConnection;
  LatLongItemEdge: LatLongItemEdge;
  LatLongItemHistory: LatLongItemHistory;
  LatLongItemOrderBy: LatLongItemOrderBy;
  LatLongItemWhere: LatLongItemWhere;
  LinkItem: LinkItem;
  LinkItemConnection: LinkItemConnection;
  LinkItemEdge: LinkItemEdge;
  LinkItemHistory: LinkItemHistory;
  LinkItemOrderBy: LinkItemOrderBy;
  LinkItemWhere: LinkItemWhere;
  Locale: Locale;
  Long: Scalars['Long']['output'];
  LongFilter: LongFilter;
  LongItem: LongItem;
  LongItemConnection: LongItemConnection;
  LongItemEdge: LongItemEdge;
  LongItemHistory: LongItemHistory;
  LongItemOrderBy: LongItemOrderBy;
  LongItemWhere: LongItemWhere;
  MarkInboxReadPayload: MarkInboxReadPayload;
  MarkdownItem: MarkdownItem;
  MarkdownItemConnection: MarkdownItemConnection;
  MarkdownItemEdge: MarkdownItemEdge;
  MarkdownItemHistory: MarkdownItemHistory;
  MarkdownItemOrderBy: MarkdownItemOrderBy;
  MarkdownItemWhere: MarkdownItemWhere;
  MembershipEnrollmentFilter: MembershipEnrollmentFilter;
  MembershipRoleFilter: MembershipRoleFilter;
  MembershipStatusFilter: MembershipStatusFilter;
  MessageThread: MessageThread;
  MessageThreadConnection: MessageThreadConnection;
  MessageThreadEdge: MessageThreadEdge;
  MessageThreadNotification: MessageThreadNotification;
  MessageThreadNotificationConnection: MessageThreadNotificationConnection;
  MessageThreadNotificationEdge: MessageThreadNotificationEdge;
  MessageThreadNotificationOrderBy: MessageThreadNotificationOrderBy;
  MessageThreadNotificationWhere: MessageThreadNotificationWhere;
  MessageThreadOrderBy: MessageThreadOrderBy;
  MessageThreadWhere: MessageThreadWhere;
  MoneyItem: MoneyItem;
  MoneyItemConnection: MoneyItemConnection;
  MoneyItemEdge: MoneyItemEdge;
  MoneyItemHistory: MoneyItemHistory;
  MoneyItemOrderBy: MoneyItemOrderBy;
  MoneyItemWhere: MoneyItemWhere;
  Mutation: Record<PropertyKey, never>;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NotificationLevelFilter: NotificationLevelFilter;
  NotificationStateFilter: NotificationStateFilter;
  OAuthGrantTypeFilter: OAuthGrantTypeFilter;
  OAuthToken: OAuthToken;
  OAuthTokenConnection: OAuthTokenConnection;
  OAuthTokenEdge: OAuthTokenEdge;
  OAuthTokenOrderBy: OAuthTokenOrderBy;
  OAuthTokenWhere: OAuthTokenWhere;
  Organisation: Organisation;
  OrganisationConnection: OrganisationConnection;
  OrganisationEdge: OrganisationEdge;
  OrganisationOrderBy: OrganisationOrderBy;
  OrganisationWhere: OrganisationWhere;
  PageInfo: PageInfo;
  PaymentInvoice: PaymentInvoice;
  PaymentInvoiceConnection: PaymentInvoiceConnection;
  PaymentInvoiceEdge: PaymentInvoiceEdge;
  PaymentInvoiceOrderBy: PaymentInvoiceOrderBy;
  PaymentInvoiceWhere: PaymentInvoiceWhere;
  Permission: Permission;
  PermissionAudit: PermissionAudit;
  PermissionChange: PermissionChange;
  PermissionCheckInput: PermissionCheckInput;
  PermissionCheckResult: PermissionCheckResult;
  PermissionConnection: PermissionConnection;
  PermissionEdge: PermissionEdge;
  PermissionEnd: PermissionEnd;
  PermissionExplanation: PermissionExplanation;
  PermissionNearMiss: PermissionNearMiss;
  PermissionObjectScopeFilter: PermissionObjectScopeFilter;
  PermissionOrderBy: PermissionOrderBy;
  PermissionPathStep: PermissionPathStep;
  PermissionSubjectScopeFilter: PermissionSubjectScopeFilter;
  PermissionWhere: PermissionWhere;
  Person: Person;
  PersonConnection: PersonConnection;
  PersonEdge: PersonEdge;
  PersonName: PersonName;
  PersonNameConnection: PersonNameConnection;
  PersonNameEdge: PersonNameEdge;
  PersonNameOrderBy: PersonNameOrderBy;
  PersonNameWhere: PersonNameWhere;
  PersonOrderBy: PersonOrderBy;
  PersonWhere: PersonWhere;
  Project: Project;
  ProjectConnection: ProjectConnection;
  ProjectEdge: ProjectEdge;
  ProjectOrderBy: ProjectOrderBy;
  ProjectStatusFilter: ProjectStatusFilter;
  ProjectWhere: ProjectWhere;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  RedeliverWebhookPayload: RedeliverWebhookPayload;
  ReferenceItem: ReferenceItem;
  ReferenceItemConnection: ReferenceItemConnection;
  ReferenceItemEdge: ReferenceItemEdge;
  ReferenceItemHistory: ReferenceItemHistory;
  ReferenceItemOrderBy: ReferenceItemOrderBy;
  ReferenceItemWhere: ReferenceItemWhere;
  ReplayWebhooksPayload: ReplayWebhooksPayload;
  RestorePayload: Omit<RestorePayload, 'node'> & { node?: Maybe<ResolversParentTypes['Node']> };
  Role: Role;
  RoleConnection: RoleConnection;
  RoleEdge: RoleEdge;
  RoleOrderBy: RoleOrderBy;
  RoleWhere: RoleWhere;
  RotateWebhookSecretPayload: RotateWebhookSecretPayload;
  Search: Omit<Search, 'items'> & { items: ResolversParentTypes['SearchItemConnection'] };
  SearchConnection: Omit<SearchConnection, 'edges' | 'nodes'> & {
    edges: Array<ResolversParentTypes['SearchEdge']>;
    nodes: Array<ResolversParentTypes['Search']>;
  };
  SearchEdge: Omit<SearchEdge, 'node'> & { node: ResolversParentTypes['Search'] };
  SearchHighlight: SearchHighlight;
  SearchItem: Omit<SearchItem, 'highlights' | 'item'> & {
    highlights: Array<ResolversParentTypes['SearchHighlight']>;
    item?: Maybe<ResolversParentTypes['Node']>;
  };
  SearchItemConnection: Omit<SearchItemConnection, 'edges' | 'nodes'> & {
    edges: Array<ResolversParentTypes['SearchItemEdge']>;
    nodes: Array<ResolversParentTypes['SearchItem']>;
  };
  SearchItemEdge: Omit<SearchItemEdge, 'node'> & { node: ResolversParentTypes['SearchItem'] };
  SearchOrderBy: SearchOrderBy;
  SearchOrderFilter: SearchOrderFilter;
  SearchStatusFilter: SearchStatusFilter;
  SearchWhere: SearchWhere;
  String: Scalars['String']['output'];
  StringFilter: StringFilter;
  Subscription: Record<PropertyKey, never>;
  SubscriptionStatusFilter: SubscriptionStatusFilter;
  Task: Task;
  TaskChange: TaskChange;
  TaskConnection: TaskConnection;
  TaskDependencies: TaskDependencies;
  TaskDependencyEdge: TaskDependencyEdge;
  TaskDependencyNode: TaskDependencyNode;
  TaskEdge: TaskEdge;
  TaskLog: TaskLog;
  TaskLogActivityFilter: TaskLogActivityFilter;
  TaskLogConnection: TaskLogConnection;
  TaskLogEdge: TaskLogEdge;
  TaskLogOrderBy: TaskLogOrderBy;
  TaskLogSubject: TaskLogSubject;
  TaskLogWhere: TaskLogWhere;
  TaskOrderBy: TaskOrderBy;
  TaskPriorityFilter: TaskPriorityFilter;
  TaskStatusFilter: TaskStatusFilter;
  TaskWhere: TaskWhere;
  Telephone: Telephone;
  TelephoneConnection: TelephoneConnection;
  TelephoneEdge: TelephoneEdge;
  TelephoneOrderBy: TelephoneOrderBy;
  TelephoneTypeFilter: TelephoneTypeFilter;
  TelephoneWhere: TelephoneWhere;
  TemplateItem: TemplateItem;
  TemplateItemConnection: TemplateItemConnection;
  TemplateItemEdge: TemplateItemEdge;
  TemplateItemHistory: TemplateItemHistory;
  TemplateItemOrderBy: TemplateItemOrderBy;
  TemplateItemWhere: TemplateItemWhere;
  TestWebhookSubscriptionPayload: TestWebhookSubscriptionPayload;
  TextItem: TextItem;
  TextItemConnection: TextItemConnection;
  TextItemEdge: TextItemEdge;
  TextItemHistory: TextItemHistory;
  TextItemOrderBy: TextItemOrderBy;
  TextItemWhere: TextItemWhere;
  ThreadPost: ThreadPost;
  ThreadPostChange: ThreadPostChange;
  ThreadPostConnection: ThreadPostConnection;
  ThreadPostEdge: ThreadPostEdge;
  ThreadPostOrderBy: ThreadPostOrderBy;
  ThreadPostWhere: ThreadPostWhere;
  ThreadPurposeFilter: ThreadPurposeFilter;
  URL: Scalars['URL']['output'];
  UpdateAddressInput: UpdateAddressInput;
  UpdateAddressPayload: UpdateAddressPayload;
  UpdateApiClientInput: UpdateApiClientInput;
  UpdateApiClientPayload: UpdateApiClientPayload;
  UpdateBooleanItemInput: UpdateBooleanItemInput;
  UpdateBooleanItemPayload: UpdateBooleanItemPayload;
  UpdateClientIdentifierInput: UpdateClientIdentifierInput;
  UpdateClientIdentifierPayload: UpdateClientIdentifierPayload;
  UpdateCompanyInput: UpdateCompanyInput;
  UpdateCompanyPayload: UpdateCompanyPayload;
  UpdateDateTimeItemInput: UpdateDateTimeItemInput;
  UpdateDateTimeItemPayload: UpdateDateTimeItemPayload;
  UpdateDoubleItemInput: UpdateDoubleItemInput;
  UpdateDoubleItemPayload: UpdateDoubleItemPayload;
  UpdateEmailInput: UpdateEmailInput;
  UpdateEmailPayload: UpdateEmailPayload;
  UpdateEntityInput: UpdateEntityInput;
  UpdateEntityListInput: UpdateEntityListInput;
  UpdateEntityListItemInput: UpdateEntityListItemInput;
  UpdateEntityListItemPayload: UpdateEntityListItemPayload;
  UpdateEntityListPayload: UpdateEntityListPayload;
  UpdateEntityPayload: UpdateEntityPayload;
  UpdateGroupInput: UpdateGroupInput;
  UpdateGroupMembershipInput: UpdateGroupMembershipInput;
  UpdateGroupMembershipPayload: UpdateGroupMembershipPayload;
  UpdateGroupPayload: UpdateGroupPayload;
  UpdateIdentityInput: UpdateIdentityInput;
  UpdateIdentityPayload: UpdateIdentityPayload;
  UpdateImageItemFileInput: UpdateImageItemFileInput;
  UpdateImageItemFilePayload: UpdateImageItemFilePayload;
  UpdateImageItemInput: UpdateImageItemInput;
  UpdateImageItemPayload: UpdateImageItemPayload;
  UpdateJsonItemInput: UpdateJsonItemInput;
  UpdateJsonItemPayload: UpdateJsonItemPayload;
  UpdateLatLongItemInput: UpdateLatLongItemInput;
  UpdateLatLongItemPayload: UpdateLatLongItemPayload;
  UpdateLinkItemInput: UpdateLinkItemInput;
  UpdateLinkItemPayload: UpdateLinkItemPayload;
  UpdateLongItemInput: UpdateLongItemInput;
  UpdateLongItemPayload: UpdateLongItemPayload;
  UpdateMarkdownItemInput: UpdateMarkdownItemInput;
  UpdateMarkdownItemPayload: UpdateMarkdownItemPayload;
  UpdateMessageThreadInput: UpdateMessageThreadInput;
  UpdateMessageThreadNotificationInput: UpdateMessageThreadNotificationInput;
  UpdateMessageThreadNotificationPayload: UpdateMessageThreadNotificationPayload;
  UpdateMessageThreadPayload: UpdateMessageThreadPayload;
  UpdateMoneyItemInput: UpdateMoneyItemInput;
  UpdateMoneyItemPayload: UpdateMoneyItemPayload;
  UpdateOrganisationInput: UpdateOrganisationInput;
  UpdateOrganisationPayload: UpdateOrganisationPayload;
  UpdatePaymentInvoiceInput: UpdatePaymentInvoiceInput;
  UpdatePaymentInvoicePayload: UpdatePaymentInvoicePayload;
  UpdatePermissionInput: UpdatePermissionInput;
  UpdatePermissionPayload: UpdatePermissionPayload;
  UpdatePersonInput: UpdatePersonInput;
  UpdatePersonNameInput: UpdatePersonNameInput;
  UpdatePersonNamePayload: UpdatePersonNamePayload;
  UpdatePersonPayload: UpdatePersonPayload;
  UpdateProjectInput: UpdateProjectInput;
  UpdateProjectPayload: UpdateProjectPayload;
  UpdateReferenceItemInput: UpdateReferenceItemInput;
  UpdateReferenceItemPayload: UpdateReferenceItemPayload;
  UpdateRoleInput: UpdateRoleInput;
  UpdateRolePayload: UpdateRolePayload;
  UpdateTaskInput: UpdateTaskInput;
  UpdateTaskLogInput: UpdateTaskLogInput;
  UpdateTaskLogPayload: UpdateTaskLogPayload;
  UpdateTaskPayload: UpdateTaskPayload;
  UpdateTelephoneInput: UpdateTelephoneInput;
  UpdateTelephonePayload: UpdateTelephonePayload;
  UpdateTemplateItemInput: UpdateTemplateItemInput;
  UpdateTemplateItemPayload: UpdateTemplateItemPayload;
  UpdateTextItemInput: UpdateTextItemInput;
  UpdateTextItemPayload: UpdateTextItemPayload;
  UpdateThreadPostInput: UpdateThreadPostInput;
  UpdateThreadPostPayload: UpdateThreadPostPayload;
  UpdateWebhookSubscriptionInput: UpdateWebhookSubscriptionInput;
  UpdateWebhookSubscriptionPayload: UpdateWebhookSubscriptionPayload;
  UpdateWorkflowInput: UpdateWorkflowInput;
  UpdateWorkflowPayload: UpdateWorkflowPayload;
  UpdateWorkflowStageInput: UpdateWorkflowStageInput;
  UpdateWorkflowStagePayload: UpdateWorkflowStagePayload;
  User: User;
  UserError: UserError;
  WebhookAuthFilter: WebhookAuthFilter;
  WebhookDelivery: WebhookDelivery;
  WebhookDeliveryAttempt: WebhookDeliveryAttempt;
  WebhookDeliveryConnection: WebhookDeliveryConnection;
  WebhookDeliveryEdge: WebhookDeliveryEdge;
  WebhookDeliveryOrderBy: WebhookDeliveryOrderBy;
  WebhookDeliveryWhere: WebhookDeliveryWhere;
  WebhookOrderingFilter: WebhookOrderingFilter;
  WebhookPayloadFilter: WebhookPayloadFilter;
  WebhookSubscription: WebhookSubscription;
  WebhookSubscriptionConnection: WebhookSubscriptionConnection;
  WebhookSubscriptionEdge: WebhookSubscriptionEdge;
  WebhookSubscriptionOrderBy: WebhookSubscriptionOrderBy;
  WebhookSubscriptionWhere: WebhookSubscriptionWhere;
  WebhookTrigger: WebhookTrigger;
  WebhookTriggerConnection: WebhookTriggerConnection;
  WebhookTriggerEdge: WebhookTriggerEdge;
  WebhookTriggerOrderBy: WebhookTriggerOrderBy;
  WebhookTriggerWhere: WebhookTriggerWhere;
  Workflow: Workflow;
  WorkflowConnection: WorkflowConnection;
  WorkflowEdge: WorkflowEdge;
  WorkflowOrderBy: WorkflowOrderBy;
  WorkflowStage: WorkflowStage;
  WorkflowStageConnection: WorkflowStageConnection;
  WorkflowStageEdge: WorkflowStageEdge;
  WorkflowStageOrderBy: WorkflowStageOrderBy;
  WorkflowStageWhere: WorkflowStageWhere;
  WorkflowWhere: WorkflowWhere;
}>;

export type ComputedDirectiveArgs = {};

export type ComputedDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = ComputedDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type DefaultDirectiveArgs = {
  value: Scalars['String']['input'];
};

export type DefaultDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = DefaultDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type FilterDirectiveArgs = {
  as?: Maybe<Scalars['String']['input']>;
};

export type FilterDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = FilterDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type IgnoredOnUpdateDirectiveArgs = {};

export type IgnoredOnUpdateDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = IgnoredOnUpdateDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type InverseDirectiveArgs = {
  by: Scalars['String']['input'];
};

export type InverseDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = InverseDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LengthDirectiveArgs = {
  max: Scalars['Int']['input'];
  min?: Maybe<Scalars['Int']['input']>;
};

export type LengthDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = LengthDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RangeDirectiveArgs = {
  max?: Maybe<Scalars['Float']['input']>;
  min?: Maybe<Scalars['Float']['input']>;
};

export type RangeDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = RangeDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ReadOnlyDirectiveArgs = {};

export type ReadOnlyDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = ReadOnlyDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RequiredDirectiveArgs = {};

export type RequiredDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = RequiredDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ResourceDirectiveArgs = {
  container?: Maybe<Scalars['String']['input']>;
  create?: PermissionLabel;
  delete?: PermissionLabel;
  operations?: Array<ResourceOperation>;
  path: Scalars['String']['input'];
  plural: Scalars['String']['input'];
  read?: PermissionLabel;
  singular?: Maybe<Scalars['String']['input']>;
  sort?: Array<Scalars['String']['input']>;
  subject?: Maybe<EventSubject>;
  unique?: Array<Scalars['String']['input']>;
  update?: PermissionLabel;
};

export type ResourceDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = ResourceDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type UntoldDirectiveArgs = {};

export type UntoldDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = UntoldDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type WriteOnlyDirectiveArgs = {};

export type WriteOnlyDirectiveResolver<
  Result,
  Parent,
  ContextType = unknown,
  Args = WriteOnlyDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ActorResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Actor'] = ResolversParentTypes['Actor'],
> = ResolversObject<{
  type?: Resolver<ResolversTypes['ActorType'], ParentType, ContextType>;
  urn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
}>;

export type AddressResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Address'] = ResolversParentTypes['Address'],
> = ResolversObject<{
  addressType?: Resolver<Maybe<ResolversTypes['AddressType']>, ParentType, ContextType>;
  area?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  countryCode?: Resolver<Maybe<ResolversTypes['CountryCode']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  locality?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  officeBoxNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postalCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  street?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type AddressConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['AddressConnection'] = ResolversParentTypes['AddressConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['AddressEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Address']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type AddressEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['AddressEdge'] = ResolversParentTypes['AddressEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Address'], ParentType, ContextType>;
}>;

export type AlternativeLanguageResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['AlternativeLanguage'] = ResolversParentTypes['AlternativeLanguage'],
> = ResolversObject<{
  language?: Resolver<ResolversTypes['LanguageTag'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type ApiClientResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ApiClient'] = ResolversParentTypes['ApiClient'],
> = ResolversObject<{
  accessLevel?: Resolver<ResolversTypes['AccessLevel'], ParentType, ContextType>;
  allowedOrigins?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  bearerTokens?: Resolver<
    ResolversTypes['ApiClientBearerTokenConnection'],
    ParentType,
    ContextType,
    Partial<ApiClientBearerTokensArgs>
  >;
  clientID?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientSecret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  grantTypes?: Resolver<Array<ResolversTypes['OAuthGrantType']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  lastUsedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  redirectUris?: Resolver<Array<ResolversTypes['URL']>, ParentType, ContextType>;
  requestsPerMinute?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requireIfMatch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ApiClientStatus'], ParentType, ContextType>;
  trustedDocumentsOnly?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ApiClientType'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  webhookSubscriptions?: Resolver<
    ResolversTypes['WebhookSubscriptionConnection'],
    ParentType,
    ContextType,
    Partial<ApiClientWebhookSubscriptionsArgs>
  >;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ApiClientBearerTokenResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ApiClientBearerToken'] = ResolversParentTypes['ApiClientBearerToken'],
> = ResolversObject<{
  apiClient?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  bearerToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expirationTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  labels?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  lastUsedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  revokedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  tokenPrefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ApiClientBearerTokenConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ApiClientBearerTokenConnection'] =
    ResolversParentTypes['ApiClientBearerTokenConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ApiClientBearerTokenEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ApiClientBearerToken']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ApiClientBearerTokenEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ApiClientBearerTokenEdge'] =
    ResolversParentTypes['ApiClientBearerTokenEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ApiClientBearerToken'], ParentType, ContextType>;
}>;

export type ApiClientConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ApiClientConnection'] = ResolversParentTypes['ApiClientConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ApiClientEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ApiClientEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ApiClientEdge'] = ResolversParentTypes['ApiClientEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ApiClient'], ParentType, ContextType>;
}>;

export type BooleanItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['BooleanItem'] = ResolversParentTypes['BooleanItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['BooleanItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type BooleanItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['BooleanItemConnection'] = ResolversParentTypes['BooleanItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['BooleanItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['BooleanItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type BooleanItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['BooleanItemEdge'] = ResolversParentTypes['BooleanItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['BooleanItem'], ParentType, ContextType>;
}>;

export type BooleanItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['BooleanItemHistory'] = ResolversParentTypes['BooleanItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['BooleanItemConnection'],
    ParentType,
    ContextType,
    Partial<BooleanItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['BooleanItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type ClientContextResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ClientContext'] = ResolversParentTypes['ClientContext'],
> = ResolversObject<{
  client?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  csrfToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expirationTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hasBearer?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasSession?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  labels?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  language?: Resolver<ResolversTypes['LanguageTag'], ParentType, ContextType>;
  loginIframeSrc?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  loginUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  rateLimit?: Resolver<Maybe<ResolversTypes['RateLimit']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  scope?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sessionKind?: Resolver<ResolversTypes['SessionKind'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
}>;

export type ClientIdentifierResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ClientIdentifier'] = ResolversParentTypes['ClientIdentifier'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  domain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ClientIdentifierConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ClientIdentifierConnection'] =
    ResolversParentTypes['ClientIdentifierConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ClientIdentifierEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ClientIdentifier']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ClientIdentifierEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ClientIdentifierEdge'] = ResolversParentTypes['ClientIdentifierEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ClientIdentifier'], ParentType, ContextType>;
}>;

export type CompanyResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Company'] = ResolversParentTypes['Company'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  fallbackLanguages?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  identities?: Resolver<ResolversTypes['IdentityConnection'], ParentType, ContextType, Partial<CompanyIdentitiesArgs>>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  organisation?: Resolver<Maybe<ResolversTypes['Organisation']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  parentCompany?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type CompanyConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CompanyConnection'] = ResolversParentTypes['CompanyConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['CompanyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Company']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type CompanyEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CompanyEdge'] = ResolversParentTypes['CompanyEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
}>;

export type CountryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Country'] = ResolversParentTypes['Country'],
> = ResolversObject<{
  alpha3?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['CountryCode'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export interface CountryCodeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['CountryCode'], any> {
  name: 'CountryCode';
}

export type CreateAddressPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateAddressPayload'] = ResolversParentTypes['CreateAddressPayload'],
> = ResolversObject<{
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateApiClientBearerTokenPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateApiClientBearerTokenPayload'] =
    ResolversParentTypes['CreateApiClientBearerTokenPayload'],
> = ResolversObject<{
  apiClientBearerToken?: Resolver<Maybe<ResolversTypes['ApiClientBearerToken']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateApiClientPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateApiClientPayload'] = ResolversParentTypes['CreateApiClientPayload'],
> = ResolversObject<{
  apiClient?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateBooleanItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateBooleanItemPayload'] =
    ResolversParentTypes['CreateBooleanItemPayload'],
> = ResolversObject<{
  booleanItem?: Resolver<Maybe<ResolversTypes['BooleanItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateClientIdentifierPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateClientIdentifierPayload'] =
    ResolversParentTypes['CreateClientIdentifierPayload'],
> = ResolversObject<{
  clientIdentifier?: Resolver<Maybe<ResolversTypes['ClientIdentifier']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateCompanyPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateCompanyPayload'] = ResolversParentTypes['CreateCompanyPayload'],
> = ResolversObject<{
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateDateTimeItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateDateTimeItemPayload'] =
    ResolversParentTypes['CreateDateTimeItemPayload'],
> = ResolversObject<{
  dateTimeItem?: Resolver<Maybe<ResolversTypes['DateTimeItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateDoubleItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateDoubleItemPayload'] = ResolversParentTypes['CreateDoubleItemPayload'],
> = ResolversObject<{
  doubleItem?: Resolver<Maybe<ResolversTypes['DoubleItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateEmailPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateEmailPayload'] = ResolversParentTypes['CreateEmailPayload'],
> = ResolversObject<{
  email?: Resolver<Maybe<ResolversTypes['Email']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateEntityListItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateEntityListItemPayload'] =
    ResolversParentTypes['CreateEntityListItemPayload'],
> = ResolversObject<{
  entityListItem?: Resolver<Maybe<ResolversTypes['EntityListItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateEntityListPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateEntityListPayload'] = ResolversParentTypes['CreateEntityListPayload'],
> = ResolversObject<{
  entityList?: Resolver<Maybe<ResolversTypes['EntityList']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateEntityPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateEntityPayload'] = ResolversParentTypes['CreateEntityPayload'],
> = ResolversObject<{
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateGroupMembershipPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateGroupMembershipPayload'] =
    ResolversParentTypes['CreateGroupMembershipPayload'],
> = ResolversObject<{
  groupMembership?: Resolver<Maybe<ResolversTypes['GroupMembership']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateGroupPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateGroupPayload'] = ResolversParentTypes['CreateGroupPayload'],
> = ResolversObject<{
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateIdentityPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateIdentityPayload'] = ResolversParentTypes['CreateIdentityPayload'],
> = ResolversObject<{
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateImageItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateImageItemPayload'] = ResolversParentTypes['CreateImageItemPayload'],
> = ResolversObject<{
  imageItem?: Resolver<Maybe<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateJsonItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateJsonItemPayload'] = ResolversParentTypes['CreateJsonItemPayload'],
> = ResolversObject<{
  jsonItem?: Resolver<Maybe<ResolversTypes['JsonItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateLatLongItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateLatLongItemPayload'] =
    ResolversParentTypes['CreateLatLongItemPayload'],
> = ResolversObject<{
  latLongItem?: Resolver<Maybe<ResolversTypes['LatLongItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateLinkItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateLinkItemPayload'] = ResolversParentTypes['CreateLinkItemPayload'],
> = ResolversObject<{
  linkItem?: Resolver<Maybe<ResolversTypes['LinkItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateLongItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateLongItemPayload'] = ResolversParentTypes['CreateLongItemPayload'],
> = ResolversObject<{
  longItem?: Resolver<Maybe<ResolversTypes['LongItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateMarkdownItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateMarkdownItemPayload'] =
    ResolversParentTypes['CreateMarkdownItemPayload'],
> = ResolversObject<{
  markdownItem?: Resolver<Maybe<ResolversTypes['MarkdownItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateMessageThreadPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateMessageThreadPayload'] =
    ResolversParentTypes['CreateMessageThreadPayload'],
> = ResolversObject<{
  messageThread?: Resolver<Maybe<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateMoneyItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateMoneyItemPayload'] = ResolversParentTypes['CreateMoneyItemPayload'],
> = ResolversObject<{
  moneyItem?: Resolver<Maybe<ResolversTypes['MoneyItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreatePaymentInvoicePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreatePaymentInvoicePayload'] =
    ResolversParentTypes['CreatePaymentInvoicePayload'],
> = ResolversObject<{
  paymentInvoice?: Resolver<Maybe<ResolversTypes['PaymentInvoice']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreatePermissionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreatePermissionPayload'] = ResolversParentTypes['CreatePermissionPayload'],
> = ResolversObject<{
  permission?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreatePersonNamePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreatePersonNamePayload'] = ResolversParentTypes['CreatePersonNamePayload'],
> = ResolversObject<{
  personName?: Resolver<Maybe<ResolversTypes['PersonName']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreatePersonPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreatePersonPayload'] = ResolversParentTypes['CreatePersonPayload'],
> = ResolversObject<{
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateProjectPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateProjectPayload'] = ResolversParentTypes['CreateProjectPayload'],
> = ResolversObject<{
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateReferenceItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateReferenceItemPayload'] =
    ResolversParentTypes['CreateReferenceItemPayload'],
> = ResolversObject<{
  referenceItem?: Resolver<Maybe<ResolversTypes['ReferenceItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateRolePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateRolePayload'] = ResolversParentTypes['CreateRolePayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateSearchPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateSearchPayload'] = ResolversParentTypes['CreateSearchPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  storedSearch?: Resolver<Maybe<ResolversTypes['Search']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateTaskLogPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateTaskLogPayload'] = ResolversParentTypes['CreateTaskLogPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taskLog?: Resolver<Maybe<ResolversTypes['TaskLog']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateTaskPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateTaskPayload'] = ResolversParentTypes['CreateTaskPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateTelephonePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateTelephonePayload'] = ResolversParentTypes['CreateTelephonePayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  telephone?: Resolver<Maybe<ResolversTypes['Telephone']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateTemplateItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateTemplateItemPayload'] =
    ResolversParentTypes['CreateTemplateItemPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  templateItem?: Resolver<Maybe<ResolversTypes['TemplateItem']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateTextItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateTextItemPayload'] = ResolversParentTypes['CreateTextItemPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  textItem?: Resolver<Maybe<ResolversTypes['TextItem']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateThreadPostPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateThreadPostPayload'] = ResolversParentTypes['CreateThreadPostPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  threadPost?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type CreateWebhookSubscriptionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateWebhookSubscriptionPayload'] =
    ResolversParentTypes['CreateWebhookSubscriptionPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhookSubscription?: Resolver<Maybe<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
}>;

export type CreateWebhookTriggerPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateWebhookTriggerPayload'] =
    ResolversParentTypes['CreateWebhookTriggerPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhookTrigger?: Resolver<Maybe<ResolversTypes['WebhookTrigger']>, ParentType, ContextType>;
}>;

export type CreateWorkflowPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateWorkflowPayload'] = ResolversParentTypes['CreateWorkflowPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
}>;

export type CreateWorkflowStagePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['CreateWorkflowStagePayload'] =
    ResolversParentTypes['CreateWorkflowStagePayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  workflowStage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
}>;

export type CurrencyResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Currency'] = ResolversParentTypes['Currency'],
> = ResolversObject<{
  code?: Resolver<ResolversTypes['CurrencyCode'], ParentType, ContextType>;
  exponent?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  numericCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export interface CurrencyCodeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['CurrencyCode'], any> {
  name: 'CurrencyCode';
}

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DateTimeItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DateTimeItem'] = ResolversParentTypes['DateTimeItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['DateTimeItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type DateTimeItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DateTimeItemConnection'] = ResolversParentTypes['DateTimeItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['DateTimeItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['DateTimeItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type DateTimeItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DateTimeItemEdge'] = ResolversParentTypes['DateTimeItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DateTimeItem'], ParentType, ContextType>;
}>;

export type DateTimeItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DateTimeItemHistory'] = ResolversParentTypes['DateTimeItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['DateTimeItemConnection'],
    ParentType,
    ContextType,
    Partial<DateTimeItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['DateTimeItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], any> {
  name: 'Decimal';
}

export type DeleteAddressPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteAddressPayload'] = ResolversParentTypes['DeleteAddressPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteApiClientBearerTokenPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteApiClientBearerTokenPayload'] =
    ResolversParentTypes['DeleteApiClientBearerTokenPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ApiClientBearerToken']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteApiClientPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteApiClientPayload'] = ResolversParentTypes['DeleteApiClientPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteBooleanItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteBooleanItemPayload'] =
    ResolversParentTypes['DeleteBooleanItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['BooleanItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteClientIdentifierPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteClientIdentifierPayload'] =
    ResolversParentTypes['DeleteClientIdentifierPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ClientIdentifier']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteCompanyPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteCompanyPayload'] = ResolversParentTypes['DeleteCompanyPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteDateTimeItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteDateTimeItemPayload'] =
    ResolversParentTypes['DeleteDateTimeItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['DateTimeItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteDoubleItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteDoubleItemPayload'] = ResolversParentTypes['DeleteDoubleItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['DoubleItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteEmailPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteEmailPayload'] = ResolversParentTypes['DeleteEmailPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Email']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteEntityListItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteEntityListItemPayload'] =
    ResolversParentTypes['DeleteEntityListItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['EntityListItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteEntityListPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteEntityListPayload'] = ResolversParentTypes['DeleteEntityListPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['EntityList']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteEntityPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteEntityPayload'] = ResolversParentTypes['DeleteEntityPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteGroupMembershipPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteGroupMembershipPayload'] =
    ResolversParentTypes['DeleteGroupMembershipPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['GroupMembership']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteGroupPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteGroupPayload'] = ResolversParentTypes['DeleteGroupPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteIdentityPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteIdentityPayload'] = ResolversParentTypes['DeleteIdentityPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteImageItemFilePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteImageItemFilePayload'] =
    ResolversParentTypes['DeleteImageItemFilePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ImageItemFile']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteImageItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteImageItemPayload'] = ResolversParentTypes['DeleteImageItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteJsonItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteJsonItemPayload'] = ResolversParentTypes['DeleteJsonItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['JsonItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteLatLongItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteLatLongItemPayload'] =
    ResolversParentTypes['DeleteLatLongItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['LatLongItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteLinkItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteLinkItemPayload'] = ResolversParentTypes['DeleteLinkItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['LinkItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteLongItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteLongItemPayload'] = ResolversParentTypes['DeleteLongItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['LongItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteMarkdownItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteMarkdownItemPayload'] =
    ResolversParentTypes['DeleteMarkdownItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MarkdownItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteMessageThreadNotificationPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteMessageThreadNotificationPayload'] =
    ResolversParentTypes['DeleteMessageThreadNotificationPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MessageThreadNotification']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteMessageThreadPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteMessageThreadPayload'] =
    ResolversParentTypes['DeleteMessageThreadPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteMoneyItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteMoneyItemPayload'] = ResolversParentTypes['DeleteMoneyItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MoneyItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteOAuthTokenPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteOAuthTokenPayload'] = ResolversParentTypes['DeleteOAuthTokenPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['OAuthToken']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeletePaymentInvoicePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeletePaymentInvoicePayload'] =
    ResolversParentTypes['DeletePaymentInvoicePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['PaymentInvoice']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeletePermissionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeletePermissionPayload'] = ResolversParentTypes['DeletePermissionPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeletePersonNamePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeletePersonNamePayload'] = ResolversParentTypes['DeletePersonNamePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['PersonName']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeletePersonPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeletePersonPayload'] = ResolversParentTypes['DeletePersonPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteProjectPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteProjectPayload'] = ResolversParentTypes['DeleteProjectPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteReferenceItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteReferenceItemPayload'] =
    ResolversParentTypes['DeleteReferenceItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ReferenceItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteRolePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteRolePayload'] = ResolversParentTypes['DeleteRolePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteSearchPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteSearchPayload'] = ResolversParentTypes['DeleteSearchPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Search']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteTaskPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteTaskPayload'] = ResolversParentTypes['DeleteTaskPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteTelephonePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteTelephonePayload'] = ResolversParentTypes['DeleteTelephonePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Telephone']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteTemplateItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteTemplateItemPayload'] =
    ResolversParentTypes['DeleteTemplateItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['TemplateItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteTextItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteTextItemPayload'] = ResolversParentTypes['DeleteTextItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['TextItem']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteThreadPostPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteThreadPostPayload'] = ResolversParentTypes['DeleteThreadPostPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteWebhookSubscriptionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteWebhookSubscriptionPayload'] =
    ResolversParentTypes['DeleteWebhookSubscriptionPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteWorkflowPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteWorkflowPayload'] = ResolversParentTypes['DeleteWorkflowPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DeleteWorkflowStagePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DeleteWorkflowStagePayload'] =
    ResolversParentTypes['DeleteWorkflowStagePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  deletedUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type DoubleItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DoubleItem'] = ResolversParentTypes['DoubleItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['DoubleItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type DoubleItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DoubleItemConnection'] = ResolversParentTypes['DoubleItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['DoubleItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['DoubleItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type DoubleItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DoubleItemEdge'] = ResolversParentTypes['DoubleItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DoubleItem'], ParentType, ContextType>;
}>;

export type DoubleItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['DoubleItemHistory'] = ResolversParentTypes['DoubleItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['DoubleItemConnection'],
    ParentType,
    ContextType,
    Partial<DoubleItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['DoubleItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type EmailResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Email'] = ResolversParentTypes['Email'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['EmailAddress'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isVerified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EmailType'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verifiedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export interface EmailAddressScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EmailAddress'], any> {
  name: 'EmailAddress';
}

export type EmailConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EmailConnection'] = ResolversParentTypes['EmailConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['EmailEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Email']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type EmailEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EmailEdge'] = ResolversParentTypes['EmailEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Email'], ParentType, ContextType>;
}>;

export type EndSessionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EndSessionPayload'] = ResolversParentTypes['EndSessionPayload'],
> = ResolversObject<{
  isEnded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type EntityResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Entity'] = ResolversParentTypes['Entity'],
> = ResolversObject<{
  alternativeLanguages?: Resolver<Array<ResolversTypes['AlternativeLanguage']>, ParentType, ContextType>;
  booleans?: Resolver<Array<ResolversTypes['BooleanItem']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dateTimes?: Resolver<Array<ResolversTypes['DateTimeItem']>, ParentType, ContextType>;
  doubles?: Resolver<Array<ResolversTypes['DoubleItem']>, ParentType, ContextType>;
  images?: Resolver<Array<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  jsons?: Resolver<Array<ResolversTypes['JsonItem']>, ParentType, ContextType>;
  language?: Resolver<ResolversTypes['LanguageTag'], ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  latLongs?: Resolver<Array<ResolversTypes['LatLongItem']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['LinkItem']>, ParentType, ContextType>;
  liveTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  longs?: Resolver<Array<ResolversTypes['LongItem']>, ParentType, ContextType>;
  markdowns?: Resolver<Array<ResolversTypes['MarkdownItem']>, ParentType, ContextType>;
  money?: Resolver<Array<ResolversTypes['MoneyItem']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  references?: Resolver<Array<ResolversTypes['ReferenceItem']>, ParentType, ContextType>;
  requestedStatus?: Resolver<Maybe<ResolversTypes['EntityStatus']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EntityStatus'], ParentType, ContextType>;
  tasks?: Resolver<ResolversTypes['TaskConnection'], ParentType, ContextType, Partial<EntityTasksArgs>>;
  templates?: Resolver<Array<ResolversTypes['TemplateItem']>, ParentType, ContextType>;
  texts?: Resolver<Array<ResolversTypes['TextItem']>, ParentType, ContextType>;
  unpublishTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  variant?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type EntityConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityConnection'] = ResolversParentTypes['EntityConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['EntityEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Entity']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type EntityEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityEdge'] = ResolversParentTypes['EntityEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Entity'], ParentType, ContextType>;
}>;

export type EntityListResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityList'] = ResolversParentTypes['EntityList'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entities?: Resolver<Array<ResolversTypes['EntityListItem']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type EntityListConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityListConnection'] = ResolversParentTypes['EntityListConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['EntityListEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['EntityList']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type EntityListEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityListEdge'] = ResolversParentTypes['EntityListEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['EntityList'], ParentType, ContextType>;
}>;

export type EntityListItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityListItem'] = ResolversParentTypes['EntityListItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityList?: Resolver<Maybe<ResolversTypes['EntityList']>, ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type EntityListItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityListItemConnection'] =
    ResolversParentTypes['EntityListItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['EntityListItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['EntityListItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type EntityListItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityListItemEdge'] = ResolversParentTypes['EntityListItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['EntityListItem'], ParentType, ContextType>;
}>;

export type EntityViewChangeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EntityViewChange'] = ResolversParentTypes['EntityViewChange'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  view?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
}>;

export type EventResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event'],
> = ResolversObject<{
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  changedFields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  target?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  targetUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  targetVersion?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
}>;

export type EventConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
}>;

export type EventEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
}>;

export type GroupResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Group'] = ResolversParentTypes['Group'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  joinPolicy?: Resolver<ResolversTypes['GroupJoinPolicy'], ParentType, ContextType>;
  memberCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memberships?: Resolver<
    ResolversTypes['GroupMembershipConnection'],
    ParentType,
    ContextType,
    Partial<GroupMembershipsArgs>
  >;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  threads?: Resolver<ResolversTypes['MessageThreadConnection'], ParentType, ContextType, Partial<GroupThreadsArgs>>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['GroupVisibility'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type GroupConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['GroupConnection'] = ResolversParentTypes['GroupConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['GroupEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Group']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type GroupEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['GroupEdge'] = ResolversParentTypes['GroupEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Group'], ParentType, ContextType>;
}>;

export type GroupMembershipResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['GroupMembership'] = ResolversParentTypes['GroupMembership'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  emailNotification?: Resolver<ResolversTypes['NotificationState'], ParentType, ContextType>;
  enrollment?: Resolver<ResolversTypes['MembershipEnrollment'], ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  inAppNotification?: Resolver<ResolversTypes['NotificationState'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['MembershipRole'], ParentType, ContextType>;
  smsNotification?: Resolver<ResolversTypes['NotificationState'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MembershipStatus'], ParentType, ContextType>;
  statusActor?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  statusTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type GroupMembershipConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['GroupMembershipConnection'] =
    ResolversParentTypes['GroupMembershipConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['GroupMembershipEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['GroupMembership']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type GroupMembershipEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['GroupMembershipEdge'] = ResolversParentTypes['GroupMembershipEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['GroupMembership'], ParentType, ContextType>;
}>;

export type IdentityResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'],
> = ResolversObject<{
  addresses?: Resolver<Array<ResolversTypes['Address']>, ParentType, ContextType>;
  clientIdentifiers?: Resolver<Array<ResolversTypes['ClientIdentifier']>, ParentType, ContextType>;
  companies?: Resolver<Array<ResolversTypes['Company']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  emails?: Resolver<Array<ResolversTypes['Email']>, ParentType, ContextType>;
  language?: Resolver<Maybe<ResolversTypes['LanguageTag']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  persons?: Resolver<Array<ResolversTypes['Person']>, ParentType, ContextType>;
  telephones?: Resolver<Array<ResolversTypes['Telephone']>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['IdentityType'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type IdentityConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['IdentityConnection'] = ResolversParentTypes['IdentityConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['IdentityEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type IdentityEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['IdentityEdge'] = ResolversParentTypes['IdentityEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
}>;

export type IdentityExportResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['IdentityExport'] = ResolversParentTypes['IdentityExport'],
> = ResolversObject<{
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  resources?: Resolver<Array<ResolversTypes['Node']>, ParentType, ContextType>;
}>;

export type IdentityNotificationInboxResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['IdentityNotificationInbox'] =
    ResolversParentTypes['IdentityNotificationInbox'],
> = ResolversObject<{
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  notifications?: Resolver<
    ResolversTypes['MessageThreadNotificationConnection'],
    ParentType,
    ContextType,
    RequireFields<IdentityNotificationInboxNotificationsArgs, 'all'>
  >;
  unreadMentionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unreadThreadCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type ImageItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItem'] = ResolversParentTypes['ImageItem'],
> = ResolversObject<{
  altText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  files?: Resolver<Array<ResolversTypes['ImageItemFile']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['ImageItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  largeSrc?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  mediumSrc?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  src?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ImageItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItemConnection'] = ResolversParentTypes['ImageItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ImageItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ImageItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItemEdge'] = ResolversParentTypes['ImageItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ImageItem'], ParentType, ContextType>;
}>;

export type ImageItemFileResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItemFile'] = ResolversParentTypes['ImageItemFile'],
> = ResolversObject<{
  blurHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  byteLength?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  digest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  focalX?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  focalY?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  imageItem?: Resolver<Maybe<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  imageItemFormat?: Resolver<ResolversTypes['ImageItemFormat'], ParentType, ContextType>;
  src?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ImageItemFileConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItemFileConnection'] = ResolversParentTypes['ImageItemFileConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ImageItemFileEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ImageItemFile']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ImageItemFileEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItemFileEdge'] = ResolversParentTypes['ImageItemFileEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ImageItemFile'], ParentType, ContextType>;
}>;

export type ImageItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ImageItemHistory'] = ResolversParentTypes['ImageItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['ImageItemConnection'],
    ParentType,
    ContextType,
    Partial<ImageItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['ImageItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type InboxChangeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['InboxChange'] = ResolversParentTypes['InboxChange'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unreadMentionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unreadThreadCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
}>;

export type InvoiceLineResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['InvoiceLine'] = ResolversParentTypes['InvoiceLine'],
> = ResolversObject<{
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  sortOrder?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  taxRatePercent?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  totalUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  unitPriceUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
}>;

export type InvoicePaymentResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['InvoicePayment'] = ResolversParentTypes['InvoicePayment'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  paidTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type ItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Item'] = ResolversParentTypes['Item'],
> = ResolversObject<{
  __resolveType: TypeResolveFn<
    | 'BooleanItem'
    | 'DateTimeItem'
    | 'DoubleItem'
    | 'ImageItem'
    | 'JsonItem'
    | 'LatLongItem'
    | 'LinkItem'
    | 'LongItem'
    | 'MarkdownItem'
    | 'MoneyItem'
    | 'ReferenceItem'
    | 'TemplateItem'
    | 'TextItem',
    ParentType,
    ContextType
  >;
}>;

export type ItemValuePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ItemValuePayload'] = ResolversParentTypes['ItemValuePayload'],
> = ResolversObject<{
  item?: Resolver<Maybe<ResolversTypes['Item']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type JsonItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['JsonItem'] = ResolversParentTypes['JsonItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['JsonItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type JsonItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['JsonItemConnection'] = ResolversParentTypes['JsonItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['JsonItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['JsonItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type JsonItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['JsonItemEdge'] = ResolversParentTypes['JsonItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['JsonItem'], ParentType, ContextType>;
}>;

export type JsonItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['JsonItemHistory'] = ResolversParentTypes['JsonItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['JsonItemConnection'],
    ParentType,
    ContextType,
    Partial<JsonItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['JsonItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export interface LanguageTagScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LanguageTag'], any> {
  name: 'LanguageTag';
}

export type LatLongItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LatLongItem'] = ResolversParentTypes['LatLongItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['LatLongItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  latitude?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  longitude?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type LatLongItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LatLongItemConnection'] = ResolversParentTypes['LatLongItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['LatLongItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['LatLongItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type LatLongItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LatLongItemEdge'] = ResolversParentTypes['LatLongItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LatLongItem'], ParentType, ContextType>;
}>;

export type LatLongItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LatLongItemHistory'] = ResolversParentTypes['LatLongItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['LatLongItemConnection'],
    ParentType,
    ContextType,
    Partial<LatLongItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['LatLongItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type LinkItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LinkItem'] = ResolversParentTypes['LinkItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['LinkItemHistory'], ParentType, ContextType>;
  href?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lang?: Resolver<Maybe<ResolversTypes['LanguageTag']>, ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type LinkItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LinkItemConnection'] = ResolversParentTypes['LinkItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['LinkItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['LinkItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type LinkItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LinkItemEdge'] = ResolversParentTypes['LinkItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LinkItem'], ParentType, ContextType>;
}>;

export type LinkItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LinkItemHistory'] = ResolversParentTypes['LinkItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['LinkItemConnection'],
    ParentType,
    ContextType,
    Partial<LinkItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['LinkItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type LocaleResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Locale'] = ResolversParentTypes['Locale'],
> = ResolversObject<{
  direction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isRightToLeft?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nativeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['LanguageTag']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  script?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['LanguageTag'], ParentType, ContextType>;
}>;

export interface LongScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Long'], any> {
  name: 'Long';
}

export type LongItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LongItem'] = ResolversParentTypes['LongItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['LongItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type LongItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LongItemConnection'] = ResolversParentTypes['LongItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['LongItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['LongItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type LongItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LongItemEdge'] = ResolversParentTypes['LongItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LongItem'], ParentType, ContextType>;
}>;

export type LongItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['LongItemHistory'] = ResolversParentTypes['LongItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['LongItemConnection'],
    ParentType,
    ContextType,
    Partial<LongItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['LongItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type MarkInboxReadPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MarkInboxReadPayload'] = ResolversParentTypes['MarkInboxReadPayload'],
> = ResolversObject<{
  inbox?: Resolver<Maybe<ResolversTypes['IdentityNotificationInbox']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type MarkdownItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MarkdownItem'] = ResolversParentTypes['MarkdownItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['MarkdownItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type MarkdownItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MarkdownItemConnection'] = ResolversParentTypes['MarkdownItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['MarkdownItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['MarkdownItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type MarkdownItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MarkdownItemEdge'] = ResolversParentTypes['MarkdownItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['MarkdownItem'], ParentType, ContextType>;
}>;

export type MarkdownItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MarkdownItemHistory'] = ResolversParentTypes['MarkdownItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['MarkdownItemConnection'],
    ParentType,
    ContextType,
    Partial<MarkdownItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['MarkdownItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type MessageThreadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MessageThread'] = ResolversParentTypes['MessageThread'],
> = ResolversObject<{
  companies?: Resolver<Array<ResolversTypes['Company']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entities?: Resolver<Array<ResolversTypes['Entity']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  invoices?: Resolver<Array<ResolversTypes['PaymentInvoice']>, ParentType, ContextType>;
  isClosed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastPostTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  posts?: Resolver<ResolversTypes['ThreadPostConnection'], ParentType, ContextType, Partial<MessageThreadPostsArgs>>;
  projects?: Resolver<Array<ResolversTypes['Project']>, ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ThreadPurpose'], ParentType, ContextType>;
  tasks?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type MessageThreadConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MessageThreadConnection'] = ResolversParentTypes['MessageThreadConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['MessageThreadEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type MessageThreadEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MessageThreadEdge'] = ResolversParentTypes['MessageThreadEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['MessageThread'], ParentType, ContextType>;
}>;

export type MessageThreadNotificationResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MessageThreadNotification'] =
    ResolversParentTypes['MessageThreadNotification'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  firstUnreadPost?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  isFollowing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastReadPost?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  level?: Resolver<ResolversTypes['NotificationLevel'], ParentType, ContextType>;
  mentionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  messageThread?: Resolver<Maybe<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  notificationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type MessageThreadNotificationConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MessageThreadNotificationConnection'] =
    ResolversParentTypes['MessageThreadNotificationConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['MessageThreadNotificationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['MessageThreadNotification']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type MessageThreadNotificationEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MessageThreadNotificationEdge'] =
    ResolversParentTypes['MessageThreadNotificationEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['MessageThreadNotification'], ParentType, ContextType>;
}>;

export type MoneyItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MoneyItem'] = ResolversParentTypes['MoneyItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  currencyCode?: Resolver<ResolversTypes['CurrencyCode'], ParentType, ContextType>;
  currencySymbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  formattedValue?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  history?: Resolver<ResolversTypes['MoneyItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type MoneyItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MoneyItemConnection'] = ResolversParentTypes['MoneyItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['MoneyItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['MoneyItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type MoneyItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MoneyItemEdge'] = ResolversParentTypes['MoneyItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['MoneyItem'], ParentType, ContextType>;
}>;

export type MoneyItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['MoneyItemHistory'] = ResolversParentTypes['MoneyItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['MoneyItemConnection'],
    ParentType,
    ContextType,
    Partial<MoneyItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['MoneyItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type MutationResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation'],
> = ResolversObject<{
  addTaskBlocker?: Resolver<
    ResolversTypes['UpdateTaskPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationAddTaskBlockerArgs, 'blocker' | 'urn'>
  >;
  chooseItemValue?: Resolver<
    ResolversTypes['ItemValuePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationChooseItemValueArgs, 'entry' | 'item'>
  >;
  completeTask?: Resolver<
    ResolversTypes['UpdateTaskPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCompleteTaskArgs, 'urn'>
  >;
  copyEntity?: Resolver<
    ResolversTypes['CreateEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCopyEntityArgs, 'input' | 'urn'>
  >;
  createAddress?: Resolver<
    ResolversTypes['CreateAddressPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateAddressArgs, 'input'>
  >;
  createApiClient?: Resolver<
    ResolversTypes['CreateApiClientPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateApiClientArgs, 'input'>
  >;
  createApiClientBearerToken?: Resolver<
    ResolversTypes['CreateApiClientBearerTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateApiClientBearerTokenArgs, 'input'>
  >;
  createBooleanItem?: Resolver<
    ResolversTypes['CreateBooleanItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateBooleanItemArgs, 'input'>
  >;
  createClientIdentifier?: Resolver<
    ResolversTypes['CreateClientIdentifierPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateClientIdentifierArgs, 'input'>
  >;
  createCompany?: Resolver<
    ResolversTypes['CreateCompanyPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateCompanyArgs, 'input'>
  >;
  createDateTimeItem?: Resolver<
    ResolversTypes['CreateDateTimeItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateDateTimeItemArgs, 'input'>
  >;
  createDoubleItem?: Resolver<
    ResolversTypes['CreateDoubleItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateDoubleItemArgs, 'input'>
  >;
  createEmail?: Resolver<
    ResolversTypes['CreateEmailPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateEmailArgs, 'input'>
  >;
  createEntity?: Resolver<
    ResolversTypes['CreateEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateEntityArgs, 'input'>
  >;
  createEntityList?: Resolver<
    ResolversTypes['CreateEntityListPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateEntityListArgs, 'input'>
  >;
  createEntityListItem?: Resolver<
    ResolversTypes['CreateEntityListItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateEntityListItemArgs, 'input'>
  >;
  createGroup?: Resolver<
    ResolversTypes['CreateGroupPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateGroupArgs, 'input'>
  >;
  createGroupMembership?: Resolver<
    ResolversTypes['CreateGroupMembershipPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateGroupMembershipArgs, 'input'>
  >;
  createIdentity?: Resolver<
    ResolversTypes['CreateIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateIdentityArgs, 'input'>
  >;
  createImageItem?: Resolver<
    ResolversTypes['CreateImageItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateImageItemArgs, 'input'>
  >;
  createJsonItem?: Resolver<
    ResolversTypes['CreateJsonItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateJsonItemArgs, 'input'>
  >;
  createLatLongItem?: Resolver<
    ResolversTypes['CreateLatLongItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateLatLongItemArgs, 'input'>
  >;
  createLinkItem?: Resolver<
    ResolversTypes['CreateLinkItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateLinkItemArgs, 'input'>
  >;
  createLongItem?: Resolver<
    ResolversTypes['CreateLongItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateLongItemArgs, 'input'>
  >;
  createMarkdownItem?: Resolver<
    ResolversTypes['CreateMarkdownItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateMarkdownItemArgs, 'input'>
  >;
  createMessageThread?: Resolver<
    ResolversTypes['CreateMessageThreadPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateMessageThreadArgs, 'input'>
  >;
  createMoneyItem?: Resolver<
    ResolversTypes['CreateMoneyItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateMoneyItemArgs, 'input'>
  >;
  createPaymentInvoice?: Resolver<
    ResolversTypes['CreatePaymentInvoicePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreatePaymentInvoiceArgs, 'input'>
  >;
  createPermission?: Resolver<
    ResolversTypes['CreatePermissionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreatePermissionArgs, 'input'>
  >;
  createPerson?: Resolver<
    ResolversTypes['CreatePersonPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreatePersonArgs, 'input'>
  >;
  createPersonName?: Resolver<
    ResolversTypes['CreatePersonNamePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreatePersonNameArgs, 'input'>
  >;
  createProject?: Resolver<
    ResolversTypes['CreateProjectPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateProjectArgs, 'input'>
  >;
  createReferenceItem?: Resolver<
    ResolversTypes['CreateReferenceItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateReferenceItemArgs, 'input'>
  >;
  createRole?: Resolver<
    ResolversTypes['CreateRolePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateRoleArgs, 'input'>
  >;
  createSearch?: Resolver<
    ResolversTypes['CreateSearchPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateSearchArgs, 'input'>
  >;
  createTask?: Resolver<
    ResolversTypes['CreateTaskPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateTaskArgs, 'input'>
  >;
  createTaskLog?: Resolver<
    ResolversTypes['CreateTaskLogPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateTaskLogArgs, 'input'>
  >;
  createTelephone?: Resolver<
    ResolversTypes['CreateTelephonePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateTelephoneArgs, 'input'>
  >;
  createTemplateItem?: Resolver<
    ResolversTypes['CreateTemplateItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateTemplateItemArgs, 'input'>
  >;
  createTextItem?: Resolver<
    ResolversTypes['CreateTextItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateTextItemArgs, 'input'>
  >;
  createThreadPost?: Resolver<
    ResolversTypes['CreateThreadPostPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateThreadPostArgs, 'input'>
  >;
  createWebhookSubscription?: Resolver<
    ResolversTypes['CreateWebhookSubscriptionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateWebhookSubscriptionArgs, 'input'>
  >;
  createWebhookTrigger?: Resolver<
    ResolversTypes['CreateWebhookTriggerPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateWebhookTriggerArgs, 'input'>
  >;
  createWorkflow?: Resolver<
    ResolversTypes['CreateWorkflowPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateWorkflowArgs, 'input'>
  >;
  createWorkflowStage?: Resolver<
    ResolversTypes['CreateWorkflowStagePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateWorkflowStageArgs, 'input'>
  >;
  deleteAddress?: Resolver<
    ResolversTypes['DeleteAddressPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteAddressArgs, 'urn'>
  >;
  deleteApiClient?: Resolver<
    ResolversTypes['DeleteApiClientPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteApiClientArgs, 'urn'>
  >;
  deleteApiClientBearerToken?: Resolver<
    ResolversTypes['DeleteApiClientBearerTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteApiClientBearerTokenArgs, 'urn'>
  >;
  deleteBooleanItem?: Resolver<
    ResolversTypes['DeleteBooleanItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteBooleanItemArgs, 'urn'>
  >;
  deleteClientIdentifier?: Resolver<
    ResolversTypes['DeleteClientIdentifierPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteClientIdentifierArgs, 'urn'>
  >;
  deleteCompany?: Resolver<
    ResolversTypes['DeleteCompanyPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteCompanyArgs, 'urn'>
  >;
  deleteDateTimeItem?: Resolver<
    ResolversTypes['DeleteDateTimeItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteDateTimeItemArgs, 'urn'>
  >;
  deleteDoubleItem?: Resolver<
    ResolversTypes['DeleteDoubleItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteDoubleItemArgs, 'urn'>
  >;
  deleteEmail?: Resolver<
    ResolversTypes['DeleteEmailPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteEmailArgs, 'urn'>
  >;
  deleteEntity?: Resolver<
    ResolversTypes['DeleteEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteEntityArgs, 'urn'>
  >;
  deleteEntityList?: Resolver<
    ResolversTypes['DeleteEntityListPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteEntityListArgs, 'urn'>
  >;
  deleteEntityListItem?: Resolver<
    ResolversTypes['DeleteEntityListItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteEntityListItemArgs, 'urn'>
  >;
  deleteGroup?: Resolver<
    ResolversTypes['DeleteGroupPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteGroupArgs, 'urn'>
  >;
  deleteGroupMembership?: Resolver<
    ResolversTypes['DeleteGroupMembershipPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteGroupMembershipArgs, 'urn'>
  >;
  deleteIdentity?: Resolver<
    ResolversTypes['DeleteIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteIdentityArgs, 'urn'>
  >;
  deleteImageItem?: Resolver<
    ResolversTypes['DeleteImageItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteImageItemArgs, 'urn'>
  >;
  deleteImageItemFile?: Resolver<
    ResolversTypes['DeleteImageItemFilePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteImageItemFileArgs, 'urn'>
  >;
  deleteJsonItem?: Resolver<
    ResolversTypes['DeleteJsonItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteJsonItemArgs, 'urn'>
  >;
  deleteLatLongItem?: Resolver<
    ResolversTypes['DeleteLatLongItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteLatLongItemArgs, 'urn'>
  >;
  deleteLinkItem?: Resolver<
    ResolversTypes['DeleteLinkItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteLinkItemArgs, 'urn'>
  >;
  deleteLongItem?: Resolver<
    ResolversTypes['DeleteLongItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteLongItemArgs, 'urn'>
  >;
  deleteMarkdownItem?: Resolver<
    ResolversTypes['DeleteMarkdownItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteMarkdownItemArgs, 'urn'>
  >;
  deleteMessageThread?: Resolver<
    ResolversTypes['DeleteMessageThreadPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteMessageThreadArgs, 'urn'>
  >;
  deleteMessageThreadNotification?: Resolver<
    ResolversTypes['DeleteMessageThreadNotificationPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteMessageThreadNotificationArgs, 'urn'>
  >;
  deleteMoneyItem?: Resolver<
    ResolversTypes['DeleteMoneyItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteMoneyItemArgs, 'urn'>
  >;
  deleteOAuthToken?: Resolver<
    ResolversTypes['DeleteOAuthTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteOAuthTokenArgs, 'urn'>
  >;
  deletePaymentInvoice?: Resolver<
    ResolversTypes['DeletePaymentInvoicePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeletePaymentInvoiceArgs, 'urn'>
  >;
  deletePermission?: Resolver<
    ResolversTypes['DeletePermissionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeletePermissionArgs, 'urn'>
  >;
  deletePerson?: Resolver<
    ResolversTypes['DeletePersonPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeletePersonArgs, 'urn'>
  >;
  deletePersonName?: Resolver<
    ResolversTypes['DeletePersonNamePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeletePersonNameArgs, 'urn'>
  >;
  deleteProject?: Resolver<
    ResolversTypes['DeleteProjectPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteProjectArgs, 'urn'>
  >;
  deleteReferenceItem?: Resolver<
    ResolversTypes['DeleteReferenceItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteReferenceItemArgs, 'urn'>
  >;
  deleteRole?: Resolver<
    ResolversTypes['DeleteRolePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteRoleArgs, 'urn'>
  >;
  deleteSearch?: Resolver<
    ResolversTypes['DeleteSearchPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteSearchArgs, 'urn'>
  >;
  deleteTask?: Resolver<
    ResolversTypes['DeleteTaskPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteTaskArgs, 'urn'>
  >;
  deleteTelephone?: Resolver<
    ResolversTypes['DeleteTelephonePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteTelephoneArgs, 'urn'>
  >;
  deleteTemplateItem?: Resolver<
    ResolversTypes['DeleteTemplateItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteTemplateItemArgs, 'urn'>
  >;
  deleteTextItem?: Resolver<
    ResolversTypes['DeleteTextItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteTextItemArgs, 'urn'>
  >;
  deleteThreadPost?: Resolver<
    ResolversTypes['DeleteThreadPostPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteThreadPostArgs, 'urn'>
  >;
  deleteWebhookSubscription?: Resolver<
    ResolversTypes['DeleteWebhookSubscriptionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteWebhookSubscriptionArgs, 'urn'>
  >;
  deleteWorkflow?: Resolver<
    ResolversTypes['DeleteWorkflowPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteWorkflowArgs, 'urn'>
  >;
  deleteWorkflowStage?: Resolver<
    ResolversTypes['DeleteWorkflowStagePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteWorkflowStageArgs, 'urn'>
  >;
  discardEntityDrafts?: Resolver<
    ResolversTypes['UpdateEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDiscardEntityDraftsArgs, 'urn'>
  >;
  endSession?: Resolver<ResolversTypes['EndSessionPayload'], ParentType, ContextType>;
  eraseIdentity?: Resolver<
    ResolversTypes['UpdateIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationEraseIdentityArgs, 'urn'>
  >;
  markInboxRead?: Resolver<
    ResolversTypes['MarkInboxReadPayload'],
    ParentType,
    ContextType,
    Partial<MutationMarkInboxReadArgs>
  >;
  markThreadRead?: Resolver<
    ResolversTypes['UpdateMessageThreadNotificationPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationMarkThreadReadArgs, 'thread'>
  >;
  mergeIdentities?: Resolver<
    ResolversTypes['UpdateIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationMergeIdentitiesArgs, 'from' | 'urn'>
  >;
  publishEntity?: Resolver<
    ResolversTypes['UpdateEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationPublishEntityArgs, 'urn'>
  >;
  recordInvoicePayment?: Resolver<
    ResolversTypes['UpdatePaymentInvoicePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRecordInvoicePaymentArgs, 'input' | 'urn'>
  >;
  redeliverWebhook?: Resolver<
    ResolversTypes['RedeliverWebhookPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRedeliverWebhookArgs, 'urn'>
  >;
  removeTaskBlocker?: Resolver<
    ResolversTypes['UpdateTaskPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRemoveTaskBlockerArgs, 'blocker' | 'urn'>
  >;
  replayWebhooks?: Resolver<
    ResolversTypes['ReplayWebhooksPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReplayWebhooksArgs, 'onlyFailed' | 'urn'>
  >;
  restoreDeleted?: Resolver<
    ResolversTypes['RestorePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRestoreDeletedArgs, 'urn'>
  >;
  restoreItemValue?: Resolver<
    ResolversTypes['ItemValuePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRestoreItemValueArgs, 'entry' | 'item'>
  >;
  rotateBearerToken?: Resolver<
    ResolversTypes['CreateApiClientBearerTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRotateBearerTokenArgs, 'overlapSeconds' | 'urn'>
  >;
  rotateClientSecret?: Resolver<
    ResolversTypes['UpdateApiClientPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRotateClientSecretArgs, 'urn'>
  >;
  rotateWebhookSecret?: Resolver<
    ResolversTypes['RotateWebhookSecretPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRotateWebhookSecretArgs, 'overlapSeconds' | 'secret' | 'urn'>
  >;
  testWebhookSubscription?: Resolver<
    ResolversTypes['TestWebhookSubscriptionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationTestWebhookSubscriptionArgs, 'urn'>
  >;
  unpublishEntity?: Resolver<
    ResolversTypes['UpdateEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUnpublishEntityArgs, 'urn'>
  >;
  updateAddress?: Resolver<
    ResolversTypes['UpdateAddressPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateAddressArgs, 'input' | 'urn'>
  >;
  updateApiClient?: Resolver<
    ResolversTypes['UpdateApiClientPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateApiClientArgs, 'input' | 'urn'>
  >;
  updateBooleanItem?: Resolver<
    ResolversTypes['UpdateBooleanItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateBooleanItemArgs, 'input' | 'urn'>
  >;
  updateClientIdentifier?: Resolver<
    ResolversTypes['UpdateClientIdentifierPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateClientIdentifierArgs, 'input' | 'urn'>
  >;
  updateCompany?: Resolver<
    ResolversTypes['UpdateCompanyPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateCompanyArgs, 'input' | 'urn'>
  >;
  updateDateTimeItem?: Resolver<
    ResolversTypes['UpdateDateTimeItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateDateTimeItemArgs, 'input' | 'urn'>
  >;
  updateDoubleItem?: Resolver<
    ResolversTypes['UpdateDoubleItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateDoubleItemArgs, 'input' | 'urn'>
  >;
  updateEmail?: Resolver<
    ResolversTypes['UpdateEmailPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateEmailArgs, 'input' | 'urn'>
  >;
  updateEntity?: Resolver<
    ResolversTypes['UpdateEntityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateEntityArgs, 'input' | 'urn'>
  >;
  updateEntityList?: Resolver<
    ResolversTypes['UpdateEntityListPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateEntityListArgs, 'input' | 'urn'>
  >;
  updateEntityListItem?: Resolver<
    ResolversTypes['UpdateEntityListItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateEntityListItemArgs, 'input' | 'urn'>
  >;
  updateGroup?: Resolver<
    ResolversTypes['UpdateGroupPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateGroupArgs, 'input' | 'urn'>
  >;
  updateGroupMembership?: Resolver<
    ResolversTypes['UpdateGroupMembershipPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateGroupMembershipArgs, 'input' | 'urn'>
  >;
  updateIdentity?: Resolver<
    ResolversTypes['UpdateIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateIdentityArgs, 'input' | 'urn'>
  >;
  updateImageItem?: Resolver<
    ResolversTypes['UpdateImageItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateImageItemArgs, 'input' | 'urn'>
  >;
  updateImageItemFile?: Resolver<
    ResolversTypes['UpdateImageItemFilePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateImageItemFileArgs, 'input' | 'urn'>
  >;
  updateJsonItem?: Resolver<
    ResolversTypes['UpdateJsonItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateJsonItemArgs, 'input' | 'urn'>
  >;
  updateLatLongItem?: Resolver<
    ResolversTypes['UpdateLatLongItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateLatLongItemArgs, 'input' | 'urn'>
  >;
  updateLinkItem?: Resolver<
    ResolversTypes['UpdateLinkItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateLinkItemArgs, 'input' | 'urn'>
  >;
  updateLongItem?: Resolver<
    ResolversTypes['UpdateLongItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateLongItemArgs, 'input' | 'urn'>
  >;
  updateMarkdownItem?: Resolver<
    ResolversTypes['UpdateMarkdownItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateMarkdownItemArgs, 'input' | 'urn'>
  >;
  updateMessageThread?: Resolver<
    ResolversTypes['UpdateMessageThreadPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateMessageThreadArgs, 'input' | 'urn'>
  >;
  updateMessageThreadNotification?: Resolver<
    ResolversTypes['UpdateMessageThreadNotificationPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateMessageThreadNotificationArgs, 'input' | 'urn'>
  >;
  updateMoneyItem?: Resolver<
    ResolversTypes['UpdateMoneyItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateMoneyItemArgs, 'input' | 'urn'>
  >;
  updateOrganisation?: Resolver<
    ResolversTypes['UpdateOrganisationPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateOrganisationArgs, 'input' | 'urn'>
  >;
  updatePaymentInvoice?: Resolver<
    ResolversTypes['UpdatePaymentInvoicePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdatePaymentInvoiceArgs, 'input' | 'urn'>
  >;
  updatePermission?: Resolver<
    ResolversTypes['UpdatePermissionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdatePermissionArgs, 'input' | 'urn'>
  >;
  updatePerson?: Resolver<
    ResolversTypes['UpdatePersonPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdatePersonArgs, 'input' | 'urn'>
  >;
  updatePersonName?: Resolver<
    ResolversTypes['UpdatePersonNamePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdatePersonNameArgs, 'input' | 'urn'>
  >;
  updateProject?: Resolver<
    ResolversTypes['UpdateProjectPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateProjectArgs, 'input' | 'urn'>
  >;
  updateReferenceItem?: Resolver<
    ResolversTypes['UpdateReferenceItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateReferenceItemArgs, 'input' | 'urn'>
  >;
  updateRole?: Resolver<
    ResolversTypes['UpdateRolePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateRoleArgs, 'input' | 'urn'>
  >;
  updateTask?: Resolver<
    ResolversTypes['UpdateTaskPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateTaskArgs, 'input' | 'urn'>
  >;
  updateTaskLog?: Resolver<
    ResolversTypes['UpdateTaskLogPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateTaskLogArgs, 'input' | 'urn'>
  >;
  updateTelephone?: Resolver<
    ResolversTypes['UpdateTelephonePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateTelephoneArgs, 'input' | 'urn'>
  >;
  updateTemplateItem?: Resolver<
    ResolversTypes['UpdateTemplateItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateTemplateItemArgs, 'input' | 'urn'>
  >;
  updateTextItem?: Resolver<
    ResolversTypes['UpdateTextItemPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateTextItemArgs, 'input' | 'urn'>
  >;
  updateThreadPost?: Resolver<
    ResolversTypes['UpdateThreadPostPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateThreadPostArgs, 'input' | 'urn'>
  >;
  updateWebhookSubscription?: Resolver<
    ResolversTypes['UpdateWebhookSubscriptionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateWebhookSubscriptionArgs, 'input' | 'urn'>
  >;
  updateWorkflow?: Resolver<
    ResolversTypes['UpdateWorkflowPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateWorkflowArgs, 'input' | 'urn'>
  >;
  updateWorkflowStage?: Resolver<
    ResolversTypes['UpdateWorkflowStagePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateWorkflowStageArgs, 'input' | 'urn'>
  >;
}>;

export type NodeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node'],
> = ResolversObject<{
  __resolveType: TypeResolveFn<
    | 'Address'
    | 'ApiClient'
    | 'ApiClientBearerToken'
    | 'BooleanItem'
    | 'ClientIdentifier'
    | 'Company'
    | 'DateTimeItem'
    | 'DoubleItem'
    | 'Email'
    | 'Entity'
    | 'EntityList'
    | 'EntityListItem'
    | 'Group'
    | 'GroupMembership'
    | 'Identity'
    | 'ImageItem'
    | 'ImageItemFile'
    | 'JsonItem'
    | 'LatLongItem'
    | 'LinkItem'
    | 'LongItem'
    | 'MarkdownItem'
    | 'MessageThread'
    | 'MessageThreadNotification'
    | 'MoneyItem'
    | 'OAuthToken'
    | 'Organisation'
    | 'PaymentInvoice'
    | 'Permission'
    | 'Person'
    | 'PersonName'
    | 'Project'
    | 'ReferenceItem'
    | 'Role'
    | 'Search'
    | 'Task'
    | 'TaskLog'
    | 'Telephone'
    | 'TemplateItem'
    | 'TextItem'
    | 'ThreadPost'
    | 'WebhookDelivery'
    | 'WebhookSubscription'
    | 'WebhookTrigger'
    | 'Workflow'
    | 'WorkflowStage',
    ParentType,
    ContextType
  >;
}>;

export type OAuthTokenResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['OAuthToken'] = ResolversParentTypes['OAuthToken'],
> = ResolversObject<{
  apiClient?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expirationTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  familyUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  grantType?: Resolver<ResolversTypes['OAuthGrantType'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  issuedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  refreshExpirationTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type OAuthTokenConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['OAuthTokenConnection'] = ResolversParentTypes['OAuthTokenConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['OAuthTokenEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['OAuthToken']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type OAuthTokenEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['OAuthTokenEdge'] = ResolversParentTypes['OAuthTokenEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['OAuthToken'], ParentType, ContextType>;
}>;

export type OrganisationResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Organisation'] = ResolversParentTypes['Organisation'],
> = ResolversObject<{
  companies?: Resolver<
    ResolversTypes['CompanyConnection'],
    ParentType,
    ContextType,
    Partial<OrganisationCompaniesArgs>
  >;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  defaultCurrencyCode?: Resolver<Maybe<ResolversTypes['CurrencyCode']>, ParentType, ContextType>;
  defaultLanguage?: Resolver<ResolversTypes['LanguageTag'], ParentType, ContextType>;
  legalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  leiCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  registrationNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  taxId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  vatId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  websiteUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type OrganisationConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['OrganisationConnection'] = ResolversParentTypes['OrganisationConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['OrganisationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Organisation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type OrganisationEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['OrganisationEdge'] = ResolversParentTypes['OrganisationEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Organisation'], ParentType, ContextType>;
}>;

export type PageInfoResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo'],
> = ResolversObject<{
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
}>;

export type PaymentInvoiceResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PaymentInvoice'] = ResolversParentTypes['PaymentInvoice'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  currencyCode?: Resolver<ResolversTypes['CurrencyCode'], ParentType, ContextType>;
  customerCompany?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  customerIdentity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  documentUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  dueTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  dueUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  formattedTotal?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isOverdue?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  issuedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['InvoiceLine']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  paidTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  paidUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['InvoiceStatus'], ParentType, ContextType>;
  subtotalUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  taxUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  threads?: Resolver<
    ResolversTypes['MessageThreadConnection'],
    ParentType,
    ContextType,
    Partial<PaymentInvoiceThreadsArgs>
  >;
  totalUnitValue?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  voidedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type PaymentInvoiceConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PaymentInvoiceConnection'] =
    ResolversParentTypes['PaymentInvoiceConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['PaymentInvoiceEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['PaymentInvoice']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type PaymentInvoiceEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PaymentInvoiceEdge'] = ResolversParentTypes['PaymentInvoiceEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PaymentInvoice'], ParentType, ContextType>;
}>;

export type PermissionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Permission'] = ResolversParentTypes['Permission'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  fromTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  grantedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objectScope?: Resolver<ResolversTypes['PermissionObjectScope'], ParentType, ContextType>;
  objectUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subjectScope?: Resolver<ResolversTypes['PermissionSubjectScope'], ParentType, ContextType>;
  subjectUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  toTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type PermissionAuditResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionAudit'] = ResolversParentTypes['PermissionAudit'],
> = ResolversObject<{
  after?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['PermissionChange']>, ParentType, ContextType>;
  isMorePages?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type PermissionChangeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionChange'] = ResolversParentTypes['PermissionChange'],
> = ResolversObject<{
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  fromTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['PermissionEnd'], ParentType, ContextType>;
  ownerUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  permissionUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['PermissionEnd'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  toTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
}>;

export type PermissionCheckResultResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionCheckResult'] = ResolversParentTypes['PermissionCheckResult'],
> = ResolversObject<{
  allowed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  permission?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
}>;

export type PermissionConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionConnection'] = ResolversParentTypes['PermissionConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['PermissionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Permission']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type PermissionEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionEdge'] = ResolversParentTypes['PermissionEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>;
}>;

export type PermissionEndResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionEnd'] = ResolversParentTypes['PermissionEnd'],
> = ResolversObject<{
  scope?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type PermissionExplanationResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionExplanation'] = ResolversParentTypes['PermissionExplanation'],
> = ResolversObject<{
  allowed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nearest?: Resolver<Array<ResolversTypes['PermissionNearMiss']>, ParentType, ContextType>;
  path?: Resolver<Array<ResolversTypes['PermissionPathStep']>, ParentType, ContextType>;
}>;

export type PermissionNearMissResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionNearMiss'] = ResolversParentTypes['PermissionNearMiss'],
> = ResolversObject<{
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['PermissionEnd'], ParentType, ContextType>;
  permission?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['PermissionEnd'], ParentType, ContextType>;
}>;

export type PermissionPathStepResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PermissionPathStep'] = ResolversParentTypes['PermissionPathStep'],
> = ResolversObject<{
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['PermissionEnd'], ParentType, ContextType>;
  permission?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['PermissionEnd'], ParentType, ContextType>;
  via?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type PersonResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Person'] = ResolversParentTypes['Person'],
> = ResolversObject<{
  birthDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['PersonName']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type PersonConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PersonConnection'] = ResolversParentTypes['PersonConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['PersonEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Person']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type PersonEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PersonEdge'] = ResolversParentTypes['PersonEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Person'], ParentType, ContextType>;
}>;

export type PersonNameResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PersonName'] = ResolversParentTypes['PersonName'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  familyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  givenName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  honorificPrefix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  honorificSuffix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isPreferred?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  language?: Resolver<Maybe<ResolversTypes['LanguageTag']>, ParentType, ContextType>;
  middleName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nickname?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type PersonNameConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PersonNameConnection'] = ResolversParentTypes['PersonNameConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['PersonNameEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['PersonName']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type PersonNameEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['PersonNameEdge'] = ResolversParentTypes['PersonNameEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PersonName'], ParentType, ContextType>;
}>;

export type ProjectResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dueTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  lead?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  startTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ProjectStatus'], ParentType, ContextType>;
  taskCounts?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  tasks?: Resolver<ResolversTypes['TaskConnection'], ParentType, ContextType, Partial<ProjectTasksArgs>>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ProjectConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ProjectConnection'] = ResolversParentTypes['ProjectConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ProjectEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Project']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ProjectEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ProjectEdge'] = ResolversParentTypes['ProjectEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
}>;

export type QueryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query'],
> = ResolversObject<{
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType, RequireFields<QueryAddressArgs, 'urn'>>;
  addresses?: Resolver<ResolversTypes['AddressConnection'], ParentType, ContextType, Partial<QueryAddressesArgs>>;
  apiClient?: Resolver<
    Maybe<ResolversTypes['ApiClient']>,
    ParentType,
    ContextType,
    RequireFields<QueryApiClientArgs, 'urn'>
  >;
  apiClientBearerToken?: Resolver<
    Maybe<ResolversTypes['ApiClientBearerToken']>,
    ParentType,
    ContextType,
    RequireFields<QueryApiClientBearerTokenArgs, 'urn'>
  >;
  apiClientBearerTokens?: Resolver<
    ResolversTypes['ApiClientBearerTokenConnection'],
    ParentType,
    ContextType,
    Partial<QueryApiClientBearerTokensArgs>
  >;
  apiClients?: Resolver<ResolversTypes['ApiClientConnection'], ParentType, ContextType, Partial<QueryApiClientsArgs>>;
  booleanItem?: Resolver<
    Maybe<ResolversTypes['BooleanItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryBooleanItemArgs, 'urn'>
  >;
  booleanItems?: Resolver<
    ResolversTypes['BooleanItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryBooleanItemsArgs>
  >;
  clientContext?: Resolver<ResolversTypes['ClientContext'], ParentType, ContextType>;
  clientIdentifier?: Resolver<
    Maybe<ResolversTypes['ClientIdentifier']>,
    ParentType,
    ContextType,
    RequireFields<QueryClientIdentifierArgs, 'urn'>
  >;
  clientIdentifiers?: Resolver<
    ResolversTypes['ClientIdentifierConnection'],
    ParentType,
    ContextType,
    Partial<QueryClientIdentifiersArgs>
  >;
  companies?: Resolver<ResolversTypes['CompanyConnection'], ParentType, ContextType, Partial<QueryCompaniesArgs>>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType, RequireFields<QueryCompanyArgs, 'urn'>>;
  countries?: Resolver<Array<ResolversTypes['Country']>, ParentType, ContextType>;
  currencies?: Resolver<Array<ResolversTypes['Currency']>, ParentType, ContextType>;
  dateTimeItem?: Resolver<
    Maybe<ResolversTypes['DateTimeItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryDateTimeItemArgs, 'urn'>
  >;
  dateTimeItems?: Resolver<
    ResolversTypes['DateTimeItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryDateTimeItemsArgs>
  >;
  doubleItem?: Resolver<
    Maybe<ResolversTypes['DoubleItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryDoubleItemArgs, 'urn'>
  >;
  doubleItems?: Resolver<
    ResolversTypes['DoubleItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryDoubleItemsArgs>
  >;
  email?: Resolver<Maybe<ResolversTypes['Email']>, ParentType, ContextType, RequireFields<QueryEmailArgs, 'urn'>>;
  emails?: Resolver<ResolversTypes['EmailConnection'], ParentType, ContextType, Partial<QueryEmailsArgs>>;
  entities?: Resolver<ResolversTypes['EntityConnection'], ParentType, ContextType, Partial<QueryEntitiesArgs>>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType, RequireFields<QueryEntityArgs, 'urn'>>;
  entityList?: Resolver<
    Maybe<ResolversTypes['EntityList']>,
    ParentType,
    ContextType,
    RequireFields<QueryEntityListArgs, 'urn'>
  >;
  entityListItem?: Resolver<
    Maybe<ResolversTypes['EntityListItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryEntityListItemArgs, 'urn'>
  >;
  entityListItems?: Resolver<
    ResolversTypes['EntityListItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryEntityListItemsArgs>
  >;
  entityLists?: Resolver<
    ResolversTypes['EntityListConnection'],
    ParentType,
    ContextType,
    Partial<QueryEntityListsArgs>
  >;
  entityView?: Resolver<
    Maybe<ResolversTypes['Entity']>,
    ParentType,
    ContextType,
    RequireFields<QueryEntityViewArgs, 'render' | 'version'>
  >;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<QueryEventsArgs>>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType, RequireFields<QueryGroupArgs, 'urn'>>;
  groupMembership?: Resolver<
    Maybe<ResolversTypes['GroupMembership']>,
    ParentType,
    ContextType,
    RequireFields<QueryGroupMembershipArgs, 'urn'>
  >;
  groupMemberships?: Resolver<
    ResolversTypes['GroupMembershipConnection'],
    ParentType,
    ContextType,
    Partial<QueryGroupMembershipsArgs>
  >;
  groups?: Resolver<ResolversTypes['GroupConnection'], ParentType, ContextType, Partial<QueryGroupsArgs>>;
  identities?: Resolver<ResolversTypes['IdentityConnection'], ParentType, ContextType, Partial<QueryIdentitiesArgs>>;
  identitiesByClientIdentifier?: Resolver<
    Array<ResolversTypes['Identity']>,
    ParentType,
    ContextType,
    RequireFields<QueryIdentitiesByClientIdentifierArgs, 'domain' | 'token'>
  >;
  identity?: Resolver<
    Maybe<ResolversTypes['Identity']>,
    ParentType,
    ContextType,
    RequireFields<QueryIdentityArgs, 'urn'>
  >;
  identityExport?: Resolver<
    Maybe<ResolversTypes['IdentityExport']>,
    ParentType,
    ContextType,
    RequireFields<QueryIdentityExportArgs, 'urn'>
  >;
  imageItem?: Resolver<
    Maybe<ResolversTypes['ImageItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryImageItemArgs, 'urn'>
  >;
  imageItemFile?: Resolver<
    Maybe<ResolversTypes['ImageItemFile']>,
    ParentType,
    ContextType,
    RequireFields<QueryImageItemFileArgs, 'urn'>
  >;
  imageItemFiles?: Resolver<
    ResolversTypes['ImageItemFileConnection'],
    ParentType,
    ContextType,
    Partial<QueryImageItemFilesArgs>
  >;
  imageItems?: Resolver<ResolversTypes['ImageItemConnection'], ParentType, ContextType, Partial<QueryImageItemsArgs>>;
  inbox?: Resolver<
    Maybe<ResolversTypes['IdentityNotificationInbox']>,
    ParentType,
    ContextType,
    Partial<QueryInboxArgs>
  >;
  invoicePayments?: Resolver<
    Maybe<Array<ResolversTypes['InvoicePayment']>>,
    ParentType,
    ContextType,
    RequireFields<QueryInvoicePaymentsArgs, 'urn'>
  >;
  jsonItem?: Resolver<
    Maybe<ResolversTypes['JsonItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryJsonItemArgs, 'urn'>
  >;
  jsonItems?: Resolver<ResolversTypes['JsonItemConnection'], ParentType, ContextType, Partial<QueryJsonItemsArgs>>;
  latLongItem?: Resolver<
    Maybe<ResolversTypes['LatLongItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryLatLongItemArgs, 'urn'>
  >;
  latLongItems?: Resolver<
    ResolversTypes['LatLongItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryLatLongItemsArgs>
  >;
  linkItem?: Resolver<
    Maybe<ResolversTypes['LinkItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryLinkItemArgs, 'urn'>
  >;
  linkItems?: Resolver<ResolversTypes['LinkItemConnection'], ParentType, ContextType, Partial<QueryLinkItemsArgs>>;
  locales?: Resolver<Array<ResolversTypes['Locale']>, ParentType, ContextType>;
  longItem?: Resolver<
    Maybe<ResolversTypes['LongItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryLongItemArgs, 'urn'>
  >;
  longItems?: Resolver<ResolversTypes['LongItemConnection'], ParentType, ContextType, Partial<QueryLongItemsArgs>>;
  markdownItem?: Resolver<
    Maybe<ResolversTypes['MarkdownItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryMarkdownItemArgs, 'urn'>
  >;
  markdownItems?: Resolver<
    ResolversTypes['MarkdownItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryMarkdownItemsArgs>
  >;
  messageThread?: Resolver<
    Maybe<ResolversTypes['MessageThread']>,
    ParentType,
    ContextType,
    RequireFields<QueryMessageThreadArgs, 'urn'>
  >;
  messageThreadNotification?: Resolver<
    Maybe<ResolversTypes['MessageThreadNotification']>,
    ParentType,
    ContextType,
    RequireFields<QueryMessageThreadNotificationArgs, 'urn'>
  >;
  messageThreadNotifications?: Resolver<
    ResolversTypes['MessageThreadNotificationConnection'],
    ParentType,
    ContextType,
    Partial<QueryMessageThreadNotificationsArgs>
  >;
  messageThreads?: Resolver<
    ResolversTypes['MessageThreadConnection'],
    ParentType,
    ContextType,
    Partial<QueryMessageThreadsArgs>
  >;
  moneyItem?: Resolver<
    Maybe<ResolversTypes['MoneyItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryMoneyItemArgs, 'urn'>
  >;
  moneyItems?: Resolver<ResolversTypes['MoneyItemConnection'], ParentType, ContextType, Partial<QueryMoneyItemsArgs>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'urn'>>;
  nodes?: Resolver<
    Array<Maybe<ResolversTypes['Node']>>,
    ParentType,
    ContextType,
    RequireFields<QueryNodesArgs, 'urns'>
  >;
  oAuthToken?: Resolver<
    Maybe<ResolversTypes['OAuthToken']>,
    ParentType,
    ContextType,
    RequireFields<QueryOAuthTokenArgs, 'urn'>
  >;
  oAuthTokens?: Resolver<
    ResolversTypes['OAuthTokenConnection'],
    ParentType,
    ContextType,
    Partial<QueryOAuthTokensArgs>
  >;
  organisation?: Resolver<
    Maybe<ResolversTypes['Organisation']>,
    ParentType,
    ContextType,
    RequireFields<QueryOrganisationArgs, 'urn'>
  >;
  organisations?: Resolver<
    ResolversTypes['OrganisationConnection'],
    ParentType,
    ContextType,
    Partial<QueryOrganisationsArgs>
  >;
  paymentInvoice?: Resolver<
    Maybe<ResolversTypes['PaymentInvoice']>,
    ParentType,
    ContextType,
    RequireFields<QueryPaymentInvoiceArgs, 'urn'>
  >;
  paymentInvoices?: Resolver<
    ResolversTypes['PaymentInvoiceConnection'],
    ParentType,
    ContextType,
    Partial<QueryPaymentInvoicesArgs>
  >;
  permission?: Resolver<
    Maybe<ResolversTypes['Permission']>,
    ParentType,
    ContextType,
    RequireFields<QueryPermissionArgs, 'urn'>
  >;
  permissionAudit?: Resolver<
    ResolversTypes['PermissionAudit'],
    ParentType,
    ContextType,
    Partial<QueryPermissionAuditArgs>
  >;
  permissionCheck?: Resolver<
    Array<ResolversTypes['PermissionCheckResult']>,
    ParentType,
    ContextType,
    RequireFields<QueryPermissionCheckArgs, 'checks'>
  >;
  permissionExplain?: Resolver<
    ResolversTypes['PermissionExplanation'],
    ParentType,
    ContextType,
    RequireFields<QueryPermissionExplainArgs, 'check'>
  >;
  permissions?: Resolver<
    ResolversTypes['PermissionConnection'],
    ParentType,
    ContextType,
    Partial<QueryPermissionsArgs>
  >;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType, RequireFields<QueryPersonArgs, 'urn'>>;
  personName?: Resolver<
    Maybe<ResolversTypes['PersonName']>,
    ParentType,
    ContextType,
    RequireFields<QueryPersonNameArgs, 'urn'>
  >;
  personNames?: Resolver<
    ResolversTypes['PersonNameConnection'],
    ParentType,
    ContextType,
    Partial<QueryPersonNamesArgs>
  >;
  persons?: Resolver<ResolversTypes['PersonConnection'], ParentType, ContextType, Partial<QueryPersonsArgs>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<QueryProjectArgs, 'urn'>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, Partial<QueryProjectsArgs>>;
  referenceItem?: Resolver<
    Maybe<ResolversTypes['ReferenceItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryReferenceItemArgs, 'urn'>
  >;
  referenceItems?: Resolver<
    ResolversTypes['ReferenceItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryReferenceItemsArgs>
  >;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<QueryRoleArgs, 'urn'>>;
  roles?: Resolver<ResolversTypes['RoleConnection'], ParentType, ContextType, Partial<QueryRolesArgs>>;
  search?: Resolver<
    ResolversTypes['SearchItemConnection'],
    ParentType,
    ContextType,
    RequireFields<QuerySearchArgs, 'includeScopes' | 'order' | 'version'>
  >;
  searches?: Resolver<ResolversTypes['SearchConnection'], ParentType, ContextType, Partial<QuerySearchesArgs>>;
  storedSearch?: Resolver<
    Maybe<ResolversTypes['Search']>,
    ParentType,
    ContextType,
    RequireFields<QueryStoredSearchArgs, 'urn'>
  >;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<QueryTaskArgs, 'urn'>>;
  taskDependencies?: Resolver<
    Maybe<ResolversTypes['TaskDependencies']>,
    ParentType,
    ContextType,
    RequireFields<QueryTaskDependenciesArgs, 'urn'>
  >;
  taskLog?: Resolver<Maybe<ResolversTypes['TaskLog']>, ParentType, ContextType, RequireFields<QueryTaskLogArgs, 'urn'>>;
  taskLogs?: Resolver<ResolversTypes['TaskLogConnection'], ParentType, ContextType, Partial<QueryTaskLogsArgs>>;
  tasks?: Resolver<ResolversTypes['TaskConnection'], ParentType, ContextType, Partial<QueryTasksArgs>>;
  telephone?: Resolver<
    Maybe<ResolversTypes['Telephone']>,
    ParentType,
    ContextType,
    RequireFields<QueryTelephoneArgs, 'urn'>
  >;
  telephones?: Resolver<ResolversTypes['TelephoneConnection'], ParentType, ContextType, Partial<QueryTelephonesArgs>>;
  templateItem?: Resolver<
    Maybe<ResolversTypes['TemplateItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryTemplateItemArgs, 'urn'>
  >;
  templateItems?: Resolver<
    ResolversTypes['TemplateItemConnection'],
    ParentType,
    ContextType,
    Partial<QueryTemplateItemsArgs>
  >;
  textItem?: Resolver<
    Maybe<ResolversTypes['TextItem']>,
    ParentType,
    ContextType,
    RequireFields<QueryTextItemArgs, 'urn'>
  >;
  textItems?: Resolver<ResolversTypes['TextItemConnection'], ParentType, ContextType, Partial<QueryTextItemsArgs>>;
  threadPost?: Resolver<
    Maybe<ResolversTypes['ThreadPost']>,
    ParentType,
    ContextType,
    RequireFields<QueryThreadPostArgs, 'urn'>
  >;
  threadPosts?: Resolver<
    ResolversTypes['ThreadPostConnection'],
    ParentType,
    ContextType,
    Partial<QueryThreadPostsArgs>
  >;
  webhookDeliveries?: Resolver<
    ResolversTypes['WebhookDeliveryConnection'],
    ParentType,
    ContextType,
    Partial<QueryWebhookDeliveriesArgs>
  >;
  webhookDelivery?: Resolver<
    Maybe<ResolversTypes['WebhookDelivery']>,
    ParentType,
    ContextType,
    RequireFields<QueryWebhookDeliveryArgs, 'urn'>
  >;
  webhookSubscription?: Resolver<
    Maybe<ResolversTypes['WebhookSubscription']>,
    ParentType,
    ContextType,
    RequireFields<QueryWebhookSubscriptionArgs, 'urn'>
  >;
  webhookSubscriptions?: Resolver<
    ResolversTypes['WebhookSubscriptionConnection'],
    ParentType,
    ContextType,
    Partial<QueryWebhookSubscriptionsArgs>
  >;
  webhookTrigger?: Resolver<
    Maybe<ResolversTypes['WebhookTrigger']>,
    ParentType,
    ContextType,
    RequireFields<QueryWebhookTriggerArgs, 'urn'>
  >;
  webhookTriggers?: Resolver<
    ResolversTypes['WebhookTriggerConnection'],
    ParentType,
    ContextType,
    Partial<QueryWebhookTriggersArgs>
  >;
  workflow?: Resolver<
    Maybe<ResolversTypes['Workflow']>,
    ParentType,
    ContextType,
    RequireFields<QueryWorkflowArgs, 'urn'>
  >;
  workflowStage?: Resolver<
    Maybe<ResolversTypes['WorkflowStage']>,
    ParentType,
    ContextType,
    RequireFields<QueryWorkflowStageArgs, 'urn'>
  >;
  workflowStages?: Resolver<
    ResolversTypes['WorkflowStageConnection'],
    ParentType,
    ContextType,
    Partial<QueryWorkflowStagesArgs>
  >;
  workflows?: Resolver<ResolversTypes['WorkflowConnection'], ParentType, ContextType, Partial<QueryWorkflowsArgs>>;
}>;

export type RateLimitResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit'],
> = ResolversObject<{
  costLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  costRemaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
}>;

export type RedeliverWebhookPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['RedeliverWebhookPayload'] = ResolversParentTypes['RedeliverWebhookPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
}>;

export type ReferenceItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ReferenceItem'] = ResolversParentTypes['ReferenceItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityReference?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['ReferenceItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  relation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ReferenceItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ReferenceItemConnection'] = ResolversParentTypes['ReferenceItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ReferenceItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ReferenceItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ReferenceItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ReferenceItemEdge'] = ResolversParentTypes['ReferenceItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ReferenceItem'], ParentType, ContextType>;
}>;

export type ReferenceItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ReferenceItemHistory'] = ResolversParentTypes['ReferenceItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['ReferenceItemConnection'],
    ParentType,
    ContextType,
    Partial<ReferenceItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['ReferenceItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type ReplayWebhooksPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ReplayWebhooksPayload'] = ResolversParentTypes['ReplayWebhooksPayload'],
> = ResolversObject<{
  count?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type RestorePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['RestorePayload'] = ResolversParentTypes['RestorePayload'],
> = ResolversObject<{
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type RoleResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Role'] = ResolversParentTypes['Role'],
> = ResolversObject<{
  apiClients?: Resolver<Array<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['Group']>, ParentType, ContextType>;
  identities?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>;
  isBuiltIn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  permissions?: Resolver<ResolversTypes['PermissionConnection'], ParentType, ContextType, Partial<RolePermissionsArgs>>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type RoleConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['RoleConnection'] = ResolversParentTypes['RoleConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['RoleEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type RoleEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['RoleEdge'] = ResolversParentTypes['RoleEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
}>;

export type RotateWebhookSecretPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['RotateWebhookSecretPayload'] =
    ResolversParentTypes['RotateWebhookSecretPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhookSubscription?: Resolver<Maybe<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
}>;

export type SearchResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Search'] = ResolversParentTypes['Search'],
> = ResolversObject<{
  contentVersion?: Resolver<ResolversTypes['ContentVersion'], ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expirationTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  filter?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  includeScopes?: Resolver<Array<ResolversTypes['SearchScope']>, ParentType, ContextType>;
  items?: Resolver<ResolversTypes['SearchItemConnection'], ParentType, ContextType, Partial<SearchItemsArgs>>;
  language?: Resolver<ResolversTypes['LanguageTag'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['SearchOrder'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  query?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SearchStatus'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type SearchConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['SearchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Search']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type SearchEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['SearchEdge'] = ResolversParentTypes['SearchEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Search'], ParentType, ContextType>;
}>;

export type SearchHighlightResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['SearchHighlight'] = ResolversParentTypes['SearchHighlight'],
> = ResolversObject<{
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type SearchItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['SearchItem'] = ResolversParentTypes['SearchItem'],
> = ResolversObject<{
  highlights?: Resolver<Array<ResolversTypes['SearchHighlight']>, ParentType, ContextType>;
  item?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['SearchScope'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type SearchItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['SearchItemConnection'] = ResolversParentTypes['SearchItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['SearchItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['SearchItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type SearchItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['SearchItemEdge'] = ResolversParentTypes['SearchItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SearchItem'], ParentType, ContextType>;
}>;

export type SubscriptionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription'],
> = ResolversObject<{
  entityViewChanged?: SubscriptionResolver<
    ResolversTypes['EntityViewChange'],
    'entityViewChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionEntityViewChangedArgs, 'path'>
  >;
  events?: SubscriptionResolver<
    ResolversTypes['Event'],
    'events',
    ParentType,
    ContextType,
    RequireFields<SubscriptionEventsArgs, 'includeSnapshot'>
  >;
  inboxChanged?: SubscriptionResolver<ResolversTypes['InboxChange'], 'inboxChanged', ParentType, ContextType>;
  taskChanged?: SubscriptionResolver<
    ResolversTypes['TaskChange'],
    'taskChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionTaskChangedArgs, 'urn'>
  >;
  threadPosts?: SubscriptionResolver<
    ResolversTypes['ThreadPostChange'],
    'threadPosts',
    ParentType,
    ContextType,
    RequireFields<SubscriptionThreadPostsArgs, 'thread'>
  >;
}>;

export type TaskResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Task'] = ResolversParentTypes['Task'],
> = ResolversObject<{
  assignee?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  associatedCompanies?: Resolver<Array<ResolversTypes['Company']>, ParentType, ContextType>;
  associatedEntities?: Resolver<Array<ResolversTypes['Entity']>, ParentType, ContextType>;
  associatedIdentities?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>;
  associatedTasks?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  blockedBy?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  blocking?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  completedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dueTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  identityForLogs?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  isBlocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  logs?: Resolver<ResolversTypes['TaskLogConnection'], ParentType, ContextType, Partial<TaskLogsArgs>>;
  openBlockerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['TaskPriority'], ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
  statusCategory?: Resolver<ResolversTypes['TaskStatusCategory'], ParentType, ContextType>;
  threads?: Resolver<ResolversTypes['MessageThreadConnection'], ParentType, ContextType, Partial<TaskThreadsArgs>>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  workflowStage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type TaskChangeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskChange'] = ResolversParentTypes['TaskChange'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
}>;

export type TaskConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskConnection'] = ResolversParentTypes['TaskConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['TaskEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type TaskDependenciesResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskDependencies'] = ResolversParentTypes['TaskDependencies'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['TaskDependencyEdge']>, ParentType, ContextType>;
  isTruncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['TaskDependencyNode']>, ParentType, ContextType>;
}>;

export type TaskDependencyEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskDependencyEdge'] = ResolversParentTypes['TaskDependencyEdge'],
> = ResolversObject<{
  blockedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  task?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type TaskDependencyNodeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskDependencyNode'] = ResolversParentTypes['TaskDependencyNode'],
> = ResolversObject<{
  distance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  task?: Resolver<ResolversTypes['Task'], ParentType, ContextType>;
}>;

export type TaskEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskEdge'] = ResolversParentTypes['TaskEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Task'], ParentType, ContextType>;
}>;

export type TaskLogResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskLog'] = ResolversParentTypes['TaskLog'],
> = ResolversObject<{
  activity?: Resolver<ResolversTypes['TaskLogActivity'], ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  fromValue?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  replyTo?: Resolver<Maybe<ResolversTypes['TaskLog']>, ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['TaskLogSubject']>, ParentType, ContextType>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  toValue?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type TaskLogConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskLogConnection'] = ResolversParentTypes['TaskLogConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['TaskLogEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['TaskLog']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type TaskLogEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskLogEdge'] = ResolversParentTypes['TaskLogEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['TaskLog'], ParentType, ContextType>;
}>;

export type TaskLogSubjectResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TaskLogSubject'] = ResolversParentTypes['TaskLogSubject'],
> = ResolversObject<{
  type?: Resolver<ResolversTypes['TaskLogSubjectType'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type TelephoneResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Telephone'] = ResolversParentTypes['Telephone'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  e164?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  extension?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['TelephoneType'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type TelephoneConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TelephoneConnection'] = ResolversParentTypes['TelephoneConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['TelephoneEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Telephone']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type TelephoneEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TelephoneEdge'] = ResolversParentTypes['TelephoneEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Telephone'], ParentType, ContextType>;
}>;

export type TemplateItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TemplateItem'] = ResolversParentTypes['TemplateItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['TemplateItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  mediaType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type TemplateItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TemplateItemConnection'] = ResolversParentTypes['TemplateItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['TemplateItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['TemplateItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type TemplateItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TemplateItemEdge'] = ResolversParentTypes['TemplateItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['TemplateItem'], ParentType, ContextType>;
}>;

export type TemplateItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TemplateItemHistory'] = ResolversParentTypes['TemplateItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['TemplateItemConnection'],
    ParentType,
    ContextType,
    Partial<TemplateItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['TemplateItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type TestWebhookSubscriptionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TestWebhookSubscriptionPayload'] =
    ResolversParentTypes['TestWebhookSubscriptionPayload'],
> = ResolversObject<{
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
}>;

export type TextItemResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TextItem'] = ResolversParentTypes['TextItem'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  history?: Resolver<ResolversTypes['TextItemHistory'], ParentType, ContextType>;
  isPublished?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  layer?: Resolver<Maybe<ResolversTypes['ItemLayer']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type TextItemConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TextItemConnection'] = ResolversParentTypes['TextItemConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['TextItemEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['TextItem']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type TextItemEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TextItemEdge'] = ResolversParentTypes['TextItemEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['TextItem'], ParentType, ContextType>;
}>;

export type TextItemHistoryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['TextItemHistory'] = ResolversParentTypes['TextItemHistory'],
> = ResolversObject<{
  history?: Resolver<
    ResolversTypes['TextItemConnection'],
    ParentType,
    ContextType,
    Partial<TextItemHistoryHistoryArgs>
  >;
  item?: Resolver<ResolversTypes['TextItem'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
}>;

export type ThreadPostResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ThreadPost'] = ResolversParentTypes['ThreadPost'],
> = ResolversObject<{
  authorIdentity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  editedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  isDeleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mentions?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>;
  messageThread?: Resolver<Maybe<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  replyCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replyTo?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type ThreadPostChangeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ThreadPostChange'] = ResolversParentTypes['ThreadPostChange'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  post?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  postUrn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type ThreadPostConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ThreadPostConnection'] = ResolversParentTypes['ThreadPostConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['ThreadPostEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ThreadPostEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['ThreadPostEdge'] = ResolversParentTypes['ThreadPostEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ThreadPost'], ParentType, ContextType>;
}>;

export interface UrlScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['URL'], any> {
  name: 'URL';
}

export type UpdateAddressPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateAddressPayload'] = ResolversParentTypes['UpdateAddressPayload'],
> = ResolversObject<{
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  current?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateApiClientPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateApiClientPayload'] = ResolversParentTypes['UpdateApiClientPayload'],
> = ResolversObject<{
  apiClient?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  current?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateBooleanItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateBooleanItemPayload'] =
    ResolversParentTypes['UpdateBooleanItemPayload'],
> = ResolversObject<{
  booleanItem?: Resolver<Maybe<ResolversTypes['BooleanItem']>, ParentType, ContextType>;
  current?: Resolver<Maybe<ResolversTypes['BooleanItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateClientIdentifierPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateClientIdentifierPayload'] =
    ResolversParentTypes['UpdateClientIdentifierPayload'],
> = ResolversObject<{
  clientIdentifier?: Resolver<Maybe<ResolversTypes['ClientIdentifier']>, ParentType, ContextType>;
  current?: Resolver<Maybe<ResolversTypes['ClientIdentifier']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateCompanyPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateCompanyPayload'] = ResolversParentTypes['UpdateCompanyPayload'],
> = ResolversObject<{
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  current?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateDateTimeItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateDateTimeItemPayload'] =
    ResolversParentTypes['UpdateDateTimeItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['DateTimeItem']>, ParentType, ContextType>;
  dateTimeItem?: Resolver<Maybe<ResolversTypes['DateTimeItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateDoubleItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateDoubleItemPayload'] = ResolversParentTypes['UpdateDoubleItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['DoubleItem']>, ParentType, ContextType>;
  doubleItem?: Resolver<Maybe<ResolversTypes['DoubleItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateEmailPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateEmailPayload'] = ResolversParentTypes['UpdateEmailPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Email']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['Email']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateEntityListItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateEntityListItemPayload'] =
    ResolversParentTypes['UpdateEntityListItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['EntityListItem']>, ParentType, ContextType>;
  entityListItem?: Resolver<Maybe<ResolversTypes['EntityListItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateEntityListPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateEntityListPayload'] = ResolversParentTypes['UpdateEntityListPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['EntityList']>, ParentType, ContextType>;
  entityList?: Resolver<Maybe<ResolversTypes['EntityList']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateEntityPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateEntityPayload'] = ResolversParentTypes['UpdateEntityPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateGroupMembershipPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateGroupMembershipPayload'] =
    ResolversParentTypes['UpdateGroupMembershipPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['GroupMembership']>, ParentType, ContextType>;
  groupMembership?: Resolver<Maybe<ResolversTypes['GroupMembership']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateGroupPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateGroupPayload'] = ResolversParentTypes['UpdateGroupPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['Group']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateIdentityPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateIdentityPayload'] = ResolversParentTypes['UpdateIdentityPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateImageItemFilePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateImageItemFilePayload'] =
    ResolversParentTypes['UpdateImageItemFilePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ImageItemFile']>, ParentType, ContextType>;
  imageItemFile?: Resolver<Maybe<ResolversTypes['ImageItemFile']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateImageItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateImageItemPayload'] = ResolversParentTypes['UpdateImageItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  imageItem?: Resolver<Maybe<ResolversTypes['ImageItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateJsonItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateJsonItemPayload'] = ResolversParentTypes['UpdateJsonItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['JsonItem']>, ParentType, ContextType>;
  jsonItem?: Resolver<Maybe<ResolversTypes['JsonItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateLatLongItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateLatLongItemPayload'] =
    ResolversParentTypes['UpdateLatLongItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['LatLongItem']>, ParentType, ContextType>;
  latLongItem?: Resolver<Maybe<ResolversTypes['LatLongItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateLinkItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateLinkItemPayload'] = ResolversParentTypes['UpdateLinkItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['LinkItem']>, ParentType, ContextType>;
  linkItem?: Resolver<Maybe<ResolversTypes['LinkItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateLongItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateLongItemPayload'] = ResolversParentTypes['UpdateLongItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['LongItem']>, ParentType, ContextType>;
  longItem?: Resolver<Maybe<ResolversTypes['LongItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateMarkdownItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateMarkdownItemPayload'] =
    ResolversParentTypes['UpdateMarkdownItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MarkdownItem']>, ParentType, ContextType>;
  markdownItem?: Resolver<Maybe<ResolversTypes['MarkdownItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateMessageThreadNotificationPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateMessageThreadNotificationPayload'] =
    ResolversParentTypes['UpdateMessageThreadNotificationPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MessageThreadNotification']>, ParentType, ContextType>;
  messageThreadNotification?: Resolver<Maybe<ResolversTypes['MessageThreadNotification']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateMessageThreadPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateMessageThreadPayload'] =
    ResolversParentTypes['UpdateMessageThreadPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  messageThread?: Resolver<Maybe<ResolversTypes['MessageThread']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateMoneyItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateMoneyItemPayload'] = ResolversParentTypes['UpdateMoneyItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['MoneyItem']>, ParentType, ContextType>;
  moneyItem?: Resolver<Maybe<ResolversTypes['MoneyItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateOrganisationPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateOrganisationPayload'] =
    ResolversParentTypes['UpdateOrganisationPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Organisation']>, ParentType, ContextType>;
  organisation?: Resolver<Maybe<ResolversTypes['Organisation']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdatePaymentInvoicePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdatePaymentInvoicePayload'] =
    ResolversParentTypes['UpdatePaymentInvoicePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['PaymentInvoice']>, ParentType, ContextType>;
  paymentInvoice?: Resolver<Maybe<ResolversTypes['PaymentInvoice']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdatePermissionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdatePermissionPayload'] = ResolversParentTypes['UpdatePermissionPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  permission?: Resolver<Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdatePersonNamePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdatePersonNamePayload'] = ResolversParentTypes['UpdatePersonNamePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['PersonName']>, ParentType, ContextType>;
  personName?: Resolver<Maybe<ResolversTypes['PersonName']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdatePersonPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdatePersonPayload'] = ResolversParentTypes['UpdatePersonPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateProjectPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateProjectPayload'] = ResolversParentTypes['UpdateProjectPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateReferenceItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateReferenceItemPayload'] =
    ResolversParentTypes['UpdateReferenceItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ReferenceItem']>, ParentType, ContextType>;
  referenceItem?: Resolver<Maybe<ResolversTypes['ReferenceItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateRolePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateRolePayload'] = ResolversParentTypes['UpdateRolePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateTaskLogPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateTaskLogPayload'] = ResolversParentTypes['UpdateTaskLogPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['TaskLog']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taskLog?: Resolver<Maybe<ResolversTypes['TaskLog']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateTaskPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateTaskPayload'] = ResolversParentTypes['UpdateTaskPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateTelephonePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateTelephonePayload'] = ResolversParentTypes['UpdateTelephonePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Telephone']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  telephone?: Resolver<Maybe<ResolversTypes['Telephone']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateTemplateItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateTemplateItemPayload'] =
    ResolversParentTypes['UpdateTemplateItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['TemplateItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  templateItem?: Resolver<Maybe<ResolversTypes['TemplateItem']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateTextItemPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateTextItemPayload'] = ResolversParentTypes['UpdateTextItemPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['TextItem']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  textItem?: Resolver<Maybe<ResolversTypes['TextItem']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateThreadPostPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateThreadPostPayload'] = ResolversParentTypes['UpdateThreadPostPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  threadPost?: Resolver<Maybe<ResolversTypes['ThreadPost']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
}>;

export type UpdateWebhookSubscriptionPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateWebhookSubscriptionPayload'] =
    ResolversParentTypes['UpdateWebhookSubscriptionPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhookSubscription?: Resolver<Maybe<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
}>;

export type UpdateWorkflowPayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateWorkflowPayload'] = ResolversParentTypes['UpdateWorkflowPayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
}>;

export type UpdateWorkflowStagePayloadResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UpdateWorkflowStagePayload'] =
    ResolversParentTypes['UpdateWorkflowStagePayload'],
> = ResolversObject<{
  current?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  workflowStage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
}>;

export type UserResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User'],
> = ResolversObject<{
  role?: Resolver<ResolversTypes['UserRole'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['UserStatus'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type UserErrorResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError'],
> = ResolversObject<{
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  related?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
}>;

export type WebhookDeliveryResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery'],
> = ResolversObject<{
  attemptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  attempts?: Resolver<Array<ResolversTypes['WebhookDeliveryAttempt']>, ParentType, ContextType>;
  bodyDigest?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  completedTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  discardReason?: Resolver<Maybe<ResolversTypes['DiscardReason']>, ParentType, ContextType>;
  nextAttemptTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sequence?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DeliveryStatus'], ParentType, ContextType>;
  subscription?: Resolver<Maybe<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
  trigger?: Resolver<Maybe<ResolversTypes['WebhookTrigger']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type WebhookDeliveryAttemptResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookDeliveryAttempt'] = ResolversParentTypes['WebhookDeliveryAttempt'],
> = ResolversObject<{
  durationMillis?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['DeliveryErrorCode']>, ParentType, ContextType>;
  isManual?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  responseExcerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  responseStatus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  startedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
}>;

export type WebhookDeliveryConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] =
    ResolversParentTypes['WebhookDeliveryConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type WebhookDeliveryEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
}>;

export type WebhookSubscriptionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookSubscription'] = ResolversParentTypes['WebhookSubscription'],
> = ResolversObject<{
  apiClient?: Resolver<Maybe<ResolversTypes['ApiClient']>, ParentType, ContextType>;
  auth?: Resolver<ResolversTypes['WebhookAuth'], ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  destinationUrl?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  disabledReason?: Resolver<Maybe<ResolversTypes['DisabledReason']>, ParentType, ContextType>;
  event?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  eventsPerMinute?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expirationTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failingSinceTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  ordering?: Resolver<ResolversTypes['WebhookOrdering'], ParentType, ContextType>;
  payload?: Resolver<ResolversTypes['WebhookPayload'], ParentType, ContextType>;
  previousSecretExpirationTimestamp?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SubscriptionStatus'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  targetUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type WebhookSubscriptionConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookSubscriptionConnection'] =
    ResolversParentTypes['WebhookSubscriptionConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['WebhookSubscriptionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type WebhookSubscriptionEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookSubscriptionEdge'] = ResolversParentTypes['WebhookSubscriptionEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookSubscription'], ParentType, ContextType>;
}>;

export type WebhookTriggerResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookTrigger'] = ResolversParentTypes['WebhookTrigger'],
> = ResolversObject<{
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  changedFields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deliveries?: Resolver<
    ResolversTypes['WebhookDeliveryConnection'],
    ParentType,
    ContextType,
    Partial<WebhookTriggerDeliveriesArgs>
  >;
  event?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  sequence?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  subscriptions?: Resolver<Array<ResolversTypes['WebhookSubscription']>, ParentType, ContextType>;
  targetUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  targetUrn?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  targetVersion?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type WebhookTriggerConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookTriggerConnection'] =
    ResolversParentTypes['WebhookTriggerConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['WebhookTriggerEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookTrigger']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type WebhookTriggerEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WebhookTriggerEdge'] = ResolversParentTypes['WebhookTriggerEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookTrigger'], ParentType, ContextType>;
}>;

export type WorkflowResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['Workflow'] = ResolversParentTypes['Workflow'],
> = ResolversObject<{
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type WorkflowConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WorkflowConnection'] = ResolversParentTypes['WorkflowConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['WorkflowEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Workflow']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type WorkflowEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WorkflowEdge'] = ResolversParentTypes['WorkflowEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Workflow'], ParentType, ContextType>;
}>;

export type WorkflowStageResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WorkflowStage'] = ResolversParentTypes['WorkflowStage'],
> = ResolversObject<{
  allowedNext?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  taskLimit?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  taskStatus?: Resolver<Maybe<ResolversTypes['TaskStatus']>, ParentType, ContextType>;
  updatedTimestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  urn?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
}>;

export type WorkflowStageConnectionResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WorkflowStageConnection'] = ResolversParentTypes['WorkflowStageConnection'],
> = ResolversObject<{
  edges?: Resolver<Array<ResolversTypes['WorkflowStageEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCountIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type WorkflowStageEdgeResolvers<
  ContextType = unknown,
  ParentType extends ResolversParentTypes['WorkflowStageEdge'] = ResolversParentTypes['WorkflowStageEdge'],
> = ResolversObject<{
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WorkflowStage'], ParentType, ContextType>;
}>;

export type Resolvers<ContextType = unknown> = ResolversObject<{
  Actor?: ActorResolvers<ContextType>;
  Address?: AddressResolvers<ContextType>;
  AddressConnection?: AddressConnectionResolvers<ContextType>;
  AddressEdge?: AddressEdgeResolvers<ContextType>;
  AlternativeLanguage?: AlternativeLanguageResolvers<ContextType>;
  ApiClient?: ApiClientResolvers<ContextType>;
  ApiClientBearerToken?: ApiClientBearerTokenResolvers<ContextType>;
  ApiClientBearerTokenConnection?: ApiClientBearerTokenConnectionResolvers<ContextType>;
  ApiClientBearerTokenEdge?: ApiClientBearerTokenEdgeResolvers<ContextType>;
  ApiClientConnection?: ApiClientConnectionResolvers<ContextType>;
  ApiClientEdge?: ApiClientEdgeResolvers<ContextType>;
  BooleanItem?: BooleanItemResolvers<ContextType>;
  BooleanItemConnection?: BooleanItemConnectionResolvers<ContextType>;
  BooleanItemEdge?: BooleanItemEdgeResolvers<ContextType>;
  BooleanItemHistory?: BooleanItemHistoryResolvers<ContextType>;
  ClientContext?: ClientContextResolvers<ContextType>;
  ClientIdentifier?: ClientIdentifierResolvers<ContextType>;
  ClientIdentifierConnection?: ClientIdentifierConnectionResolvers<ContextType>;
  ClientIdentifierEdge?: ClientIdentifierEdgeResolvers<ContextType>;
  Company?: CompanyResolvers<ContextType>;
  CompanyConnection?: CompanyConnectionResolvers<ContextType>;
  CompanyEdge?: CompanyEdgeResolvers<ContextType>;
  Country?: CountryResolvers<ContextType>;
  CountryCode?: GraphQLScalarType;
  CreateAddressPayload?: CreateAddressPayloadResolvers<ContextType>;
  CreateApiClientBearerTokenPayload?: CreateApiClientBearerTokenPayloadResolvers<ContextType>;
  CreateApiClientPayload?: CreateApiClientPayloadResolvers<ContextType>;
  CreateBooleanItemPayload?: CreateBooleanItemPayloadResolvers<ContextType>;
  CreateClientIdentifierPayload?: CreateClientIdentifierPayloadResolvers<ContextType>;
  CreateCompanyPayload?: CreateCompanyPayloadResolvers<ContextType>;
  CreateDateTimeItemPayload?: CreateDateTimeItemPayloadResolvers<ContextType>;
  CreateDoubleItemPayload?: CreateDoubleItemPayloadResolvers<ContextType>;
  CreateEmailPayload?: CreateEmailPayloadResolvers<ContextType>;
  CreateEntityListItemPayload?: CreateEntityListItemPayloadResolvers<ContextType>;
  CreateEntityListPayload?: CreateEntityListPayloadResolvers<ContextType>;
  CreateEntityPayload?: CreateEntityPayloadResolvers<ContextType>;
  CreateGroupMembershipPayload?: CreateGroupMembershipPayloadResolvers<ContextType>;
  CreateGroupPayload?: CreateGroupPayloadResolvers<ContextType>;
  CreateIdentityPayload?: CreateIdentityPayloadResolvers<ContextType>;
  CreateImageItemPayload?: CreateImageItemPayloadResolvers<ContextType>;
  CreateJsonItemPayload?: CreateJsonItemPayloadResolvers<ContextType>;
  CreateLatLongItemPayload?: CreateLatLongItemPayloadResolvers<ContextType>;
  CreateLinkItemPayload?: CreateLinkItemPayloadResolvers<ContextType>;
  CreateLongItemPayload?: CreateLongItemPayloadResolvers<ContextType>;
  CreateMarkdownItemPayload?: CreateMarkdownItemPayloadResolvers<ContextType>;
  CreateMessageThreadPayload?: CreateMessageThreadPayloadResolvers<ContextType>;
  CreateMoneyItemPayload?: CreateMoneyItemPayloadResolvers<ContextType>;
  CreatePaymentInvoicePayload?: CreatePaymentInvoicePayloadResolvers<ContextType>;
  CreatePermissionPayload?: CreatePermissionPayloadResolvers<ContextType>;
  CreatePersonNamePayload?: CreatePersonNamePayloadResolvers<ContextType>;
  CreatePersonPayload?: CreatePersonPayloadResolvers<ContextType>;
  CreateProjectPayload?: CreateProjectPayloadResolvers<ContextType>;
  CreateReferenceItemPayload?: CreateReferenceItemPayloadResolvers<ContextType>;
  CreateRolePayload?: CreateRolePayloadResolvers<ContextType>;
  CreateSearchPayload?: CreateSearchPayloadResolvers<ContextType>;
  CreateTaskLogPayload?: CreateTaskLogPayloadResolvers<ContextType>;
  CreateTaskPayload?: CreateTaskPayloadResolvers<ContextType>;
  CreateTelephonePayload?: CreateTelephonePayloadResolvers<ContextType>;
  CreateTemplateItemPayload?: CreateTemplateItemPayloadResolvers<ContextType>;
  CreateTextItemPayload?: CreateTextItemPayloadResolvers<ContextType>;
  CreateThreadPostPayload?: CreateThreadPostPayloadResolvers<ContextType>;
  CreateWebhookSubscriptionPayload?: CreateWebhookSubscriptionPayloadResolvers<ContextType>;
  CreateWebhookTriggerPayload?: CreateWebhookTriggerPayloadResolvers<ContextType>;
  CreateWorkflowPayload?: CreateWorkflowPayloadResolvers<ContextType>;
  CreateWorkflowStagePayload?: CreateWorkflowStagePayloadResolvers<ContextType>;
  Currency?: CurrencyResolvers<ContextType>;
  CurrencyCode?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DateTimeItem?: DateTimeItemResolvers<ContextType>;
  DateTimeItemConnection?: DateTimeItemConnectionResolvers<ContextType>;
  DateTimeItemEdge?: DateTimeItemEdgeResolvers<ContextType>;
  DateTimeItemHistory?: DateTimeItemHistoryResolvers<ContextType>;
  Decimal?: GraphQLScalarType;
  DeleteAddressPayload?: DeleteAddressPayloadResolvers<ContextType>;
  DeleteApiClientBearerTokenPayload?: DeleteApiClientBearerTokenPayloadResolvers<ContextType>;
  DeleteApiClientPayload?: DeleteApiClientPayloadResolvers<ContextType>;
  DeleteBooleanItemPayload?: DeleteBooleanItemPayloadResolvers<ContextType>;
  DeleteClientIdentifierPayload?: DeleteClientIdentifierPayloadResolvers<ContextType>;
  DeleteCompanyPayload?: DeleteCompanyPayloadResolvers<ContextType>;
  DeleteDateTimeItemPayload?: DeleteDateTimeItemPayloadResolvers<ContextType>;
  DeleteDoubleItemPayload?: DeleteDoubleItemPayloadResolvers<ContextType>;
  DeleteEmailPayload?: DeleteEmailPayloadResolvers<ContextType>;
  DeleteEntityListItemPayload?: DeleteEntityListItemPayloadResolvers<ContextType>;
  DeleteEntityListPayload?: DeleteEntityListPayloadResolvers<ContextType>;
  DeleteEntityPayload?: DeleteEntityPayloadResolvers<ContextType>;
  DeleteGroupMembershipPayload?: DeleteGroupMembershipPayloadResolvers<ContextType>;
  DeleteGroupPayload?: DeleteGroupPayloadResolvers<ContextType>;
  DeleteIdentityPayload?: DeleteIdentityPayloadResolvers<ContextType>;
  DeleteImageItemFilePayload?: DeleteImageItemFilePayloadResolvers<ContextType>;
  DeleteImageItemPayload?: DeleteImageItemPayloadResolvers<ContextType>;
  DeleteJsonItemPayload?: DeleteJsonItemPayloadResolvers<ContextType>;
  DeleteLatLongItemPayload?: DeleteLatLongItemPayloadResolvers<ContextType>;
  DeleteLinkItemPayload?: DeleteLinkItemPayloadResolvers<ContextType>;
  DeleteLongItemPayload?: DeleteLongItemPayloadResolvers<ContextType>;
  DeleteMarkdownItemPayload?: DeleteMarkdownItemPayloadResolvers<ContextType>;
  DeleteMessageThreadNotificationPayload?: DeleteMessageThreadNotificationPayloadResolvers<ContextType>;
  DeleteMessageThreadPayload?: DeleteMessageThreadPayloadResolvers<ContextType>;
  DeleteMoneyItemPayload?: DeleteMoneyItemPayloadResolvers<ContextType>;
  DeleteOAuthTokenPayload?: DeleteOAuthTokenPayloadResolvers<ContextType>;
  DeletePaymentInvoicePayload?: DeletePaymentInvoicePayloadResolvers<ContextType>;
  DeletePermissionPayload?: DeletePermissionPayloadResolvers<ContextType>;
  DeletePersonNamePayload?: DeletePersonNamePayloadResolvers<ContextType>;
  DeletePersonPayload?: DeletePersonPayloadResolvers<ContextType>;
  DeleteProjectPayload?: DeleteProjectPayloadResolvers<ContextType>;
  DeleteReferenceItemPayload?: DeleteReferenceItemPayloadResolvers<ContextType>;
  DeleteRolePayload?: DeleteRolePayloadResolvers<ContextType>;
  DeleteSearchPayload?: DeleteSearchPayloadResolvers<ContextType>;
  DeleteTaskPayload?: DeleteTaskPayloadResolvers<ContextType>;
  DeleteTelephonePayload?: DeleteTelephonePayloadResolvers<ContextType>;
  DeleteTemplateItemPayload?: DeleteTemplateItemPayloadResolvers<ContextType>;
  DeleteTextItemPayload?: DeleteTextItemPayloadResolvers<ContextType>;
  DeleteThreadPostPayload?: DeleteThreadPostPayloadResolvers<ContextType>;
  DeleteWebhookSubscriptionPayload?: DeleteWebhookSubscriptionPayloadResolvers<ContextType>;
  DeleteWorkflowPayload?: DeleteWorkflowPayloadResolvers<ContextType>;
  DeleteWorkflowStagePayload?: DeleteWorkflowStagePayloadResolvers<ContextType>;
  DoubleItem?: DoubleItemResolvers<ContextType>;
  DoubleItemConnection?: DoubleItemConnectionResolvers<ContextType>;
  DoubleItemEdge?: DoubleItemEdgeResolvers<ContextType>;
  DoubleItemHistory?: DoubleItemHistoryResolvers<ContextType>;
  Email?: EmailResolvers<ContextType>;
  EmailAddress?: GraphQLScalarType;
  EmailConnection?: EmailConnectionResolvers<ContextType>;
  EmailEdge?: EmailEdgeResolvers<ContextType>;
  EndSessionPayload?: EndSessionPayloadResolvers<ContextType>;
  Entity?: EntityResolvers<ContextType>;
  EntityConnection?: EntityConnectionResolvers<ContextType>;
  EntityEdge?: EntityEdgeResolvers<ContextType>;
  EntityList?: EntityListResolvers<ContextType>;
  EntityListConnection?: EntityListConnectionResolvers<ContextType>;
  EntityListEdge?: EntityListEdgeResolvers<ContextType>;
  EntityListItem?: EntityListItemResolvers<ContextType>;
  EntityListItemConnection?: EntityListItemConnectionResolvers<ContextType>;
  EntityListItemEdge?: EntityListItemEdgeResolvers<ContextType>;
  EntityViewChange?: EntityViewChangeResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  Group?: GroupResolvers<ContextType>;
  GroupConnection?: GroupConnectionResolvers<ContextType>;
  GroupEdge?: GroupEdgeResolvers<ContextType>;
  GroupMembership?: GroupMembershipResolvers<ContextType>;
  GroupMembershipConnection?: GroupMembershipConnectionResolvers<ContextType>;
  GroupMembershipEdge?: GroupMembershipEdgeResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  IdentityConnection?: IdentityConnectionResolvers<ContextType>;
  IdentityEdge?: IdentityEdgeResolvers<ContextType>;
  IdentityExport?: IdentityExportResolvers<ContextType>;
  IdentityNotificationInbox?: IdentityNotificationInboxResolvers<ContextType>;
  ImageItem?: ImageItemResolvers<ContextType>;
  ImageItemConnection?: ImageItemConnectionResolvers<ContextType>;
  ImageItemEdge?: ImageItemEdgeResolvers<ContextType>;
  ImageItemFile?: ImageItemFileResolvers<ContextType>;
  ImageItemFileConnection?: ImageItemFileConnectionResolvers<ContextType>;
  ImageItemFileEdge?: ImageItemFileEdgeResolvers<ContextType>;
  ImageItemHistory?: ImageItemHistoryResolvers<ContextType>;
  InboxChange?: InboxChangeResolvers<ContextType>;
  InvoiceLine?: InvoiceLineResolvers<ContextType>;
  InvoicePayment?: InvoicePaymentResolvers<ContextType>;
  Item?: ItemResolvers<ContextType>;
  ItemValuePayload?: ItemValuePayloadResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  JsonItem?: JsonItemResolvers<ContextType>;
  JsonItemConnection?: JsonItemConnectionResolvers<ContextType>;
  JsonItemEdge?: JsonItemEdgeResolvers<ContextType>;
  JsonItemHistory?: JsonItemHistoryResolvers<ContextType>;
  LanguageTag?: GraphQLScalarType;
  LatLongItem?: LatLongItemResolvers<ContextType>;
  LatLongItemConnection?: LatLongItemConnectionResolvers<ContextType>;
  LatLongItemEdge?: LatLongItemEdgeResolvers<ContextType>;
  LatLongItemHistory?: LatLongItemHistoryResolvers<ContextType>;
  LinkItem?: LinkItemResolvers<ContextType>;
  LinkItemConnection?: LinkItemConnectionResolvers<ContextType>;
  LinkItemEdge?: LinkItemEdgeResolvers<ContextType>;
  LinkItemHistory?: LinkItemHistoryResolvers<ContextType>;
  Locale?: LocaleResolvers<ContextType>;
  Long?: GraphQLScalarType;
  LongItem?: LongItemResolvers<ContextType>;
  LongItemConnection?: LongItemConnectionResolvers<ContextType>;
  LongItemEdge?: LongItemEdgeResolvers<ContextType>;
  LongItemHistory?: LongItemHistoryResolvers<ContextType>;
  MarkInboxReadPayload?: MarkInboxReadPayloadResolvers<ContextType>;
  MarkdownItem?: MarkdownItemResolvers<ContextType>;
  MarkdownItemConnection?: MarkdownItemConnectionResolvers<ContextType>;
  MarkdownItemEdge?: MarkdownItemEdgeResolvers<ContextType>;
  MarkdownItemHistory?: MarkdownItemHistoryResolvers<ContextType>;
  MessageThread?: MessageThreadResolvers<ContextType>;
  MessageThreadConnection?: MessageThreadConnectionResolvers<ContextType>;
  MessageThreadEdge?: MessageThreadEdgeResolvers<ContextType>;
  MessageThreadNotification?: MessageThreadNotificationResolvers<ContextType>;
  MessageThreadNotificationConnection?: MessageThreadNotificationConnectionResolvers<ContextType>;
  MessageThreadNotificationEdge?: MessageThreadNotificationEdgeResolvers<ContextType>;
  MoneyItem?: MoneyItemResolvers<ContextType>;
  MoneyItemConnection?: MoneyItemConnectionResolvers<ContextType>;
  MoneyItemEdge?: MoneyItemEdgeResolvers<ContextType>;
  MoneyItemHistory?: MoneyItemHistoryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  OAuthToken?: OAuthTokenResolvers<ContextType>;
  OAuthTokenConnection?: OAuthTokenConnectionResolvers<ContextType>;
  OAuthTokenEdge?: OAuthTokenEdgeResolvers<ContextType>;
  Organisation?: OrganisationResolvers<ContextType>;
  OrganisationConnection?: OrganisationConnectionResolvers<ContextType>;
  OrganisationEdge?: OrganisationEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PaymentInvoice?: PaymentInvoiceResolvers<ContextType>;
  PaymentInvoiceConnection?: PaymentInvoiceConnectionResolvers<ContextType>;
  PaymentInvoiceEdge?: PaymentInvoiceEdgeResolvers<ContextType>;
  Permission?: PermissionResolvers<ContextType>;
  PermissionAudit?: PermissionAuditResolvers<ContextType>;
  PermissionChange?: PermissionChangeResolvers<ContextType>;
  PermissionCheckResult?: PermissionCheckResultResolvers<ContextType>;
  PermissionConnection?: PermissionConnectionResolvers<ContextType>;
  PermissionEdge?: PermissionEdgeResolvers<ContextType>;
  PermissionEnd?: PermissionEndResolvers<ContextType>;
  PermissionExplanation?: PermissionExplanationResolvers<ContextType>;
  PermissionNearMiss?: PermissionNearMissResolvers<ContextType>;
  PermissionPathStep?: PermissionPathStepResolvers<ContextType>;
  Person?: PersonResolvers<ContextType>;
  PersonConnection?: PersonConnectionResolvers<ContextType>;
  PersonEdge?: PersonEdgeResolvers<ContextType>;
  PersonName?: PersonNameResolvers<ContextType>;
  PersonNameConnection?: PersonNameConnectionResolvers<ContextType>;
  PersonNameEdge?: PersonNameEdgeResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
  ProjectConnection?: ProjectConnectionResolvers<ContextType>;
  ProjectEdge?: ProjectEdgeResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RedeliverWebhookPayload?: RedeliverWebhookPayloadResolvers<ContextType>;
  ReferenceItem?: ReferenceItemResolvers<ContextType>;
  ReferenceItemConnection?: ReferenceItemConnectionResolvers<ContextType>;
  ReferenceItemEdge?: ReferenceItemEdgeResolvers<ContextType>;
  ReferenceItemHistory?: ReferenceItemHistoryResolvers<ContextType>;
  ReplayWebhooksPayload?: ReplayWebhooksPayloadResolvers<ContextType>;
  RestorePayload?: RestorePayloadResolvers<ContextType>;
  Role?: RoleResolvers<ContextType>;
  RoleConnection?: RoleConnectionResolvers<ContextType>;
  RoleEdge?: RoleEdgeResolvers<ContextType>;
  RotateWebhookSecretPayload?: RotateWebhookSecretPayloadResolvers<ContextType>;
  Search?: SearchResolvers<ContextType>;
  SearchConnection?: SearchConnectionResolvers<ContextType>;
  SearchEdge?: SearchEdgeResolvers<ContextType>;
  SearchHighlight?: SearchHighlightResolvers<ContextType>;
  SearchItem?: SearchItemResolvers<ContextType>;
  SearchItemConnection?: SearchItemConnectionResolvers<ContextType>;
  SearchItemEdge?: SearchItemEdgeResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Task?: TaskResolvers<ContextType>;
  TaskChange?: TaskChangeResolvers<ContextType>;
  TaskConnection?: TaskConnectionResolvers<ContextType>;
  TaskDependencies?: TaskDependenciesResolvers<ContextType>;
  TaskDependencyEdge?: TaskDependencyEdgeResolvers<ContextType>;
  TaskDependencyNode?: TaskDependencyNodeResolvers<ContextType>;
  TaskEdge?: TaskEdgeResolvers<ContextType>;
  TaskLog?: TaskLogResolvers<ContextType>;
  TaskLogConnection?: TaskLogConnectionResolvers<ContextType>;
  TaskLogEdge?: TaskLogEdgeResolvers<ContextType>;
  TaskLogSubject?: TaskLogSubjectResolvers<ContextType>;
  Telephone?: TelephoneResolvers<ContextType>;
  TelephoneConnection?: TelephoneConnectionResolvers<ContextType>;
  TelephoneEdge?: TelephoneEdgeResolvers<ContextType>;
  TemplateItem?: TemplateItemResolvers<ContextType>;
  TemplateItemConnection?: TemplateItemConnectionResolvers<ContextType>;
  TemplateItemEdge?: TemplateItemEdgeResolvers<ContextType>;
  TemplateItemHistory?: TemplateItemHistoryResolvers<ContextType>;
  TestWebhookSubscriptionPayload?: TestWebhookSubscriptionPayloadResolvers<ContextType>;
  TextItem?: TextItemResolvers<ContextType>;
  TextItemConnection?: TextItemConnectionResolvers<ContextType>;
  TextItemEdge?: TextItemEdgeResolvers<ContextType>;
  TextItemHistory?: TextItemHistoryResolvers<ContextType>;
  ThreadPost?: ThreadPostResolvers<ContextType>;
  ThreadPostChange?: ThreadPostChangeResolvers<ContextType>;
  ThreadPostConnection?: ThreadPostConnectionResolvers<ContextType>;
  ThreadPostEdge?: ThreadPostEdgeResolvers<ContextType>;
  URL?: GraphQLScalarType;
  UpdateAddressPayload?: UpdateAddressPayloadResolvers<ContextType>;
  UpdateApiClientPayload?: UpdateApiClientPayloadResolvers<ContextType>;
  UpdateBooleanItemPayload?: UpdateBooleanItemPayloadResolvers<ContextType>;
  UpdateClientIdentifierPayload?: UpdateClientIdentifierPayloadResolvers<ContextType>;
  UpdateCompanyPayload?: UpdateCompanyPayloadResolvers<ContextType>;
  UpdateDateTimeItemPayload?: UpdateDateTimeItemPayloadResolvers<ContextType>;
  UpdateDoubleItemPayload?: UpdateDoubleItemPayloadResolvers<ContextType>;
  UpdateEmailPayload?: UpdateEmailPayloadResolvers<ContextType>;
  UpdateEntityListItemPayload?: UpdateEntityListItemPayloadResolvers<ContextType>;
  UpdateEntityListPayload?: UpdateEntityListPayloadResolvers<ContextType>;
  UpdateEntityPayload?: UpdateEntityPayloadResolvers<ContextType>;
  UpdateGroupMembershipPayload?: UpdateGroupMembershipPayloadResolvers<ContextType>;
  UpdateGroupPayload?: UpdateGroupPayloadResolvers<ContextType>;
  UpdateIdentityPayload?: UpdateIdentityPayloadResolvers<ContextType>;
  UpdateImageItemFilePayload?: UpdateImageItemFilePayloadResolvers<ContextType>;
  UpdateImageItemPayload?: UpdateImageItemPayloadResolvers<ContextType>;
  UpdateJsonItemPayload?: UpdateJsonItemPayloadResolvers<ContextType>;
  UpdateLatLongItemPayload?: UpdateLatLongItemPayloadResolvers<ContextType>;
  UpdateLinkItemPayload?: UpdateLinkItemPayloadResolvers<ContextType>;
  UpdateLongItemPayload?: UpdateLongItemPayloadResolvers<ContextType>;
  UpdateMarkdownItemPayload?: UpdateMarkdownItemPayloadResolvers<ContextType>;
  UpdateMessageThreadNotificationPayload?: UpdateMessageThreadNotificationPayloadResolvers<ContextType>;
  UpdateMessageThreadPayload?: UpdateMessageThreadPayloadResolvers<ContextType>;
  UpdateMoneyItemPayload?: UpdateMoneyItemPayloadResolvers<ContextType>;
  UpdateOrganisationPayload?: UpdateOrganisationPayloadResolvers<ContextType>;
  UpdatePaymentInvoicePayload?: UpdatePaymentInvoicePayloadResolvers<ContextType>;
  UpdatePermissionPayload?: UpdatePermissionPayloadResolvers<ContextType>;
  UpdatePersonNamePayload?: UpdatePersonNamePayloadResolvers<ContextType>;
  UpdatePersonPayload?: UpdatePersonPayloadResolvers<ContextType>;
  UpdateProjectPayload?: UpdateProjectPayloadResolvers<ContextType>;
  UpdateReferenceItemPayload?: UpdateReferenceItemPayloadResolvers<ContextType>;
  UpdateRolePayload?: UpdateRolePayloadResolvers<ContextType>;
  UpdateTaskLogPayload?: UpdateTaskLogPayloadResolvers<ContextType>;
  UpdateTaskPayload?: UpdateTaskPayloadResolvers<ContextType>;
  UpdateTelephonePayload?: UpdateTelephonePayloadResolvers<ContextType>;
  UpdateTemplateItemPayload?: UpdateTemplateItemPayloadResolvers<ContextType>;
  UpdateTextItemPayload?: UpdateTextItemPayloadResolvers<ContextType>;
  UpdateThreadPostPayload?: UpdateThreadPostPayloadResolvers<ContextType>;
  UpdateWebhookSubscriptionPayload?: UpdateWebhookSubscriptionPayloadResolvers<ContextType>;
  UpdateWorkflowPayload?: UpdateWorkflowPayloadResolvers<ContextType>;
  UpdateWorkflowStagePayload?: UpdateWorkflowStagePayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryAttempt?: WebhookDeliveryAttemptResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  WebhookSubscription?: WebhookSubscriptionResolvers<ContextType>;
  WebhookSubscriptionConnection?: WebhookSubscriptionConnectionResolvers<ContextType>;
  WebhookSubscriptionEdge?: WebhookSubscriptionEdgeResolvers<ContextType>;
  WebhookTrigger?: WebhookTriggerResolvers<ContextType>;
  WebhookTriggerConnection?: WebhookTriggerConnectionResolvers<ContextType>;
  WebhookTriggerEdge?: WebhookTriggerEdgeResolvers<ContextType>;
  Workflow?: WorkflowResolvers<ContextType>;
  WorkflowConnection?: WorkflowConnectionResolvers<ContextType>;
  WorkflowEdge?: WorkflowEdgeResolvers<ContextType>;
  WorkflowStage?: WorkflowStageResolvers<ContextType>;
  WorkflowStageConnection?: WorkflowStageConnectionResolvers<ContextType>;
  WorkflowStageEdge?: WorkflowStageEdgeResolvers<ContextType>;
}>;

export type DirectiveResolvers<ContextType = unknown> = ResolversObject<{
  computed?: ComputedDirectiveResolver<any, any, ContextType>;
  default?: DefaultDirectiveResolver<any, any, ContextType>;
  filter?: FilterDirectiveResolver<any, any, ContextType>;
  ignoredOnUpdate?: IgnoredOnUpdateDirectiveResolver<any, any, ContextType>;
  inverse?: InverseDirectiveResolver<any, any, ContextType>;
  length?: LengthDirectiveResolver<any, any, ContextType>;
  range?: RangeDirectiveResolver<any, any, ContextType>;
  readOnly?: ReadOnlyDirectiveResolver<any, any, ContextType>;
  required?: RequiredDirectiveResolver<any, any, ContextType>;
  resource?: ResourceDirectiveResolver<any, any, ContextType>;
  untold?: UntoldDirectiveResolver<any, any, ContextType>;
  writeOnly?: WriteOnlyDirectiveResolver<any, any, ContextType>;
}>;
