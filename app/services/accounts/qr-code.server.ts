import { encode } from "uqr";

export interface QrCode {
  /** Width and height in modules, including the quiet zone that scanners need. */
  size: number;
  /** The dark modules, as SVG path data. */
  path: string;
}

export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
