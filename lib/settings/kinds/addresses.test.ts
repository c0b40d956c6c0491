import { expect, it } from 'vitest';
import { settingsOf } from '../declared.ts';

it('reads exact origins', () => {
  expect(settingsOf({}, '/')('GROVE_CORS_ORIGINS')).toEqual([]);
  const origins = ['https://portal.example.com', 'http://localhost:8080'];
  expect(
    settingsOf({ GROVE_CORS_ORIGINS: origins.join(' , ') }, '/')('GROVE_CORS_ORIGINS'),
  ).toEqual(origins);
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
  expect(() => settingsOf({ GROVE_CORS_ORIGINS: origin }, '/')('GROVE_CORS_ORIGINS')).toThrow(
    `GROVE_CORS_ORIGINS must be origins such as https://portal.example.com, not "${origin}"`,
  );
});
