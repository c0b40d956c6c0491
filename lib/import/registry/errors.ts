/** Why a registry, or a part of it, cannot be read. */

/**
 * `DENIED`: the registry refuses this item. `UNAVAILABLE`: it does not respond for this item, or
 * asks to try later. `FAILED`: it fails for this item. `INVALID`: its response cannot be used.
 * `LATE`: the time for the repository is over. `DOWN`: the registry fails as a whole.
 */
export type RegistryProblem = 'DENIED' | 'UNAVAILABLE' | 'FAILED' | 'INVALID' | 'LATE' | 'DOWN';

/** The message is for the person who configured the registry. It contains no credentials. */
export class RegistryError extends Error {
  readonly problem: RegistryProblem;

  constructor(problem: RegistryProblem, message: string) {
    super(message);
    this.name = 'RegistryError';
    this.problem = problem;
  }
}

export function isRegistryError(error: unknown): error is RegistryError {
  return error instanceof Error && error.name === 'RegistryError';
}
