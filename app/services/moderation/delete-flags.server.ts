/** What the deletion of an account leaves of flags and cases. */
import { forgetFlaggers, listSomeBy, removeFlags, removeFlagsOn } from "~/models/flag.server";
import { countFlags } from "~/models/flag-counts.server";
import { listSomeAbout, removeCase, transferCase } from "~/models/moderation-case.server";
import { repeatUntilEmpty } from "../articles/repeat-until-empty";
import type { Deletion } from "../feature";
import { answerGone } from "./answer-reports.server";

/**
 * Removes the open flags of an account, and who raised the settled ones. Of cases about it, those about texts that stay
 * are given to the successor, all others are removed with their flags.
 */
export async function deleteFlagsOf({ id, successor, withContent }: Deletion): Promise<void> {
  await repeatUntilEmpty(async (limit) => {
    const flags = await listSomeBy(id, limit);
    const open = flags.filter(({ state }) => state === "open");
    await removeFlags(open.map((flag) => flag.id));
    await forgetFlaggers(flags.map((flag) => flag.id));
    for (const { target } of open) await countFlags(target);
    return flags.length;
  });
  await repeatUntilEmpty(async (limit) => {
    const cases = await listSomeAbout(id, limit);
    for (const { id: caseId, target } of cases) {
      if (withContent || target.kind === "person") {
        await answerGone(target);
        await removeFlagsOn(target);
        await removeCase(caseId);
      } else {
        await transferCase(caseId, successor.id);
      }
    }
    return cases.length;
  });
}
