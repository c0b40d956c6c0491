import { describe, expect, it } from 'vitest';
import { type Doomed, planDeletion } from '#lib/client/guided-delete/plan.ts';
import { AT_ONCE, runDeletion, type RunProgress } from '#lib/client/guided-delete/run.ts';

const ROOT = '0'.repeat(40);
const within = (parent: string, number: number) =>
  `${parent}/${number.toString(16).padStart(16, '0')}`;
const thing = (collection: string, uid: string): Doomed => ({ collection, uid, name: uid });

const top = within(ROOT, 1);
const inner = within(top, 2);
const beside = within(top, 3);
const ITEMS = [
  thing('groups', top),
  thing('groups', inner),
  thing('groups', beside),
  thing('roleBindings', within(inner, 4)),
  thing('roles', within(inner, 5)),
  thing('identities', within(top, 6)),
];

/** Runs with a `remove` that fails for some, and records the order of the calls. */
async function run(
  items: readonly Doomed[],
  fail: (item: Doomed) => unknown = () => null,
  options: { signal?: AbortSignal; onBegun?: (item: Doomed) => void } = {},
) {
  const begun: string[] = [];
  let atOnce = 0;
  let most = 0;
  const told: RunProgress[] = [];
  const result = await runDeletion({
    units: planDeletion(items),
    remove: async (item) => {
      begun.push(item.uid);
      atOnce += 1;
      most = Math.max(most, atOnce);
      options.onBegun?.(item);
      await Promise.resolve();
      atOnce -= 1;
      const error = fail(item);
      if (error !== null) throw error;
    },
    reasonOf: (error) => (error as Error).message,
    isFatal: (error) => (error as Error).name === 'Fatal',
    onProgress: (progress) => told.push({ ...progress }),
    signal: options.signal ?? new AbortController().signal,
  });
  return { begun, most, told, result };
}

describe('runDeletion', () => {
  it('deletes each once, a group after all that is in it', async () => {
    const { begun, result, told } = await run(ITEMS);
    expect([...begun].sort()).toEqual(ITEMS.map(({ uid }) => uid).sort());
    expect(begun.at(-1)).toBe(top);
    expect(begun.indexOf(within(inner, 4))).toBeLessThan(begun.indexOf(within(inner, 5)));
    expect(begun.indexOf(within(inner, 5))).toBeLessThan(begun.indexOf(inner));
    expect(result).toEqual({ gone: 6, failures: [], kept: 0 });
    expect(told.map(({ gone }) => gone)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has no more than a few under way, also with thousands', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      thing('groups', within(top, index + 10)),
    );
    const { most, result } = await run([thing('groups', top), ...many]);
    expect(most).toBe(AT_ONCE);
    expect(result.gone).toBe(3_001);
  });

  it('goes on beside what fails, and keeps only what is above it', async () => {
    const { begun, result } = await run(ITEMS, ({ collection }) =>
      collection === 'roles' ? new Error('in use') : null,
    );
    expect(result.failures).toEqual([{ item: ITEMS[4], why: 'in use' }]);
    expect(result).toMatchObject({ gone: 3, kept: 2 });
    expect(begun).toContain(beside);
    expect(begun).toContain(within(top, 6));
    expect(begun).not.toContain(inner);
    expect(begun).not.toContain(top);
  });

  it('begins nothing any more once it is stopped, and a second run does what is left', async () => {
    const stop = new AbortController();
    const first = await run(ITEMS, undefined, {
      signal: stop.signal,
      onBegun: () => stop.abort(),
    });
    expect(first.begun).toHaveLength(1);
    expect(first.result).toEqual({ gone: 1, failures: [], kept: 0 });
    const left = ITEMS.filter(({ uid }) => !first.begun.includes(uid));
    const second = await run(left);
    expect(second.result.gone).toBe(left.length);
    expect(second.begun.at(-1)).toBe(top);
  });

  it('ends at an error after which nothing would work', async () => {
    const fatal = Object.assign(new Error('gone away'), { name: 'Fatal' });
    let calls = 0;
    const fail = () => {
      calls += 1;
      return fatal;
    };
    await expect(run(ITEMS, fail)).rejects.toBe(fatal);
    expect(calls).toBeLessThanOrEqual(AT_ONCE);
  });
});
