/** The order in which long reads take their turns. No organization has all places. */
import { eitherSignal } from '#lib/abort-signals.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Asker } from '#lib/store/handles.ts';
import { tooMany } from './unavailable.ts';

export interface TurnLimits {
  places: number;
  /** Places that one organization may have. */
  placesOfOne: number;
  /** Reads that wait. At most half are of one organization, and a quarter of one caller. */
  waiting: number;
  /** The longest wait, in milliseconds. */
  deadline: number;
  /** Whether the reads of one caller come after each other. */
  isOneByOne: boolean;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #places: Semaphore;
  readonly #callers: Semaphore;
  readonly #waiting = new Set<{ caller: string; organization: string }>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#places = new Semaphore(limits.places, limits.placesOfOne);
    this.#callers = new Semaphore(Infinity, limits.isOneByOne ? 1 : Infinity);
  }

  /**
   * @returns what ends the turn.
   * @throws ApiError UNAVAILABLE if too many others wait; the reason of the asker's signal.
   */
  async take({ caller, organization = caller, signal }: Asker): Promise<() => void> {
    signal?.throwIfAborted();
    const { waiting, deadline } = this.#limits;
    const others = [...this.#waiting].filter((one) => one.organization === organization);
    const own = others.filter((one) => one.caller === caller);
    const part = Math.max(this.#waiting.size, 2 * others.length, 4 * own.length);
    if (part >= waiting) throw tooMany();
    const late = AbortSignal.timeout(deadline);
    const until = eitherSignal(late, signal);
    const read = { caller, organization };
    const ends: (() => void)[] = [];
    const end = () => {
      for (const one of ends) one();
    };
    this.#waiting.add(read);
    try {
      ends.push(await this.#callers.take(caller, until));
      ends.push(await this.#places.take(organization, until));
      return end;
    } catch (error) {
      end();
      throw error === late.reason ? tooMany() : error;
    } finally {
      this.#waiting.delete(read);
    }
  }

  refuseWaiting(error: Error): void {
    this.#callers.refuseWaiting(error);
    this.#places.refuseWaiting(error);
  }
}
