import { blockedParams } from "~/schemas/blocks";
import { blockPerson, unblockPerson } from "~/services/blocks/blocks.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const NO_PERSON = { notFound: "There is no such person.", gone: "The account was deleted." };

export const loader = resource("People", {
  PUT: endpoint({
    id: "blockPerson",
    summary: "Block a person",
    description:
      "The pages of the site fold their texts away for you, and you are told nothing of what they write. You no longer follow them. They are not told, and can still read and write. Idempotent. No request body.",
    params: blockedParams,
    errors: {
      ...NO_PERSON,
      forbidden: "You cannot block yourself.",
      conflict: "You have blocked the maximum number of people.",
    },
    limits: ["blocks"],
    auth: "required",
    handle: ({ viewer, params }) => blockPerson(viewer, params.name),
  }),
  DELETE: endpoint({
    id: "unblockPerson",
    summary: "End blocking a person",
    description: "Idempotent: if they are not blocked, nothing changes. No request body.",
    params: blockedParams,
    errors: NO_PERSON,
    limits: ["blocks"],
    auth: "required",
    handle: ({ viewer, params }) => unblockPerson(viewer, params.name),
  }),
});
export const action = loader;
