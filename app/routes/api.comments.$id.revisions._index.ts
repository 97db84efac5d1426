import { revisionsResource } from "~/utils/http/text-endpoints.server";

const { loader, action } = revisionsResource("comment");

export { loader, action };
