import { Badge } from "~/components/ui/badge";
import type { Close } from "~/domain/momentum";
import { CASH } from "~/domain/tokens";

/** Says of USDT that closed too far below a dollar that it is not cash. */
export const CashWarning = ({ notCash }: { notCash: Close | null }) =>
  notCash ? <Badge tone="warning">{CASH} is not cash</Badge> : null;

/** The same as one of the key inputs on a recommendation's page, or none of them. */
export const cashFacts = (notCash: Close | null) =>
  notCash ? [{ label: `${CASH}, not cash`, value: `closed at $${notCash.close}` }] : [];
