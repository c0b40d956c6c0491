import { notFound } from '#lib/aip/errors.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { programActor, recordAudit } from '#lib/audit/record.ts';
import { existingIdentities } from '#lib/auth/matching/identities.ts';
import { MAX_TOKEN_TTL_S } from '#lib/auth/tokens/keys.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { transaction } from '#lib/store/store.ts';
import { parse, UsageError } from './usage.ts';

/** Prints the access token. */
export async function token(args: string[]): Promise<string> {
  const { values, positionals } = parse(args, ['IDENTITY_UID'], {
    ttl: { type: 'string', default: '3600s' },
  });
  const uid = positionals[0] ?? '';
  const seconds = parseTtl(values.ttl);
  if ((await existingIdentities([uid])).length === 0) throw notFound('Identity', uid);
  const minted = await mintToken(uid, seconds);
  await transaction(async (tx) => {
    const identity = await tx.get('Identity', uid);
    if (identity === null) throw notFound('Identity', uid);
    await recordAudit(tx, {
      ...programActor(OPERATOR),
      type: 'grove.iam.token.created.v1',
      operation: 'create',
      resource: uid,
      group: parentUid(uid),
      result: 'OK',
      after: { name: identity.name, ttl: `${seconds}s` },
    });
  });
  return minted;
}

/** @param text whole seconds, as in `3600s`. */
function parseTtl(text: string): number {
  const seconds = /^\d{1,9}s$/.test(text) ? Number(text.slice(0, -1)) : 0;
  if (seconds < 1 || seconds > MAX_TOKEN_TTL_S) {
    throw new UsageError(`--ttl must be 1s to ${MAX_TOKEN_TTL_S}s, not ${text}`);
  }
  return seconds;
}
