import { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { boundedConnections } from './connections.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const opened = () => Array.from({ length: 3 }, () => new Socket());

it('admits as many connections as there are descriptors for, and counts the others', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = counts.descriptorsMissing;
  const admit = boundedConnections(2);
  const sockets = opened();
  expect(sockets.map(admit)).toEqual([true, true, false]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  expect(counts.descriptorsMissing - before).toBe(1);
  expect(write.mock.calls[0]?.[0]).toMatch(
    /^GROVE_MAX_CONNECTIONS is 2000, .* room for 2 connections\n$/,
  );
});

it('says nothing of descriptors where the setting is the bound', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = counts.descriptorsMissing;
  const { bounds } = config();
  vi.spyOn(bounds, 'connections', 'get').mockReturnValue(2);
  expect(opened().map(boundedConnections(10))).toEqual([true, true, false]);
  expect(counts.descriptorsMissing).toBe(before);
  expect(write).not.toHaveBeenCalled();
});
