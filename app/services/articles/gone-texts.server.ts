/** Notices and moderation cases about texts that were removed, by whomever. */
import { countFlags } from "~/models/flag-counts.server";
import { closeCases, listCasesOf, reviveCase } from "~/models/moderation-case.server";
import { announce, takeBack } from "../notices/announce.server";
import { goneKey } from "../notices/receivers.server";

/**
 * Takes back what people were told about texts that are gone, and takes them out of the queue of moderators. Those who
 * have flagged them are told. Idempotent.
 */
export async function forgetGone(ids: readonly string[]): Promise<void> {
  await takeBack(ids);
  const cases = await listCasesOf(ids);
  for (const { flags, target } of cases) {
    if (flags) await announce({ kind: "flaggedGone", target });
  }
  if (cases.length) await closeCases(cases.map(({ id }) => id));
}

/** Puts an article that its author has posted again back into the queue, with the flags that it had. */
export async function noteReturn(id: string): Promise<void> {
  const target = { kind: "article", id } as const;
  if (!(await reviveCase(target))) return;
  await countFlags(target);
  await takeBack([goneKey(id)]);
}
