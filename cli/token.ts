import { notFound } from '#lib/aip/errors.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { programActor } from '#lib/audit/record.ts';
import { MAX_TOKEN_TTL_S } from '#lib/auth/tokens/keys.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { transaction } from '#lib/store/store.ts';
import { parse, secondsOf } from './usage.ts';

/** Prints the access token. */
export async function token(args: string[]): Promise<string> {
  const { values, positionals } = parse(args, ['IDENTITY_UID'], {
    ttl: { type: 'string', default: '3600s' },
  });
  const uid = positionals[0] ?? '';
  const seconds = secondsOf('--ttl', values.ttl, 1, MAX_TOKEN_TTL_S);
  const minted = await mintToken(uid, seconds);
  await transaction(async (tx) => {
    if ((await tx.get('Identity', uid)) === null) throw notFound('Identity', uid);
    await recordAboutIdentity(tx, uid, {
      event: 'token.created',
      operation: 'create',
      actor: programActor(OPERATOR),
      facts: { ttl: `${seconds}s` },
    });
  });
  return minted;
}
