/** What administrators and moderators set on accounts: roles, suspensions and limits. */
import type { Role } from "~/domain/permissions";
import { collectionOf } from "./collection.server";
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

const ranked = collectionOf(User, ({ role }: UserRow) => (role ?? null) as Role | null, {
  role: 1,
});

const present = (id: string) => ({ _id: toObjectId(id), leavingAs: null });

/** @returns the role of an account; `null` if it has none or does not exist */
export const findRole = (id: string): Promise<Role | null> => ranked.find(present(id));

/** Gives an account a role, or takes it away with `null`. @returns whether the account exists */
export const setRole = (id: string, role: Role | null): Promise<boolean> =>
  ranked.change(present(id), role ? { $set: { role } } : { $unset: { role: 1 } });

/** Sets whether a moderator is “a moderator” in decisions, unless they choose otherwise. @returns whether the account exists */
export const setAnonymousModerator = (id: string, isAnonymous: boolean): Promise<boolean> =>
  ranked.change(
    present(id),
    isAnonymous
      ? { $set: { isAnonymousModerator: true } }
      : { $unset: { isAnonymousModerator: 1 } },
  );

/**
 * Suspends an account, or ends its suspension with `null`.
 * @param suspension `until` is `null` for good
 * @returns whether the account exists
 */
export const setSuspension = (
  id: string,
  suspension: { until: Date | null; decisionId: string } | null,
): Promise<boolean> =>
  ranked.change(
    present(id),
    suspension
      ? {
          $set: {
            suspension: {
              ...(suspension.until && { until: suspension.until }),
              decision: toObjectId(suspension.decisionId),
            },
          },
        }
      : { $unset: { suspension: 1 } },
  );

/** Gives an account the limits of a new one until a time, or ends that with `null`. @returns whether it exists */
export const setLimitedUntil = (id: string, until: Date | null): Promise<boolean> =>
  ranked.change(
    present(id),
    until ? { $set: { limitedUntil: until } } : { $unset: { limitedUntil: 1 } },
  );
