/** Messages that wait to be sent. Each organization has its turn, and room that no other can take. */

/** A message in a lane, or one that is sent or tried again. */
export interface Waiting {
  /** Whose message it is: the share of an organization, or the network of somebody unknown. */
  owner: string;
}

interface Room {
  /** Of all owners together. */
  most: number;
  ofOne: number;
}

export class Lane<Job extends Waiting> {
  readonly #room: Room;
  #size = 0;
  /** How many messages each owner has here, those that are sent or tried again included. */
  readonly #held = new Map<string, number>();
  /** Those that wait for their turn; the owner whose turn is next comes first. */
  readonly #queues = new Map<string, Job[]>();

  constructor(room: Room) {
    this.#room = room;
  }

  /**
   * Gives a message room, and has it wait. Where there is none, whoever has most gives some.
   *
   * @returns the message that has no room now; null if all have.
   */
  admit(job: Job): Job | null {
    const held = this.#heldBy(job.owner);
    if (held >= this.#room.ofOne) return job;
    const loser = this.#size < this.#room.most ? null : this.#lastOfLargest(held + 1);
    if (loser === null && this.#size >= this.#room.most) return job;
    if (loser !== null) this.end(loser.owner);
    this.#hold(job.owner, 1);
    this.wait(job);
    return loser;
  }

  /** Has a message wait that has room. */
  wait(job: Job): void {
    const queue = this.#queues.get(job.owner);
    if (queue === undefined) this.#queues.set(job.owner, [job]);
    else queue.push(job);
  }

  /** Takes the message whose turn it is. */
  next(): Job | null {
    const [first] = this.#queues;
    if (first === undefined) return null;
    const [owner, queue] = first;
    const job = queue.shift() ?? null;
    this.#queues.delete(owner);
    if (queue.length > 0) this.#queues.set(owner, queue);
    return job;
  }

  /** Gives back the room of a message that does not wait any more. */
  end(owner: string): void {
    this.#hold(owner, -1);
  }

  /** Takes the last message of the owner who has most, if that is more than so many. */
  #lastOfLargest(than: number): Job | null {
    let largest = '';
    let most = than;
    for (const owner of this.#queues.keys()) {
      if (this.#heldBy(owner) <= most) continue;
      most = this.#heldBy(owner);
      largest = owner;
    }
    const queue = this.#queues.get(largest);
    const last = queue?.pop() ?? null;
    if (queue?.length === 0) this.#queues.delete(largest);
    return last;
  }

  #heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  #hold(owner: string, change: number): void {
    this.#size += change;
    const held = this.#heldBy(owner) + change;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}
