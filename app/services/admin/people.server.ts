/** What administrators see of accounts. */
import { parseEmailAddress } from "~/domain/email-address";
import { PAGE_SIZE } from "~/domain/field-limits";
import type { Page } from "~/domain/cursor";
import type { Viewer } from "~/domain/viewer";
import {
  findAccountByEmail,
  findAccountById,
  listAccountsNamed,
  listAccountsWithRole,
  listNewestAccounts,
  listSuspendedAccounts,
  type Account,
} from "~/models/account-list.server";
import { countArticlesOf } from "~/models/article.server";
import { countCommentsOf } from "~/models/comment.server";
import { listPasskeys } from "~/models/passkey.server";
import { countReviewsOf } from "~/models/review.server";
import { listSignIns } from "~/models/session.server";
import type { AccountsQuery } from "~/schemas/admin";
import { hasSecondFactor } from "../accounts/codes.server";
import { notFoundError } from "../errors";
import { requirePower } from "../require-power";

/** More accounts with a role, or suspended, or whose names begin alike, than anybody reads. */
const MAX_LISTED = 200;

const onePage = (items: Account[]): Page<Account> => ({ items, next: null, previous: null });

/**
 * Lists accounts: by name or address if there is a query, otherwise as `show` says.
 * @throws ServiceError `forbidden` unless the viewer is an administrator
 */
export async function browseAccounts(
  viewer: Viewer | null,
  { q, show, after }: AccountsQuery,
): Promise<Page<Account>> {
  requirePower(viewer, "administer");
  if (q?.includes("@")) {
    const found = await findAccountByEmail(parseEmailAddress(q) ?? q);
    return onePage(found ? [found] : []);
  }
  if (q) return onePage(await listAccountsNamed(q, PAGE_SIZE));
  if (show === "role") return onePage(await listAccountsWithRole(MAX_LISTED));
  if (show === "suspended") return onePage(await listSuspendedAccounts(MAX_LISTED));
  return listNewestAccounts({ after, limit: PAGE_SIZE });
}

/** More sessions than anybody has. */
const MAX_SESSIONS = 200;

/**
 * @returns an account, with when it was last signed in to, its open sessions and tokens, its factors and its writings
 * @throws ServiceError `forbidden` unless the viewer is an administrator; `notFound`
 */
export async function readAccountForAdmin(viewer: Viewer | null, id: string) {
  requirePower(viewer, "administer");
  const account = await findAccountById(id);
  if (!account) throw notFoundError("Account");
  const [signIns, takesCode, passkeys, articles, reviews, comments] = await Promise.all([
    listSignIns(id, MAX_SESSIONS),
    hasSecondFactor(id),
    listPasskeys(id),
    countArticlesOf(id),
    countReviewsOf(id),
    countCommentsOf(id),
  ]);
  const sessions = signIns.filter(({ token }) => !token);
  return {
    account,
    lastSignInAt: sessions[0]?.createdAt ?? null,
    lastSeenAt: signIns.reduce<Date | null>(
      (last, { lastSeenAt }) => (lastSeenAt && (!last || lastSeenAt > last) ? lastSeenAt : last),
      null,
    ),
    sessions: sessions.length,
    tokens: signIns.length - sessions.length,
    hasSecondFactor: takesCode,
    passkeys: passkeys.length,
    writings: { articles, reviews, comments },
  };
}
