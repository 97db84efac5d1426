/** A database behind a TCP proxy, which a test can cut off, or leave connected without answers. */
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "embedded-mongo";
import { cleanups } from "./started-sites";

export interface ProxiedDatabase {
  /** Connects through the proxy. */
  uri: string;
  /** Bypasses the proxy, for the test itself. */
  directUri: string;
  /** Closes all connections and refuses new ones, as when the server was killed. */
  cut(): Promise<void>;
  /** Keeps and accepts connections but never answers, as when the server hangs. */
  silence(): void;
  /** Answers again; data that was sent meanwhile over a silent connection arrives. */
  mend(): Promise<void>;
}

/** Opens an empty database behind a proxy; both are removed after the last test of the file. */
export async function openProxiedDatabase(): Promise<ProxiedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "test-wired-"));
  const database = await openEmbedded(directory);
  const directUri = database.uri("community");
  const [, path = ""] = /^mongodb:\/\/([^/]+)\//.exec(directUri) ?? [];
  const ends = new Set<Socket>();
  let isSilent = false;

  const forward = (near: Socket) => {
    const far = connect(decodeURIComponent(path));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("data", (data) => to.write(data));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        ends.delete(from);
        to.destroy();
      });
      if (isSilent) from.pause();
    }
  };
  const server: Server = createServer(forward);
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const wired: ProxiedDatabase = {
    uri: `mongodb://127.0.0.1:${port}/community?directConnection=true`,
    directUri,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const end of ends) end.destroy();
      await closed;
    },
    silence() {
      isSilent = true;
      for (const end of ends) end.pause();
    },
    async mend() {
      isSilent = false;
      for (const end of ends) end.resume();
      if (!server.listening) await listen(port);
    },
  };
  cleanups.add(async () => {
    if (server.listening) await wired.cut();
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  return wired;
}
