/** The order of the ways to sign in. Pure. */
import type { ProviderChoice } from '#lib/client/session/providers.ts';

/** The value that the browser stores for a password; otherwise the id of a provider. */
export const PASSWORD = 'password';

export interface Ways {
  /** The provider used last is first. */
  providers: readonly ProviderChoice[];
  /** The provider used last in this browser. */
  last: string | null;
  isPasswordFirst: boolean;
  /** Whether a button opens the form with the password. */
  isPasswordFolded: boolean;
}

/**
 * @param remembered the way used last in this browser.
 * @param areProvidersFirst whether `GROVE_SIGN_IN` is `providers`.
 */
export function waysOf(
  choices: readonly ProviderChoice[],
  remembered: string | undefined,
  areProvidersFirst: boolean,
): Ways {
  const last = choices.find(({ id }) => id === remembered);
  const providers = last ? [last, ...choices.filter((choice) => choice !== last)] : choices;
  const isRemembered = remembered === PASSWORD;
  const isPasswordFirst =
    providers.length === 0 || isRemembered || (last === undefined && !areProvidersFirst);
  return {
    providers,
    last: last?.id ?? null,
    isPasswordFirst,
    isPasswordFolded: areProvidersFirst && !isPasswordFirst,
  };
}
