/** Keeps account of the intervals of the process. It is loaded once, as workers keep their modules. */
const { clearInterval: clear, setInterval: set } = globalThis;

/** Where each was begun. */
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

/** Where those were begun that still run. */
export const runningIntervals = (): string[] => [...running.values()];
