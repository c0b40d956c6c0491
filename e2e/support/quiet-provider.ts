/** oidc-provider tells at length that it is not set up for production, which in a test it is not. */
const { warn, info } = globalThis.console;

const unlessProvider =
  (write: typeof warn): typeof warn =>
  (...parts) => {
    if (!String(parts[0]).startsWith('oidc-provider ')) write(...parts);
  };

Object.assign(globalThis.console, { warn: unlessProvider(warn), info: unlessProvider(info) });
