import { commentInput } from "~/schemas/articles";
import { placedCommentResponse } from "~/schemas/people-responses";
import { doneResponse, idParam } from "~/schemas/responses";
import { editComment, readComment, removeOwnComment } from "~/services/editing/comments.server";
import { serializePlacedComment } from "~/services/serializers";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";
import { versionsIn } from "~/utils/http/versions.server";

const notFound = "There is no such comment, or it was removed.";
const errors = {
  notFound,
  forbidden: "It is somebody else’s.",
  preconditionFailed: "It is not the version that `If-Match` names.",
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
      "Within 15 minutes, and before others have commented after it, it leaves no trace; after that `editedAt` is set and the version before is kept for all to read. It keeps its time.",
    access: "Its author.",
    params: idParam,
    response: placedCommentResponse,
    errors: { ...errors, conflict: "It was edited too often." },
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
      "Its text and earlier versions go. Where others have commented after it, its place stays, without your name. No body.",
    access: "Its author.",
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
