import { existsSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { save } from './upload.ts';

const FULL = '/dev/full';

afterEach(() => {
  vi.restoreAllMocks();
});

it.runIf(existsSync(FULL))('says that the disk has no room for a file', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const request = new Request('http://localhost/', { method: 'POST', body: 'x'.repeat(100_000) });
  const full = { status: 'UNAVAILABLE', headers: { 'retry-after': '30' } };
  await expect(save(request, FULL)).rejects.toMatchObject(full);
  expect(log.mock.calls).toEqual([
    [expect.stringContaining('the disk for temporary files is full')],
  ]);
});
