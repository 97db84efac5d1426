import { readBookmarksOf, removeBookmarksOf } from "~/models/bookmark.server";
import type { Feature } from "../feature";

/** What people have saved. */
export const saved: Feature = {
  deleteFor: ({ id }) => removeBookmarksOf(id),
  exported: { bookmarks: readBookmarksOf },
};
