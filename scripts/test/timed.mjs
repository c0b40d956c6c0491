/**
 * Runs a Node.js program and writes the processor seconds of it and its descendants into a file:
 * `timed.mjs FILE PROGRAM ARGUMENTS…`. A process of its own, because
 * the system counts the processor seconds of ended descendants for each process.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { run } from '../lib/child.mjs';

/** Linux counts in hundredths of a second. */
const TICKS = 100;
/** `cutime` and `cstime` of proc_pid_stat(5), counted from the field after the name. */
const [USER, SYSTEM] = [13, 14];

const [file = '', ...command] = process.argv.slice(2);
const { code } = await run(process.execPath, command);
if (existsSync('/proc/self/stat')) {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  writeFileSync(file, String((Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS));
}
process.exitCode = code;
