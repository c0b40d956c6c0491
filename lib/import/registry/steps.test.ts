import { expect, it } from 'vitest';
import { advanced, noTags, repositoryProblem, tagProblem } from './steps.ts';

const cursor = { catalog: null, repository: 'shop', tags: null };
const run = {
  startTime: '2026-01-01T00:00:00Z',
  counts: { repositories: 1, ...noTags(), tags: 3 },
  actor: { actor: 'test', identities: [], requestId: 'r' },
  cursor: { catalog: null, repository: null, tags: null },
  problems: [repositoryProblem('old', 'refused')],
};

it('counts a step into a run of its own, so that a rolled back one counts nothing', () => {
  const before = structuredClone(run);
  const problems = [tagProblem('shop', 'v1', 'broken')];
  const next = advanced(run, { counts: { tags: 2, created: 2 }, problems }, cursor);
  expect(run).toEqual(before);
  expect(next).toEqual({
    ...before,
    counts: { ...before.counts, tags: 5, created: 2, skipped: 1 },
    cursor,
    problems: [
      { name: 'old', repository: 'old', reason: 'refused' },
      { name: 'shop:v1', repository: 'shop', tag: 'v1', reason: 'broken' },
    ],
  });
});

it('counts every problem and lists the first hundred, with reasons of a bounded length', () => {
  const problems = Array.from({ length: 150 }, (_, at) =>
    tagProblem('a', `v${at}`, 'x'.repeat(999)),
  );
  const next = advanced(run, { problems }, cursor);
  expect(next.counts.skipped).toBe(150);
  expect(next.problems).toHaveLength(100);
  expect(next.problems.at(-1)?.reason).toHaveLength(400);
});
