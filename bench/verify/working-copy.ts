/** A copy of a data set, for checks that change it. */
import { constants, cpSync, realpathSync, rmSync } from 'node:fs';

/** Deletes the folder once `work` ends, with or without an error. */
export async function withCopy<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = `${folder}-copy`;
  const remove = () => rmSync(copy, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    remove();
    // Files for the shared memory of connections belong to the original.
    const filter = (source: string) => !source.endsWith('-shm');
    // A link would be copied as a link, and writes would change the original.
    cpSync(realpathSync(folder), copy, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter,
    });
    return await work(copy);
  } finally {
    remove();
    process.off('exit', remove);
  }
}
