/** In which order the ways to sign in stand. Pure. */
import type { ProviderChoice } from '#lib/client/session/providers.ts';

/** As kept in the browser: this, or the id of a provider. */
export const PASSWORD = 'password';

export interface Ways {
  /** The one used last stands first. */
  providers: readonly ProviderChoice[];
  /** The provider used last in this browser. */
  last: string | null;
  isPasswordFirst: boolean;
  /** Whether the form with the password has to be asked for. */
  isPasswordFolded: boolean;
}

/**
 * @param remembered the way used last in this browser.
 * @param areProvidersFirst whether passwords are the exception in this installation.
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
