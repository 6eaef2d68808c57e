// Kind to its hooks. A kind that is not named here has none: the common path is all there is to it.
import type { Resource } from '../../contract/resource.ts';
import { apiClientKind } from './apiClient.ts';
import { bearerTokenKind } from './bearerToken.ts';
import { companyKind } from './company.ts';
import { entityKind } from './entity.ts';
import { entityListItemKind, entityListKind } from './entityList.ts';
import {
  imageItemKind,
  itemKind,
  latLongItemKind,
  moneyItemKind,
  referenceItemKind,
  templateItemKind,
} from './items.ts';
import type { Kind } from './kind.ts';
import { permissionKind } from './permission.ts';

const kinds: Readonly<Record<string, Kind>> = {
  ApiClient: apiClientKind,
  ApiClientBearerToken: bearerTokenKind,
  Company: companyKind,
  Entity: entityKind,
  EntityList: entityListKind,
  EntityListItem: entityListItemKind,
  ImageItem: imageItemKind,
  LatLongItem: latLongItemKind,
  MoneyItem: moneyItemKind,
  Permission: permissionKind,
  ReferenceItem: referenceItemKind,
  TemplateItem: templateItemKind,
};

const plain: Kind = {};

/** The hooks of a kind. */
export function kindOf(resource: Resource): Kind {
  return kinds[resource.name] ?? (resource.isItem ? itemKind : plain);
}
