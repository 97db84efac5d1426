import { upvoteResource } from "~/utils/http/upvote-endpoints.server";

export const loader = upvoteResource("comment");
export const action = loader;
