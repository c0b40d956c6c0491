/** Limits the memory of child processes as a container does, where this process may do so. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

export interface SmallContainer {
  /** Processes that begin during the call are in the container. They are killed if they take more. */
  starting<T>(start: () => T): T;
  /** After its processes have ended. */
  remove(): void;
}

/** Cgroups of the first and the second version. */
const VERSIONS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', own: /^\d+:memory:(.*)$/m },
  { root: '/sys/fs/cgroup', limit: 'memory.max', own: /^0::(.*)$/m },
];

/** Null where nobody may make one. */
export function smallContainer(bytes: number): SmallContainer | null {
  for (const { root, limit, own } of VERSIONS) {
    const path = `${root}/grove-test-${process.pid}`;
    const home = `${root}${own.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]}`;
    try {
      if (existsSync(`${home}/cgroup.procs`)) mkdirSync(path);
      writeFileSync(`${path}/${limit}`, String(bytes), { flag: 'r+' });
    } catch {
      if (existsSync(path)) rmdirSync(path);
      continue;
    }
    const enter = (group: string) => writeFileSync(`${group}/cgroup.procs`, String(process.pid));
    return {
      starting(start) {
        enter(path);
        try {
          return start();
        } finally {
          enter(home);
        }
      },
      remove: () => rmdirSync(path),
    };
  }
  return null;
}
