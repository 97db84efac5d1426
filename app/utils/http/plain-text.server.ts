import { ServiceError } from "~/services/errors";
import { textErrorResponse } from "./error-responses.server";

/** @returns a response to a program that is not a client of the API */
export const plainText = (status: number, message: string, headers: HeadersInit = {}): Response =>
  new Response(`${message}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });

/** Awaits a response to a program. A rate limit that is exceeded becomes a 429. */
export async function orRefused(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "limited") return textErrorResponse(error);
    throw error;
  }
}
