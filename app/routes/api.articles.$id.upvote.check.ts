import { upvoteCheckResource } from "~/utils/http/upvote-endpoints.server";

export const loader = upvoteCheckResource("article");
export const action = loader;
