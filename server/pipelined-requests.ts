import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** More requests than any browser or proxy sends without waiting for a response. */
const MAX_WAITING = 100;

interface Connection {
  isBusy: boolean;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Wraps a request listener so that it handles the requests of one connection one after the other. HTTP allows
 * pipelining, and Node would start all pipelined requests at once: a thousand page requests in one packet would
 * block the process until all are rendered, and hold the responses in memory until the client reads them.
 */
export function queuePipelinedRequests(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function begin(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    connection.isBusy = true;
    res.once("close", () => {
      connection.isBusy = false;
      const next = connection.waiting.shift();
      if (next && !req.socket.destroyed) begin(connection, ...next);
    });
    listener(req, res);
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
