/** Holds the table of endpoints in docs/authentication.md to the endpoints that are served. */
import { ROUTES } from '#lib/transport/auth/auth.ts';
import { code, firstColumn } from './tables.ts';

/** @returns a line for each endpoint that only one of both has. */
export function wrongEndpoints(): string[] {
  const served = Object.entries(ROUTES).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => code(`${method} ${path}`)),
  );
  const written = firstColumn('docs/authentication.md', 'Request');
  const differing = [
    ...served.filter((one) => !written.includes(one)),
    ...written.filter((one) => !served.includes(one)),
  ];
  return differing.map((one) => `docs/authentication.md and ROUTES differ: ${one}`);
}
