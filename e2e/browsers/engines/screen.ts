import { once } from 'node:events';
import { startTied, type TiedProcess } from '../../support/tied-process.ts';

/** Starts a screen without a monitor. @returns its process, and its name for `DISPLAY`. */
export async function startScreen(): Promise<{ screen: TiedProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = startTied('Xvfb', args);
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}
