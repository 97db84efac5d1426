import { leaveInput } from "~/schemas/accounts";
import { doneResponse, leavingResponse } from "~/schemas/responses";
import { callOffLeaving, planLeaving } from "~/services/accounts/leaving.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const leave = resource({
  POST: endpoint({
    id: "planLeaving",
    tag: "Accounts",
    summary: "Leave",
    description: "The account is deleted in seven days. Until then it can be called off.",
    response: leavingResponse,
    errors: { conflict: "The account is to be deleted already.", unavailable: BUSY_DESCRIPTION },
    limits: ["signInAccount", "accountChanges"],
    auth: "required",
    body: leaveInput,
    handle: async ({ viewer, body, client }) => {
      const { leavesAt, withContent } = await planLeaving(viewer, body, client);
      return { leavesAt: leavesAt.toISOString(), withContent };
    },
  }),
  DELETE: endpoint({
    id: "callOffLeaving",
    tag: "Accounts",
    summary: "Stay after all",
    description: "Calls the deletion of the account off. No body.",
    response: doneResponse,
    errors: { conflict: "The account is not to be deleted." },
    auth: "required",
    handle: async ({ viewer, origin }) => {
      await callOffLeaving(viewer, origin);
      return { done: true as const };
    },
  }),
});

export const loader = leave.loader;
export const action = leave.action;
