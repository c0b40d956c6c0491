/** Why a registry, or a part of it, cannot be read. */

/**
 * `DENIED`: the registry refuses this one thing. `UNAVAILABLE`: this one thing is not answered, or
 * only with a request to come back later. `FAILED`: the registry fails with this one thing.
 * `INVALID`: the answer cannot be used. `LATE`: the time for the repository is over.
 * `DOWN`: the registry fails as a whole.
 */
export type RegistryProblem = 'DENIED' | 'UNAVAILABLE' | 'FAILED' | 'INVALID' | 'LATE' | 'DOWN';

/** The message is for the person who set the registry up. It holds no credential. */
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
