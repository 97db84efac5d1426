/** Suspending and limiting people. */
import { addDays } from "date-fns/addDays";
import { LIMIT_DAYS } from "~/domain/moderation";
import type { Suspension, Viewer } from "~/domain/viewer";
import { isInForce } from "~/models/decision-acts.server";
import { findUser } from "~/models/user.server";
import { setLimitedUntil, setSuspension } from "~/models/user-role.server";
import { CHANGED_SINCE, nothingToDo, type Effect } from "./effect";
import { invalidateTarget } from "./invalidate-target.server";

interface Before {
  suspension: Suspension | null;
  limitedUntil: Date | null;
}

const beforeOf = (user: Viewer | null): Before => ({
  suspension: user?.suspension ?? null,
  limitedUntil: user?.limitedUntil ?? null,
});

const GONE = "The account has been deleted since.";

/** @returns a time, unless it has passed */
const ahead = (time: Date | null) => (time && time > new Date() ? time : null);

/** Suspends a person again as before a decision, unless that has ended or was undone since. */
async function putBackSuspension(id: string, { suspension }: Before): Promise<void> {
  const isOver =
    !suspension ||
    (suspension.until !== null && !ahead(suspension.until)) ||
    !(await isInForce(suspension.decisionId));
  await setSuspension(id, isOver ? null : suspension);
}

export const suspend: Effect = {
  async prepare({ target }, { days }) {
    const before = beforeOf(await findUser(target.id));
    if (before.suspension && before.suspension.until === null && !days) {
      throw nothingToDo("This account is suspended for good already.");
    }
    return { before, ...(days && { until: addDays(new Date(), days) }) };
  },
  async apply({ id, target, until }) {
    await setSuspension(target.id, { until, decisionId: id });
    await invalidateTarget(target);
  },
  async undo({ id, target, before }) {
    const user = await findUser(target.id);
    if (!user) return GONE;
    // Otherwise it has ended, or another decision is in force.
    if (user.suspension?.decisionId !== id) return user.suspension ? CHANGED_SINCE : null;
    await putBackSuspension(target.id, before as Before);
    await invalidateTarget(target);
    return null;
  },
};

export const limit: Effect = {
  async prepare({ target }) {
    const before = beforeOf(await findUser(target.id));
    if (before.limitedUntil) throw nothingToDo("This account is limited already.");
    return { before, until: addDays(new Date(), LIMIT_DAYS) };
  },
  async apply({ target, until }) {
    await setLimitedUntil(target.id, until);
    await invalidateTarget(target);
  },
  async undo({ target, until, before }) {
    const user = await findUser(target.id);
    if (!user) return GONE;
    if (user.limitedUntil?.getTime() !== until?.getTime()) {
      return user.limitedUntil ? CHANGED_SINCE : null;
    }
    await setLimitedUntil(target.id, ahead((before as Before).limitedUntil));
    await invalidateTarget(target);
    return null;
  },
};

/** Ends what is in force. */
export const restorePerson: Effect = {
  async prepare({ target }) {
    const before = beforeOf(await findUser(target.id));
    if (!before.suspension && !before.limitedUntil) {
      throw nothingToDo("This account is neither suspended nor limited.");
    }
    return { before };
  },
  async apply({ target }) {
    await setSuspension(target.id, null);
    await setLimitedUntil(target.id, null);
    await invalidateTarget(target);
  },
  async undo({ target, before }) {
    const user = await findUser(target.id);
    if (!user) return GONE;
    // What was decided since stays.
    if (user.suspension || user.limitedUntil) return CHANGED_SINCE;
    const { limitedUntil } = before as Before;
    await putBackSuspension(target.id, before as Before);
    await setLimitedUntil(target.id, ahead(limitedUntil));
    await invalidateTarget(target);
    return null;
  },
};
