/** MongoDB's wire protocol: requests (OP_MSG, and OP_QUERY for a driver's first hello). */
import type { Document } from "bson";
import { decode } from "../bson/decode";
import { Row } from "../bson/raw-document";

export const MAX_MESSAGE_BYTES = 48_000_000;

const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** The flag bits that a receiver must know; it may ignore the others. */
const REQUIRED_FLAGS = 0xffff;

const HEADER = 16;

interface Body {
  command: Document;
  /** Document sequences sent alongside the command, still encoded. */
  sequences: ReadonlyMap<string, Row[]>;
}

export interface Request {
  id: number;
  /** Whether it is an OP_QUERY, which is answered with an OP_REPLY. */
  legacy: boolean;
  /** Whether the sender expects no reply (an unacknowledged write). */
  silent: boolean;
  /** Decodes the content; errors in it are reported to the client and do not close the connection. */
  body(): Body;
}

const broken = (why: string) => new Error(`not a MongoDB message: ${why}`);

/** Returns a function that takes the chunks of a byte stream and calls `receive` with each complete message. */
export function framer(receive: (message: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    pending.push(chunk);
    size += chunk.length;
    while (size >= 4) {
      if (pending[0]!.length < 4) pending = [Buffer.concat(pending)];
      const length = pending[0]!.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE_BYTES) throw broken(`a length of ${length}`);
      if (size < length) return;
      const all = pending.length > 1 ? Buffer.concat(pending) : pending[0]!;
      size -= length;
      pending = size ? [all.subarray(length)] : [];
      receive(all.subarray(0, length));
    }
  };
}

/** Parses a message. Throws if it is malformed, in which case the connection must be closed. */
export function parse(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_QUERY) return { id, legacy: true, silent: false, body: query(message) };
  if (opcode !== OP_MSG) throw broken(`opcode ${opcode}`);
  const flags = message.readUInt32LE(HEADER);
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw broken(`flags ${flags}`);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  return { id, legacy: false, silent: (flags & MORE_TO_COME) !== 0, body: sections(message, end) };
}

function query(message: Buffer): () => Body {
  const name = message.indexOf(0, HEADER + 4);
  if (!message.toString("latin1", HEADER + 4, name).endsWith(".$cmd"))
    throw broken("a query of a collection");
  const start = name + 9;
  const bytes = message.subarray(start, start + message.readInt32LE(start));
  return () => ({ command: decode(bytes), sequences: new Map() });
}

function sections(message: Buffer, end: number): () => Body {
  let body: Buffer | undefined;
  const sequences = new Map<string, Row[]>();
  for (let at = HEADER + 4; at < end;) {
    const kind = message[at++];
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw broken("a section that ends elsewhere");
    if (kind === 0) {
      if (body) throw broken("two commands at once");
      body = message.subarray(at, at + size);
    } else if (kind === 1) sequence(message, at, size, sequences);
    else throw broken(`a section of kind ${kind}`);
    at += size;
  }
  if (!body) throw broken("no command");
  const command = body;
  return () => ({ command: decode(command), sequences });
}

function sequence(message: Buffer, at: number, size: number, into: Map<string, Row[]>): void {
  const name = message.indexOf(0, at + 4);
  if (name < 0 || name >= at + size) throw broken("a sequence without a name");
  const rows: Row[] = [];
  for (let next = name + 1; next < at + size;) {
    const length = message.readInt32LE(next);
    if (length < 5 || next + length > at + size) throw broken("a document that ends elsewhere");
    rows.push(Row.from(message.subarray(next, next + length)));
    next += length;
  }
  const field = message.toString("utf8", at + 4, name);
  if (into.has(field)) throw broken("two sequences of one name");
  into.set(field, rows);
}
