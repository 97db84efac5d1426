/** The handshake, and the commands that keep connections and sessions alive. */
import { typeName } from "../bson/types";
import { MAX_DOCUMENT_BYTES } from "../bson/raw-document";
import { typeMismatch } from "../errors";
import { MAX_MESSAGE_BYTES } from "../wire/messages";
import type { Command } from "./command";
import { sessionKey } from "./fields";
import { MAX_STATEMENTS } from "./write-helpers";

const VERSION = "7.0.0";
const WIRE_VERSION = 21;

/**
 * The reply of a standalone server: without a replica set name, drivers neither retry writes nor offer
 * transactions. Without a topologyVersion, they poll instead of waiting for changes. Fails if the data file has been
 * removed or replaced, so that drivers notice it.
 */
const greeting = (primary: "ismaster" | "isWritablePrimary"): Command => ({
  fields:
    "helloOk client compression saslSupportedMechs topologyVersion maxAwaitTimeMS backpressure",
  run({ connection, store }) {
    store.disk.assertThere();
    return {
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
    };
  },
});

/** Also fails if the data file has been removed or replaced. */
const ping: Command = {
  fields: "",
  run({ store }) {
    store.disk.assertThere();
    return {};
  },
};

const buildInfo: Command = {
  fields: "",
  run: () => ({
    version: VERSION,
    versionArray: [...VERSION.split(".").map(Number), 0],
    gitVersion: "embedded",
    storageEngines: ["lmdb"],
    bits: 64,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  }),
};

/** Nothing but cursors belongs to a session. */
const endSessions: Command = {
  fields: "",
  run({ command, cursors }) {
    const lsids: unknown = command.endSessions;
    if (!Array.isArray(lsids))
      throw typeMismatch(`endSessions takes an array, not the type ${typeName(lsids)}`);
    for (const lsid of lsids) cursors.killSession(sessionKey(lsid));
    return {};
  },
};

export const HANDSHAKE: Record<string, Command> = {
  hello: greeting("isWritablePrimary"),
  ismaster: greeting("ismaster"),
  isMaster: greeting("ismaster"),
  ping,
  buildInfo,
  buildinfo: buildInfo,
  endSessions,
};
