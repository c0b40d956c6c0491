import { afterEach, expect, it, vi } from 'vitest';
import { perProcess } from '#lib/per-process.ts';
import { VERSION } from '#lib/version.ts';
import { sayReady } from './ready-line.ts';

const config = perProcess('config');

afterEach(() => {
  vi.restoreAllMocks();
  config.take();
});

it.each([
  ['127.0.0.1', ', listening on 127.0.0.1:3000'],
  ['::', ', listening on [::]:3000'],
  [undefined, ''],
])('names the address for people, and %s where the server listens', (address, where) => {
  process.env['GROVE_URL'] = 'https://grove.example.com';
  config.take();
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  sayReady(address === undefined ? undefined : { address, family: '', port: 3000 });
  expect(written).toHaveBeenCalledExactlyOnceWith(
    `Grove ${VERSION} with SQLite is ready at https://grove.example.com${where}\n`,
  );
});
