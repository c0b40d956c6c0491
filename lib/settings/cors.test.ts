import { expect, it } from 'vitest';
import { readCorsOrigins } from './cors.ts';

it('reads exact origins', () => {
  expect(readCorsOrigins({})).toEqual([]);
  const origins = ['https://portal.example.com', 'http://localhost:8080'];
  expect(readCorsOrigins({ GROVE_CORS_ORIGINS: origins.join(' , ') })).toEqual(origins);
});

it.each([
  '*',
  'null',
  'portal.example.com',
  'https://portal.example.com/',
  'https://*.example.com',
  'HTTPS://portal.example.com',
  'https://portal.example.com:443',
  'ftp://portal.example.com',
])('refuses %s', (origin) => {
  expect(() => readCorsOrigins({ GROVE_CORS_ORIGINS: origin })).toThrow(
    `GROVE_CORS_ORIGINS must be origins such as https://portal.example.com, not "${origin}"`,
  );
});
