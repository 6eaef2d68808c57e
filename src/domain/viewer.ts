// The caller, as established once per request from the bearer token or the session cookie. Permission decisions need
// nothing else about the caller. Spec: Authentication; resource reference 7.2.

/** A permission edge's subject that the viewer counts as. */
export interface ViewerSubject {
  readonly scope: string;
  readonly urn: string;
}

/** The caller of a request. */
export interface Viewer {
  /** CLIENT is a known caller: an API client, or a person in a web session. */
  readonly kind: 'CLIENT' | 'ANONYMOUS' | 'SYSTEM';
  readonly clientUrn: string | null;
  readonly identityUrn: string | null;
  readonly tokenUrn: string | null;
  /** The web session of a person who signed in; null for every other caller. */
  readonly sessionUrn: string | null;
  /** Of an OAuth access token, the client it was issued to and its scope; null for every other caller. */
  readonly oauth: { readonly clientUrn: string; readonly clientType: string; readonly scope: string } | null;
  /** The web origins that the API client names: pages of others may not use its token; null when it names none. */
  readonly origins: readonly string[] | null;
  /** The company that owns the API client or the person; what a create without an owner belongs to. */
  readonly companyUrn: string | null;
  /** The root of the company's tree: nothing outside it exists for this viewer. */
  readonly tenantUrn: string | null;
  /** Companies where every label is held: a company-level token holds ADMIN on its company and all below. */
  readonly adminCompanies: readonly string[];
  /** Label to the companies it is held on by an edge, with all companies below them. */
  readonly companiesByLabel: ReadonlyMap<string, readonly string[]>;
  /** The same, of edges that came through a role or that everyone has. */
  readonly companiesByRole: ReadonlyMap<string, readonly string[]>;
  /** What it counts as: itself, its person, groups, roles and companies, and everyone of the companies where everyone has something. */
  readonly subjects: readonly ViewerSubject[];
  /** How many companies its tenant has; 0 for a token that is narrowed to roles, which is not one of everyone, and for callers of no tenant. */
  readonly tenantCompanies: number;
  /** When not null, only these labels count, whatever is granted: a narrowed token. */
  readonly onlyLabels: readonly string[] | null;
  /** When not null, only what these companies own counts: a company-level token that was narrowed to roles. */
  readonly onlyCompanies: readonly string[] | null;
  /** Callers without a token in its tenant, where narrowing leaves out what they are shown; null where that is among what it has itself. */
  readonly everyone: Viewer | null;
  /** A RESTRICTED client: views show it only what it may READ through a role. */
  readonly isRestricted: boolean;
  /** The instant at which time windows are judged; null for the database's clock. */
  readonly at: string | null;
  /** How many requests the client may send in a minute; null where no limit applies. */
  readonly requestsPerMinute: number | null;
  /** Whether the client's changes must name the version they expect. */
  readonly requireIfMatch: boolean;
  /** Whether the client may run nothing but documents of the graph that it has registered. */
  readonly trustedDocumentsOnly: boolean;
  /** When the token ends, as an instant. */
  readonly expirationTimestamp: string | null;
}

/** A caller without a token: is shown what everyone may VIEW, and nothing else, no drafts either. It belongs to no tenant. */
export const anonymousViewer: Viewer = {
  kind: 'ANONYMOUS',
  clientUrn: null,
  identityUrn: null,
  tokenUrn: null,
  sessionUrn: null,
  origins: null,
  oauth: null,
  companyUrn: null,
  tenantUrn: null,
  adminCompanies: [],
  companiesByLabel: new Map(),
  companiesByRole: new Map(),
  subjects: [],
  tenantCompanies: 0,
  onlyLabels: null,
  onlyCompanies: null,
  everyone: null,
  isRestricted: false,
  at: null,
  requestsPerMinute: null,
  requireIfMatch: false,
  trustedDocumentsOnly: false,
  expirationTimestamp: null,
};

/** The service itself, for what it does without a request. */
export const systemViewer: Viewer = { ...anonymousViewer, kind: 'SYSTEM' };

/** Callers without a token as they list and search one tenant: `everyone` is what everyone of it has. */
export function anonymousIn(everyone: Viewer): Viewer {
  const { tenantUrn, tenantCompanies, subjects, companiesByLabel, at } = everyone;
  return { ...anonymousViewer, tenantUrn, tenantCompanies, subjects, companiesByLabel, at };
}

/** Whether the viewer carries what it is and has in its tenant. For all others every row says whose it is. */
export function isOfTenant({ kind, tenantUrn }: Viewer): boolean {
  return kind === 'CLIENT' || (kind === 'ANONYMOUS' && tenantUrn !== null);
}

/** The viewer as views see it: a RESTRICTED client stands there for its roles, and for what everyone has, alone. */
export function throughRoles(viewer: Viewer): Viewer {
  if (!viewer.isRestricted) return viewer;
  const known = seenThroughRoles.get(viewer) ?? withoutOwn(viewer);
  seenThroughRoles.set(viewer, known);
  return known;
}

// Statements are kept by their viewer.
const seenThroughRoles = new WeakMap<Viewer, Viewer>();

function withoutOwn(viewer: Viewer): Viewer {
  const subjects = viewer.subjects.filter((s) => s.scope === 'ROLE' || s.scope === 'EVERYONE');
  return { ...viewer, subjects, companiesByLabel: viewer.companiesByRole, isRestricted: false };
}

/** The subject a caller stands for by itself: its client, else its person; null for one that is neither. */
export function selfOf({
  kind,
  clientUrn,
  identityUrn,
}: Pick<Viewer, 'kind' | 'clientUrn' | 'identityUrn'>): ViewerSubject | null {
  if (kind !== 'CLIENT') return null;
  if (clientUrn !== null) return { scope: 'API_CLIENT', urn: clientUrn };
  return identityUrn === null ? null : { scope: 'IDENTITY', urn: identityUrn };
}

/**
 * Whether a caller acts as its client or person, and so may do what these may without a grant. A token that is narrowed to
 * roles does what the roles allow alone.
 */
export function isItself(viewer: Viewer): boolean {
  const self = selfOf(viewer);
  return self !== null && viewer.subjects.some(({ scope, urn }) => scope === self.scope && urn === self.urn);
}
