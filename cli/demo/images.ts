/** The images that the whole organization shares. Each service has one image of its own. */

import type { Component } from './weaknesses.ts';

/** The language of its libraries beside system packages; null if it has none. */
export type Stack = Exclude<Component['type'], 'apk'> | null;

export const STACKS = ['go-module', 'npm', 'python', 'java-archive'] as const;

export interface Image {
  name: string;
  description: string;
  tier: 'APPLICATION' | 'BASE' | 'FIPS' | 'AI' | 'DEVTOOLS';
  /** The newest release line: major and minor. */
  version: readonly [major: number, minor: number];
  /** Bytes of the newest tag. */
  megabytes: number;
  stack: Stack;
}

const image = (
  name: string,
  tier: Image['tier'],
  version: Image['version'],
  megabytes: number,
  description: string,
  stack: Stack = null,
): Image => ({ name, tier, version, megabytes, description, stack });

export const SHARED_IMAGES: readonly Image[] = [
  image('static', 'BASE', [1, 4], 2, 'Certificates and time zones, for static binaries'),
  image('glibc-dynamic', 'BASE', [2, 41], 11, 'For binaries that link to glibc'),
  image('busybox', 'BASE', [1, 37], 7, 'A shell and little else'),
  image('go', 'DEVTOOLS', [1, 26], 248, 'The Go toolchain', 'go-module'),
  image('jdk', 'DEVTOOLS', [25, 0], 312, 'OpenJDK with its compiler', 'java-archive'),
  image('jre', 'BASE', [25, 0], 141, 'OpenJDK to run what was compiled', 'java-archive'),
  image('node', 'BASE', [26, 3], 96, 'Node.js and npm', 'npm'),
  image('python', 'BASE', [3, 14], 62, 'CPython without pip', 'python'),
  image('python-fips', 'FIPS', [3, 14], 68, 'CPython on a validated OpenSSL', 'python'),
  image('dotnet-runtime', 'BASE', [10, 0], 88, 'Runs .NET programs'),
  image('nginx', 'APPLICATION', [1, 31], 21, 'Web server and proxy'),
  image('envoy', 'APPLICATION', [1, 38], 73, 'Proxy at the edge and beside services'),
  image('postgres', 'APPLICATION', [18, 2], 117, 'Relational database'),
  image('valkey', 'APPLICATION', [9, 1], 15, 'Key-value store in memory'),
  image('kafka', 'APPLICATION', [4, 3], 354, 'Event log', 'java-archive'),
  image('prometheus', 'APPLICATION', [3, 9], 129, 'Metrics and alerts', 'go-module'),
  image('grafana', 'APPLICATION', [13, 1], 402, 'Dashboards', 'go-module'),
  image('git', 'DEVTOOLS', [2, 53], 38, 'Git, for init containers'),
  image('kubectl', 'DEVTOOLS', [1, 36], 51, 'Talks to clusters', 'go-module'),
  image('pytorch', 'AI', [2, 12], 3950, 'Training and inference on GPUs', 'python'),
];
