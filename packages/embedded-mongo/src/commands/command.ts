/** The interface of commands. */
import type { Document } from "bson";
import type { Row } from "../bson/raw-document";
import type { Store } from "../storage/store";
import type { Cursors } from "./cursors";
import type { Fields } from "./fields";
import type { Sessions } from "./sessions";

/** The state that commands work with. */
export interface Server {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  /** How many connections are open, and how many have been accepted so far. */
  connections(): { current: number; totalCreated: number };
}

/** One invocation of a command. */
export interface Call extends Server {
  readonly name: string;
  readonly command: Document;
  readonly db: string;
  /** The number of the connection it arrived on. */
  readonly connection: number;
  /** The session it belongs to, if any. */
  readonly session: string | undefined;
  /** The time by which it must finish (`Infinity` for none). */
  readonly deadline: number;
  /** The documents of a field, sent in the command or as a document sequence. */
  rows(field: string): Row[];
}

/** A result: a document that `ok` is added to, or a complete encoded reply. */
export type CommandResult = Document | Buffer;

/** A command: its accepted fields and its implementation. */
export interface Command {
  fields: Fields;
  /** Which of these must be given; others are required only in some cases, or may be document sequences. */
  required?: readonly string[];
  /** Whether it is part of Stable API version 1. */
  stable?: boolean;
  /** Whether it must be sent to the `admin` database. */
  admin?: boolean;
  run(call: Call): CommandResult | Promise<CommandResult>;
}
