/** What a picture is, by the bytes of its file. */
import type { LogoType } from "./site-settings";

export interface ImageFile {
  type: LogoType;
  width: number;
  height: number;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const has = (bytes: Uint8Array, at: number, expected: readonly number[]) =>
  expected.every((byte, index) => bytes[at + index] === byte);
const word = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/**
 * @returns the type and the size of a PNG, JPEG or WebP file; `null` for anything else, also if something follows the
 *   picture
 */
export function readImageFile(bytes: Uint8Array): ImageFile | null {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  } catch {
    return null; // The file ends where its size should be.
  }
}

function readPng(bytes: Uint8Array): ImageFile | null {
  if (!has(bytes, 0, PNG_START) || !has(bytes, 12, word("IHDR"))) return null;
  if (!has(bytes, bytes.length - PNG_END.length, PNG_END)) return null;
  const view = viewOf(bytes);
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** Start of frame, which has the size; C4, C8 and CC in the same range are something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Uint8Array): ImageFile | null {
  if (!has(bytes, 0, [0xff, 0xd8, 0xff]) || !has(bytes, bytes.length - 2, [0xff, 0xd9]))
    return null;
  const view = viewOf(bytes);
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return { type: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function readWebp(bytes: Uint8Array): ImageFile | null {
  if (!has(bytes, 0, word("RIFF")) || !has(bytes, 8, word("WEBP"))) return null;
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  const type = "image/webp";
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (has(bytes, 12, word("VP8X"))) {
    return { type, width: uint24(24) + 1, height: uint24(27) + 1 };
  }
  if (has(bytes, 12, word("VP8L")) && view.getUint8(20) === 0x2f) {
    const size = view.getUint32(21, true);
    return { type, width: (size & 0x3fff) + 1, height: ((size >> 14) & 0x3fff) + 1 };
  }
  if (has(bytes, 12, word("VP8 ")) && has(bytes, 23, [0x9d, 0x01, 0x2a])) {
    const side = (at: number) => view.getUint16(at, true) & 0x3fff;
    return { type, width: side(26), height: side(28) };
  }
  return null;
}
