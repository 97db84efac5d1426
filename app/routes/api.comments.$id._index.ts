import { serializeCommentWithAncestors } from "~/presenters/comments";
import { commentChanges } from "~/schemas/articles";
import { commentWithAncestorsResponse } from "~/schemas/people-responses";
import {
  editComment,
  readComment,
  removeOwnComment,
} from "~/services/articles/edit-comment.server";
import { withAncestors } from "~/services/articles/threads.server";
import { textResource } from "~/utils/http/text-endpoints.server";

export const loader = textResource("comment", {
  response: commentWithAncestorsResponse,
  changes: commentChanges,
  read: readComment,
  edit: editComment,
  remove: removeOwnComment,
  serialize: async (comment) => serializeCommentWithAncestors(await withAncestors(comment)),
  editing: {
    description:
      "Within 15 minutes of posting, and before others have commented after it or upvoted it, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change.",
    errors: { conflict: "The comment was edited too often." },
  },
  removing:
    "Deletes its text and earlier versions. If it was answered, its place is kept, without your name.",
  notFound: "There is no such comment, or it was removed.",
});
export const action = loader;
