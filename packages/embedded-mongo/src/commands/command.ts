/** The interface of commands. */
import type { Document } from "bson";
import type { Row } from "../bson/raw-document";
import type { Store } from "../storage/store";
import type { Cursors } from "./cursors";

export interface Server {
  readonly store: Store;
  readonly cursors: Cursors;
}

export interface Call extends Server {
  readonly name: string;
  readonly command: Document;
  readonly db: string;
  readonly connection: number;
  readonly session: string | undefined;
  /** The time by which it must finish (`Infinity` for none). */
  readonly deadline: number;
  /** The documents of a field, sent in the command or as a document sequence. */
  rows(field: string): Row[];
}

/** A command: its accepted fields and its implementation. */
export interface Command {
  /** The names of the fields that only some commands have, separated by spaces. */
  fields: string;
  /** Which of these must be given; others are required only in some cases, or may be document sequences. */
  required?: readonly string[];
  /** Returns a document that `ok` is added to, or a complete encoded reply. */
  run(call: Call): Document | Buffer | Promise<Document | Buffer>;
}
