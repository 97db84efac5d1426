/** All commands by name. */
import type { Document } from "bson";
import { Row, encode } from "../bson/raw-document";
import { isNumber, toDouble } from "../bson/numbers";
import { isDocument, lookUp, typeName } from "../bson/types";
import { badValue, Code, CommandError, typeMismatch } from "../errors";
import type { Request } from "../wire/messages";
import { COLLECTIONS } from "./collections";
import type { Command, Server } from "./command";
import { explain } from "./explain";
import { checkCommand, missing, sessionKey } from "./fields";
import { findAndModify } from "./find-and-modify";
import { HANDSHAKE } from "./handshake";
import { INDEXES } from "./indexes";
import { checkDatabase } from "./namespaces";
import { READS } from "./reads";
import { WRITES } from "./writes";

const COMMANDS: Record<string, Command> = {
  ...HANDSHAKE,
  ...READS,
  ...WRITES,
  findAndModify,
  explain,
  ...COLLECTIONS,
  ...INDEXES,
};

export async function answer(
  server: Server,
  request: Request,
  connection: number,
): Promise<Buffer> {
  try {
    const reply = await run(server, request, connection);
    return Buffer.isBuffer(reply) ? reply : encode({ ...reply, ok: 1 });
  } catch (error) {
    return encode(CommandError.from(error).reply);
  }
}

async function run(
  server: Server,
  request: Request,
  connection: number,
): Promise<Document | Buffer> {
  const { command, sequences } = request.body();
  const name = Object.keys(command)[0] ?? "";
  const known = lookUp(COMMANDS, name);
  if (!known) throw new CommandError(Code.CommandNotFound, `no such command: '${name}'`);
  if (request.legacy && !["hello", "ismaster", "isMaster"].includes(name))
    throw new CommandError(
      352,
      `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
    );
  const db = request.legacy ? "admin" : checkDatabase(command.$db);
  checkCommand(name, command, known.fields, known.required);
  const limit = isNumber(command.maxTimeMS) ? toDouble(command.maxTimeMS) : 0;
  return known.run({
    ...server,
    name,
    command,
    db,
    connection,
    session: sessionKey(command.lsid),
    deadline: limit ? Date.now() + limit : Infinity,
    rows: (field) => rowsOf(field, command, sequences),
  });
}

function rowsOf(field: string, command: Document, sequences: ReadonlyMap<string, Row[]>): Row[] {
  const beside = sequences.get(field);
  const inside: unknown = command[field];
  if (beside && inside !== undefined) throw badValue(`field '${field}' is given twice`);
  if (beside) return beside;
  const [name = ""] = Object.keys(command);
  if (!Array.isArray(inside)) throw missing(name, field);
  return inside.map((doc, i) => {
    if (isDocument(doc)) return Row.of(doc);
    throw typeMismatch(
      `BSON field '${name}.${field}.${i}' is the wrong type '${typeName(doc)}', expected type 'object'`,
    );
  });
}
