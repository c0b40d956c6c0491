/** Silences the warning of oidc-provider that it is not set up for production. */
const { warn, info } = globalThis.console;

const unlessProvider =
  (write: typeof warn): typeof warn =>
  (...parts) => {
    if (!String(parts[0]).startsWith('oidc-provider ')) write(...parts);
  };

Object.assign(globalThis.console, { warn: unlessProvider(warn), info: unlessProvider(info) });
