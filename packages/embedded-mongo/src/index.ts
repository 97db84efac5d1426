/** An embedded database: compatible with MongoDB drivers, stored in one directory. */
import { answer } from "./commands";
import { Cursors } from "./commands/cursors";
import { runInSlices } from "./commands/write-helpers";
import { expire } from "./commands/writes";
import { CommandError } from "./errors";
import { Store } from "./storage/store";
import { Listener } from "./wire/listener";
import { makeSocketPath } from "./wire/socket-path";

export interface EmbeddedDatabase {
  /** The connection string for MongoDB drivers, for a database name. */
  uri(database: string): string;
  /** Deletes documents expired by TTL indexes; also runs once a minute. */
  expire(): Promise<void>;
  /** Waits for running commands, then closes connections and files. */
  close(): Promise<void>;
}

/** MongoDB checks for expired documents at the same interval. */
const EXPIRY_MS = 60_000;

/**
 * Opens the database in a directory, and serves it to drivers in this and other processes.
 *
 * @param options.create whether to create the database if it does not exist; `true` by default
 * @throws DataFileError if the directory is damaged or cannot be written; its message is a sentence for the
 * operator
 */
export async function openEmbedded(
  directory: string,
  options: { create?: boolean } = {},
): Promise<EmbeddedDatabase> {
  const store = await Store.open(directory, options);
  const cursors = new Cursors(store);
  const listener = new Listener((request, connection) =>
    answer({ store, cursors }, request, connection),
  );
  const socket = makeSocketPath();
  try {
    await listener.listen(socket.path);
    await runInSlices(store, store.collectGarbage());
  } catch (error) {
    socket.remove();
    await store.close();
    throw error;
  }
  let expiring = Promise.resolve();
  const sweep = () =>
    (expiring = expiring
      .then(() => expire(store))
      .catch((error: unknown) => {
        // While the disk rejects writes, the clients that write get this error, so it is not logged here.
        if (!(error instanceof CommandError))
          console.error("embedded database: expiry failed:", error);
      }));
  const timer = setInterval(() => void sweep(), EXPIRY_MS).unref();
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
