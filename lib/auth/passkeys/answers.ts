/**
 * What a browser sends after a passkey was made or used, as `toJSON()` of its credential.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson
 */
import { z } from 'zod';
import { jsonIn } from '#lib/aip/json.ts';

const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);

/** The standard's longest id has 1023 bytes. */
const credential = {
  id: base64url.max(1_364),
  rawId: base64url.max(1_364),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** Other members are ignored, as browsers add some. */
export const creationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .default([]),
  }),
});

/** The answer of `navigator.credentials.get`, as WebAuthn writes it in JSON. */
export const assertionAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

export type CreationAnswer = z.infer<typeof creationAnswer>;
export type AssertionAnswer = z.infer<typeof assertionAnswer>;

const clientData = z.object({ challenge: z.string() });

/** The challenge that was signed, as base64url; null if there is none. */
export function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string | null {
  const text = Buffer.from(clientDataJSON, 'base64url').toString();
  return clientData.safeParse(jsonIn(text)).data?.challenge ?? null;
}

/** The answer in the text of a form's field; null for text that is not an answer. */
export const assertionIn = (text: string): AssertionAnswer | null =>
  assertionAnswer.safeParse(jsonIn(text)).data ?? null;
