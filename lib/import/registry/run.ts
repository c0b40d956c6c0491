/**
 * Reads a registry from its first page to its last, page by page, and writes
 * what it finds in small transactions that also say how far it has come.
 */
import {
  insertRepo,
  markGone,
  repoNamed,
  reposUnseen,
  seeRepo,
  tagsNamed,
} from '#lib/store/registry/repositories.ts';
import type { StoredRun } from '#lib/store/registry/sources.ts';
import { committed, snapshot } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';
import { applyLooks } from './apply-looks.ts';
import type { NamePage, RegistryClient } from './client.ts';
import { addCounts } from './counts.ts';
import { isRegistryError, RegistryError } from './errors.ts';
import { isRepositoryName } from './names.ts';
import { Referrers } from './referrers.ts';
import { lookAtTags } from './look-at-tags.ts';
import type { Looks } from './look-at-tags.ts';

/** How many tags, or repositories, a transaction writes; others write between two of them. */
const BATCH = 100;
/** A registry whose pages never end is not read for ever. */
const MAX_PAGES = 100_000;
const LISTED_PROBLEMS = 20;
const MAX_FAILURES = 3;

export interface Reading {
  client: RegistryClient;
  /** The group whose repositories these are. */
  group: string;
  /** Where to begin, and what it has come to; changes as it is read. */
  run: StoredRun;
  /**
   * Runs `work` and writes down the run in one transaction.
   *
   * @throws whatever ends the run, for example that it is somebody else's now.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  signal: AbortSignal;
}

/** @throws RegistryError where the registry, or all of it that is left, cannot be read. */
export async function readRegistry(reading: Reading): Promise<void> {
  const reader = new Reader(reading);
  const { cursor } = reading.run;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await reading.client.catalog(cursor.catalog);
    for (const name of page.names) {
      reading.signal.throwIfAborted();
      await reader.readRepository(name);
    }
    if (page.next === null) return reader.markMissing();
    cursor.catalog = page.next;
  }
  throw new RegistryError('INVALID', 'the registry has too many pages');
}

class Reader {
  readonly #reading: Reading;
  readonly #since: Date;
  readonly #referrers: Referrers;
  /** How many things in a row the registry failed to give; it is taken for broken after a few. */
  #failures = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#since = new Date(reading.run.startTime);
    this.#referrers = new Referrers(reading.client);
  }

  /** Unless this very run has read it already. What refuses to be read is told of and left as it is. */
  async readRepository(name: string): Promise<void> {
    if (!isRepositoryName(name)) return this.#skip(name, 'is no name of a repository');
    const seen = (await repoNamed(committed, this.#reading.group, name))?.seenTime;
    if (seen && seen >= this.#since) return;
    try {
      await this.#readTags(name);
    } catch (error) {
      if (!isRegistryError(error) || error.problem === 'UNAVAILABLE') throw error;
      if (error.problem === 'FAILED') this.#fail(1, error.message);
      await this.#skip(name, error.message);
    }
  }

  async #readTags(name: string): Promise<void> {
    const { client, run, signal } = this.#reading;
    const { cursor } = run;
    if (cursor.repository !== name) Object.assign(cursor, { repository: name, tags: null });
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = (await client.tags(name, cursor.tags)) ?? NO_TAGS;
      for (let at = 0; at < page.names.length; at += BATCH) {
        signal.throwIfAborted();
        await this.#readBatch(name, [...new Set(page.names.slice(at, at + BATCH))]);
      }
      if (page.next === null) return this.#complete(name);
      cursor.tags = page.next;
    }
    throw new RegistryError('INVALID', 'the registry has too many pages');
  }

  async #readBatch(name: string, tags: readonly string[]): Promise<void> {
    const { client, group } = this.#reading;
    const { repo, known } = await snapshot(async (reads) => {
      const repo = await repoNamed(reads, group, name);
      return { repo, known: await tagsNamed(reads, repo?.uid ?? '', repo === null ? [] : tags) };
    });
    const left = tags.filter((tag) => !this.#isSeen(known.get(tag)));
    const reader = { client, referrers: this.#referrers };
    const looks = await lookAtTags(reader, name, left, known);
    this.#countFailures(looks);
    if (repo !== null || looks.looks.some(({ kind }) => kind === 'image')) {
      await this.#write(name, looks);
    }
  }

  #countFailures({ looks }: Looks): void {
    const failed = looks.filter((look) => look.kind === 'problem' && look.isFailure);
    if (failed.length < looks.length) this.#failures = 0;
    else this.#fail(failed.length, `the registry fails to give what it lists`);
  }

  #fail(count: number, message: string): void {
    this.#failures += count;
    if (this.#failures > MAX_FAILURES) throw new RegistryError('UNAVAILABLE', message);
  }

  /** A run that was cut off looks at nothing twice. */
  #isSeen(tag: { seenTime: Date | null } | undefined): boolean {
    return tag?.seenTime != null && tag.seenTime >= this.#since;
  }

  async #write(name: string, looks: Looks): Promise<void> {
    const { group, run, write } = this.#reading;
    await write(async (tx) => {
      const repo = await repoNamed(tx, group, name);
      const uid = repo?.uid ?? (await insertRepo(tx, group, name));
      const { problems, ...changes } = await applyLooks(tx, { uid, name }, looks);
      addCounts(run.counts, { ...changes, skipped: problems.length });
      run.problems = [...run.problems, ...problems].slice(0, LISTED_PROBLEMS);
    });
  }

  /** All tags were listed: what was not among them is gone. */
  async #complete(name: string): Promise<void> {
    const { group, run, write } = this.#reading;
    const isKnown = (await repoNamed(committed, group, name)) !== null;
    run.cursor.repository = null;
    run.cursor.tags = null;
    if (!isKnown) return;
    await write(async (tx) => {
      const uid = (await repoNamed(tx, group, name))?.uid;
      if (uid === undefined) return;
      run.counts.gone += await markGone(tx, uid, this.#since);
      run.counts.repositories += 1;
      await seeRepo(tx, uid, new Date());
      await tx.refreshRepo(uid);
    });
  }

  async #skip(name: string, reason: string): Promise<void> {
    const { group, run, write } = this.#reading;
    run.cursor.repository = null;
    run.cursor.tags = null;
    await write(async (tx) => {
      const uid = (await repoNamed(tx, group, name))?.uid;
      run.counts.skipped += 1;
      run.problems = [...run.problems, { name, reason }].slice(0, LISTED_PROBLEMS);
      // It is there, whatever is in it.
      if (uid !== undefined) await seeRepo(tx, uid, new Date());
    });
  }

  /** The whole catalog was read: repositories that it does not name have no tags any more. */
  async markMissing(): Promise<void> {
    const { group, run, signal, write } = this.#reading;
    for (;;) {
      signal.throwIfAborted();
      const uids = await reposUnseen(committed, group, this.#since, BATCH);
      if (uids.length === 0) return;
      await write(async (tx) => {
        for (const uid of uids) {
          run.counts.gone += await markGone(tx, uid, this.#since);
          await seeRepo(tx, uid, new Date());
          await tx.refreshRepo(uid);
        }
      });
    }
  }
}

const NO_TAGS: NamePage = { names: [], next: null };
