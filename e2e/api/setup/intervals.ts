/** Counts the intervals of the process. Loaded once, because workers keep their modules. */
const { clearInterval: clear, setInterval: set } = globalThis;

/** The line of code that started each running interval. */
const running = new Map<unknown, string>();

globalThis.setInterval = Object.assign((...args: Parameters<typeof set>) => {
  const interval = set(...args);
  running.set(interval, String(new Error('setInterval').stack).split('\n')[2] ?? '');
  return interval;
}, set);

globalThis.clearInterval = (interval) => {
  running.delete(interval);
  clear(interval);
};

/** The lines of code that started the running intervals. */
export const runningIntervals = (): string[] => [...running.values()];
