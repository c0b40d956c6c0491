/** What the sign-in page says about the installation: whose it is, and how people sign in to it. */
import { createHash } from 'node:crypto';
import { OperatorError } from '#lib/operator-error.ts';
import type { Settings } from './declared.ts';
import { readFile } from './kinds/values.ts';

const LARGEST_BYTES = 512 * 1024;

/**
 * How the sign-in page shows the installation.
 *
 * @throws OperatorError for values that cannot be used.
 */
export function readInstallation(settings: Settings) {
  const name = settings('GROVE_NAME');
  const file = settings('GROVE_PICTURE');
  if (file !== undefined && name === undefined) {
    throw new OperatorError('GROVE_PICTURE needs GROVE_NAME, for those who cannot see it');
  }
  return {
    /** Whose installation it is. */
    name,
    picture: file === undefined ? undefined : readPicture(file),
    /** Whether passwords are the exception, so that identity providers come first. */
    areProvidersFirst: settings('GROVE_SIGN_IN') === 'providers',
  };
}

function readPicture(path: string) {
  const bytes = new Uint8Array(readFile(path, 'GROVE_PICTURE'));
  const type = bytes.length > LARGEST_BYTES ? undefined : typeOf(bytes);
  if (type !== undefined) {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { bytes, type, version: hash.slice(0, 16) };
  }
  throw new OperatorError(
    `GROVE_PICTURE ${path} must be a PNG, JPEG or WebP picture of at most ${LARGEST_BYTES / 1024} kB`,
  );
}

/** By the first bytes, since a name may say something else. Browsers run nothing in any of these. */
function typeOf(bytes: Uint8Array) {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : undefined;
}
