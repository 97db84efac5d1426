/** The API calls that are the same for articles, reviews and comments. */
import { z } from "zod";
import type { ApiTag } from "~/config/api-tags";
import type { EditableKind } from "~/domain/editing";
import type { Viewer } from "~/domain/viewer";
import { parsePathNumber } from "~/schemas/path-numbers";
import { idParam } from "~/schemas/responses";
import {
  listedRevisionResponse,
  revisionParams,
  revisionResponses,
} from "~/schemas/revision-responses";
import type { Warned } from "~/services/articles/blocked-domains.server";
import type { Precondition } from "~/services/articles/edit-own.server";
import { readHiddenText } from "~/services/articles/hide.server";
import { browseRevisions, readRevision } from "~/services/articles/revisions.server";
import { notFoundError } from "~/services/errors";
import { serializeListedRevision, serializeRevision } from "~/presenters/articles";
import { ARTICLE_ERRORS, COMMENT_ERRORS, REVIEW_ERRORS } from "~/utils/openapi/descriptions";
import { JsonResult } from "./api-responses.server";
import { endpoint, resource, type AnyEndpoint } from "./endpoint.server";
import { versionsIn } from "./etag-response.server";
import { withWarnings } from "./with-warnings.server";

interface EditableText<Text extends { version: number }, Changes extends z.ZodType> {
  response: z.ZodType;
  changes: Changes;
  read(id: string): Promise<Text>;
  edit(
    viewer: Viewer | null,
    id: string,
    changes: z.output<Changes>,
    precondition: Precondition,
  ): Promise<Text & Warned>;
  remove(viewer: Viewer | null, id: string, precondition: Precondition): Promise<void>;
  serialize(text: Text, origin: string): object | Promise<object>;
  /** What is particular to the call that edits, and the errors that it has beyond those of removing. */
  editing: Pick<AnyEndpoint, "description" | "access" | "errors">;
  removing: string;
  notFound?: string;
}

const TAGS = {
  article: "Articles",
  review: "Reviews",
  comment: "Articles",
} as const satisfies Record<EditableKind, ApiTag>;
const NAMES = { article: "Article", review: "Review", comment: "Comment" } as const;
const PHRASES = { article: "an article", review: "a review", comment: "a comment" } as const;

const GONE = {
  article: ARTICLE_ERRORS.gone,
  review: REVIEW_ERRORS.gone,
  comment: COMMENT_ERRORS.gone,
} as const satisfies Record<EditableKind, string>;

const errorsOf = (kind: EditableKind, notFound: string) => ({ notFound, gone: GONE[kind] });

/** Creates the API route that reads, edits and removes a text. */
export function textResource<Text extends { version: number }, Changes extends z.ZodType>(
  kind: EditableKind,
  text: EditableText<Text, Changes>,
) {
  const name = NAMES[kind];
  const errors = errorsOf(kind, text.notFound ?? `There is no such ${kind}.`);
  const ownErrors = {
    ...errors,
    forbidden: `The ${kind} is somebody else’s.`,
    preconditionFailed: `The current version of the ${kind} is not the one that \`If-Match\` names.`,
  };
  const ofOwn = {
    access: `The author of the ${kind}.`,
    params: idParam,
    limits: ["edits"],
    auth: "required",
  } as const;
  const serialize = async (found: Text, origin: string, more = {}) =>
    new JsonResult({ ...(await text.serialize(found, origin)), ...more }, {}, found.version);
  return resource(TAGS[kind], {
    GET: endpoint({
      id: `read${name}`,
      summary: `Read ${PHRASES[kind]}`,
      description:
        "If moderators have hidden it, only its author and moderators can read it; `hidden` says why.",
      params: idParam,
      response: text.response,
      errors,
      auth: "optional",
      handle: async ({ params: { id }, viewer, origin }) => {
        const hidden = viewer && (await readHiddenText(viewer, { kind, id }));
        if (!hidden) return serialize(await text.read(id), origin);
        const { decisionId: decision, reason, rule } = hidden;
        // It is a text of this kind.
        const found = hidden.text as unknown as Text;
        return serialize(found, origin, { hidden: { reason, rule, decision } });
      },
    }),
    PATCH: endpoint({
      ...ofOwn,
      id: `edit${name}`,
      summary: `Edit ${PHRASES[kind]}`,
      ...text.editing,
      response: text.response,
      errors: { ...ownErrors, ...text.editing.errors },
      body: text.changes,
      handle: async ({ request, params, viewer, body, origin }) => {
        const versions = versionsIn(request);
        const edited = await text.edit(viewer, params.id, body, { versions });
        return serialize(edited, origin, await withWarnings(edited, {}));
      },
    }),
    DELETE: endpoint({
      ...ofOwn,
      id: `remove${name}`,
      summary: `Remove ${PHRASES[kind]}`,
      description: `${text.removing} No request body.`,
      errors: ownErrors,
      handle: ({ request, params, viewer }) =>
        text.remove(viewer, params.id, { versions: versionsIn(request) }),
    }),
  });
}

/** Creates the API route that lists the earlier versions of a text. */
export const revisionsResource = (kind: EditableKind) =>
  resource(TAGS[kind], {
    GET: endpoint({
      id: `list${NAMES[kind]}Versions`,
      summary: `List the earlier versions of ${PHRASES[kind]}`,
      description:
        "Newest first, without pagination. Empty if no edit has kept a previous version.",
      params: idParam,
      response: z.array(listedRevisionResponse),
      errors: errorsOf(kind, `There is no such ${kind}.`),
      handle: async ({ params }) =>
        (await browseRevisions(kind, params.id)).map(serializeListedRevision),
    }),
  });

/** Creates the API route that reads an earlier version of a text. */
export const revisionResource = (kind: EditableKind) =>
  resource(TAGS[kind], {
    GET: endpoint({
      id: `read${NAMES[kind]}Version`,
      summary: `Read an earlier version of ${PHRASES[kind]}`,
      params: revisionParams,
      response: revisionResponses[kind] as z.ZodType,
      errors: errorsOf(kind, `There is no such ${kind} or version.`),
      handle: async ({ params }) => {
        const version = parsePathNumber(params.version);
        if (version === null) throw notFoundError("Version");
        return serializeRevision(await readRevision(kind, params.id, version));
      },
    }),
  });
