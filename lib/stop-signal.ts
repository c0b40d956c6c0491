/** One press of Ctrl-C can reach the process twice: from the terminal and through npm. */
const SAME_PRESS_MS = 500;

const NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;

/** Runs `stop` on the first SIGINT or SIGTERM. A second one ends the process at once. */
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
