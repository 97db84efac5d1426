/**
 * How a second `npm start` finds the site that runs already: over a socket that is named by the settings
 * of the site, in the project's directory. The site then takes the build over that this start has made.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { settingsIn } from "../scripts/lib/settings.mjs";

const DIRECTORY = ".cache";

/** @returns the socket's path, short since it is relative; `null` for a site with a port of its own */
function socketPath(): string | null {
  const settings = settingsIn(process.env);
  if (settings.PORT === "0") return null;
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16);
  return `${DIRECTORY}/site-${digest}.sock`;
}

/**
 * Asks the site that runs with these settings to take the build over that is there now.
 *
 * @returns its address once it has, none if it could not; `null` if there is no such site
 */
export async function askRunningSite(): Promise<{ address: string } | null> {
  const path = socketPath();
  if (!path) return null;
  const socket = connect(path);
  try {
    await new Promise<void>((connected, failed) =>
      socket.once("connect", connected).once("error", failed),
    );
  } catch {
    return null; // There is none, or it was killed.
  }
  return { address: await text(socket).catch(() => "") };
}

/**
 * Lets other starts with the same settings find this site.
 *
 * @param takeOver has the new build take over; returns the site's address, or none if that failed
 */
export function answerOtherStarts(takeOver: () => Promise<string>): void {
  const path = socketPath();
  if (!path) return;
  mkdirSync(DIRECTORY, { recursive: true });
  // Only one site can have the port, so whatever is there was left by one that was killed.
  rmSync(path, { force: true });
  createServer((socket) => {
    socket.on("error", () => {}); // Who has asked may be gone by now.
    void takeOver().then((address) => socket.end(address));
  })
    .on("error", () => {}) // The site serves without it as well.
    .listen(path)
    .unref();
  process.once("exit", () => rmSync(path, { force: true }));
}
