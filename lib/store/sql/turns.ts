/** The order in which long reads take their turns. No share has all places. */
import { eitherSignal } from '#lib/abort-signals.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Asker } from '#lib/store/handles.ts';
import { tooMany } from './unavailable.ts';

export interface TurnLimits {
  places: number;
  /** Places that one share may have. */
  placesOfOne: number;
  /** Reads that wait. At most half are of one share, and a quarter of one caller. */
  waiting: number;
  /** The longest wait, in milliseconds. */
  deadline: number;
  /** Whether the reads of one caller come after each other. */
  isOneByOne: boolean;
}

interface Read {
  caller: string;
  share: string;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #places: Semaphore;
  readonly #callers: Semaphore;
  /** Those that have their turn, and those that wait for it. */
  readonly #reads = new Set<Read>();
  readonly #waiting = new Set<Read>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#places = new Semaphore(limits.places, limits.placesOfOne);
    this.#callers = new Semaphore(Infinity, limits.isOneByOne ? 1 : Infinity);
  }

  /**
   * @returns what ends the turn.
   * @throws ApiError UNAVAILABLE if too many others wait; the reason of the asker's signal.
   */
  async take({ caller, shares = [], signal }: Asker): Promise<() => void> {
    signal?.throwIfAborted();
    const { waiting, deadline } = this.#limits;
    const share = this.#leastBusy(shares) ?? caller;
    const others = [...this.#waiting].filter((one) => one.share === share);
    const own = others.filter((one) => one.caller === caller);
    const part = Math.max(this.#waiting.size, 2 * others.length, 4 * own.length);
    if (part >= waiting) throw tooMany();
    const late = AbortSignal.timeout(deadline);
    const until = eitherSignal(late, signal);
    const read = { caller, share };
    const ends: (() => void)[] = [() => this.#reads.delete(read)];
    const end = () => {
      for (const one of ends) one();
    };
    this.#reads.add(read);
    this.#waiting.add(read);
    try {
      ends.push(await this.#callers.take(caller, until));
      ends.push(await this.#places.take(share, until));
      return end;
    } catch (error) {
      end();
      throw error === late.reason ? tooMany() : error;
    } finally {
      this.#waiting.delete(read);
    }
  }

  #leastBusy(shares: readonly string[]): string | undefined {
    const busy = Map.groupBy(this.#reads, ({ share }) => share);
    const readsOf = (share: string) => busy.get(share)?.length ?? 0;
    return shares.toSorted((a, b) => readsOf(a) - readsOf(b))[0];
  }

  refuseWaiting(error: Error): void {
    this.#callers.refuseWaiting(error);
    this.#places.refuseWaiting(error);
  }
}
