import type { ActionFunctionArgs } from "@remix-run/node";
import { requirePower } from "~/services/require-power";
import { setLogo } from "~/services/site-settings/logo.server";
import { authorizeForm } from "~/utils/forms/admin-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { countWrite, rejectedForm } from "~/utils/forms/parse-form.server";
import { browserSession, markFormPost } from "~/utils/http/auth.server";
import { serviceErrorOrThrow } from "~/utils/http/error-responses.server";
import { getClient } from "~/utils/http/request-client.server";
import { redirectWithToast } from "~/utils/toasts/toast.server";

const badRequest = () => new Response("The form could not be read.", { status: 400 });

/**
 * Handles the form that uploads a picture: the only one of the site that sends a file.
 * @throws Response 400 for anything that is not this form
 */
export async function uploadLogo(args: ActionFunctionArgs) {
  const { request, context } = args;
  markFormPost(args);
  try {
    await countWrite(request, context);
    const { viewer = null, session = null } = (await browserSession(request)) ?? {};
    // Before the body is read, so that only administrators can send one.
    requirePower(viewer, "administer");
    const form = await request.formData().catch(() => {
      throw badRequest();
    });
    const logo = form.get("logo");
    if (typeof logo === "string") throw badRequest();
    await authorizeForm(form, { viewer, session, client: getClient(request, context) });
    await setLogo(viewer, new Uint8Array((await logo?.arrayBuffer()) ?? []));
    return await redirectWithToast("/admin/settings", "setLogo.done");
  } catch (error) {
    if (error instanceof Response) throw error;
    return refusal(error);
  }
}

function refusal(error: unknown) {
  const found = serviceErrorOrThrow(error);
  const { fieldErrors } = found.details;
  const result: FormResult = {
    intent: "setLogo",
    submission: { status: "error", error: fieldErrors ?? {} },
    ...(!fieldErrors && {
      formError: {
        kind: found.kind,
        title: "Failed to store the picture.",
        message: found.message,
      },
    }),
  };
  return rejectedForm(result, found);
}
