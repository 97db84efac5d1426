/** The messages of the forms of moderators and administrators, and of those whose answers come from them, such as flags and appeals. */
import { errorToast as error, success } from "~/utils/toasts/toast";
import { quietForm, form, needsLogin, PREVIEWED, type FormMessages } from "./form-message";

const ACCOUNT_CHANGE_FAILED = "Failed to change the account.";
const MODERATE_NEEDS_LOGIN = error("Please log in to moderate.");

export const deskMessages = {
  decideMany: quietForm("Decided. The authors are told.", "Failed to decide.", {
    needsLogin: MODERATE_NEEDS_LOGIN,
  }),
  blockDomain: quietForm(
    "Saved. It applies to what is posted and edited from now on.",
    "Failed to save the domain.",
    { needsLogin: MODERATE_NEEDS_LOGIN },
  ),
  unblockDomain: form("Links to this domain can be posted again.", "Failed to remove the domain.", {
    needsLogin: MODERATE_NEEDS_LOGIN,
    itemField: "domain",
  }),
  flag: quietForm(
    "Thank you. A moderator will look at it, and you will be told what became of it.",
    "Failed to flag this.",
    { needsLogin: needsLogin("flag this") },
  ),
  reportIllegal: quietForm(
    "Thank you. Your report is with the moderators.",
    "Failed to send the report.",
  ),
  withdrawFlag: form("Your flag is taken back.", "Failed to take back the flag.", {
    needsLogin: needsLogin("take back a flag"),
    itemField: "id",
  }),
  changeModerator: quietForm("Saved.", "Failed to save this.", {
    needsLogin: error("Please log in to change this."),
  }),
  setModerator: quietForm("They are no longer a moderator.", ACCOUNT_CHANGE_FAILED, {
    granted: success("They are a moderator now."),
  }),
  setMembership: quietForm("They are no longer a member.", ACCOUNT_CHANGE_FAILED, {
    granted: success("They are a member now."),
  }),
  resetFactors: quietForm(
    "Their second factor and passkeys are removed: the password alone signs in.",
    ACCOUNT_CHANGE_FAILED,
  ),
  mailPasswordReset: quietForm(
    "A link to set a new password is on its way to their address.",
    "Failed to send the link.",
  ),
  endSessionsOf: quietForm(
    "All their sessions and tokens are ended.",
    "Failed to end the sessions.",
  ),
  removeAccount: quietForm("The account is deleted.", "Failed to delete the account."),
  decide: quietForm("Decided. The author has been told.", "Failed to store the decision."),
  appeal: quietForm("Your appeal is with the moderators.", "Failed to store the appeal."),
  decideAppeal: quietForm(
    "The appeal is decided. Its author has been told.",
    "Failed to store the decision.",
  ),
  undoDecision: quietForm("The decision was undone.", "Failed to undo the decision."),
  undoAll: quietForm("The decisions are being undone.", "Failed to undo the decisions."),
  changeSite: quietForm("The settings apply everywhere now.", "Failed to save the settings."),
  goBack: form("The settings are as they were then.", "Failed to go back.", {
    itemField: "earlier",
  }),
  saveText: quietForm("The text is saved, and shown from now on.", "Failed to save the text."),
  previewText: quietForm(PREVIEWED, "Failed to show the preview."),
  backToText: form("The text is as it was then.", "Failed to go back."),
  setLogo: quietForm("The picture is in the header now.", "Failed to store the picture."),
  removeLogo: form("The mark is back in the header.", "Failed to remove the picture."),
  runJob: form(
    "The job has started. Load this page again to see how it ends.",
    "Failed to start the job.",
    { itemField: "job" },
  ),
} as const satisfies Record<string, FormMessages>;
