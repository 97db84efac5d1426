import { commentInput } from "~/schemas/articles";
import { placedCommentResponse } from "~/schemas/people-responses";
import { doneResponse, idParam } from "~/schemas/responses";
import {
  editComment,
  readComment,
  removeOwnComment,
} from "~/services/articles/edit-comment.server";
import { serializePlacedComment } from "~/presenters/comments";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";
import { versionsIn } from "~/utils/http/versions.server";

const notFound = "There is no such comment, or it was removed.";
const errors = {
  notFound,
  forbidden: "The comment is somebody else’s.",
  preconditionFailed: "The current version of the comment is not the one that `If-Match` names.",
};

const comment = resource({
  GET: endpoint({
    id: "readComment",
    tag: "Articles",
    summary: "Read a comment",
    params: idParam,
    response: placedCommentResponse,
    errors: { notFound },
    handle: async ({ params }) => {
      const found = await readComment(params.id ?? "");
      return new JsonResult(serializePlacedComment(found), {}, found.version);
    },
  }),
  PATCH: endpoint({
    id: "editComment",
    tag: "Articles",
    summary: "Edit a comment",
    description:
      "Within 15 minutes of posting, and before others have commented after it, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change.",
    access: "The author of the comment.",
    params: idParam,
    response: placedCommentResponse,
    errors: { ...errors, conflict: "The comment was edited too often." },
    limits: ["edits"],
    auth: "required",
    body: commentInput,
    handle: async ({ request, params, viewer, body }) => {
      const versions = versionsIn(request);
      const edited = await editComment(viewer, params.id ?? "", body, { versions });
      return new JsonResult(serializePlacedComment(edited), {}, edited.version);
    },
  }),
  DELETE: endpoint({
    id: "removeComment",
    tag: "Articles",
    summary: "Remove a comment",
    description:
      "Deletes its text and earlier versions. If others have commented after it, its place is kept, without your name. No request body.",
    access: "The author of the comment.",
    params: idParam,
    response: doneResponse,
    errors,
    limits: ["edits"],
    auth: "required",
    handle: async ({ request, params, viewer }) => {
      await removeOwnComment(viewer, params.id ?? "", { versions: versionsIn(request) });
      return { done: true as const };
    },
  }),
});

export const loader = comment.loader;
export const action = comment.action;
