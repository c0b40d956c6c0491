/**
 * The text of secrets.json under GROVE_ENCRYPTION_KEY. A data key encrypts the text, and the
 * operator's key encrypts the data key. A change of the operator's key therefore replaces only the
 * envelope, and a running server can still open the file.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '#lib/aip/json.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import { seal, unseal } from '#lib/secrets/sealing.ts';
import type { WrappingKey } from '#lib/settings/wrapping-key.ts';

const schema = z.object({
  wrapped: z.object({ keyId: z.string(), dataKey: z.base64url(), text: z.base64url() }),
});

type Wrapped = z.infer<typeof schema>['wrapped'];

const DATA_KEY = 'grove data key';
const TEXT = 'grove secrets';

const lastDataKey = perProcess<Buffer>('dataKey');

export function wrap(text: string, key: WrappingKey): string {
  const dataKey = randomBytes(32);
  return encode(dataKey, seal(dataKey, Buffer.from(text), TEXT).toString('base64url'), key);
}

/** The id of the operator's key that wraps the text; null for plain text. */
export function wrappingKeyId(text: string): string | null {
  return parse(text)?.keyId ?? null;
}

/**
 * The plain text.
 *
 * @param where the name of the file, for messages.
 * @throws OperatorError if the text is wrapped and the key is missing or a different one.
 */
export function unwrap(text: string, key: WrappingKey | undefined, where: string): string {
  const wrapped = parse(text);
  if (wrapped === null) return text;
  const dataKey = dataKeyOf(wrapped, key, where);
  const plain = opened(dataKey, wrapped.text, TEXT);
  if (plain === null) throw damaged(where);
  lastDataKey.value = dataKey;
  return plain.toString('utf8');
}

/** The same text and data key in a new envelope. */
export function rewrap(
  text: string,
  from: WrappingKey | undefined,
  to: WrappingKey,
  where: string,
): string {
  const wrapped = parse(text);
  if (wrapped === null) return wrap(text, to);
  return encode(dataKeyOf(wrapped, from, where), wrapped.text, to);
}

function dataKeyOf(wrapped: Wrapped, key: WrappingKey | undefined, where: string): Buffer {
  if (key?.id === wrapped.keyId) {
    const dataKey = opened(key.bytes, wrapped.dataKey, DATA_KEY);
    if (dataKey === null) throw damaged(where);
    return dataKey;
  }
  // The operator has changed the key since this process started. The process keeps working until it
  // is restarted.
  const known = lastDataKey.value;
  if (known !== undefined && opened(known, wrapped.text, TEXT) !== null) return known;
  throw new OperatorError(
    key === undefined
      ? `${where} is wrapped with GROVE_ENCRYPTION_KEY ${wrapped.keyId}; set it, or GROVE_ENCRYPTION_KEY_FILE`
      : `${where} is wrapped with GROVE_ENCRYPTION_KEY ${wrapped.keyId}, and the one given is ${key.id}`,
  );
}

function opened(key: Buffer, sealed: string, owner: string): Buffer | null {
  try {
    return unseal(key, Buffer.from(sealed, 'base64url'), owner);
  } catch {
    return null;
  }
}

function encode(dataKey: Buffer, text: string, { id, bytes }: WrappingKey): string {
  const sealed = seal(bytes, dataKey, DATA_KEY).toString('base64url');
  const wrapped: Wrapped = { keyId: id, dataKey: sealed, text };
  return `${JSON.stringify({ wrapped }, null, 2)}\n`;
}

const parse = (text: string): Wrapped | null =>
  schema.safeParse(jsonIn(text)).data?.wrapped ?? null;

function damaged(where: string): OperatorError {
  return new OperatorError(`${where} is damaged; restore it from a backup`);
}
