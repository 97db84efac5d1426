import { connect } from "node:net";
import { serialize, type MadeUp } from "./requests";

/** How long is waited for the end of an answer. */
export const ANSWER_MS = 60_000;

/** Sends a request over a connection of its own. @returns what came back until it was closed */
export function exchange(origin: string, request: MadeUp): Promise<string> {
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
      // Half a request may leave the site waiting for the rest; its answer so far is enough.
      if (received.length > 1_000_000) done();
    });
    socket.on("error", done).on("close", done);
    // What may be half a request is followed by the end, or the site would wait for the rest.
    if ("bytes" in request) socket.end(request.bytes);
    else socket.write(serialize(request));
  });
}

/** @returns the status of the first answer that is not a request to go on */
export const statusOf = (received: string): string | undefined =>
  [...received.matchAll(/(?:^|\r\n\r\n)HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => status)
    .find((status) => status !== "100");
