/** Pages of a list whose rows are created, moved and deleted in between. */
import type { Random } from '../../cli/demo/random.ts';
import { judge } from '../../e2e/api/properties/paging-model.ts';
import { Changes } from './changes.ts';
import type { Question } from './expected.ts';
import { PAGE_SIZES, PAGES } from './questions.ts';
import { nameOf, readPage, same } from './walk.ts';
import type { Caller, World } from './world.ts';

/** The rows around which others change. */
const AROUND = 20;
const GUESTS = 6;
const MOST_CHANGES = 3;
/** The list must not end before something has changed. */
const FEWEST_PAGES = 4;

/** The rows that the walk may change, besides those that stay. */
class Guests {
  /** Rows that were created, moved or deleted. */
  readonly touched = new Set<string>();
  readonly moved = new Set<string>();
  readonly #world: World;
  readonly #random: Random;
  readonly #question: Question;
  readonly #changes: Changes;
  /** New rows must be where the others are. */
  readonly #isBeside: boolean;
  #uids: string[] = [];

  constructor(world: World, random: Random, question: Question) {
    this.#world = world;
    this.#random = random;
    this.#question = question;
    this.#changes = new Changes(world.statements, random);
    this.#isBeside = question.filters.some(([name]) => /children|ancestors|root|ids/.test(name));
  }

  invite(models: readonly string[]): void {
    for (let nth = 0; nth < GUESTS; nth += 1) this.#uids.push(...this.#add(models));
  }

  /** Creates, moves or deletes a row near the others. */
  change(others: readonly string[]): void {
    const { type, orders } = this.#question.definition;
    const [uid] = this.#uids.splice(this.#random.int(0, this.#uids.length), 1);
    if (uid === undefined) {
      for (const made of this.#add(others)) this.touched.add(made);
      return;
    }
    this.touched.add(uid);
    if (this.#random.chance(0.5)) {
      this.moved.add(uid);
      const column = orders[this.#question.order.field] ?? 'uid';
      this.#changes.move(type, uid, column, this.#random.pick(others));
    } else if (this.#isEmpty(uid)) this.#changes.remove(type, uid);
  }

  #add(models: readonly string[]): string[] {
    const { type } = this.#question.definition;
    return this.#changes.add(type, this.#random.pick(models), this.#isBeside);
  }

  /** Whether it contains no group, so that it can be deleted. */
  #isEmpty(uid: string): boolean {
    const sql = 'SELECT 1 FROM "Group" WHERE "parent" = ?';
    return this.#world.statements.row(sql, uid) === undefined;
  }
}

/** @returns the number of rows created, moved or deleted. */
export async function changingWalk(
  world: World,
  random: Random,
  question: Question,
): Promise<number> {
  const caller = random.chance(0.5) ? world.owner : random.pick(world.callers);
  const who = caller.identities;
  const total = world.expected.total(question, who);
  if (total === 0) return 0;
  const skip = random.chance(0.5) ? random.int(0, Math.floor(total / 2)) : 0;
  const fitting = PAGE_SIZES.filter((size) => size === 1 || size * FEWEST_PAGES <= total - skip);
  const sizes = Array.from({ length: PAGES }, () => random.pick(fitting));
  const window = { skip, limit: sizes.reduce((sum, size) => sum + size, 2 * AROUND) };
  const guests = new Guests(world, random, question);
  // Creates the rows that will be moved or deleted, among the rows that will be read.
  guests.invite(world.expected.uids(question, who, window).slice(0, 4 * AROUND));
  const before = world.expected.uids(question, who, window);
  const seen: string[] = [];
  let [token, isOver] = ['', false];
  for (const [index, size] of sizes.entries()) {
    const paging = { size, skip: index === 0 ? skip : 0, token };
    const page = await readPage(world.api, question, caller, paging);
    same(`rows of ${nameOf(question, caller)}`, page.total, world.expected.total(question, who));
    seen.push(...page.uids);
    token = page.token;
    isOver = token === '';
    if (isOver) break;
    const near = before.slice(Math.max(0, seen.length - AROUND), seen.length + AROUND);
    for (let nth = random.int(0, MOST_CHANGES); nth > 0; nth -= 1) guests.change(near);
  }
  verifySeen(question, caller, { before, seen, guests, isOver });
  return guests.touched.size;
}

interface Walked {
  before: readonly string[];
  seen: readonly string[];
  guests: Guests;
  isOver: boolean;
}

function verifySeen(
  question: Question,
  caller: Caller,
  { before, seen, guests: { touched, moved }, isOver }: Walked,
): void {
  const name = nameOf(question, caller);
  const reading = { before, seen, touched, moved, isOver };
  const { steady, expected, twice } = judge(reading, (uid) => uid);
  same(`${name}, while rows came and went`, steady, expected);
  same(`rows that ${name} gave twice`, twice, 0);
}
