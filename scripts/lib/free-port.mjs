import { createServer } from "node:net";

/**
 * Finds a port for a server that cannot choose a free one itself.
 * @returns {Promise<number>} an unused port of this machine
 */
export async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}
