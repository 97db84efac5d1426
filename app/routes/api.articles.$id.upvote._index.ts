import { upvoteResource } from "~/utils/http/upvote-endpoints.server";

export const loader = upvoteResource("article");
export const action = loader;
