import { z } from "zod";
import { describeRetryAfter } from "~/domain/retry-after";
import type { Viewer } from "~/domain/viewer";
import type { ServiceError } from "~/services/errors";
import type { FormHandler } from "./form-action.server";
import { messagesOf, type FormIntent } from "./form-result";
import { toasts } from "../toasts/toasts";

type GenerateIntent = Extract<FormIntent, `generate${string}`>;

/** The form has no fields. */
export const noFields = z.object({});

/** The generate button of an engine's pages. */
export const generateForm = (
  intent: GenerateIntent,
  generate: (viewer: Viewer | null) => Promise<unknown>,
): FormHandler<unknown> => ({
  isButton: true,
  async handle(_input, { viewer }) {
    await generate(viewer);
    return {};
  },
  describe: (error) => describe(intent, error),
});

function reasonOf({ kind, message, details }: ServiceError): string {
  if (kind === "unavailable") return "";
  const { retryAfterSeconds } = details;
  return retryAfterSeconds ? describeRetryAfter(retryAfterSeconds) : message;
}

/** The standard message, followed by what the user can do about it. */
function describe(intent: GenerateIntent, error: ServiceError): string {
  const { description } = toasts[messagesOf(intent).failed];
  const reason = reasonOf(error);
  return reason && reason !== description ? `${description}. ${reason}` : description;
}
