/** The API calls for earlier versions, which are the same for all kinds of editable texts. */
import { z } from "zod";
import type { ApiTag } from "~/config/api-tags";
import type { EditableKind } from "~/domain/editing";
import { parsePathNumber } from "~/schemas/path-numbers";
import { idParam } from "~/schemas/responses";
import {
  listedRevisionResponse,
  revisionParams,
  revisionResponses,
} from "~/schemas/revision-responses";
import { browseRevisions, readRevision } from "~/services/articles/revisions.server";
import { notFoundError } from "~/services/errors";
import { serializeListedRevision, serializeRevision } from "~/presenters/articles";
import { endpoint, resource } from "./endpoint.server";

const TAGS = {
  article: "Articles",
  review: "Reviews",
  comment: "Articles",
} as const satisfies Record<EditableKind, ApiTag>;
const NAMES = { article: "Article", review: "Review", comment: "Comment" } as const;
const PHRASES = { article: "an article", review: "a review", comment: "a comment" } as const;

const errorsOf = (kind: EditableKind, notFound: string) => ({
  notFound,
  ...(kind === "article" && { gone: "The article was removed by its author." }),
});

/** Creates the API route that lists the earlier versions of a text. */
export const revisionsResource = (kind: EditableKind) =>
  resource({
    GET: endpoint({
      id: `list${NAMES[kind]}Versions`,
      tag: TAGS[kind],
      summary: `List the earlier versions of ${PHRASES[kind]}`,
      description:
        "Newest first, without pagination. Empty if no edit has kept a previous version.",
      params: idParam,
      response: z.array(listedRevisionResponse),
      errors: errorsOf(kind, `There is no such ${kind}.`),
      handle: async ({ params }) =>
        (await browseRevisions(kind, params.id ?? "")).map(serializeListedRevision),
    }),
  });

/** Creates the API route that reads an earlier version of a text. */
export const revisionResource = (kind: EditableKind) =>
  resource({
    GET: endpoint({
      id: `read${NAMES[kind]}Version`,
      tag: TAGS[kind],
      summary: `Read an earlier version of ${PHRASES[kind]}`,
      params: revisionParams,
      response: revisionResponses[kind],
      errors: errorsOf(kind, `There is no such ${kind} or version.`),
      handle: async ({ params }) => {
        const version = parsePathNumber(params.version);
        if (version === null) throw notFoundError("Version");
        return serializeRevision(await readRevision(kind, params.id ?? "", version)) as never;
      },
    }),
  });
