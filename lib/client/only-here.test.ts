import { expect, test } from 'vitest';
import { isOnlyHere } from './only-here.ts';

test.each([
  'http://localhost:3000',
  'http://grove.localhost',
  'http://127.0.0.1',
  'http://[::1]:3000',
])('only this machine reaches %s', (url) => expect(isOnlyHere(url)).toBe(true));

test.each(['https://grove.example.com', 'http://10.0.0.7:3000', 'https://localhost.example.com'])(
  'others may reach %s',
  (url) => expect(isOnlyHere(url)).toBe(false),
);
