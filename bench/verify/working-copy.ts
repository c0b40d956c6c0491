/** A copy of a data set, for what would change it. */
import { constants, cpSync, realpathSync, rmSync } from 'node:fs';

/** The folder is gone once `work` is over, however it ends. */
export async function withCopy<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = `${folder}-copy`;
  const remove = () => rmSync(copy, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    remove();
    // What connections share in memory belongs to those of the original.
    const filter = (source: string) => !source.endsWith('-shm');
    // A link would be copied as a link, and the original written to.
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
