import { upvoteCheckResource } from "~/utils/http/upvote-endpoints.server";

export const loader = upvoteCheckResource("comment");
export const action = loader;
