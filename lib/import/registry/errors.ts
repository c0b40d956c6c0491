/** What keeps a registry, or a part of it, from being read. */

/**
 * `DENIED`: it refuses; `UNAVAILABLE`: it does not answer, or asks to come back
 * later; `FAILED`: it fails with this one thing; `INVALID`: what it answers cannot be used.
 */
export type RegistryProblem = 'DENIED' | 'UNAVAILABLE' | 'FAILED' | 'INVALID';

/** Its message is for whoever set the registry up; it holds no credential. */
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
