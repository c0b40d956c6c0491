/**
 * Rows that are created, moved and deleted beside the existing ones. They are copies, so that they
 * tie.
 */
import type { Random } from '../../cli/demo/random.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { isAlone } from '../../e2e/api/support/example-rows.ts';
import type { Row, Statements } from './statements.ts';

/** Columns that must be distinct, in the table or in the group. */
const DISTINCT = ['name', 'subject', 'componentLocation', 'keyId'];

export class Changes {
  readonly #statements: Statements;
  readonly #random: Random;

  constructor(statements: Statements, random: Random) {
    this.#statements = statements;
    this.#random = random;
  }

  /**
   * Copies this row, into the same group or into a new group beside it.
   *
   * @returns the uids of all new rows of its table; none if a copy is not possible.
   */
  add(type: ResourceType, uid: string, isBeside: boolean): string[] {
    const row = this.#statements.row(`SELECT * FROM "${type}" WHERE "uid" = ?`, uid);
    const parent = String(row?.['parent'] ?? '');
    if (row === undefined || parent === '') return [];
    if (isBeside || type === 'Tag') {
      return isAlone(type) ? [] : [this.#copy(type, row, parent, true)];
    }
    const group = this.#statements.row('SELECT * FROM "Group" WHERE "uid" = ?', parent);
    if (group === undefined) return [];
    const holder = this.#copy('Group', group, parent, true);
    const made = this.#copy(type, row, holder, type === 'GroupInvite');
    return type === 'Group' ? [holder, made] : [made];
  }

  #copy(type: ResourceType, row: Row, parent: string, isDistinct: boolean): string {
    const uid = `${parent}/${this.#random.hex(16)}`;
    const copy: Row = { ...row, uid, parent };
    if (isDistinct) {
      for (const column of DISTINCT) {
        if (typeof copy[column] === 'string') copy[column] = `${copy[column]} ${uid.slice(-16)}`;
      }
      if (type === 'RoleBinding') copy['identityUid'] = this.#otherIdentity();
    }
    // A copied audit event would have the place of the original in its chain.
    if (type === 'AuditEvent') Object.assign(copy, { chain: '', sequence: null, hash: null });
    const names = Object.keys(copy);
    const columns = names.map((name) => `"${name}"`).join();
    const marks = names.map(() => '?').join();
    const values = Object.values(copy);
    this.#statements.run(`INSERT INTO "${type}" (${columns}) VALUES (${marks})`, ...values);
    return uid;
  }

  #otherIdentity(): string {
    const sql = 'SELECT "uid" FROM "Identity" WHERE "rowid" >= ? ORDER BY "rowid" LIMIT 1';
    const last = this.#statements.count('SELECT max("rowid") FROM "Identity"');
    return this.#statements.column(sql, this.#random.int(1, last))[0] ?? '';
  }

  /** Moves a row to the position of another one in an order. */
  move(type: ResourceType, uid: string, column: string, other: string): void {
    // Names stay distinct. A name right after the other one serves as well.
    const value = column === 'name' ? `"name" || ' ${uid.slice(-16)}'` : `"${column}"`;
    const from = `(SELECT ${value} FROM "${type}" WHERE "uid" = ?)`;
    const set = column === 'uid' ? `"uid" = "uid"` : `"${column}" = coalesce(${from}, "${column}")`;
    const params = column === 'uid' ? [uid] : [other, uid];
    this.#statements.run(`UPDATE "${type}" SET ${set} WHERE "uid" = ?`, ...params);
  }

  remove(type: ResourceType, uid: string): void {
    this.#statements.run(`DELETE FROM "${type}" WHERE "uid" = ?`, uid);
  }
}
