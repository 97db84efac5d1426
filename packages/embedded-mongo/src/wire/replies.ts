/** MongoDB's wire protocol: replies. */
import type { Row } from "../bson/raw-document";
import type { Request } from "./messages";

const OP_REPLY = 1;
const OP_MSG = 2013;
const HEADER = 16;

/** Encodes a reply to a request. */
export function respond(request: Request, body: Buffer): Buffer {
  const preamble = Buffer.alloc(HEADER + (request.legacy ? 20 : 5));
  preamble.writeInt32LE(preamble.length + body.length, 0);
  preamble.writeInt32LE(request.id, 8);
  preamble.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) preamble.writeInt32LE(1, 32);
  return Buffer.concat([preamble, body]);
}

/** Encodes a cursor reply around documents that are already encoded. */
export function cursorReply(
  field: "firstBatch" | "nextBatch",
  ns: string,
  cursorId: number,
  rows: Row[],
): Buffer {
  const batch = assemble(rows.map((row, i) => element(0x03, String(i), row.bytes)));
  const id = Buffer.alloc(8);
  id.writeBigInt64LE(BigInt(cursorId));
  const ok = Buffer.alloc(8);
  ok.writeDoubleLE(1);
  const name = Buffer.from(`    ${ns}\0`);
  name.writeInt32LE(name.length - 4);
  const cursor = assemble([
    element(0x04, field, batch),
    element(0x12, "id", id),
    element(0x02, "ns", name),
  ]);
  return assemble([element(0x03, "cursor", cursor), element(0x01, "ok", ok)]);
}

const element = (type: number, name: string, value: Buffer) => [
  Buffer.from(`${String.fromCharCode(type)}${name}\0`, "latin1"),
  value,
];

function assemble(elements: Buffer[][]): Buffer {
  const parts = [Buffer.alloc(4), ...elements.flat(), Buffer.alloc(1)];
  const document = Buffer.concat(parts);
  document.writeInt32LE(document.length);
  return document;
}
