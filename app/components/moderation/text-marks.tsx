import type { MarkResponse } from "~/schemas/responses";
import { HiddenReason } from "./hidden-mark";
type Mark = MarkResponse | null | undefined;

const boxed = "rounded border border-edge bg-warning-wash px-4 py-3 text-base text-ink";

/** A warning of moderators, above the text that it is about. */
export const WarningMark = ({ mark, className = "mt-5" }: { mark: Mark; className?: string }) =>
  mark ? (
    <p className={`${boxed} ${className}`}>
      <b>Warning by moderators:</b> <HiddenReason mark={mark} />
    </p>
  ) : null;

/** Says that moderators have locked a discussion, in the place of the form. */
export const LockMark = ({ mark, className = "" }: { mark: Mark; className?: string }) =>
  mark ? (
    <p className={`text-base text-muted ${className}`}>
      <b className="font-medium text-ink">Locked by moderators:</b> <HiddenReason mark={mark} />
    </p>
  ) : null;
