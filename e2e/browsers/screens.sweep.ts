import { expect, NARROW, test, WIDE } from './sweep.ts';
import type { Visitor } from './visitor.ts';

const PARTS = 2;

async function resize(visitor: Visitor, { width, height }: typeof WIDE): Promise<void> {
  await visitor.engine.resize(width, height);
  await visitor.settle();
}

test.describe.configure({ mode: 'parallel' });

/* Few tests for all screens, because each test starts a browser and signs in. */
for (let part = 0; part < PARTS; part += 1) {
  test(`screens, part ${part + 1} of ${PARTS}`, async ({ visitor, grove }, testInfo) => {
    const screens = grove.screens.filter((_, index) => index % PARTS === part);
    const problems: string[] = [];
    let controls = 0;
    let window = WIDE;
    for (const screen of screens) {
      await visitor.open(screen);
      // A screen opens at the width of the previous screen.
      for (const next of [window, window === WIDE ? NARROW : WIDE]) {
        if (next !== window) await resize(visitor, next);
        window = next;
        const seen = await visitor.look();
        controls += seen.controls;
        const faults = [...seen.faults, ...(await visitor.engine.problems())];
        problems.push(...faults.map((fault) => `${screen} at ${window.width} px: ${fault}`));
      }
    }
    await resize(visitor, WIDE);
    testInfo.annotations.push(
      { type: 'screens', description: String(screens.length) },
      { type: 'controls', description: String(controls) },
      { type: 'engine', description: visitor.engine.version },
    );
    expect(problems).toEqual([]);
  });
}
