/** The two widths of the console's layouts, and a function that switches between them. */
import type { Page } from '@playwright/test';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Shows the page as on a phone, narrow and with touch, while `look` checks it. */
export async function asOnPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await page.setViewportSize(PHONE);
  await look();
  await session.detach();
  await page.setViewportSize(before);
}
