/** What a command is, and what it gets. */
import type { Document } from "bson";
import { badValue } from "../errors";
import { isDocument } from "../bson/types";
import { collationOf } from "../language/collation";
import { checkVariableName } from "../language/expression/logic";
import { compileExpression, environment } from "../language/expression";
import type { Scope } from "../language/scope";
import type { Row } from "../bson/raw-document";
import type { Store } from "../storage/store";
import type { Cursors } from "./cursors";
import type { Fields } from "./fields";
import type { Sessions } from "./sessions";

/** What commands work with. */
export interface Server {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
}

/** One call of a command. */
export interface Call extends Server {
  readonly name: string;
  readonly command: Document;
  readonly db: string;
  /** The number of the connection it came by. */
  readonly connection: number;
  /** The session it belongs to, if any. */
  readonly session: string | undefined;
  /** When it must be done, if it must. */
  readonly deadline: number;
  /** The documents of a field, whether they came in the command or beside it. */
  rows(field: string): Row[];
}

/** An answer: a document to be completed with `ok`, or a whole one already encoded. */
export type Answer = Document | Buffer;

/** A command: what it may say, and what it does. */
export interface Command {
  fields: Fields;
  /** Whether it is part of the Stable API, version 1. */
  stable?: boolean;
  /** Whether it is an admin command, to be sent to the database of that name. */
  admin?: boolean;
  run(call: Call): Answer | Promise<Answer>;
}

/** What the filters and expressions of a command may refer to. */
export function scopeOf(command: Document, collation: unknown = command.collation): Scope {
  const scope: Scope = { variables: {}, now: new Date() };
  const collated = collationOf(collation);
  return {
    ...scope,
    ...(collated && { collation: collated }),
    variables: variablesOf(command.let, scope),
  };
}

function variablesOf(spec: unknown, scope: Scope): Record<string, unknown> {
  if (spec === undefined || spec === null) return {};
  if (!isDocument(spec)) throw badValue("let must be a document");
  return Object.fromEntries(
    Object.entries(spec).map(([variable, value]) => {
      checkVariableName(variable);
      return [variable, compileExpression(value, scope)(environment({}, scope))];
    }),
  );
}
