import encodeQR from 'qr';

/** The quiet zone that ISO/IEC 18004 asks for, in modules. */
const BORDER = 4;

/** A picture of the text as SVG, in black on white in any theme, since not every app reads others. */
export const qrCodeOf = (text: string): string =>
  encodeQR(text, 'svg', { ecc: 'low', border: BORDER })
    .replace('<svg', '<svg shape-rendering="crispEdges"')
    .replace('<path', '<rect width="100%" height="100%" fill="#fff"/><path');
