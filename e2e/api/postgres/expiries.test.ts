import { afterEach, expect, vi } from 'vitest';
import { recordExpiries } from '#lib/service/record/expiries.ts';
import { it } from '../fixtures.ts';
import { intercept } from '../../support/statements.ts';

afterEach(() => vi.restoreAllMocks());

/** A plan for any values does not see that what has ended before the last end cannot match. */
it('reads what ended since the last end alone, and no more of it than it records', async () => {
  await recordExpiries();
  const texts: string[] = [];
  intercept((text, send) => {
    texts.push(text);
    return send();
  });
  await recordExpiries();
  const looks = texts.filter(
    (text) => text.includes('ORDER BY') && text.includes('"expirationTime"'),
  );
  expect(looks).toHaveLength(3);
  for (const look of looks) {
    expect(look).toMatch(/"expirationTime" >= \$\d/);
    expect(look).toMatch(/LIMIT \$\d/);
  }
});
