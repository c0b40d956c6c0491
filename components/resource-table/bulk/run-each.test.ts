import { expect, it } from 'vitest';
import { runEach } from '#components/resource-table/bulk/run-each.ts';
import { ApiRequestError } from '#lib/client/api.ts';

const task = (id: string, run: () => Promise<unknown>) => ({ id, name: `the ${id}`, run });

it('continues after a failure, and says which task failed', async () => {
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
    task(id, () => (id === 'b' ? Promise.reject(new TypeError('gone')) : Promise.resolve())),
  );
  const seen: number[] = [];
  const outcome = await runEach(tasks, ({ finished }) => seen.push(finished.length));
  expect(outcome.finished.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f']);
  expect(outcome.failures).toEqual([
    { id: 'b', name: 'the b', why: 'The server could not be reached.' },
  ]);
  expect(seen).toHaveLength(6);
});

it('starts nothing after it was stopped', async () => {
  let isStopped = false;
  const tasks = Array.from({ length: 20 }, (_, index) =>
    task(String(index), () => {
      isStopped = true;
      return Promise.resolve();
    }),
  );
  const { finished } = await runEach(tasks, undefined, () => isStopped);
  expect(finished).toEqual(['0']);
});

it('starts no other task after the person declined to confirm the sign-in', async () => {
  const violations = [{ type: 'REAUTHENTICATION_REQUIRED', description: 'confirm' }];
  const details = [{ '@type': 'type.googleapis.com/google.rpc.PreconditionFailure', violations }];
  const unconfirmed = new ApiRequestError(400, { code: 9, message: 'confirm', details });
  let tried = 0;
  const tasks = Array.from({ length: 20 }, (_, index) =>
    task(String(index), () => {
      tried += 1;
      return Promise.reject(unconfirmed);
    }),
  );
  const { failures } = await runEach(tasks);
  expect(failures).toHaveLength(20);
  expect(failures[19]?.why).toContain('You did not confirm');
  expect(tried).toBeLessThanOrEqual(4);
});
