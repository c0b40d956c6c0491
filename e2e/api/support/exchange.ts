/** Exchanges tokens at `/sts/exchange`. */
import type { Answer, TestGrove } from '../harness.ts';

/** @param extra other fields of the form. */
export function exchangeToken(
  grove: TestGrove,
  token: string,
  extra: Record<string, string> = {},
): Promise<Answer> {
  return grove.call('POST', '/sts/exchange', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token: token,
      ...extra,
    }).toString(),
  });
}
