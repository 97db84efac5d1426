/**
 * Lets a second `npm start` find the site that is already running: through a Unix socket in the project's
 * directory that is named after the site's settings. The site then switches to the build that this start has made.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { variables } from "../app/config/env.server";

const DIRECTORY = ".cache";

/** @returns the socket's path, relative so that it is short; `null` if the site gets a free port of its own */
function socketPath(): string | null {
  if (process.env.PORT?.trim() === "0") return null;
  const settings = variables.map((name) => process.env[name]?.trim() || null);
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16);
  return `${DIRECTORY}/site-${digest}.sock`;
}

/**
 * Asks the site that runs with these settings to switch to the current build.
 * @returns its address once it has switched, empty if that failed; `null` if no such site is running
 */
export async function requestReload(): Promise<{ address: string } | null> {
  const path = socketPath();
  if (!path) return null;
  const socket = connect(path);
  try {
    await new Promise<void>((connected, failed) =>
      socket.once("connect", connected).once("error", failed),
    );
  } catch {
    return null; // No site is running, or it was killed.
  }
  return { address: await text(socket).catch(() => "") };
}

/**
 * Lets other starts with the same settings find this site.
 * @param takeOver switches to the new build; returns the site's address, or an empty string if that failed
 */
export function listenForReloads(takeOver: () => Promise<string>): void {
  const path = socketPath();
  if (!path) return;
  mkdirSync(DIRECTORY, { recursive: true });
  // Only one site can have the port, so an existing socket was left by one that was killed.
  rmSync(path, { force: true });
  createServer((socket) => {
    socket.on("error", () => {}); // The other process may have exited by now.
    void takeOver().then((address) => socket.end(address));
  })
    .on("error", () => {}) // The site works without the socket as well.
    .listen(path)
    .unref();
  process.once("exit", () => rmSync(path, { force: true }));
}
