import { followedParams, followedReference, FOLLOWING_DESCRIPTION } from "~/schemas/following";
import { follow, unfollow } from "~/services/following/following.server";
import { notFoundError } from "~/services/errors";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** What both calls have in common. */
const followingCall = {
  params: followedParams,
  limits: ["follows"],
  auth: "required",
} as const;

const NOT_FOUND = { notFound: "There is no such thing that can be followed." };

/** @throws ServiceError `notFound` for a kind that cannot be followed */
function referenceOf(params: { kind: string; id: string }) {
  const { data } = followedReference.safeParse(params);
  if (!data) throw notFoundError("Resource");
  return data;
}

export const loader = resource("Following", {
  PUT: endpoint({
    id: "follow",
    summary: "Follow a person, hub, category, asset or thread",
    description: `Idempotent. No request body. ${FOLLOWING_DESCRIPTION} You follow a thread without this call once you write in it, unless you have left it.`,
    ...followingCall,
    errors: {
      ...NOT_FOUND,
      forbidden: "You cannot follow yourself.",
      conflict: "You have blocked this person, or follow as much as you can.",
    },
    handle: ({ viewer, params }) => follow(viewer, referenceOf(params)),
  }),
  DELETE: endpoint({
    id: "unfollow",
    summary: "Stop following something",
    description:
      "Idempotent. No request body. A thread that you have left is not followed again when you write in it, only by following it.",
    ...followingCall,
    errors: NOT_FOUND,
    handle: ({ viewer, params }) => unfollow(viewer, referenceOf(params)),
  }),
});
export const action = loader;
