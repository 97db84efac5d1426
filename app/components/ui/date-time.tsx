import { formatDay, formatHour } from "~/utils/dates";

interface DateTimeProps {
  /** An ISO string or a date. */
  value: string | Date;
  /** With the hour, as under a comment. */
  withTime?: boolean;
  className?: string;
}

/** A date as it reads everywhere: `Jan 31, 2026`, in UTC, so that server and browser agree. */
export function DateTime({ value, withTime = false, className }: DateTimeProps) {
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {withTime ? `${formatDay(date)} at ${formatHour(date)} UTC` : formatDay(date)}
    </time>
  );
}
