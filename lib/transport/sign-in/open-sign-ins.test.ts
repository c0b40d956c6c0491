import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomly } from '../../../e2e/support/random.ts';
import { TestBrowser } from '../../../e2e/support/test-browser.ts';
import { beginSignIn, finishSignIn, MAX_OPEN, parametersOf } from './open-sign-ins.ts';

const MINUTE = 60_000;

/** A browser, and the sign-ins that it should have open: the oldest first. */
interface World {
  jar: TestBrowser;
  open: { state: string; began: number }[];
  now: number;
}

type Step = { kind: 'begin' } | { kind: 'finish'; nth: number } | { kind: 'wait'; minutes: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const) }),
  fc.record({ kind: fc.constant('finish' as const), nth: fc.nat(6) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(9) }),
);

function take(world: World, step: Step, known: string[]): void {
  const { jar } = world;
  world.now += 1;
  if (step.kind === 'wait') world.now += step.minutes * MINUTE;
  world.open = world.open.filter(({ began }) => world.now - began < 15 * MINUTE);
  if (step.kind === 'begin') {
    const { open, setCookies } = beginSignIn('p', jar.cookie, world.now);
    jar.keep(setCookies);
    known.push(open.state);
    world.open = [...world.open, { state: open.state, began: world.now }].slice(-MAX_OPEN);
  }
  if (step.kind === 'finish') {
    const state = known[step.nth % Math.max(known.length, 1)] ?? 'none';
    const finished = finishSignIn('p', { cookies: jar.cookie, state }, world.now);
    expect(finished?.open.state ?? null).toBe(
      world.open.some((one) => one.state === state) ? state : null,
    );
    jar.keep(finished?.setCookies ?? []);
    world.open = world.open.filter((one) => one.state !== state);
  }
}

it('finishes each sign-in once, if it is among the last five of a quarter of an hour', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const world: World = { jar: new TestBrowser('http://localhost'), open: [], now: 1e12 };
      const known: string[] = [];
      for (const step of steps) take(world, step, known);
    }),
    randomly(200),
  );
});

it('derives nothing alike for another provider, browser or purpose', () => {
  const { open, setCookies } = beginSignIn('p', '');
  const jar = new TestBrowser('http://localhost');
  jar.keep(setCookies);
  expect(finishSignIn('q', { cookies: jar.cookie, state: open.state })).toBeNull();
  expect(finishSignIn('p', { cookies: '', state: open.state })).toBeNull();
  expect(finishSignIn('p', { cookies: jar.cookie, state: null })).toBeNull();
  const { state, nonce, verifier } = open;
  const other = beginSignIn('p', '').open;
  const given = [state, nonce, verifier, parametersOf(open).code_challenge];
  expect(new Set([...given, other.state, other.nonce, other.verifier]).size).toBe(7);
});
