/**
 * The processor time of this thread so far, in milliseconds. Node.js before 23.9 knows only that of
 * the whole process, which is never less.
 */
export function threadCpuMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1_000;
}
