import { encode } from "uqr";

/** A QR code as a drawing. */
export interface QrCode {
  /** Width and height, in squares, with the margin that scanners need. */
  size: number;
  /** The dark squares, as the path of an SVG. */
  path: string;
}

/** @returns the QR code of a text */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
