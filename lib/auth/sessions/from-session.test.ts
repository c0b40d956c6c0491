import { describe, expect, it } from 'vitest';
import { isApiError } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { requireSameOrigin } from './from-session.ts';

function isAllowed(method: string, headers: Record<string, string>): boolean {
  try {
    requireSameOrigin(new Request('http://127.0.0.1:3000/iam', { method, headers }));
    return true;
  } catch (error) {
    if (isApiError(error) && error.status === 'PERMISSION_DENIED') return false;
    throw error;
  }
}

describe('requireSameOrigin', () => {
  it('lets everything be read', () => {
    expect(isAllowed('GET', { 'sec-fetch-site': 'cross-site' })).toBe(true);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: config().url },
  ])('allows a change with %o', (headers) => expect(isAllowed('POST', headers)).toBe(true));

  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:3000' },
    { origin: 'null' },
    { origin: 'https://evil.example.com' },
    { origin: 'http://127.0.0.1:3001' },
  ])('refuses a change with %o', (headers) => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
      expect(isAllowed(method, headers)).toBe(false);
    }
  });
});
