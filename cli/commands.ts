/** The commands by their names. Each is loaded when it runs, as an import needs the memory. */

/** Takes the arguments after the command's name and returns what to print: a text, or JSON. */
export type Command = (args: string[]) => Promise<string | object>;

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'org create': async () => (await import('./org-create.ts')).orgCreate,
  token: async () => (await import('./token.ts')).token,
  'keys list': async () => (await import('./keys.ts')).keysList,
  'keys rotate': async () => (await import('./keys.ts')).keysRotate,
  'urls forget': async () => (await import('./urls.ts')).urlsForget,
  'urls list': async () => (await import('./urls.ts')).urlsList,
  'keys revoke': async () => (await import('./keys.ts')).keysRevoke,
  'keys rewrap': async () => (await import('./keys.ts')).keysRewrap,
  'passwords reset': async () => (await import('./accounts.ts')).passwordsReset,
  'emails change': async () => (await import('./accounts.ts')).emailsChange,
  'factors remove': async () => (await import('./accounts.ts')).factorsRemove,
  'identities block': async () => (await import('./identities.ts')).identitiesBlock,
  'identities unblock': async () => (await import('./identities.ts')).identitiesUnblock,
  'identities confirm': async () => (await import('./identities.ts')).identitiesConfirm,
  'limits set': async () => (await import('./limits.ts')).limitsSet,
  'limits show': async () => (await import('./limits.ts')).limitsShow,
  'limits unset': async () => (await import('./limits.ts')).limitsUnset,
  'policies show': async () => (await import('./policies.ts')).policiesShow,
  'policies clear': async () => (await import('./policies.ts')).policiesClear,
  'groups delete': async () => (await import('./groups.ts')).groupsDelete,
  'requests list': async () => (await import('./requests.ts')).requestsList,
  'requests approve': async () => (await import('./requests.ts')).requestsApprove,
  'requests deny': async () => (await import('./requests.ts')).requestsDeny,
  'requests end': async () => (await import('./requests.ts')).requestsEnd,
  'domains list': async () => (await import('./domains.ts')).domainsList,
  'domains release': async () => (await import('./domains.ts')).domainsRelease,
  'import advisories': async () => (await import('./import-advisories.ts')).importAdvisories,
  'sessions limit': async () => (await import('./sessions-limit.ts')).sessionsLimit,
  'sync repos': async () => (await import('./sync-repos.ts')).syncRepos,
  backup: async () => (await import('./backup.ts')).backup,
  copy: async () => (await import('./copy.ts')).copy,
  'audit bindings': async () => (await import('./bindings.ts')).auditBindings,
  'owners add': async () => (await import('./owners.ts')).ownersAdd,
  'bindings confirm': async () => (await import('./bindings.ts')).bindingsConfirm,
  'audit head': async () => (await import('./audit.ts')).auditHead,
  'audit verify': async () => (await import('./audit.ts')).auditVerify,
  'audit accept': async () => (await import('./audit.ts')).auditAccept,
  'audit revert': async () => (await import('./audit.ts')).auditRevert,
  'audit prune': async () => (await import('./audit.ts')).auditPrune,
  'events listen': async () => (await import('./events.ts')).eventsListen,
  'events send': async () => (await import('./events.ts')).eventsSend,
  verify: async () => (await import('./backup.ts')).verify,
  restore: async () => (await import('./backup.ts')).restoreBackup,
  demo: async () => (await import('./demo.ts')).demo,
};

/** Commands that run before there is a database, so that none is made for them. */
export const WITHOUT_DATA: readonly string[] = ['restore', 'copy'];
