/**
 * Fails a file that leaves something behind, because many files share a process.
 */
import { deepStrictEqual } from 'node:assert';
import { aroundAll, vi } from 'vitest';
import { runningIntervals } from './intervals.ts';

/** The resources that keep a process alive, except connections, which clients keep open. */
const LASTING = new Set(['ProcessWrap', 'TCPServerWrap', 'Worker']);

const variables = { ...process.env };

/** The names of changed variables. A report must not have their values. */
const changedVariables = () =>
  [...new Set([...Object.keys(variables), ...Object.keys(process.env)])].filter(
    (name) => process.env[name] !== variables[name],
  );

const kept = () => ({
  environment: changedVariables(),
  folder: process.cwd(),
  isClockFake: vi.isFakeTimers(),
  intervals: runningIntervals(),
  listeners: Object.fromEntries(
    process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
  ),
  resources: process.getActiveResourcesInfo().filter((name) => LASTING.has(name)),
});

const before = kept();

// What a file shares is stopped only after all its hooks.
aroundAll(async (runFile) => {
  await runFile();
  // Closed resources end a moment later.
  await vi.waitFor(() => deepStrictEqual(kept(), before), 5_000);
});
