/** The code of a test's second process: see `generator-process.mjs` and `second-process.ts`. */
import { startDatabase } from "~/models/connection.server";
import { openDraft, storeInputs } from "~/models/recommendation-inputs.server";
import { acquireLock } from "~/models/job-lock.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { findUser } from "~/models/user.server";
import { makeDueDigests } from "~/services/digest/digest.server";
import { outcomesOf } from "./outcomes";

/** The messages that it takes. */
export type Order =
  /** Starts several generations at once, for one user. @returns the outcomes */
  | { act: "generate"; times: number; userId: string }
  /** Tells people what is still to be told, as a process does that is serving. */
  | { act: "tell" }
  /** Makes the digests that are due. */
  | { act: "digests" }
  /** Begins a generation and leaves it half done, as a crash does. @returns whether it got the lock */
  | { act: "begin"; turnMs: number; draftId: string };

const { MONGODB_URI, DATA_DIR = "" } = process.env;
await startDatabase({ MONGODB_URI, DATA_DIR });

process.on("message", (order: Order) => {
  void carryOut(order).then((answer) => process.send?.({ answer }));
});
process.send?.({ answer: "ready" });

async function carryOut(order: Order): Promise<unknown> {
  if (order.act === "generate") {
    const viewer = await findUser(order.userId);
    return outcomesOf(order.times, () => momentumEngine.generate(viewer));
  }
  if (order.act === "tell") return announcementQueue.doAll();
  if (order.act === "digests") return makeDueDigests();
  const { isMine } = await acquireLock("generate momentum", order.turnMs);
  await openDraft(order.draftId);
  await storeInputs(order.draftId, [{ asset: "BTC", day: "2026-01-01", close: 1 }]);
  return isMine;
}
