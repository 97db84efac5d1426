/** MongoDB's wire protocol: messages in (OP_MSG, and OP_QUERY for a driver's first hello), replies out. */
import { BSON, type Document } from "bson";
import { Row } from "./store";

const OP_REPLY = 1,
  OP_QUERY = 2004,
  OP_MSG = 2013;
const CHECKSUM_PRESENT = 1,
  MORE_TO_COME = 2;
const HEADER = 16;

export interface Request {
  id: number;
  legacy: boolean;
  /** The sender wants no reply: an unacknowledged write. */
  silent: boolean;
  command: Document;
  /** Documents sent beside the command rather than in it, still as BSON. */
  sequences: Record<string, Row[]>;
}

/** Cuts a byte stream into messages and hands each on whole. */
export function framer(receive: (message: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [],
    size = 0;
  return (chunk) => {
    pending.push(chunk);
    size += chunk.length;
    while (size >= 4) {
      if (pending[0]!.length < 4) pending = [Buffer.concat(pending)];
      const length = pending[0]!.readInt32LE(0);
      if (length < HEADER || length > 48_000_000) throw new Error("not a MongoDB message");
      if (size < length) return;
      const all = pending.length > 1 ? Buffer.concat(pending) : pending[0]!;
      receive(all.subarray(0, length));
      size -= length;
      pending = size ? [all.subarray(length)] : [];
    }
  };
}

export function parse(message: Buffer): Request {
  const id = message.readInt32LE(4),
    opcode = message.readInt32LE(12);
  const request: Request = {
    id,
    legacy: opcode === OP_QUERY,
    silent: false,
    command: {},
    sequences: {},
  };
  if (opcode === OP_QUERY) {
    const start = message.indexOf(0, HEADER + 4) + 9;
    request.command = BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)));
    return request;
  }
  if (opcode !== OP_MSG) throw new Error(`opcode ${opcode} is not supported`);
  const flags = message.readInt32LE(HEADER);
  request.silent = !!(flags & MORE_TO_COME);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  for (let at = HEADER + 4; at < end;) {
    const kind = message[at++],
      size = message.readInt32LE(at);
    if (kind === 0) request.command = BSON.deserialize(message.subarray(at, at + size));
    else {
      const name = message.indexOf(0, at + 4);
      const rows: Row[] = (request.sequences[message.toString("utf8", at + 4, name)] = []);
      for (let next = name + 1; next < at + size; next += message.readInt32LE(next)) {
        rows.push(new Row(message.subarray(next, next + message.readInt32LE(next))));
      }
    }
    at += size;
  }
  return request;
}

export function respond(request: Request, body: Uint8Array): Buffer {
  const preamble = Buffer.alloc(HEADER + (request.legacy ? 20 : 5));
  preamble.writeInt32LE(preamble.length + body.length, 0);
  preamble.writeInt32LE(request.id, 8);
  preamble.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) preamble.writeInt32LE(1, 32);
  return Buffer.concat([preamble, body]);
}

/** The answer of a cursor, built around documents that are BSON already. */
export function cursorReply(
  field: "firstBatch" | "nextBatch",
  ns: string,
  cursorId: number,
  rows: Row[],
): Buffer {
  const batch = assemble(rows.map((row, i) => element(0x03, String(i), row.bytes)));
  const id = Buffer.alloc(8),
    ok = Buffer.alloc(8),
    name = Buffer.from(`    ${ns}\0`);
  id.writeBigInt64LE(BigInt(cursorId));
  ok.writeDoubleLE(1);
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
