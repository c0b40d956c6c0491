/**
 * Reads a registry from its first page to its last. Small transactions write the results together
 * with the progress of the sync.
 */
import { isQuotaExceeded } from '#lib/aip/errors.ts';
import type { RegistryPosition } from '#lib/resources/rows.ts';
import { committed, type Transaction } from '#lib/store/store.ts';
import type { EventRun } from '#lib/audit/event-rows.ts';
import { applyLooks } from './apply-looks.ts';
import { Attachments, type Attached } from './attachments.ts';
import type { NamePage, RegistryClient } from './client.ts';
import { Deadline } from './deadline.ts';
import { isRegistryError, RegistryError } from './errors.ts';
import { Health, isFailure } from './health.ts';
import { lookAtTags, type Look, type Looks, type Reader } from './look-at-tags.ts';
import { isRepositoryName } from './names.ts';
import { Referrers } from './referrers.ts';
import {
  attach,
  insertRepo,
  knownTags,
  markGone,
  refreshRepo,
  repoNamed,
  reposUnseen,
  seeRepo,
} from './rows.ts';
import { problemsOf, repositoryProblem, type Step } from './steps.ts';
import { addTagEvents } from './tag-events.ts';

/**
 * The number of tags or repositories in a transaction. Other writers get their turn between two of
 * them.
 */
const BATCH = 100;
/** Ends a sync of a registry whose pages never end. */
const MAX_PAGES = 100_000;
const BATCH_MINUTES = 5;

/** A sync that runs: its client, and how far it has come. */
export interface Reading {
  client: RegistryClient;
  group: string;
  run: EventRun;
  startTime: Date;
  cursor: Readonly<RegistryPosition>;
  /**
   * Commits what `work` writes, together with the progress after it. The step counts once it is
   * committed.
   *
   * @throws an error that ends the sync, for example that another process has taken it over.
   */
  write(
    cursor: Readonly<RegistryPosition>,
    work: (tx: Transaction) => Promise<Step>,
  ): Promise<void>;
  signal: AbortSignal;
}

/** @throws RegistryError if the registry as a whole cannot be read. */
export async function readRegistry(reading: Reading): Promise<void> {
  const run = new Run(reading);
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await reading.client.catalog(run.cursor.catalog);
    for (const name of page.names) {
      reading.signal.throwIfAborted();
      await run.readRepository(name);
    }
    if (page.next === null) return run.markMissing();
    run.cursor.catalog = page.next;
  }
  throw new RegistryError('INVALID', 'the registry has too many pages');
}

