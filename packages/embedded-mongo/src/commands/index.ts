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
import { checkFields, checkGeneric, checkRequired, missing } from "./fields";
import { findAndModify } from "./find-and-modify";
import { HANDSHAKE } from "./handshake";
import { INDEXES } from "./indexes";
import { checkDatabase } from "./namespaces";
import { READS } from "./reads";
import { serverStatus } from "./server-status";
import { Sessions } from "./sessions";
import { WRITES } from "./writes";

const COMMANDS: Record<string, Command> = {
  ...HANDSHAKE,
  ...READS,
  ...WRITES,
  findAndModify,
  findandmodify: findAndModify,
  ...COLLECTIONS,
  ...INDEXES,
  serverStatus,
};
COMMANDS.explain = explain((name) => lookUp(COMMANDS, name));

/** Executes a request; errors become replies, too. */
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
  checkFields(name, command, known.fields);
  checkRequired(name, command, known.required);
  checkApi(name, command, known);
  checkGeneric(command);
  if (known.admin && db !== "admin")
    throw new CommandError(
      Code.Unauthorized,
      `${name} may only be run against the admin database.`,
    );
  const session = Sessions.keyOf(command.lsid);
  server.sessions.touch(session);
  const limit = isNumber(command.maxTimeMS) ? toDouble(command.maxTimeMS) : 0;
  return known.run({
    ...server,
    name,
    command,
    db,
    connection,
    session,
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

function checkApi(
  name: string,
  { apiVersion, apiStrict, apiDeprecationErrors }: Document,
  { stable }: Command,
): void {
  if (apiVersion === undefined) {
    if (apiStrict !== undefined || apiDeprecationErrors !== undefined)
      throw new CommandError(
        Code.InvalidOptions,
        "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion",
      );
    return;
  }
  if (apiVersion !== "1") throw new CommandError(Code.APIVersionError, 'API version must be "1"');
  if (apiStrict === true && !stable)
    throw new CommandError(
      Code.APIStrictError,
      `Provided apiStrict:true, but the command ${name} is not in API Version 1`,
    );
}
