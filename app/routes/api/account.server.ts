import { serializeExport } from "~/presenters/accounts";
import {
  changeEmailInput,
  changePasswordInput,
  deleteAccountInput,
  linkInput,
} from "~/schemas/accounts";
import { profileResponse } from "~/schemas/people-responses";
import { profileInput } from "~/schemas/profile";
import { exportResponse, scheduledDeletionResponse } from "~/schemas/account-responses";
import {
  cancelDeletion,
  scheduleDeletion,
} from "~/services/account-deletion/account-deletion.server";
import {
  confirmEmailChange,
  requestEmailChange,
  restoreEmail,
} from "~/services/accounts/email.server";
import { changePassword } from "~/services/accounts/new-password.server";
import { changeProfile, readProfile } from "~/services/accounts/profile.server";
import { openExport, readExport, requestExport } from "~/services/exports/exports.server";
import { downloadResponse } from "~/utils/http/file-response.server";
import { BinaryResponse, endpoint, noStore, type Calls } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

export const accountCalls: Calls = {
  "POST /api/account/email": endpoint({
    id: "requestEmailChange",
    summary: "Request a change of email address",
    description:
      "Mails a confirmation link to the new address; nothing changes until it is confirmed. The response does not reveal whether another account has the address.",
    errors: {
      conflict: PASSWORD_CHANGED_DESCRIPTION,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: [
      "signInAccount",
      "accountChanges",
      "codes",
      "mailsFrom",
      "mailsFromNetwork",
      "mailsTo",
    ],
    auth: "required",
    body: changeEmailInput,
    handle: ({ viewer, body, client }) => requestEmailChange(viewer, body, client),
  }),
  "POST /api/account/email/confirm": endpoint({
    id: "confirmEmailChange",
    summary: "Confirm a new email address",
    description:
      "Takes the secret of the link that was mailed to the new address. If the former address was confirmed, it is notified and can be restored for seven days.",
    errors: {
      notFound: "The link was used, was replaced by a newer one, or is older than a day.",
      conflict: "Another account has taken the address in the meantime.",
    },
    body: linkInput,
    handle: ({ body, origin }) => confirmEmailChange(body.secret, origin),
  }),
  "POST /api/account/email/restore": endpoint({
    id: "restoreEmail",
    summary: "Restore the former email address",
    description:
      "Takes the secret of the link that was mailed to the former address when it was changed. Ends all sessions, revokes all tokens, cancels a scheduled deletion of the account and invalidates the password; a link to set a new one is mailed.",
    errors: {
      notFound: "The link was used or is older than seven days.",
      conflict: "Another account has taken the address in the meantime. The link stays valid.",
      unavailable: BUSY_DESCRIPTION,
    },
    body: linkInput,
    handle: ({ body, client }) => restoreEmail(body.secret, client),
  }),
  "GET /api/account/export": endpoint({
    id: "readExport",
    summary: "See whether the copy of your data is ready",
    response: exportResponse,
    auth: "required",
    handle: async ({ viewer }) => noStore(serializeExport(await readExport(viewer))),
  }),
  "POST /api/account/export": endpoint({
    id: "requestExport",
    summary: "Request a copy of your data",
    description:
      "The copy is made in the background, and you get a mail when it is ready, if your address is confirmed. No new copy is started while one is being made or if one was made in the last 24 hours. No request body.",
    response: exportResponse,
    limits: ["exports"],
    auth: "required",
    handle: async ({ viewer, origin }) => serializeExport(await requestExport(viewer, origin)),
  }),
  "GET /api/account/export/file": endpoint({
    id: "downloadExport",
    summary: "Download the copy of your data",
    description:
      "A ZIP file with `data.json` and its JSON Schema, your reviews as CSV, and your articles as Markdown.",
    response: new BinaryResponse("application/zip", "The file.", true),
    errors: { notFound: "No copy is ready." },
    auth: "required",
    handle: async ({ request, viewer }) => downloadResponse(request, await openExport(viewer)),
  }),
  "POST /api/account/leave": endpoint({
    id: "scheduleDeletion",
    summary: "Delete your account",
    description:
      "The account is deleted after seven days, and not as long as a former address can be restored. Until then, you can cancel the deletion.",
    response: scheduledDeletionResponse,
    errors: {
      conflict: `The account is already scheduled for deletion. Or: ${PASSWORD_CHANGED_DESCRIPTION}`,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: deleteAccountInput,
    handle: async ({ viewer, body, client }) => {
      const { leavesAt, withContent } = await scheduleDeletion(viewer, body, client);
      return { leavesAt: leavesAt.toISOString(), withContent };
    },
  }),
  "DELETE /api/account/leave": endpoint({
    id: "cancelDeletion",
    summary: "Cancel the deletion of your account",
    description: "Cancels the scheduled deletion of the account. No request body.",
    errors: { conflict: "The account is not scheduled for deletion." },
    auth: "required",
    handle: ({ viewer, origin }) => cancelDeletion(viewer, origin),
  }),
  "PUT /api/account/password": endpoint({
    id: "changePassword",
    summary: "Change the password",
    description:
      "Ends all sessions and tokens except those of the sign-in that the token of the call belongs to, cancels a scheduled deletion of the account, and notifies the owner by mail.",
    errors: {
      conflict: PASSWORD_CHANGED_DESCRIPTION,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: changePasswordInput,
    handle: ({ viewer, session, body, client }) =>
      changePassword(viewer, body, { ...client, signInId: session?.signInId ?? null }),
  }),
  "GET /api/account/profile": endpoint({
    id: "readProfile",
    summary: "Read your profile",
    response: profileResponse,
    auth: "required",
    handle: async ({ viewer }) => noStore(await readProfile(viewer)),
  }),
  "PUT /api/account/profile": endpoint({
    id: "changeProfile",
    summary: "Change your profile",
    description: "Replaces the whole profile: fields that are left out are removed.",
    response: profileResponse,
    limits: ["profiles"],
    auth: "required",
    body: profileInput,
    handle: ({ viewer, body }) => changeProfile(viewer, body),
  }),
};
