/** Reports of illegal content by anybody, with or without an account. */
import { addHours } from "date-fns/addHours";
import { UNKNOWN_WEIGHT } from "~/domain/flag-weight";
import { MAIL_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import type { ModerationTarget } from "~/domain/moderation";
import { readReportedAddress } from "~/domain/reported-address";
import { addFlag } from "~/models/flag.server";
import { countFlags } from "~/models/flag-counts.server";
import { openCaseOf } from "~/models/moderation-case.server";
import type { IllegalReportInput } from "~/schemas/illegal-content";
import type { Client } from "../accounts/client";
import { enforceClientLimits } from "../accounts/sign-in-limits.server";
import { ServiceError } from "../errors";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import { findFlaggable, type Flaggable } from "./flaggable.server";
import { reportReceivedMail } from "./report-mails";
import { findTarget, resolveTarget } from "./targets.server";

export const NOT_AN_ADDRESS =
  "Please enter the address of an article, a comment, a review or a person on this site.";
export const ELSEWHERE = "This address is on another site. We can only act on what is on this one.";
export const NOT_THERE = "There is nothing at this address: it does not exist or was removed.";
export const HIDDEN = "Moderators have hidden this already: nobody else can read it.";
export const FILLED_IN =
  "Something filled in a field that people do not see. It is empty again: please send the report once more.";

/**
 * Reports a text or person as illegal: a flag with an address for the answer, which is told that it has arrived. Of
 * several reports of the same with one address, the first counts; nobody learns which addresses have reported what.
 * @throws ServiceError `invalid` with the field error for an address that names nothing that can be reported; `limited`
 */
export async function reportIllegal(
  { address, words, email, website }: IllegalReportInput,
  { origin, ...client }: Pick<Client, "address" | "network"> & { origin: string },
): Promise<void> {
  if (website) throw new ServiceError("invalid", FILLED_IN);
  const { target, found } = await findReported(address, origin);
  await enforceRateLimit("illegalReports", client.address);
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", mailboxOf(email));
  await openCaseOf(target, found.authorId);
  const flag = await addFlag({
    ...{ target, reason: "illegal", words },
    ...{ replyTo: email, weight: UNKNOWN_WEIGHT },
  });
  if (!flag) return;
  await countFlags(target);
  await queueMail({
    userId: flag.id,
    name: null,
    to: email,
    content: reportReceivedMail(target.kind, found.path),
    origin,
    expiresAt: addHours(new Date(), MAIL_HOURS.aboutAccount),
  });
}

async function findReported(
  typed: string,
  origin: string,
): Promise<{ target: ModerationTarget; found: Flaggable }> {
  const named = readReportedAddress(typed, origin);
  if (!named) throw refused(NOT_AN_ADDRESS);
  if (named.isElsewhere) throw refused(ELSEWHERE);
  const target = await resolveTarget(named.kind, named.idOrName).catch((error: unknown) => {
    throw error instanceof ServiceError ? refused(NOT_THERE) : error;
  });
  const found = await findFlaggable(target);
  if (found) return { target, found };
  throw refused((await findTarget(target)) ? HIDDEN : NOT_THERE);
}

const refused = (message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { address: [message] } });
