/** A database for when no MongoDB is given: the same drivers, the same queries, one directory on disk. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Commands } from "./commands";
import { Store } from "./store";
import { framer, parse, respond } from "./wire";

export interface EmbeddedDatabase {
  /** What to give a MongoDB driver. */
  uri(database: string): string;
  close(): Promise<void>;
}

const EXPIRY_MS = 60_000;

export async function openEmbedded(directory: string): Promise<EmbeddedDatabase> {
  mkdirSync(directory, { recursive: true });
  const store = new Store(directory);
  const commands = new Commands(store);
  const runtime = mkdtempSync(join(tmpdir(), "embedded-db-"));
  const path = join(runtime, "db.sock");
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    const receive = framer((message) => {
      const request = parse(message);
      void commands
        .run(request)
        .then((body) => request.silent || socket.write(respond(request, body)));
    });
    socket.on("data", (chunk) => {
      try {
        receive(chunk);
      } catch {
        socket.destroy();
      }
    });
  });
  await new Promise<void>((listening, failed) =>
    server.once("error", failed).listen(path, listening),
  );
  const expiry = setInterval(() => commands.expire().catch(() => {}), EXPIRY_MS).unref();
  const remove = () => rmSync(runtime, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    uri: (database) => `mongodb://${encodeURIComponent(path)}/${database}?directConnection=true`,
    async close() {
      clearInterval(expiry);
      process.off("exit", remove);
      sockets.forEach((socket) => socket.destroy());
      await new Promise((closed) => server.close(closed));
      await store.close();
      remove();
    },
  };
}
