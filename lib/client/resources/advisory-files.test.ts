import { afterEach, expect, it, vi } from 'vitest';
import { importFile } from './advisory-files.ts';

afterEach(() => vi.restoreAllMocks());

it('says what a proxy answered, which has errors of its own', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({ error: 'no upstream' }, { status: 502, statusText: 'Bad Gateway' }),
  );
  const options = { validateOnly: false, onProgress: () => undefined };
  await expect(importFile('g', new File([], 'osv.json'), options)).rejects.toThrow(
    'The server answered 502 Bad Gateway',
  );
});
