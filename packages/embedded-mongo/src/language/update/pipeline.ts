/** Updates by pipeline, whose stages each map one document to one. */
import type { Document } from "bson";
import { isDocument, formatValue } from "../../bson/types";
import { Code, CommandError, failedToParse } from "../../errors";
import { reshaping, RESHAPING } from "../stages/reshape";
import type { Scope } from "../scope";
import { keepingId, type Change } from "./change";

/** Compiles an update pipeline. */
export function compileUpdatePipeline(pipeline: unknown[], scope: Scope): Change {
  const stages = pipeline.map((stage) => {
    const entries = isDocument(stage) ? Object.entries(stage) : [];
    if (entries.length !== 1)
      throw failedToParse(
        `A pipeline stage specification object must contain exactly one field: ${formatValue(stage)}`,
      );
    const [name, operand] = entries[0]!;
    if (!RESHAPING.has(name))
      throw new CommandError(
        Code.InvalidOptions,
        `${name} is not allowed to be used within an update`,
      );
    return reshaping(name, operand, scope);
  });
  return (doc) =>
    keepingId(
      doc,
      stages.reduce<Document>((before, stage) => stage(before), doc),
    );
}
