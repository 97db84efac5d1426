import { revisionsResource } from "~/utils/http/text-endpoints.server";

const { loader, action } = revisionsResource("review");

export { loader, action };
