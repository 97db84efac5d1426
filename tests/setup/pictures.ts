/** A PNG file that says how large it is, and has no more of a picture. */
export function png(width = 32, height = 32): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1").copy(head);
  head.write("IHDR", 12, "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, Buffer.from("0000000049454e44ae426082", "hex")]);
}
