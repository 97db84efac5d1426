import { createServer } from "node:net";

/**
 * For a server that cannot be asked to find a port itself.
 *
 * @returns {Promise<number>} a port of this machine that nobody listens on
 */
export async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}
