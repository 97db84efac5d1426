import { removeBlocksOf } from "~/models/block.server";
import type { Feature } from "../feature";
import { readBlocked } from "./blocks.server";

/** Whom people have blocked. */
export const blocks: Feature = {
  deleteFor: ({ id }) => removeBlocksOf(id),
  exported: { blocks: readBlocked },
};
