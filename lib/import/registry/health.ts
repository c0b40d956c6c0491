/** Distinguishes a registry that fails as a whole from one that fails for some of its contents. */
import type { RegistryClient } from './client.ts';
import { isRegistryError, RegistryError } from './errors.ts';

/** Failures in a row after which Grove checks whether the registry responds at all. */
const SUSPICIOUS = 4;
/** Repositories in a row without a result, after which the registry counts as broken. */
const MAX_BROKEN = 3;

/** True if the registry fails. A refusal or an unusable response is not a failure. */
export function isFailure(error: RegistryError): boolean {
  return error.problem === 'FAILED' || error.problem === 'UNAVAILABLE';
}

export class Health {
  readonly #client: RegistryClient;
  /** Failures since the last response. */
  #failures = 0;
  /** Whether the current repository has failed for something, and has responded to anything. */
  #repository = { failed: false, answered: false };
  #broken = 0;

  constructor(client: RegistryClient) {
    this.#client = client;
  }

  answered(): void {
    this.#failures = 0;
    this.#repository.answered = true;
  }

  /** @throws RegistryError DOWN if the registry does not respond at all. */
  async failed(): Promise<void> {
    this.#repository.failed = true;
    this.#failures += 1;
    if (this.#failures < SUSPICIOUS) return;
    this.#failures = 0;
    try {
      await this.#client.ping();
    } catch (error) {
      if (!isRegistryError(error)) throw error;
      if (isFailure(error)) throw new RegistryError('DOWN', error.message);
    }
  }

  /** Ends a repository. @throws RegistryError DOWN after several in a row without a result. */
  endRepository(): void {
    const { failed, answered } = this.#repository;
    this.#repository = { failed: false, answered: false };
    if (answered) this.#broken = 0;
    else if (failed) this.#broken += 1;
    if (this.#broken < MAX_BROKEN) return;
    throw new RegistryError(
      'DOWN',
      `the registry returned nothing for ${MAX_BROKEN} repositories in a row`,
    );
  }
}
