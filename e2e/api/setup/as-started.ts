/** Resets the process for each file: its settings are those of the start, and its caches are empty. */
import { aroundAll } from 'vitest';
import { forgetAll } from '../support/forget.ts';

const variables = { ...process.env };

forgetAll();

// What a file shares is stopped only after all its hooks.
aroundAll(async (runFile) => {
  await runFile();
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