class Run {
  readonly cursor: RegistryPosition;
  readonly #reading: Reading;
  readonly #referrers = new Referrers();
  readonly #health: Health;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.cursor = { ...reading.cursor };
    this.#health = new Health(reading.client);
  }

  /**
   * Skips a repository that this sync has already read. One that a limit of a group leaves no room
   * for is named among the problems.
   */
  async readRepository(name: string): Promise<void> {
    const { group, startTime } = this.#reading;
    if (!isRepositoryName(name)) return this.#skip(name, 'is not the name of a repository');
    const seen = (await repoNamed(committed, group, name))?.seenTime;
    if (seen && seen >= startTime) return;
    try {
      await this.#readTags(name);
    } catch (error) {
      if (isQuotaExceeded(error)) return this.#skip(name, error.description);
      if (!isRegistryError(error) || error.problem === 'DOWN') throw error;
      if (isFailure(error)) await this.#health.failed();
      await this.#skip(name, error.message);
    }
    this.#health.endRepository();
  }

  async #readTags(name: string): Promise<void> {
    const { cursor } = this;
    const late = new RegistryError('LATE', `it takes more than ${BATCH_MINUTES} minutes`);
    const deadline = new Deadline(BATCH_MINUTES * 60_000, late);
    const client = this.#reading.client.within(deadline.signal);
    const isWhole = cursor.repository !== name || cursor.tags === null;
    if (isWhole) Object.assign(cursor, { repository: name, tags: null });
    const place = { client, repository: name, attachments: new Attachments(isWhole) };
    try {
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const page = (await client.tags(name, cursor.tags)) ?? NO_TAGS;
        await this.#readPage(place, page.names, deadline);
        if (page.next === null) return await this.#complete(name, place.attachments.gone());
        cursor.tags = page.next;
      }
    } finally {
      deadline.clear();
    }
    throw new RegistryError('INVALID', 'the registry has too many pages');
  }

  async #readPage(
    place: Omit<Reader, 'referrers' | 'health'>,
    names: readonly string[],
    deadline: Deadline,
  ): Promise<void> {
    const reader = { ...place, referrers: this.#referrers, health: this.#health };
    for (let at = 0; at < names.length; at += BATCH) {
      this.#reading.signal.throwIfAborted();
      await this.#readBatch(reader, [...new Set(names.slice(at, at + BATCH))]);
      deadline.signal.throwIfAborted();
      deadline.extend();
    }
  }

  async #readBatch(reader: Reader, tags: readonly string[]): Promise<void> {
    const known = await knownTags(this.#reading.group, reader.repository, tags);
    const left = tags.filter((tag) => !this.#isSeen(known.get(tag)));
    await this.#writeLooks(reader.repository, await lookAtTags(reader, left, known));
  }

  /** An interrupted sync reads nothing twice. */
  #isSeen(tag: { seenTime: Date | null } | undefined): boolean {
    return tag?.seenTime != null && tag.seenTime >= this.#reading.startTime;
  }

  async #writeLooks(name: string, { begun, looks: all }: Looks): Promise<void> {
    const found = { begun, looks: all.map(listed) };
    const hasImage = found.looks.some(({ kind }) => kind === 'image');
    await this.#write(async (tx, { group, run }) => {
      const known = (await repoNamed(tx, group, name))?.uid;
      // A repository without any readable tag is not created, but its problems are listed.
      const uid = known ?? (hasImage ? await insertRepo(tx, group, name) : null);
      if (uid === null) return { problems: problemsOf(name, found) };
      const { problems, ...counts } = await applyLooks(tx, { uid, name }, found, run);
      return { counts, problems };
    });
  }

  /** All tags were listed, so those that are missing are gone. */
  async #complete(name: string, left: readonly Attached[]): Promise<void> {
    const { startTime } = this.#reading;
    this.#leaveRepository();
    await this.#write(async (tx, { group, run }) => {
      const uid = (await repoNamed(tx, group, name))?.uid;
      if (uid === undefined) return {};
      const gone = await markGone(tx, uid, startTime);
      const attached = await attach(tx, uid, left);
      await addTagEvents(tx, run, { updated: [...gone, ...attached] });
      await seeRepo(tx, uid, new Date());
      await refreshRepo(tx, uid);
      return { counts: { gone: gone.length, repositories: 1 } };
    });
  }

  async #skip(name: string, reason: string): Promise<void> {
    this.#leaveRepository();
    await this.#write(async (tx, { group }) => {
      const uid = (await repoNamed(tx, group, name))?.uid;
      // The catalog lists the repository, so it still exists.
      if (uid !== undefined) await seeRepo(tx, uid, new Date());
      return { problems: [repositoryProblem(name, reason)] };
    });
  }

  #leaveRepository(): void {
    Object.assign(this.cursor, { repository: null, tags: null });
  }

  /** The whole catalog was read, so repositories that it does not list have no tags any more. */
  async markMissing(): Promise<void> {
    const { group, signal, startTime } = this.#reading;
    for (;;) {
      signal.throwIfAborted();
      const uids = await reposUnseen(committed, group, startTime, BATCH);
      if (uids.length === 0) return;
      await this.#write(async (tx, { run }) => {
        const gone: string[] = [];
        for (const uid of uids) {
          gone.push(...(await markGone(tx, uid, startTime)));
          await seeRepo(tx, uid, new Date());
          await refreshRepo(tx, uid);
        }
        await addTagEvents(tx, run, { updated: gone });
        return { counts: { gone: gone.length } };
      });
    }
  }

  #write(work: (tx: Transaction, reading: Reading) => Promise<Step>): Promise<void> {
    const reading = this.#reading;
    return reading.write(this.cursor, (tx) => work(tx, reading));
  }
}

/** A registry that lists a tag and does not have it contradicts itself. The tag stays as it was. */
function listed(look: Look): Look {
  const isMissing =
    look.kind === 'gone' ||
    (look.kind === 'list' && look.listDigest === null) ||
    (look.kind === 'attached' && look.attached.referrer === null);
  if (!isMissing) return look;
  const reason = 'is listed, but the registry does not have it';
  return { name: look.name, kind: 'problem', problem: 'INVALID', reason };
}

const NO_TAGS: NamePage = { names: [], next: null };
