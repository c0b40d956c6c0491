/**
 * Bounds the processor time in which one import reads its sources. A file of a few kilobytes may
 * contain so many records that reading and rejecting them takes hours, each within its own limits.
 * Processor time, because an import must not fail only because the machine is busy.
 */
import { threadCpuMs } from '#lib/thread-cpu.ts';
import { SourceError } from '#lib/import/advisories/types.ts';

/** In milliseconds: more for each advisory that was read, which takes a small part of that. */
export const TIME_LIMITS = { base: 60_000, perAdvisory: 20, most: 15 * 60_000 };

export class ReadingTime {
  readonly #limits: typeof TIME_LIMITS;
  readonly #now: () => number;
  readonly #start: number;
  #advisories = 0;

  constructor(limits = TIME_LIMITS, now = threadCpuMs) {
    this.#limits = limits;
    this.#now = now;
    this.#start = now();
  }

  countAdvisory(): void {
    this.#advisories += 1;
  }

  /** Null while there is time. */
  get problem(): string | null {
    const { base, perAdvisory, most } = this.#limits;
    const allowed = Math.min(most, base + perAdvisory * this.#advisories);
    if (this.#now() - this.#start <= allowed) return null;
    return `takes more than ${Math.round(allowed / 1_000)} s of processor time; the rest is not read`;
  }

  /** Returns the chunks unchanged. @throws SourceError when the time is used up. */
  async *within(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const { problem } = this;
      if (problem !== null) throw new SourceError(problem);
      yield chunk;
    }
  }
}
