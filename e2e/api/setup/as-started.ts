/** Resets the process for each file: its settings are those of the start, and its caches are empty. */
import { afterAll } from 'vitest';
import { forgetAll } from '../support/forget.ts';

const variables = { ...process.env };

forgetAll();

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
