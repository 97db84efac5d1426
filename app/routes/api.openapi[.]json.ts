import { documentResource } from "./api-docs/api.server";

const { loader, action } = documentResource;

export { loader, action };
