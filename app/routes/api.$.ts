import { apiNotFound } from "~/utils/http/api-responses.server";

/** All other paths under `/api`: a JSON 404. */
export const loader = apiNotFound;
export const action = apiNotFound;
