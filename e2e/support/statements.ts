/** What this process asks PostgreSQL. `vi.restoreAllMocks` lets it go its way again. */
import pg from 'pg';
import { vi } from 'vitest';

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'));

/** Runs all statements of the process through `step`. */
export function intercept(
  step: (text: string, send: () => Promise<unknown>) => Promise<unknown>,
): void {
  const real: Query = Reflect.get(pg.Client.prototype, 'query');
  const watched: Query = function (this: pg.Client, ...args) {
    return step(textOf(args[0]), () => real.apply(this, args));
  };
  // Its types know the callback form alone.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
}
