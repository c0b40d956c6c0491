/** In a file of its own, since it voids the tokens that were made before it. */
import { afterEach, expect, vi } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { MAX_TOKEN_TTL_S } from '#lib/auth/tokens/keys.ts';
import { revoke, rotate } from '#lib/service/keys/change-keys.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { signedOf } from '#lib/service/record/heads.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { committed } from '#lib/store/store.ts';
import { it } from '../fixtures.ts';
import { recordIn } from '../support/chains.ts';
import { query } from '../support/database.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function findings(chain: string) {
  const { findings: found } = await verifyChain(chain);
  return found.map(({ problem, sequence, uid }) => [problem, sequence, uid]);
}

/** A chain of one record, of an organization that no longer exists. */
async function newChain(): Promise<string> {
  const chain = newRootUid();
  await recordIn(chain);
  await chainAndSign();
  return chain;
}

it('believes heads of replaced keys for good, and none of revoked ones', async () => {
  const chain = await newChain();
  const { head } = await signedOf(committed, chain);
  const first = await rotate(['signing']);
  vi.useFakeTimers({ now: Date.now() + 2 * MAX_TOKEN_TTL_S * 1000, toFake: ['Date'] });
  await rotate(['signing']);
  expect(await findings(chain)).toEqual([]);
  const { kid } = JSON.parse(
    Buffer.from(head?.signature.split('.')[0] ?? '', 'base64url').toString(),
  ) as { kid: string };
  expect(kid).not.toBe(first.signingKey);
  // The chains of other tests are broken.
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await revoke(kid);
  log.mockRestore();
  const signed = (await signedOf(committed, chain)).head;
  expect(signed?.signature).not.toBe(head?.signature);
  expect(await findings(chain)).toEqual([]);
  await query('UPDATE "ChainHead" SET "head" = ? WHERE "chain" = ?', head?.signature ?? '', chain);
  expect(await findings(chain)).toEqual([['NOT_SIGNED', 1, '']]);
});
