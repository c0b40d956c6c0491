import { expect, it, vi } from 'vitest';
import { threadCpuMs } from './thread-cpu.ts';

function work(): void {
  const end = performance.now() + 20;
  while (performance.now() < end);
}

it('grows with what the thread computes', () => {
  const before = threadCpuMs();
  work();
  expect(threadCpuMs()).toBeGreaterThan(before);
});

it('is also known to a Node.js that has it for the process only', () => {
  vi.stubGlobal('process', { ...process, cpuUsage: process.cpuUsage, threadCpuUsage: undefined });
  const before = threadCpuMs();
  work();
  expect(threadCpuMs()).toBeGreaterThan(before);
  vi.unstubAllGlobals();
});
