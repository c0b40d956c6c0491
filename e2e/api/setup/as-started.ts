/** Lets each file of a process begin as in a new one: with its settings, and with nothing remembered. */
import { afterAll } from 'vitest';
import { forgetAll } from '../support/forget.ts';

const variables = { ...process.env };

forgetAll();

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
