/** The socket that drivers connect to. Requests of a connection are answered in order, with a limit on those pending. */
import { createServer, type Server as NetServer, type Socket } from "node:net";
import { framer, parse, type Request } from "./messages";
import { respond } from "./replies";

/** Executes a request and returns the encoded body of its reply; `connection` is the connection's number. */
type Responder = (request: Request, connection: number) => Promise<Buffer>;

/** Reading from a connection stops while it has this many pending requests. */
const MAX_PENDING_REQUESTS = 64;

export class Listener {
  readonly #server: NetServer;
  readonly #connections = new Set<Connection>();
  #count = 0;

  constructor(readonly respondTo: Responder) {
    this.#server = createServer((socket) => {
      const connection = new Connection(socket, ++this.#count, respondTo);
      this.#connections.add(connection);
      socket.once("close", () => this.#connections.delete(connection));
    });
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject).listen(path, () => resolve());
    });
  }

  /** Stops accepting connections and requests; resolves when pending ones are answered. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.all([...this.#connections].map((connection) => connection.end()));
    await closed;
  }
}

class Connection {
  readonly #waiting: Request[] = [];
  #work: Promise<void> | undefined;
  #ended = false;

  constructor(
    readonly socket: Socket,
    readonly id: number,
    readonly respondTo: Responder,
  ) {
    const receive = framer((message) => this.#accept(parse(message)));
    socket.on("data", (chunk: Buffer) => {
      try {
        if (!this.#ended) receive(chunk);
      } catch {
        // The peer does not speak MongoDB's protocol, so there is no way to report an error.
        socket.destroy();
      }
    });
    socket.on("error", () => socket.destroy());
  }

  #accept(request: Request): void {
    this.#waiting.push(request);
    if (this.#waiting.length >= MAX_PENDING_REQUESTS) this.socket.pause();
    this.#work ??= this.#answerAll().finally(() => (this.#work = undefined));
  }

  async #answerAll(): Promise<void> {
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      const body = await this.respondTo(request, this.id);
      if (!request.silent && !this.socket.destroyed && !this.socket.write(respond(request, body)))
        await this.#drained();
      if (this.#waiting.length < MAX_PENDING_REQUESTS) this.socket.resume();
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.socket.off("drain", done).off("close", done);
        resolve();
      };
      this.socket.once("drain", done).once("close", done);
    });
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.socket.pause();
    await this.#work;
    await new Promise<void>((resolve) => {
      if (this.socket.destroyed) return resolve();
      this.socket.once("close", () => resolve());
      this.socket.end(() => this.socket.destroy());
    });
  }
}
