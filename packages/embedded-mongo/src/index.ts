/** A database for when no MongoDB is given: the same drivers, the same queries, one directory on disk. */
import { mkdirSync } from "node:fs";
import { answer } from "./commands";
import { Cursors } from "./commands/cursors";
import { expire } from "./commands/expiry";
import { Sessions } from "./commands/sessions";
import { inSlices } from "./commands/write-helpers";
import { Store } from "./storage/store";
import { Listener } from "./wire/listener";
import { makeSocketPath } from "./wire/socket-path";

/** A database that is open. */
export interface EmbeddedDatabase {
  /** What to give a MongoDB driver in order to use the database of this name. */
  uri(database: string): string;
  /** Deletes what TTL indexes say is due, as happens by itself once a minute. */
  expire(): Promise<void>;
  /** Lets commands under way finish, then closes connections and files. */
  close(): Promise<void>;
}

/** MongoDB looks for expired documents as often. */
const EXPIRY_MS = 60_000;

/** Opens the database in a directory, making it if there is none, and serves it to drivers in this and other processes. */
export async function openEmbedded(directory: string): Promise<EmbeddedDatabase> {
  mkdirSync(directory, { recursive: true });
  const store = new Store(directory);
  const [cursors, sessions] = [new Cursors(store), new Sessions()];
  const listener = new Listener((request, connection) =>
    answer({ store, cursors, sessions }, request, connection),
  );
  const socket = makeSocketPath();
  try {
    await listener.listen(socket.path);
    await inSlices(store, store.collectGarbage());
  } catch (error) {
    socket.remove();
    await store.close();
    throw error;
  }
  let expiring = Promise.resolve();
  const sweep = () =>
    (expiring = expiring
      .then(() => expire(store))
      .catch((error: unknown) => console.error("embedded database: expiry failed:", error)));
  const timer = setInterval(() => {
    for (const session of sessions.expire()) cursors.killSession(session);
    void sweep();
  }, EXPIRY_MS).unref();
  process.once("exit", socket.remove);

  let closing: Promise<void> | undefined;
  const close = async () => {
    clearInterval(timer);
    await listener.close();
    cursors.killAll();
    await expiring;
    await store.close();
    process.off("exit", socket.remove);
    socket.remove();
  };
  return {
    uri: (database) =>
      `mongodb://${encodeURIComponent(socket.path)}/${encodeURIComponent(database)}?directConnection=true`,
    expire: sweep,
    close: () => (closing ??= close()),
  };
}
