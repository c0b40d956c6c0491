/** Tokens that this installation signed. */
import { compactVerify, errors } from 'jose';
import type { JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { ALGORITHM, verifyingKey } from './keys.ts';
import { isOwnUrl } from './known-urls.ts';
import { checkTimes, parseClaims } from './token-claims.ts';

/** @throws ApiError UNAUTHENTICATED that says what is wrong with the token. */
export async function verifyOwnToken(token: string): Promise<JWTPayload> {
  const payload = await verifySignature(token);
  checkTimes(payload);
  const audiences = [payload.aud ?? []].flat();
  if (!audiences.some(isOwnUrl)) {
    throw unauthenticated('the token is meant for another audience');
  }
  return payload;
}

async function verifySignature(token: string): Promise<JWTPayload> {
  try {
    const { payload } = await compactVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await verifyingKey(kid);
        if (key === undefined) throw unauthenticated('the token is signed with an unknown key');
        return key;
      },
      { algorithms: [ALGORITHM] },
    );
    return parseClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEAlgNotAllowed) {
      throw unauthenticated('the token is signed with an algorithm that is not accepted');
    }
    if (error instanceof errors.JOSEError) {
      throw unauthenticated('the signature of the token does not verify');
    }
    throw error;
  }
}
