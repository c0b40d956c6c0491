import { X509Certificate } from 'node:crypto';
import { isLoopbackHost } from '#lib/net/addresses.ts';
import { encryptSecret } from '#lib/secrets/encryption.ts';
import { invalidArgument, type FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { durationSeconds } from '#lib/resources/fields.ts';
import { certificatesProblem, notCertificate, pemBlocks } from '#lib/resources/pem.ts';
import type { Extra, Rules, Write } from './rules.ts';

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).subject !== undefined;
  } catch {
    return false;
  }
}

/** What the schema of an address and its certificates cannot express. */
export function connectionViolations({ url, caCertificate }: JsonObject): FieldViolation[] {
  const violations: FieldViolation[] = [];
  const address = typeof url === 'string' ? URL.parse(url) : null;
  const isPlain = address?.protocol === 'http:' && !isLoopbackHost(address.hostname);
  if (isPlain && !config().plainRegistries) {
    const description = 'must be an https URL; http is for loopback hosts only';
    violations.push({ field: 'url', description });
  }
  if (typeof caCertificate === 'string' && certificatesProblem(caCertificate) === null) {
    const at = pemBlocks(caCertificate).findIndex((block) => !isCertificate(block));
    if (at !== -1) violations.push({ field: 'caCertificate', description: notCertificate(at) });
  }
  return violations;
}

/** Encrypted; null if there is none. */
function passwordOf({ uid, input, before, touches }: Write<'RegistrySource'>) {
  const given = input.password;
  if (given !== undefined) return { password: encryptSecret(given, uid), isNew: true };
  if (touches('password') || before === null) return { password: null, isNew: true };
  return { password: before.password, isNew: false };
}

/**
 * A user name needs a password and a password a user name. A password is only sent to the address
 * that it was set for.
 */
export function requireWhole(
  { input, before }: Pick<Write<'RegistrySource'>, 'input' | 'before'>,
  { password, isNew }: ReturnType<typeof passwordOf>,
): void {
  const hasName = (input.username ?? '') !== '';
  const violations: FieldViolation[] = [];
  if (hasName && password === null) {
    violations.push({ field: 'password', description: 'is required with a user name' });
  }
  if (!hasName && password !== null && isNew) {
    violations.push({ field: 'username', description: 'is required with a password' });
  }
  if (hasName && password !== null && !isNew && before?.url !== input.url) {
    violations.push({ field: 'password', description: 'must be given again for another registry' });
  }
  if (violations.length > 0) throw invalidArgument(violations);
}

/** A sync reads one registry from its first page to its last, so a new address ends it. */
const NO_RUN = { state: 'IDLE', run: null, leaseHolder: null, leaseTime: null } as const;

export const registrySourceRules: Rules<'RegistrySource'> = {
  violations: connectionViolations,

  async beforeWrite(_tx, _call, write): Promise<Extra<'RegistrySource'>> {
    const secret = passwordOf(write);
    requireWhole(write, secret);
    const { input, before } = write;
    const isOther = before !== null && before.url !== input.url;
    const { interval } = input;
    const seconds = interval === undefined ? null : Math.round(durationSeconds(interval));
    const isRescheduled = isOther || seconds !== (before?.interval ?? null);
    return {
      columns: {
        password: (input.username ?? '') === '' ? null : secret.password,
        ...(isOther ? NO_RUN : {}),
        // A new schedule starts at once.
        ...(isRescheduled ? { nextSyncTime: seconds === null ? null : new Date() } : {}),
      },
    };
  },
};
