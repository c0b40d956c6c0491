/** The two widths that the console is laid out for, and a page that goes from one to the other. */
import type { Page } from '@playwright/test';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Shows the page as on a phone, narrow and touched by a finger, while `look` looks at it. */
export async function asOnPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await page.setViewportSize(PHONE);
  await look();
  await session.detach();
  await page.setViewportSize(before);
}
