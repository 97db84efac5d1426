import { revisionResource } from "~/utils/http/text-endpoints.server";

const { loader, action } = revisionResource("review");

export { loader, action };
