import { connect } from "node:net";
import { serialize, type FuzzInput } from "./requests";

/** How long to wait for the end of a response. */
export const ANSWER_MS = 60_000;

/** Sends a request over a new connection. @returns what was received until the connection was closed */
export function exchange(origin: string, request: FuzzInput): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname);
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(done, ANSWER_MS);
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      received += data;
      // The rest of a long response is not needed.
      if (received.length > 1_000_000) done();
    });
    socket.on("error", done).on("close", done);
    // Damaged bytes may be an incomplete request. Ending the connection keeps the site from waiting for the rest.
    if ("bytes" in request) socket.end(request.bytes);
    else socket.write(serialize(request));
  });
}

/** @returns the status of the first response other than `100 Continue` */
export const statusOf = (received: string): string | undefined =>
  [...received.matchAll(/(?:^|\r\n\r\n)HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => status)
    .find((status) => status !== "100");
