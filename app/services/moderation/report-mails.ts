/**
 * The contents of mails to people who reported illegal content without an account. Nothing in them was typed by who
 * sent the report, since the address may be a stranger’s.
 */
import { site } from "~/config/site";
import { decisionKinds, type DecisionKind, type ModeratedKind } from "~/domain/moderation";
import type { MailContent } from "../mail/render-mail";

const askUs = () => `If you have questions, write to ${site.contactEmail}.`;
const FORGOTTEN =
  "We have deleted your address with this mail. If the decision is changed later, we cannot tell you.";

const link = (path: string | null) => (path ? { link: { label: "What was reported", path } } : {});

/** Says that a report has arrived. */
export const reportReceivedMail = (kind: ModeratedKind, path: string): MailContent => ({
  subject: `We have got your report to ${site.name}`,
  before: [
    `Somebody, hopefully you, has reported ${naming(kind)} on ${site.name} as illegal, and gave this address for the answer.`,
    "A moderator looks at it. You get one more mail, with the outcome; then we delete your address.",
  ],
  ...link(path),
  after: [
    "If it was not you, you can ignore this mail.",
    `If a life is in danger, call the emergency services. ${askUs()}`,
  ],
});

/** Says what became of a report. */
export const reportSettledMail = ({
  kind,
  path,
  decision,
  isUpheld,
}: {
  kind: ModeratedKind;
  path: string | null;
  /** `null` if it is not known any more. */
  decision: DecisionKind | null;
  isUpheld: boolean;
}): MailContent => ({
  subject: `What became of your report to ${site.name}`,
  before: [
    isUpheld
      ? `A moderator has looked at ${naming(kind)} that you reported as illegal, and agreed that something had to be done.`
      : `A moderator has looked at ${naming(kind)} that you reported as illegal, and saw no reason to do something.`,
    ...(decision ? [`It was ${decisionKinds[decision].done}. No program took the decision.`] : []),
  ],
  ...link(path),
  after: [
    `If you think that this is wrong, write to ${site.contactEmail}. You can also turn to the courts, and in the European Union to a certified body for the settlement of disputes (Article 21 of the Digital Services Act).`,
    FORGOTTEN,
  ],
});

/** Says that what was reported is gone. */
export const reportedGoneMail = (kind: ModeratedKind): MailContent => ({
  subject: `What became of your report to ${site.name}`,
  before: [
    kind === "person"
      ? "The person whom you reported has no account any more."
      : `The ${kind} that you reported as illegal was removed by its author before a moderator decided.`,
  ],
  after: [askUs(), FORGOTTEN],
});

const naming = (kind: ModeratedKind) => (kind === "article" ? "an article" : `a ${kind}`);
