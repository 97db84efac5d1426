import { Badge } from "~/components/ui/badge";
import type { Close } from "~/domain/close";
import { CASH } from "~/domain/tokens";

/** Warns that USDT does not count as cash because its last close was too far below a dollar. */
export const CashWarning = ({ notCash }: { notCash: Close | null }) =>
  notCash ? <Badge tone="warning">{CASH} is not cash</Badge> : null;

/** The same warning as a key input on a recommendation's page; an empty list if USDT counts as cash. */
export const cashFacts = (notCash: Close | null) =>
  notCash ? [{ label: `${CASH}, not cash`, value: `closed at $${notCash.close}` }] : [];
