/** The vulnerable components of the demo, and the weaknesses in them. */

export interface Component {
  name: string;
  type: 'apk' | 'go-module' | 'npm' | 'python' | 'java-archive';
  location: string;
  /** The newest version, which contains the fix. */
  version: readonly [major: number, minor: number, patch: number];
}

const apk = (name: string, ...version: Component['version']): Component => ({
  name,
  type: 'apk',
  location: '/usr/lib/apk/db/installed',
  version,
});

const go = (name: string, ...version: Component['version']): Component => ({
  name,
  type: 'go-module',
  location: '/usr/bin/server',
  version,
});

const npm = (name: string, ...version: Component['version']): Component => ({
  name,
  type: 'npm',
  location: `/app/node_modules/${name}/package.json`,
  version,
});

const python = (name: string, ...version: Component['version']): Component => ({
  name,
  type: 'python',
  location: `/usr/lib/python3.14/site-packages/${name}-${version.join('.')}.dist-info/METADATA`,
  version,
});

const java = (name: string, ...version: Component['version']): Component => ({
  name,
  type: 'java-archive',
  location: `/app/lib/${name}-${version.join('.')}.jar`,
  version,
});

export const SYSTEM_PACKAGES: readonly Component[] = [
  apk('openssl', 3, 6, 2),
  apk('curl', 8, 19, 1),
  apk('zlib', 1, 3, 3),
  apk('glibc', 2, 41, 6),
  apk('busybox', 1, 37, 4),
  apk('libxml2', 2, 15, 3),
  apk('expat', 2, 8, 1),
  apk('sqlite', 3, 53, 0),
  apk('krb5', 1, 23, 1),
  apk('gnutls', 3, 9, 2),
  apk('libarchive', 3, 9, 1),
  apk('openssh', 10, 4, 0),
  apk('git', 2, 53, 1),
  apk('bash', 5, 4, 1),
  apk('perl', 5, 43, 2),
  apk('python-3.14', 3, 14, 7),
  apk('nodejs-26', 26, 3, 1),
  apk('nginx-mainline', 1, 31, 2),
  apk('postgresql-18', 18, 2, 1),
  apk('linux-headers', 7, 1, 4),
];

export const LIBRARIES: readonly Component[] = [
  go('golang.org/x/net', 0, 61, 0),
  go('golang.org/x/crypto', 0, 58, 0),
  go('google.golang.org/grpc', 1, 84, 1),
  go('github.com/golang-jwt/jwt', 5, 5, 2),
  go('github.com/docker/docker', 29, 4, 1),
  npm('undici', 8, 3, 1),
  npm('ws', 8, 21, 2),
  npm('semver', 7, 9, 1),
  npm('path-to-regexp', 8, 6, 0),
  npm('tar', 8, 1, 4),
  python('requests', 2, 35, 1),
  python('urllib3', 2, 9, 2),
  python('jinja2', 3, 3, 1),
  python('cryptography', 49, 0, 2),
  python('setuptools', 84, 1, 0),
  java('netty-codec-http2', 4, 3, 2),
  java('jackson-databind', 3, 3, 1),
  java('spring-web', 7, 2, 3),
  java('log4j-core', 3, 2, 1),
  java('snakeyaml', 3, 1, 0),
];

/** `%` is the component. */
export const WEAKNESSES: readonly string[] = [
  'Heap buffer overflow in % while parsing a crafted file',
  'Use after free in % when a connection is closed twice',
  'Out-of-bounds read in % discloses memory to a remote peer',
  'Integer overflow in % leads to a write past the end of a buffer',
  'Uncontrolled recursion in % exhausts the stack on nested input',
  'Unbounded memory use in % lets a peer stop the process',
  'Quadratic time in % on long input',
  'Improper certificate validation in % accepts a name that does not match',
  'Path traversal in % writes files outside of the target folder',
  'Request smuggling in % through conflicting lengths',
  'Credentials are sent to another host by % after a redirect',
  'Timing difference in % reveals which accounts exist',
  'Double free in % on an error that is seldom met',
  'Null pointer dereference in % with a malformed header',
  'Command injection in % through file names with newlines',
  'Missing check of a signature in % when a list is empty',
  'Deserialization of untrusted data in %',
  'Race in % lets a local user read another one’s temporary files',
];

export type SeverityName = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/**
 * Vectors that score within the severity; see
 * https://www.first.org/cvss/v3.1/specification-document
 */
export const VECTORS: Readonly<Record<SeverityName, readonly string[]>> = {
  LOW: [
    'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N',
  ],
  MEDIUM: [
    'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:H',
    'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  ],
  HIGH: [
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
    'CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  ],
  CRITICAL: [
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  ],
};

/** Why a finding is a false positive, by the type of the determination. */
export const JUSTIFICATIONS = {
  VULNERABILITY_RECORD_ANALYSIS_CONTESTED: 'The maintainers dispute the report.',
  COMPONENT_VULNERABILITY_MISMATCH: 'The record names another product of the same name.',
  VULNERABLE_CODE_VERSION_NOT_USED: 'The flaw came with a later release than the one in use.',
  VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 'The affected module is left out of our build.',
  VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 'Nothing here calls the affected function.',
  VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY: 'Its input comes from our own build only.',
  INLINE_MITIGATIONS_EXIST: 'The compiler’s hardening turns this into a clean abort.',
} as const;
