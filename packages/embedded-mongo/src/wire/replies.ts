/** MongoDB's wire protocol: replies. */
import type { Row } from "../bson/raw-document";
import type { Request } from "./messages";

const OP_REPLY = 1;
const OP_MSG = 2013;
const HEADER = 16;

/** Encodes a reply: the message header for its request, then `body`, an encoded document. */
export function respond(request: Request, body: Buffer): Buffer {
  const preamble = Buffer.alloc(HEADER + (request.legacy ? 20 : 5));
  preamble.writeInt32LE(preamble.length + body.length, 0);
  preamble.writeInt32LE(request.id, 8);
  preamble.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) preamble.writeInt32LE(1, 32);
  return Buffer.concat([preamble, body]);
}

/** Encodes a cursor reply around documents that are already encoded, each of which is copied once. */
export function cursorReply(
  field: "firstBatch" | "nextBatch",
  ns: string,
  cursorId: number,
  rows: Row[],
): Buffer {
  const encoded = rows.map(({ bytes }) => bytes);
  const name = Buffer.from(ns);
  const batchSize = encoded.reduce((sum, { length }, i) => sum + keySize(String(i)) + length, 5);
  const cursorSize =
    5 + keySize(field) + batchSize + keySize("id") + 8 + keySize("ns") + 4 + name.length + 1;
  const size = 5 + keySize("cursor") + cursorSize + keySize("ok") + 8;

  const reply = Buffer.allocUnsafe(size);
  let at = reply.writeInt32LE(size, 0);
  const key = (type: number, name: string) => {
    at = reply.writeUInt8(type, at);
    at += reply.write(name, at, "latin1");
    at = reply.writeUInt8(0, at);
  };
  const end = () => (at = reply.writeUInt8(0, at));

  key(DOCUMENT, "cursor");
  at = reply.writeInt32LE(cursorSize, at);
  key(ARRAY, field);
  at = reply.writeInt32LE(batchSize, at);
  encoded.forEach((bytes, i) => {
    key(DOCUMENT, String(i));
    at += bytes.copy(reply, at);
  });
  end();
  key(LONG, "id");
  at = reply.writeBigInt64LE(BigInt(cursorId), at);
  key(STRING, "ns");
  at = reply.writeInt32LE(name.length + 1, at);
  at += name.copy(reply, at);
  end();
  end();
  key(DOUBLE, "ok");
  at = reply.writeDoubleLE(1, at);
  end();
  return reply;
}

/** The BSON type bytes of the fields of a cursor reply. */
const [DOUBLE, STRING, DOCUMENT, ARRAY, LONG] = [0x01, 0x02, 0x03, 0x04, 0x12];

const keySize = (name: string) => name.length + 2;
