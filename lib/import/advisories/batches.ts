/** The records of the sources, in batches of a bounded size. */
import { FirstContents } from '#lib/store/scratch.ts';
import { wholeKey } from './keys.ts';
import { ReadingTime } from './files/reading-time.ts';
import { sourceFiles, type AnyFile } from './files/sources.ts';
import { parseAdvisories } from './parse.ts';
import { UNSTORABLE, unstorableIn } from './formats/fields.ts';
import type { Found, Note } from './types.ts';
import { VexStatements } from './formats/vex-statements.ts';

/**
 * How many advisories a transaction writes. Other writers get their turn between two transactions.
 */
const MAX_ADVISORIES = 250;
/**
 * The maximum length of a batch's advisories, in characters of JSON. The last advisory may exceed
 * it.
 */
const MAX_LENGTH = 1024 * 1024;
/** The maximum number of notes of a batch. */
const MAX_NOTES = 1_000;

export interface Source {
  path: string;
  name: string;
}

export interface Batch {
  files: number;
  advisories: Found[];
  notes: Note[];
  /** The number of repeated advisories with the same content. */
  repeated: number;
}

/** Ends with what was read so far when the time is used up, and reports that as a problem. */
export async function* batchesOf(
  sources: readonly Source[],
  time = new ReadingTime(),
): AsyncGenerator<Batch> {
  const collector = new Collector();
  const statements = new VexStatements();
  try {
    for await (const found of filesOf(sources, time)) {
      if (!('passedOver' in found)) collector.countFile();
      if ('chunks' in found) {
        const file = { ...found, chunks: time.within(found.chunks) };
        for await (const parsed of parseAdvisories(file, statements)) {
          collector.add(parsed);
          if ('advisory' in parsed) time.countAdvisory();
          if (collector.isFull) yield collector.batch();
        }
      } else collector.add(found);
      if (collector.isFull) yield collector.batch();
    }
    yield collector.batch();
  } finally {
    collector.close();
    statements.close();
  }
}

async function* filesOf(sources: readonly Source[], time: ReadingTime): AsyncGenerator<AnyFile> {
  for (const { path, name } of sources) {
    for await (const found of sourceFiles(path, name)) {
      const { problem } = time;
      if (problem !== null) {
        yield { file: name, line: 1, problem };
        return;
      }
      yield found;
    }
  }
}

const emptyBatch = (): Batch => ({ files: 0, advisories: [], notes: [], repeated: 0 });

class Collector {
  readonly #seen = new FirstContents();
  #batch = emptyBatch();
  #length = 0;

  get isFull(): boolean {
    const { advisories, notes } = this.#batch;
    return (
      advisories.length >= MAX_ADVISORIES || this.#length >= MAX_LENGTH || notes.length >= MAX_NOTES
    );
  }

  batch(): Batch {
    const batch = this.#batch;
    this.#batch = emptyBatch();
    this.#length = 0;
    return batch;
  }

  countFile(): void {
    this.#batch.files += 1;
  }

  add(found: Found | Note): void {
    if ('advisory' in found) this.#addAdvisory(found);
    else this.#batch.notes.push(found);
  }

  #refuse({ file, line, advisory }: Found, field: string, reason: string): void {
    this.#batch.notes.push({ file, line, record: advisory.advisoryId, field, reason });
  }

  #addAdvisory(found: Found): void {
    const { advisory } = found;
    const content = JSON.stringify(advisory);
    const field = unstorableIn(advisory, content);
    if (field !== null) return this.#refuse(found, field, UNSTORABLE);
    const key = wholeKey(advisory);
    // A statement that adds to an advisory counts as repeated only if its content is the same.
    const unique = advisory.addsToStored === true ? key + content : key;
    const first = this.#seen.check(unique, content, found);
    if (first === undefined) {
      this.#batch.advisories.push(found);
      this.#length += content.length;
    } else if (first.isSame) this.#batch.repeated += 1;
    else {
      const { advisoryId, artifactName } = advisory;
      const where = `${first.at.file}:${first.at.line}`;
      this.#refuse(found, '', `${advisoryId} of ${artifactName} is given twice; first at ${where}`);
    }
  }

  close(): void {
    this.#seen.close();
  }
}
