import { upvoteResource } from "~/utils/http/upvote-endpoints.server";

const { loader, action } = upvoteResource("comment");

export { loader, action };
