// The membership of identities for which the service itself creates a group: they run it, and are notified inside the
// service only.

/** The row of a founding member, without urn and owner. `now` is the database's clock. */
export function foundingMembership(
  now: string,
  { group, identity }: { readonly group: string; readonly identity: string },
  enrollment: 'BY_MEMBER_WITH_CONSENT' | 'BY_OWNER_WITHOUT_CONSENT',
): Record<string, unknown> {
  return {
    identity,
    group,
    status: 'ACTIVE',
    statusTimestamp: now,
    statusActor: identity,
    enrollment,
    role: 'MODERATOR',
    emailNotification: 'UNSUBSCRIBED',
    smsNotification: 'UNSUBSCRIBED',
    inAppNotification: 'SUBSCRIBED',
  };
}
