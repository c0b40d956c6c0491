import { expect, it } from 'vitest';
import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { progressResponse } from './progress.ts';

const linesIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

it('tells progress as it comes, the newest where the reader is slow, and the result at last', async () => {
  const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const response = await progressResponse(async (tell) => {
    tell({ at: 1 });
    await steps[0]?.promise;
    tell({ at: 2 });
    tell({ at: 3 });
    await steps[1]?.promise;
    return { done: true };
  }, 'r');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => linesIn((await reader?.read())?.value ?? '');
  expect(await next()).toEqual([{ progress: { at: 1 } }]);
  steps[0]?.resolve();
  expect(await next()).toEqual([{ progress: { at: 3 } }]);
  steps[1]?.resolve();
  expect(await next()).toEqual([{ result: { done: true } }]);
  expect((await reader?.read())?.done).toBe(true);
});

it('needs no progress', async () => {
  const response = await progressResponse(() => Promise.resolve({ done: true }), 'r');
  expect(linesIn(await response.text())).toEqual([{ result: { done: true } }]);
});

it('throws what goes wrong before it has told anything', async () => {
  const work = () => Promise.reject(notFound('Group', 'a'));
  await expect(progressResponse(work, 'r')).rejects.toMatchObject({ status: 'NOT_FOUND' });
});

it('tells what goes wrong later', async () => {
  const response = await progressResponse(async (tell) => {
    tell({ at: 1 });
    await Promise.resolve();
    throw notFound('Group', 'a');
  }, 'r');
  expect(linesIn(await response.text()).at(-1)).toMatchObject({ error: { code: 5 } });
});
