/** A text as a QR code in SVG. Clients append it to `data:image/svg+xml;utf-8,` as it is. */
import { renderSVG } from 'uqr';

export function qrCodeSvg(text: string): string {
  // Screens are read well, so the lowest correction will do: larger dots help more.
  return renderSVG(text, { ecc: 'L', border: 2, whiteColor: 'white', blackColor: 'black' });
}
