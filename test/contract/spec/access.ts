// Roles, permissions, API clients, tokens and searches, typed in from interface.md and resources.md sections 7 and 8.
import { added, bool, crudl, int32, int64, json, kept, link, links, list, locale, oneOf, part } from './field.ts';
import { stated, str, time, uuid, words } from './field.ts';
import type { SpecKind } from './field.ts';
import { permissionLabels, permissionObjectScopes, permissionSubjectScopes } from './enums.ts';
import { searchOrders, searchScopes, searchStatuses } from './enums.ts';

/** resources.md 7.1: Role */
const role: SpecKind = {
  name: 'Role',
  path: 'role',
  plural: 'roles',
  subject: 'ROLE',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('name', { req: true, max: 255 }),
      str('description', { max: 1024 }),
      bool('isBuiltIn', { ro: true }),
      links('apiClients', 'ApiClient', { max: 5_000 }),
      links('identities', 'Identity', { max: 5_000 }),
      links('groups', 'Group', { max: 5_000 }),
      links('permissions', 'Permission', { ro: true }),
    ),
  ],
};

/** interface.md: Permission; resources.md 2.4 and 7.2: an edge is re-made rather than bent, only its window changes */
const permission: SpecKind = {
  name: 'Permission',
  path: 'permission',
  plural: 'permissions',
  subject: 'PERMISSION',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...stated(
      link('owner', 'Company', { req: true }),
      uuid('subjectUrn', { req: true, ign: true }),
      oneOf('subjectScope', permissionSubjectScopes, { req: true, ign: true }),
      uuid('objectUrn', { req: true, ign: true }),
      oneOf('objectScope', permissionObjectScopes, { req: true, ign: true }),
      // Stays text: labels starting with x- are free for applications.
      str('label', { req: true, ign: true, max: 255, values: permissionLabels, form: 'label' }),
      time('fromTimestamp'),
      time('toTimestamp', { form: 'later' }),
    ),
    ...added(
      bool('isActive', { ro: true }),
      link('grantedBy', 'Identity|ApiClient', { ro: true }),
      str('reason', { max: 1024 }),
    ),
  ],
};

/** resources.md 7.3: API Client */
const apiClient: SpecKind = {
  name: 'ApiClient',
  path: 'apiclient',
  plural: 'apiclients',
  subject: 'API_CLIENT',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('clientID', { ro: true, min: 32, max: 32 }),
      str('scope', { max: 255, default: 'api' }),
      str('name', { req: true, max: 255 }),
      oneOf('type', words('SERVER BROWSER NATIVE'), { ign: true, default: 'SERVER' }),
      oneOf('accessLevel', words('COMPANY RESTRICTED'), { default: 'RESTRICTED' }),
      links('roles', 'Role', { max: 500 }),
      link('identity', 'Identity'),
      oneOf('status', words('ACTIVE DISABLED'), { default: 'ACTIVE' }),
      // Required for type BROWSER.
      list('allowedOrigins', 'string', { max: 20, form: 'origin' }),
      list('redirectUris', 'uri', { max: 20 }),
      list('grantTypes', 'string', { max: 10, values: words('client_credentials authorization_code refresh_token') }),
      // Shown once, on create and on rotate.
      str('clientSecret', { ro: true }),
      bool('requireIfMatch', { default: false }),
      bool('trustedDocumentsOnly', { default: false }),
      int32('requestsPerMinute', { range: [1, 60000], default: 3000 }),
      links('bearerTokens', 'ApiClientBearerToken', { ro: true }),
      time('lastUsedTimestamp', { ro: true }),
    ),
  ],
};

/** resources.md 7.4: API Client Bearer Token */
const apiClientBearerToken: SpecKind = {
  name: 'ApiClientBearerToken',
  path: 'apiclientbearertoken',
  plural: 'apiclientbearertokens',
  subject: 'BEARER_TOKEN',
  verbs: ['C', 'R', 'D', 'L'],
  owner: 'ApiClient',
  fields: [
    ...kept(),
    ...added(
      link('apiClient', 'ApiClient', { req: true, ign: true }),
      str('bearerToken', { ro: true }),
      time('expirationTimestamp', { req: true, ign: true, form: 'withinTwoYears' }),
      str('name', { max: 255 }),
      str('tokenPrefix', { ro: true, max: 8 }),
      list('labels', 'string', { ign: true, max: 100, values: permissionLabels, form: 'label' }),
      links('roles', 'Role', { ign: true, max: 100 }),
      time('lastUsedTimestamp', { ro: true }),
      time('revokedTimestamp', { ro: true }),
    ),
  ],
};

/** resources.md 7.5: OAuth Token */
const oauthToken: SpecKind = {
  name: 'OAuthToken',
  path: 'oauthtoken',
  plural: 'oauthtokens',
  subject: 'OAUTH_TOKEN',
  verbs: ['R', 'D', 'L'],
  owner: 'ApiClient',
  fields: [
    ...kept({ urn: { ro: true } }),
    ...added(
      link('apiClient', 'ApiClient', { ro: true }),
      link('identity', 'Identity', { ro: true }),
      str('grantType', { ro: true }),
      str('scope', { ro: true }),
      str('tokenType', { ro: true }),
      time('issuedTimestamp', { ro: true }),
      time('expirationTimestamp', { ro: true }),
      time('refreshExpirationTimestamp', { ro: true }),
      time('revokedTimestamp', { ro: true }),
      uuid('familyUrn', { ro: true }),
    ),
  ],
};

/** resources.md 8: Search; its own `version` (what is searched) has the name of the server-kept one of 1.4 */
const search: SpecKind = {
  name: 'Search',
  path: 'search',
  plural: 'searches',
  subject: null,
  verbs: ['C', 'R', 'D', 'L'],
  owner: 'direct',
  fields: [
    ...kept({ urn: { ro: true }, version: false }),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('query', { max: 512 }),
      list('includeScopes', 'enum', { req: true, min: 1, values: searchScopes }),
      oneOf('order', searchOrders, { default: 'UNDEFINED' }),
      locale('language'),
      list('languages', 'locale', { min: 1, max: 20 }),
      json('filter', { form: 'filter' }),
      oneOf('version', words('PUBLISHED LATEST'), { default: 'PUBLISHED' }),
      oneOf('status', searchStatuses, { ro: true }),
      list('items', 'SearchItem', { ro: true }),
      part('pagination', 'Pagination', { ro: true }),
      int64('totalCount', { ro: true }),
      time('expirationTimestamp', { ro: true }),
    ),
  ],
};

/** Role, Permission, API Client, API Client Bearer Token, OAuth Token and Search. */
export const access: readonly SpecKind[] = [role, permission, apiClient, apiClientBearerToken, oauthToken, search];
