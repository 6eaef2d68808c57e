// The words of people, groups, roles and rights.
interface StepWords {
  readonly subject: string;
  readonly object: string;
  readonly label: string;
}

const vias: Readonly<Record<string, string>> = {
  MEMBERSHIP: 'is a member of',
  MEMBER: 'belongs to',
  COMPANY_LEVEL: 'holds it through',
  RULE: 'holds it by the rule of its kind on',
};
const reasons: Readonly<Record<string, string>> = {
  NOT_YET: 'is granted it later',
  ENDED: 'was granted it until a time that has passed',
  OTHER_LABEL: 'holds something else',
  MISSING: 'was never granted it',
  TOKEN_NARROWED: 'uses a token that leaves it out',
};

export const people = {
  title: 'People and rights',
  show: 'Shows',
  shows: { people: 'People', groups: 'Groups', roles: 'Roles', programs: 'Programs' },
  programs: {
    none: 'There are no programs among those that you may administer.',
    lastUsed: (time: string) => `last called ${time}`,
    neverUsed: 'never called',
    disabled: 'switched off',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    isOff: 'The program is switched off: its tokens are refused.',
    isOn: 'The program may call again.',
    tokens: 'Tokens',
    noTokens: 'No tokens.',
    token: (prefix: string, name: string) => `${name ? `${name}, ` : ''}begins with ${prefix}`,
    ends: (time: string) => `ends ${time}`,
    revoke: 'Revoke',
    revoked: 'The token was revoked.',
    newToken: 'New token',
    tokenName: 'What the token is called',
    days: 'Days that it is valid',
    make: 'Make the token',
    once: 'Copy the token now. It is shown this once, and kept nowhere in readable form.',
    copy: 'Copy',
    copied: 'Copied.',
    done: 'I have it',
    title: 'New program',
    name: 'Name of the program',
    owner: 'Company',
    create: 'Make the program',
    made: 'The program was made. It sees nothing before it holds a role or a right.',
  },
  holdersOf: {
    add: (role: string) => `Give ${role} to a person`,
    give: 'Give',
    take: (name: string, role: string) => `Take ${role} from ${name}`,
    given: (name: string) => `${name} holds the role.`,
    taken: (name: string) => `${name} does not hold the role any more.`,
  },
  name: 'Name',
  search: 'Search',
  none: 'There are no such people.',
  noGroups: 'There are no such groups.',
  noRoles: 'There are no such roles among those that you may see.',
  unnamed: 'Without a name',
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  notActive: 'not active',
  nobody: 'Nobody belongs to it.',
  builtIn: 'built in',
  needsAdmin: 'Who may see this page is shown to those who administer it.',
  label: 'Who may',
  labels: {
    VIEW: 'see what is live',
    READ: 'read it',
    READ_DRAFT: 'read drafts',
    COMMENT: 'comment on it',
    UPDATE: 'change it',
    PUBLISH: 'publish it',
    DELETE: 'delete it',
    MANAGE: 'manage it',
    ADMIN: 'administer it',
  },
  person: 'Ask about a person',
  holders: (what: string) => `Those who may ${what}`,
  everyone: 'Everyone may. Listed are those who hold something besides.',
  noHolders: 'Nobody is listed.',
  byRule: 'By the rule of the kind itself.',
  until: (time: string) => `until ${time}`,
  scope: (scope: string) => scope.charAt(0) + scope.slice(1).toLowerCase().replaceAll('_', ' '),
  step: ({ subject, object, label, via }: StepWords & { readonly via: string }) =>
    via === 'GRANT'
      ? `${subject} was granted ${label} on ${object}`
      : `${subject} ${vias[via] ?? via} ${object} (${label})`,
  may: (name: string, what: string) => `${name} may ${what}`,
  mayNot: (name: string, what: string) => `${name} may not ${what}`,
  miss: ({ subject, object, label, reason }: StepWords & { readonly reason: string }) =>
    `${subject} ${reasons[reason] ?? reason}: ${label} on ${object}`,
};
