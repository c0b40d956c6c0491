import { setImmediate as settled } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomly } from '../../e2e/support/random.ts';
import { AT_ONCE, NOTICES_AT_ONCE, NoTurnError, Turns, type Kind } from './turns.ts';

const ROOM = { most: 12, ofOne: 5 };

interface Message {
  kind: Kind;
  owner: string;
  /** Which of all messages that began it was, if it has begun. */
  began?: number;
  isOver: boolean;
  end?: () => void;
}

/** Posts messages, and notes in which order they begin. */
class Model {
  readonly turns = new Turns(ROOM);
  readonly all: Message[] = [];
  #begun = 0;

  async post(kind: Kind, owner: string): Promise<void> {
    const message: Message = { kind, owner, isOver: false };
    this.all.push(message);
    const place = this.turns.place(kind, owner);
    place
      .turn()
      .then((endTurn) => {
        message.began = this.#begun += 1;
        message.end = () => {
          endTurn();
          place.leave();
        };
      })
      .catch((error: unknown) => {
        if (!(error instanceof NoTurnError)) throw error;
        message.isOver = true;
      });
    await settled();
  }

  /** Ends one that is sent. @returns those that began then. */
  async end(which: number): Promise<Message[]> {
    const before = this.#begun;
    const { [which % Math.max(1, this.sending.length)]: message } = this.sending;
    if (message === undefined) return [];
    message.isOver = true;
    message.end?.();
    await settled();
    return this.all.filter(({ began = 0 }) => began > before);
  }

  get sending(): Message[] {
    return this.all.filter(({ began, isOver }) => began !== undefined && !isOver);
  }

  get waiting(): Message[] {
    return this.all.filter(({ began, isOver }) => began === undefined && !isOver);
  }
}

const isLink = ({ kind }: Message) => kind === 'link';
const isNotice = ({ kind }: Message) => kind === 'notice';

const steps = fc.array(
  fc.oneof(
    fc.record({
      post: fc.constantFrom<Kind>('link', 'notice'),
      by: fc.constantFrom('acme', 'evil', 'another'),
    }),
    fc.record({ end: fc.nat(AT_ONCE) }),
  ),
  { maxLength: 80 },
);

it('never has a link wait behind notices, and loses no message', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const model = new Model();
      for (const command of commands) {
        if ('post' in command) await model.post(command.post, command.by);
        else {
          const hadLinks = model.waiting.some(isLink);
          const began = await model.end(command.end);
          if (hadLinks) expect(began.every(isLink)).toBe(true);
        }
        const { sending, waiting } = model;
        expect(sending.filter(isNotice).length).toBeLessThanOrEqual(NOTICES_AT_ONCE);
        // A link waits only where as many are sent as can be; a notice where others are, too.
        if (waiting.some(isLink)) expect(sending).toHaveLength(AT_ONCE);
        if (waiting.some(isNotice)) {
          const isFull = sending.length === AT_ONCE;
          expect(isFull || sending.filter(isNotice).length === NOTICES_AT_ONCE).toBe(true);
        }
      }
      for (; model.sending.length > 0;) await model.end(0);
      expect(model.waiting).toEqual([]);
    }),
    randomly(150),
  );
});

it('lets owners take turns', async () => {
  const model = new Model();
  for (let count = 0; count < 5; count += 1) await model.post('notice', 'evil');
  await model.post('notice', 'acme');
  // Two of evil were begun before anybody else waited; then each owner has one.
  const [, next] = [await model.end(0), await model.end(0)];
  expect(next?.map(({ owner }) => owner)).toEqual(['acme']);
});

it('gives somebody room who has less than another, and refuses whoever has most', async () => {
  const model = new Model();
  for (const owner of ['one', 'two', 'three']) {
    for (let count = 0; count < 5; count += 1) await model.post('link', owner);
  }
  const refused = () => model.all.filter(({ began, isOver }) => isOver && began === undefined);
  expect(refused().map(({ owner }) => owner)).toEqual(['one', 'two', 'three']);
  await model.post('link', 'acme');
  expect(model.waiting.map(({ owner }) => owner)).toContain('acme');
  await model.post('notice', 'acme');
  expect(model.sending.concat(model.waiting).some(isNotice)).toBe(true);
});

it('gives up what waits, and has room again', async () => {
  const model = new Model();
  for (let count = 0; count < 5; count += 1) await model.post('link', 'evil');
  model.turns.giveUp();
  await settled();
  expect(model.waiting).toEqual([]);
  for (; model.sending.length > 0;) await model.end(0);
  for (let count = 0; count < 5; count += 1) await model.post('link', 'evil');
  expect(model.sending).toHaveLength(AT_ONCE);
  expect(model.waiting).toHaveLength(1);
});
