/** The two servers as separate processes, and the system's data about them. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../e2e/support/free-port.ts';
import { Connection } from './client.ts';

export interface RunningServer {
  name: string;
  port: number;
  pid: number;
  /** Milliseconds from the start to the first response. */
  startMs: number;
  /** SIGKILL leaves it no time for anything. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Each is one server or several, which get the requests in turn. */
export interface Both {
  grove: readonly RunningServer[];
  bare: readonly RunningServer[];
}

const START_TIMEOUT_MS = 300_000;

// When the measurement ends, all processes that it started end, and no others.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** @param path requested until there is a response. */
export async function startServer(
  name: string,
  script: string,
  { env, path, token }: { env: Record<string, string>; path: string; token: string },
): Promise<RunningServer> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  try {
    while (!(await answers(port, path, token))) {
      if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`);
      if (performance.now() - began > START_TIMEOUT_MS) throw new Error(`${name} does not start`);
      await wait(10);
    }
  } catch (error) {
    await stop(child);
    throw error;
  }
  const startMs = performance.now() - began;
  return { name, port, pid: child.pid ?? 0, startMs, stop: (signal) => stop(child, signal) };
}

async function answers(port: number, path: string, token: string): Promise<boolean> {
  const connection = new Connection(port);
  try {
    return (await connection.send('GET', path, token)).status === 200;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** The processor time of a process so far; NaN if the system does not report it. */
export function cpuSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The second field is the program's name in brackets, which may contain anything.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const TICKS_PER_SECOND = 100;
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The peak memory of a process in MB; NaN if the system does not report it. */
export function peakMemory(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024;
}
