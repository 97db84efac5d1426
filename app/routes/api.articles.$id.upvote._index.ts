import { upvoteResource } from "~/utils/http/upvote-endpoints.server";

const { loader, action } = upvoteResource("article");

export { loader, action };
