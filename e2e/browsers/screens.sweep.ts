import { expect, NARROW, test, WIDE } from './sweep.ts';

const PARTS = 2;

test.describe.configure({ mode: 'parallel' });

/* Few tests for all screens: each begins with a browser of its own, and with signing in. */
for (let part = 0; part < PARTS; part += 1) {
  test(`screens, part ${part + 1} of ${PARTS}`, async ({ visitor, grove }, testInfo) => {
    const screens = grove.screens.filter((_, index) => index % PARTS === part);
    const problems: string[] = [];
    let controls = 0;
    for (const screen of screens) {
      await visitor.open(screen);
      for (const { width, height } of [WIDE, NARROW]) {
        await visitor.engine.resize(width, height);
        await visitor.settle();
        const seen = await visitor.look();
        controls += seen.controls;
        const faults = [...seen.faults, ...(await visitor.engine.problems())];
        problems.push(...faults.map((fault) => `${screen} at ${width} px: ${fault}`));
      }
      await visitor.engine.resize(WIDE.width, WIDE.height);
    }
    testInfo.annotations.push(
      { type: 'screens', description: String(screens.length) },
      { type: 'controls', description: String(controls) },
      { type: 'engine', description: visitor.engine.version },
    );
    expect(problems).toEqual([]);
  });
}
