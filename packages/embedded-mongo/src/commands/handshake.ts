/** The handshake, and the commands that keep connections and sessions alive. */
import { Binary, UUID } from "bson";
import { MAX_DOCUMENT_BYTES } from "../bson/raw-document";
import { typeName } from "../bson/types";
import { Code, CommandError, typeMismatch } from "../errors";
import { MAX_MESSAGE_BYTES } from "../wire/messages";
import type { Call, Command } from "./command";
import { Sessions } from "./sessions";
import { MAX_STATEMENTS } from "./write-helpers";

/** The MongoDB version this server emulates. */
export const VERSION = "7.0.0";
/** The wire version of MongoDB 7.0. */
const WIRE_VERSION = 21;

/**
 * The reply of a standalone server: without a replica set name, drivers neither retry writes nor offer
 * transactions. Without a topologyVersion, they poll instead of waiting for changes.
 */
const hello = ({ connection }: Call, primary: "ismaster" | "isWritablePrimary") => ({
  helloOk: true,
  [primary]: true,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: MAX_STATEMENTS,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: connection,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
});

/** Fails if the data file has been removed or replaced, so that drivers notice it. */
const greeting = (primary: "ismaster" | "isWritablePrimary"): Command => ({
  stable: true,
  fields: {
    helloOk: "ignored",
    client: "ignored",
    // No `compression` in the reply means that none is supported.
    compression: "ignored",
    saslSupportedMechs: "ignored",
    speculativeAuthenticate: "unsupported",
    topologyVersion: "ignored",
    maxAwaitTimeMS: "ignored",
    loadBalanced: "unsupported",
    forShell: "ignored",
    backpressure: "ignored",
  },
  run(call) {
    call.store.disk.assertThere();
    return hello(call, primary);
  },
});

const nothing: Command = { stable: true, fields: {}, run: () => ({}) };

/** Also fails if the data file has been removed or replaced. */
const ping: Command = {
  ...nothing,
  run({ store }) {
    store.disk.assertThere();
    return {};
  },
};

const buildInfo: Command = {
  fields: {},
  run: () => ({
    version: VERSION,
    versionArray: [...VERSION.split(".").map(Number), 0],
    gitVersion: "embedded",
    modules: [],
    storageEngines: ["lmdb"],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  }),
};

/** The keys of the sessions that a command names as its operand. */
function namedSessions(name: string, lsids: unknown): string[] {
  if (!Array.isArray(lsids))
    throw typeMismatch(
      `BSON field '${name}.${name}' is the wrong type '${typeName(lsids)}', expected type 'array'`,
    );
  return lsids.map(Sessions.keyOf).filter((key) => key !== undefined);
}

const endSessions = (name: string): Command => ({
  stable: true,
  fields: {},
  run({ command, sessions, cursors }) {
    for (const key of namedSessions(name, command[name])) {
      sessions.end(key);
      cursors.killSession(key);
    }
    return {};
  },
});

const refreshSessions: Command = {
  stable: true,
  fields: {},
  run({ command, sessions }) {
    for (const key of namedSessions("refreshSessions", command.refreshSessions))
      sessions.touch(key);
    return {};
  },
};

const startSession: Command = {
  fields: {},
  run({ sessions }) {
    const id = new UUID();
    sessions.touch(Sessions.keyOf({ id }));
    return { id: { id: new Binary(id.buffer, Binary.SUBTYPE_UUID) }, timeoutMinutes: 30 };
  },
};

const transaction: Command = {
  stable: true,
  admin: true,
  fields: {},
  run() {
    throw new CommandError(
      Code.IllegalOperation,
      "Transaction numbers are only allowed on a replica set member or mongos",
    );
  },
};

/** The commands of this module by name. */
export const HANDSHAKE: Record<string, Command> = {
  hello: greeting("isWritablePrimary"),
  ismaster: greeting("ismaster"),
  isMaster: greeting("ismaster"),
  ping,
  logout: nothing,
  buildInfo,
  buildinfo: buildInfo,
  endSessions: endSessions("endSessions"),
  killSessions: endSessions("killSessions"),
  refreshSessions,
  startSession,
  commitTransaction: transaction,
  abortTransaction: transaction,
  connectionStatus: {
    fields: { showPrivileges: "ignored" },
    run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
  },
};
