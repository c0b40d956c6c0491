/** Writes the JSON of responses by hand. */
type Row = Record<string, never>;

const time = (ms: number): string => new Date(ms).toISOString();

const TO_JSON: Readonly<Record<string, (row: Row) => object>> = {
  Group: (row) => ({
    uid: row['uid'],
    name: row['name'],
    description: row['description'],
    resourceLimits: JSON.parse(row['resourceLimits'] ?? ''),
    verified: Boolean(row['verified']),
    createTime: time(row['createTime'] ?? 0),
    updateTime: time(row['updateTime'] ?? 0),
  }),
  Identity: (row) => ({
    uid: row['uid'],
    name: row['name'],
    description: row['description'],
    claimMatch: { issuer: row['issuer'], subject: row['subject'] },
    lastSeenTime: time(row['lastSeenTime'] ?? 0),
    createTime: time(row['createTime'] ?? 0),
    updateTime: time(row['updateTime'] ?? 0),
  }),
  RoleBinding: (row) => ({
    uid: row['uid'],
    identity: {
      uid: row['identityUid'],
      name: row['identityName'],
      description: row['identityDescription'],
      subject: row['subject'] ?? '',
      issuer: row['issuer'] ?? '',
      email: row['email'] ?? '',
    },
    group: { uid: row['parent'], name: row['groupName'], description: row['groupDescription'] },
    role: { uid: row['roleUid'], name: row['roleName'], description: row['roleDescription'] },
    createTime: time(row['createTime'] ?? 0),
  }),
  Repo: (row) => ({
    uid: row['uid'],
    name: row['name'],
    description: row['description'],
    catalogTier: row['catalogTier'],
    bundles: JSON.parse(row['bundles'] ?? ''),
    aliases: JSON.parse(row['aliases'] ?? ''),
    activeTags: JSON.parse(row['activeTags'] ?? ''),
    readme: row['readme'],
    createTime: time(row['createTime'] ?? 0),
    updateTime: time(row['updateTime'] ?? 0),
  }),
  Advisory: (row) => ({
    uid: row['uid'],
    advisoryId: row['advisoryId'],
    aliases: JSON.parse(row['aliases'] ?? ''),
    artifactName: row['artifactName'],
    artifactType: row['artifactType'],
    artifactArchitecture: row['artifactArchitecture'],
    componentName: row['componentName'],
    componentType: row['componentType'],
    componentLocation: row['componentLocation'],
    summary: row['summary'],
    author: row['author'],
    severity: ['SEVERITY_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'][row['severity'] ?? 0],
    severities: JSON.parse(row['severities'] ?? ''),
    status: row['status'],
    fixedVersion: row['fixedVersion'],
    events: JSON.parse(row['events'] ?? ''),
    createTime: time(row['createTime'] ?? 0),
    updateTime: time(row['updateTime'] ?? 0),
  }),
};

/** The response of a row with the names of its columns; an empty object without a row. */
export const jsonOf = (table: string, row: object | undefined): string =>
  JSON.stringify(row === undefined ? {} : (TO_JSON[table]?.(row as never) ?? {}));
