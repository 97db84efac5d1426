import { revisionResource } from "~/utils/http/text-endpoints.server";

const { loader, action } = revisionResource("comment");

export { loader, action };
