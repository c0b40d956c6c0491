import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepOwner, type Owner } from './private-files.ts';

let folder: string;
let file: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-owner-'));
  file = openSync(join(folder, 'new'), 'w', 0o600);
});

afterEach(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

const ownerOf = (): Owner => {
  const { uid, gid } = fstatSync(file);
  return { uid, gid };
};

it('leaves a file of the same owner', () => {
  const owner = ownerOf();
  keepOwner(file, owner, 'secrets.json');
  expect(ownerOf()).toEqual(owner);
});

it('gives the file to the owner before, or refuses where the user may not', () => {
  const mine = ownerOf();
  const other = { uid: mine.uid + 12_345, gid: mine.gid + 12_345 };
  const isRoot = mine.uid === 0;
  let refusal = '';
  try {
    keepOwner(file, other, 'secrets.json');
  } catch (error) {
    refusal = String(error);
  }
  const why = `OperatorError: secrets.json belongs to user ${other.uid} and group ${other.gid}, who could not read a new one; run the command as that user`;
  expect([refusal, ownerOf()]).toEqual(isRoot ? ['', other] : [why, mine]);
});
