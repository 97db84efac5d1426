/** The messages of the forms of moderators and administrators, and of those whose answers come from them, such as flags and appeals. */
import { errorToast as error, success } from "~/utils/toasts/toast";
import { needsLogin, PREVIEWED, type FormMessages } from "./form-message";

const ACCOUNT_CHANGE_FAILED = error("Failed to change the account.");
const MODERATE_NEEDS_LOGIN = error("Please log in to moderate.");

export const deskMessages = {
  decideMany: {
    done: success("Decided. The authors are told."),
    failed: error("Failed to decide."),
    needsLogin: MODERATE_NEEDS_LOGIN,
    failsQuietly: true,
  },
  blockDomain: {
    done: success("Saved. It applies to what is posted and edited from now on."),
    failed: error("Failed to save the domain."),
    needsLogin: MODERATE_NEEDS_LOGIN,
    failsQuietly: true,
  },
  unblockDomain: {
    done: success("Links to this domain can be posted again."),
    failed: error("Failed to remove the domain."),
    needsLogin: MODERATE_NEEDS_LOGIN,
    itemField: "domain",
  },
  flag: {
    done: success(
      "Thank you. A moderator will look at it, and you will be told what became of it.",
    ),
    failed: error("Failed to flag this."),
    needsLogin: needsLogin("flag this"),
    failsQuietly: true,
  },
  reportIllegal: {
    done: success("Thank you. Your report is with the moderators."),
    failed: error("Failed to send the report."),
    failsQuietly: true,
  },
  withdrawFlag: {
    done: success("Your flag is taken back."),
    failed: error("Failed to take back the flag."),
    needsLogin: needsLogin("take back a flag"),
    itemField: "id",
  },
  changeModerator: {
    done: success("Saved."),
    failed: error("Failed to save this."),
    needsLogin: error("Please log in to change this."),
    failsQuietly: true,
  },
  setModerator: {
    granted: success("They are a moderator now."),
    done: success("They are no longer a moderator."),
    failed: ACCOUNT_CHANGE_FAILED,
    failsQuietly: true,
  },
  setMembership: {
    granted: success("They are a member now."),
    done: success("They are no longer a member."),
    failed: ACCOUNT_CHANGE_FAILED,
    failsQuietly: true,
  },
  resetFactors: {
    done: success("Their second factor and passkeys are removed: the password alone signs in."),
    failed: ACCOUNT_CHANGE_FAILED,
    failsQuietly: true,
  },
  mailPasswordReset: {
    done: success("A link to set a new password is on its way to their address."),
    failed: error("Failed to send the link."),
    failsQuietly: true,
  },
  endSessionsOf: {
    done: success("All their sessions and tokens are ended."),
    failed: error("Failed to end the sessions."),
    failsQuietly: true,
  },
  removeAccount: {
    done: success("The account is deleted."),
    failed: error("Failed to delete the account."),
    failsQuietly: true,
  },
  decide: {
    done: success("Decided. The author has been told."),
    failed: error("Failed to store the decision."),
    failsQuietly: true,
  },
  appeal: {
    done: success("Your appeal is with the moderators."),
    failed: error("Failed to store the appeal."),
    failsQuietly: true,
  },
  decideAppeal: {
    done: success("The appeal is decided. Its author has been told."),
    failed: error("Failed to store the decision."),
    failsQuietly: true,
  },
  undoDecision: {
    done: success("The decision was undone."),
    failed: error("Failed to undo the decision."),
    failsQuietly: true,
  },
  undoAll: {
    done: success("The decisions are being undone."),
    failed: error("Failed to undo the decisions."),
    failsQuietly: true,
  },
  changeSite: {
    done: success("The settings apply everywhere now."),
    failed: error("Failed to save the settings."),
    failsQuietly: true,
  },
  goBack: {
    done: success("The settings are as they were then."),
    failed: error("Failed to go back."),
    itemField: "earlier",
  },
  saveText: {
    done: success("The text is saved, and shown from now on."),
    failed: error("Failed to save the text."),
    failsQuietly: true,
  },
  previewText: {
    done: PREVIEWED,
    failed: error("Failed to show the preview."),
    failsQuietly: true,
  },
  backToText: {
    done: success("The text is as it was then."),
    failed: error("Failed to go back."),
  },
  setLogo: {
    done: success("The picture is in the header now."),
    failed: error("Failed to store the picture."),
    failsQuietly: true,
  },
  removeLogo: {
    done: success("The mark is back in the header."),
    failed: error("Failed to remove the picture."),
  },
  runJob: {
    done: success("The job has started. Load this page again to see how it ends."),
    failed: error("Failed to start the job."),
    itemField: "job",
  },
} as const satisfies Record<string, FormMessages>;
