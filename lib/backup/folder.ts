/** The folder of the backups that the server makes by itself. Other files in it are left alone. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^grove-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
const LEFTOVER = /^(grove-\d{8}T\d{6}Z\.tar\.gz)\.(?:copy|copy-journal|partial)$/;
/** A younger one may be of a process that is still writing it. */
const LEFT_BEHIND_MS = 3_600_000;

/** Times in milliseconds have names that sort as they do. */
export function nameAt(time: number): string {
  return `grove-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
}

/** The names of the backups, newest first. */
function backupsIn(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  return names.sort().toReversed();
}

/** When the newest backup was made, in milliseconds; null where there is none. */
export function newestIn(folder: string): number | null {
  const [newest] = backupsIn(folder);
  return newest === undefined ? null : Date.parse(newest.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));
}

/** Deletes the oldest backups beyond `keep`, and what killed processes left behind. */
export function prune(folder: string, keep: number, now = Date.now()): void {
  const old = backupsIn(folder).slice(keep);
  const leftovers = readdirSync(folder).filter(
    (name) => LEFTOVER.test(name) && now - statSync(join(folder, name)).mtimeMs > LEFT_BEHIND_MS,
  );
  for (const name of [...old, ...leftovers]) rmSync(join(folder, name), { force: true });
}
