/** Intercepts the statements that this process sends to PostgreSQL, until `vi.restoreAllMocks`. */
import pg from 'pg';
import { vi } from 'vitest';

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
type Callback = (error: unknown, result?: unknown) => void;

const isCallback = (value: unknown): value is Callback => typeof value === 'function';

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'));

/** Runs all statements of the process through `step`. */
export function intercept(
  step: (text: string, send: () => Promise<unknown>) => Promise<unknown>,
): void {
  const real: Query = Reflect.get(pg.Client.prototype, 'query');
  const watched: Query = function (this: pg.Client, ...args) {
    const callback = args.at(-1);
    const given = isCallback(callback) ? args.slice(0, -1) : args;
    const answer = step(textOf(args[0]), () => real.apply(this, given));
    // The form that pools use.
    if (isCallback(callback)) answer.then((result) => callback(null, result), callback);
    return answer;
  };
  // The types have the callback form only.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
}
