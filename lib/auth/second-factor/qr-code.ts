import encodeQR from 'qr';

/** The quiet zone that ISO/IEC 18004 asks for, in modules. */
const BORDER = 4;

/** A picture of the text as SVG, in black on white in any theme, since not every app reads others. */
export function qrCodeOf(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: BORDER });
  const rows = modules.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  const size = modules.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${rows.join('')}"/></svg>`
  );
}

/** Where dark modules begin in a row, and how many there are. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const text = row.map((isDark) => (isDark ? '#' : ' ')).join('');
  return [...text.matchAll(/#+/g)].map((run) => [run.index, run[0].length]);
}
