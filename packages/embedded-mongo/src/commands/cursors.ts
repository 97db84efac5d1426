/** Cursors: results fetched in batches. */
import { randomInt } from "node:crypto";
import { MAX_DOCUMENT_BYTES, type Row } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import type { Rows } from "../language/stages/stage";
import { yieldToEventLoop, PAUSE, type Pause } from "../storage/time-slice";
import type { Store } from "../storage/store";
import { cursorReply } from "../wire/replies";

export const FIRST_BATCH = 101;
const IDLE_MS = 600_000;
/** With the option `noCursorTimeout` it is closed after this long, as it belongs to a session, which then ends. */
const SESSION_MS = 1_800_000;

interface Cursor {
  id: number;
  ns: string;
  rows: Iterator<Row | Pause>;
  /** A row that did not fit into the last batch. */
  pending: Row | undefined;
  session: string | undefined;
  idleMs: number;
  busy: boolean;
  killed: boolean;
  idle?: NodeJS.Timeout;
}

interface CursorOptions {
  ns: string;
  rows: Rows;
  batchSize: number;
  single?: boolean;
  noCursorTimeout?: boolean;
  session: string | undefined;
  deadline: number;
}

export class Cursors {
  readonly #open = new Map<number, Cursor>();

  constructor(readonly store: Store) {}

  /** Opens a cursor and returns the reply with its first batch. Keeps the cursor only if there may be more. */
  async open({ ns, rows, session, deadline, ...options }: CursorOptions): Promise<Buffer> {
    const cursor: Cursor = {
      id: randomInt(1, 2 ** 47),
      ns,
      rows: rows[Symbol.iterator](),
      pending: undefined,
      session,
      idleMs: options.noCursorTimeout ? SESSION_MS : IDLE_MS,
      busy: true,
      killed: false,
    };
    const { batch, done } = await this.#fill(cursor, options.batchSize, deadline);
    const stays = !done && !options.single;
    if (stays) this.#keep(cursor);
    else cursor.rows.return?.();
    return cursorReply("firstBatch", ns, stays ? cursor.id : 0, batch);
  }

  /** Returns the reply with the next batch. @throws CommandError if the cursor is unknown, busy, or not of this caller */
  async more(
    id: number,
    ns: string,
    session: string | undefined,
    batchSize: number,
    deadline: number,
  ): Promise<Buffer> {
    const cursor = this.#open.get(id);
    if (!cursor) throw new CommandError(Code.CursorNotFound, `cursor id ${id} not found`);
    if (cursor.ns !== ns)
      throw new CommandError(
        Code.Unauthorized,
        `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`,
      );
    if (cursor.session !== session)
      throw new CommandError(
        50738,
        "Cursor session id is not the same as the operation context's session id",
      );
    if (cursor.busy) throw new CommandError(Code.CursorInUse, `cursor id ${id} is already in use`);
    cursor.busy = true;
    clearTimeout(cursor.idle);
    try {
      const { batch, done } = await this.#fill(cursor, batchSize || Infinity, deadline);
      if (done) this.kill(id);
      else this.#keep(cursor);
      return cursorReply("nextBatch", cursor.ns, done ? 0 : id, batch);
    } catch (error) {
      this.kill(id);
      throw error;
    }
  }

  /** Makes a cursor available to `getMore` until it is idle for too long. */
  #keep(cursor: Cursor): void {
    cursor.busy = false;
    if (cursor.killed) return;
    this.#open.set(cursor.id, cursor);
    cursor.idle = setTimeout(() => this.kill(cursor.id), cursor.idleMs).unref();
  }

  kill(id: number): boolean {
    const cursor = this.#open.get(id);
    if (!cursor) return false;
    clearTimeout(cursor.idle);
    this.#open.delete(id);
    cursor.killed = true;
    if (!cursor.busy) cursor.rows.return?.();
    return true;
  }

  killSession(session: string | undefined): void {
    for (const cursor of this.#open.values()) if (cursor.session === session) this.kill(cursor.id);
  }

  killAll(): void {
    for (const id of [...this.#open.keys()]) this.kill(id);
  }

  async #fill(
    cursor: Cursor,
    size: number,
    deadline: number,
  ): Promise<{ batch: Row[]; done: boolean }> {
    const batch: Row[] = [];
    let bytes = 0;
    this.store.timeSlices.begin();
    for (;;) {
      if (batch.length >= size) return { batch, done: false };
      const next = cursor.pending ?? cursor.rows.next();
      if ("done" in next && next.done) return { batch, done: true };
      const item = "value" in next ? (next.value as Row | Pause) : next;
      cursor.pending = undefined;
      if (item === PAUSE) {
        await this.pause(deadline, cursor);
        continue;
      }
      bytes += item.bytes.length;
      if (batch.length && bytes > MAX_DOCUMENT_BYTES) {
        cursor.pending = item;
        return { batch, done: false };
      }
      batch.push(item);
    }
  }

  /** Lets other work run, then throws if the deadline has passed or the cursor was killed. */
  async pause(deadline: number, cursor?: { killed: boolean }): Promise<void> {
    await yieldToEventLoop();
    if (Date.now() > deadline)
      throw new CommandError(Code.MaxTimeMSExpired, "operation exceeded time limit");
    if (this.store.closed || cursor?.killed) throw new CommandError(237, "operation was killed");
    this.store.timeSlices.begin();
  }

  /** Runs a generator to completion, pausing where it yields. */
  async run<T>(work: Generator<Pause, T>, deadline: number): Promise<T> {
    this.store.timeSlices.begin();
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.pause(deadline);
    }
  }
}
