import type { ActionFunctionArgs } from "@remix-run/node";
import { addCheckpoint, witnessKey } from "~/services/ledger/witness.server";
import { enforceRateLimit } from "~/services/rate-limits.server";
import { orUnavailable } from "~/utils/http/etag-response.server";
import { orRefused, plainText } from "~/utils/http/plain-text.server";
import { readBody, UnreadableBodyError } from "~/utils/http/request-body.server";
import { getClient } from "~/utils/http/request-client.server";

const SIZE_TYPE = { "Content-Type": "text/x.tlog.size" };

export const loader = () => plainText(405, "Send a checkpoint with POST.", { Allow: "POST" });

/** `/witness/add-checkpoint`: cosigns checkpoints of other logs (C2SP tlog-witness), if the operator has named any. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  orUnavailable(context, "The checkpoint could not be stored.", () =>
    orRefused(async () => {
      if (request.method !== "POST") return loader();
      await enforceRateLimit("writes", getClient(request, context).address);
      if (!witnessKey()) return plainText(404, "This site is a witness of no log.");
      const body = await readText(request);
      if (body === null) return plainText(400, "The text is not valid UTF-8.");
      const { status, text } = await addCheckpoint(body);
      return plainText(status, text, status === 409 ? SIZE_TYPE : {});
    }),
  );

async function readText(request: Request): Promise<string | null> {
  try {
    return (await readBody(request)).toString("utf8");
  } catch (error) {
    if (error instanceof UnreadableBodyError) return null;
    throw error;
  }
}
