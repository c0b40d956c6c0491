import { expect, NARROW, test, WIDE } from './sweep.ts';

/* One test for all: another begins with another browser where one has failed. */
test('every screen', async ({ visitor, grove }, testInfo) => {
  const problems: string[] = [];
  let controls = 0;
  for (const screen of grove.screens) {
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
    { type: 'screens', description: String(grove.screens.length) },
    { type: 'controls', description: String(controls) },
    { type: 'engine', description: visitor.engine.version },
  );
  expect(problems).toEqual([]);
});
