import { z } from "zod";
import { id, text } from "./response-fields";

const error = (example: string) => text("A human-readable message.", example);

/** The schema of each kind of error. */
export const errorSchemas = {
  error: z
    .object({ error: error("Article not found") })
    .meta({ id: "Error", description: "The fields of every error." }),
  invalid: z
    .object({
      error: error("Some fields are invalid."),
      fieldErrors: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({
          description:
            "Messages by field or parameter. Omitted if the body could not be parsed at all.",
          examples: [{ title: ["Required"], url: ["Please enter a valid URL."] }],
        }),
    })
    .meta({ id: "InvalidError", description: "The input is invalid." }),
  unauthenticated: z
    .object({
      error: error("Authentication required"),
      codeRequired: z.literal(true).optional().meta({
        description:
          "Sent only by the sign-in call: the email and password are right, and a `code` of the second factor is required as well.",
      }),
    })
    .meta({ id: "UnauthenticatedError", description: "The call is not authenticated." }),
  conflict: z
    .object({
      error: error("This link has already been posted."),
      id: id("existing item", "6790a1f2c3d4e5f60718293a")
        .optional()
        .meta({
          description:
            "The id of the existing item, if that is the conflict; never sent by a sign-up.",
          examples: ["6790a1f2c3d4e5f60718293a"],
        }),
    })
    .meta({ id: "ConflictError", description: "The call conflicts with what is already there." }),
  internal: z
    .object({
      error: error("Internal error"),
      requestId: text(
        "The request's id in the log; quote it when reporting the error.",
        "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      ),
    })
    .meta({ id: "InternalError", description: "An unexpected error." }),
};
