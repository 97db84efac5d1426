import type { Account } from "~/models/account-list.server";
import type { readOverview } from "~/services/admin/overview.server";
import type { readAccountForAdmin } from "~/services/admin/people.server";

/** Serializes an account for administrators. */
export const serializeAccount = (account: Account) => ({
  id: account.id,
  name: account.name,
  email: account.email,
  hasProvenEmail: account.hasProvenEmail,
  isMember: account.isMember,
  role: account.role ?? null,
  suspension: account.suspension
    ? { until: account.suspension.until?.toISOString() ?? null }
    : null,
  limitedUntil: account.limitedUntil?.toISOString() ?? null,
  leavesAt: account.deletion?.leavesAt.toISOString() ?? null,
  createdAt: account.createdAt.toISOString(),
});
export type SerializedAccount = ReturnType<typeof serializeAccount>;

/** Serializes what administrators see on the page of an account. */
export const serializeAccountPage = ({
  account,
  lastSignInAt,
  lastSeenAt,
  ...rest
}: Awaited<ReturnType<typeof readAccountForAdmin>>) => ({
  account: serializeAccount(account),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  ...rest,
});
export type SerializedAccountPage = ReturnType<typeof serializeAccountPage>;

/** Serializes the overview of the site. */
export const serializeOverview = ({
  system,
  ...overview
}: Awaited<ReturnType<typeof readOverview>>) => ({
  ...overview,
  system: { ...system, startedAt: system.startedAt.toISOString() },
});
export type SerializedOverview = ReturnType<typeof serializeOverview>;
