// How permission edges name the kinds of their objects. Resource reference 2.4.
import type { Resource } from './resource.ts';

/** The object scope of a kind: its webhook subject, or its name in the same spelling. */
export function scopeOf(resource: Resource): string {
  return resource.subject ?? resource.name.replace(/(?!^)([A-Z])/g, '_$1').toUpperCase();
}
