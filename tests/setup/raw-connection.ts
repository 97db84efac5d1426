/** Raw connections, for requests that no well-behaved client sends. */
import { connect, type Socket } from "node:net";

/** A connection to the site, which records everything that it receives. */
export interface Wire {
  socket: Socket;
  send(bytes: string): void;
  /** Resolves with everything received so far when that matches, or when the connection has ended. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with everything received when the connection has ended. */
  ended: Promise<string>;
}

/** Opens a connection, and sends `bytes` if there are any. */
export function dial(origin: string, bytes = ""): Wire {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (data) => (received += data));
  // A reset is one of the ways in which a connection ends.
  socket.on("error", () => socket.destroy());
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  if (bytes) socket.write(bytes, "latin1");
  return {
    socket,
    ended,
    send: (more) => void socket.write(more, "latin1"),
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => pattern.test(received) && resolve(received);
        socket.on("data", look).on("close", () => resolve(received));
        look();
      }),
  };
}

/** The status of the last response in the received text, or undefined if there is none. */
export function statusIn(received: string): number | undefined {
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
    Number(status),
  );
  return statuses.at(-1);
}

/** The head of a request that asks for the connection to be closed after it. */
export const head = (line: string, ...headers: string[]) =>
  [line, "Host: 127.0.0.1", "Connection: close", ...headers, "", ""].join("\r\n");
