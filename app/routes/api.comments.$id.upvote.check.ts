import { upvoteCheckResource } from "~/utils/http/upvote-endpoints.server";

const { loader, action } = upvoteCheckResource("comment");

export { loader, action };
