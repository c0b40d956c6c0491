/** seenTime: when a registry was last known to have the repository; null if none ever had it. */
const SAME_PRESS_MS = 500;

const NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;

/** severity is a rank from 0 (unspecified) to 4 (critical), so that it sorts. */
export function onStopSignal(stop: () => Promise<void>): void {
  let first: number | undefined;
  const onSignal = (signal: keyof typeof NUMBERS) => {
    if (first === undefined) {
      first = Date.now();
      stop().catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    } else if (Date.now() - first > SAME_PRESS_MS) {
      process.exit(128 + NUMBERS[signal]);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
