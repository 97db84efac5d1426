import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No browser and no proxy sends as many requests without waiting for an answer. */
const MAX_WAITING = 100;

interface Connection {
  isBusy: boolean;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Answers the requests of one connection one after the other. HTTP lets a client send them without waiting,
 * and Node would begin all of them at once: a thousand pages in one packet would hold the process for as
 * long as they take, and their answers in memory until they are read.
 */
export function answerInTurn(answer: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function begin(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    connection.isBusy = true;
    res.once("close", () => {
      connection.isBusy = false;
      const next = connection.waiting.shift();
      if (next && !req.socket.destroyed) begin(connection, ...next);
    });
    answer(req, res);
  }

  return (req, res) => {
    const { socket } = req;
    let connection = connections.get(socket);
    if (!connection) connections.set(socket, (connection = { isBusy: false, waiting: [] }));
    if (!connection.isBusy) begin(connection, req, res);
    else if (connection.waiting.length < MAX_WAITING) connection.waiting.push([req, res]);
    else socket.destroy();
  };
}
