/** Which database DATABASE_URL names. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '#lib/operator-error.ts';
import { notValid } from './kinds/values.ts';

/** Whether `DATABASE_URL` names a PostgreSQL server; otherwise the database is a SQLite file. */
export function isServer(address: string | undefined): boolean {
  return /^postgres(?:ql)?:\/\//i.test(address ?? '');
}

/** The absolute path of the SQLite file. @param name of the setting, for messages. */
export function readDatabaseFile(
  value: string | undefined,
  directory: string,
  dataDir: string,
  name = 'DATABASE_URL',
): string {
  if (value === undefined || value === '' || isServer(value)) {
    return resolve(/* turbopackIgnore: true */ dataDir, 'grove.db');
  }
  const file = /^file:([^?#]+)/i.exec(value)?.[1];
  if (file === undefined) {
    if (/^postgres(?:ql)?:/i.test(value)) {
      throw new OperatorError(
        `${name} lacks the two slashes after postgresql:, as in postgresql://grove@localhost/grove`,
      );
    }
    // The text after the scheme may contain a password, so the message does not repeat it.
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(value)?.[0] ?? 'this';
    throw new OperatorError(
      `${name} must name a SQLite file, such as file:./data/grove.db, or a PostgreSQL database, such as postgresql://grove@localhost/grove; ${scheme} is not supported`,
    );
  }
  if (file.startsWith('//')) return fromFileUrl(`file:${file}`, name);
  return resolve(/* turbopackIgnore: true */ directory, file);
}

function fromFileUrl(url: string, name: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw notValid(name, 'be a usable file address', url);
  }
}
