/**
 * When each message is sent. Links that somebody asked for have room of their own and go first: somebody
 * waits for them, and nothing that others cause may delay them.
 */
import { Lane, type Waiting } from './lane.ts';

/** What a message is: a link that somebody asked for, or a notice of something that happened. */
export type Kind = 'link' | 'notice';

/** Messages that are sent at a time. */
export const AT_ONCE = 4;
/** Notices among them, however slow the server is. */
export const NOTICES_AT_ONCE = 2;
/** More wait only if the server is down or somebody sends requests in bulk. */
export const ROOM = { most: 1_000, ofOne: 100 };

/** Why a message is given up that waits for its turn. */
export class NoTurnError extends Error {}

interface Job extends Waiting {
  kind: Kind;
  begin(): void;
  refuse(reason: NoTurnError): void;
}

/** The room of a message from its first attempt to its last. */
export interface Place {
  /**
   * Resolves when its turn comes, with the function that ends the turn.
   *
   * @throws NoTurnError if it is given up.
   */
  turn(): Promise<() => void>;
  leave(): void;
}

export class Turns {
  readonly #lanes: Readonly<Record<Kind, Lane<Job>>>;
  readonly #sending = { link: 0, notice: 0 };

  /** @param room of each kind. */
  constructor(room = ROOM) {
    this.#lanes = { link: new Lane(room), notice: new Lane(room) };
  }

  place(kind: Kind, owner: string): Place {
    const lane = this.#lanes[kind];
    let isIn = false;
    return {
      turn: () => {
        const { promise, resolve, reject } = Promise.withResolvers<() => void>();
        const job: Job = {
          owner,
          kind,
          begin: () => resolve(() => this.#end(kind)),
          refuse: (reason) => {
            isIn = false;
            reject(reason);
          },
        };
        if (isIn) lane.wait(job);
        else {
          isIn = true;
          lane.admit(job)?.refuse(new NoTurnError('too many wait'));
        }
        this.#begin();
        return promise;
      },
      leave: () => {
        if (isIn) lane.end(owner);
        isIn = false;
      },
    };
  }

  /** Gives up all that wait. */
  giveUp(): void {
    for (const lane of Object.values(this.#lanes)) {
      for (let job = lane.next(); job !== null; job = lane.next()) {
        lane.end(job.owner);
        job.refuse(new NoTurnError('the server has stopped'));
      }
    }
  }

  #begin(): void {
    for (let job = this.#next(); job !== null; job = this.#next()) {
      this.#sending[job.kind] += 1;
      job.begin();
    }
  }

  #next(): Job | null {
    const { link, notice } = this.#sending;
    if (link + notice >= AT_ONCE) return null;
    const first = this.#lanes.link.next();
    if (first !== null || notice >= NOTICES_AT_ONCE) return first;
    return this.#lanes.notice.next();
  }

  #end(kind: Kind): void {
    this.#sending[kind] -= 1;
    this.#begin();
  }
}
