import { Badge } from "~/components/ui/badge";
import type { SerializedAccount } from "~/presenters/admin";

/** What is particular about an account. */
export const AccountBadges = ({ account }: { account: SerializedAccount }) => (
  <>
    {account.role ? (
      <Badge>{account.role === "moderator" ? "Moderator" : "Administrator"}</Badge>
    ) : null}
    {account.isMember ? <Badge tone="positive">Member</Badge> : null}
    {account.suspension ? <Badge tone="negative">Suspended</Badge> : null}
    {account.limitedUntil ? <Badge tone="warning">Limited</Badge> : null}
    {account.hasProvenEmail ? null : <Badge tone="warning">Address not proven</Badge>}
    {account.leavesAt ? <Badge tone="warning">Leaving</Badge> : null}
  </>
);
