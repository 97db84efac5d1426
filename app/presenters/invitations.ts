import { invitationPath } from "~/domain/invitations";
import type { Invitation } from "~/models/invitation.server";
import { invitationResponse } from "~/schemas/invitations";
import { presenter } from "./presenter";

const present = presenter(invitationResponse);

/** Serializes one of the viewer’s own invitations. */
export const serializeInvitation = (invitation: Invitation, origin: string) =>
  present({ ...invitation, url: origin + invitationPath(invitation.code) });
