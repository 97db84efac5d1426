import { apiNotFound } from "~/utils/http/endpoint.server";

/** Whatever else is asked for under `/api` is a 404 that a program can read. */
export const loader = apiNotFound;
export const action = apiNotFound;
