/**
 * Fails a file that leaves something behind: many files share a process, and the next one would find
 * it.
 */
import { deepStrictEqual } from 'node:assert';
import { afterAll, vi } from 'vitest';
import { runningIntervals } from './intervals.ts';

/** What keeps a process alive. Connections are left out, as clients keep some open on their own. */
const LASTING = new Set(['ProcessWrap', 'TCPServerWrap', 'Worker']);

const variables = { ...process.env };

/** Their names only, as a report is no place for the values. */
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

// The system takes a moment to close what was closed.
afterAll(() => vi.waitFor(() => deepStrictEqual(kept(), before), 5_000));
