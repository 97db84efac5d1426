import { listWholeDrafts, removeDraftsOf } from "~/models/draft.server";
import type { Feature } from "../feature";

/** Articles and reviews that are not posted yet. */
export const drafts: Feature = {
  deleteFor: ({ id }) => removeDraftsOf(id),
  exported: { drafts: listWholeDrafts },
};
