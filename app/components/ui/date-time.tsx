interface DateTimeProps {
  /** An ISO string or a date. */
  value: string | Date;
  /** With the hour, as under a comment. */
  withTime?: boolean;
  className?: string;
}

// The platform's own formats: a library for the same few words would be sent to every reader.
const day = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
});
const hour = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A date as it reads everywhere: `Jan 31, 2026`, in UTC, so that server and browser agree. */
export function DateTime({ value, withTime = false, className }: DateTimeProps) {
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {withTime ? `${day.format(date)} at ${hour.format(date)} UTC` : day.format(date)}
    </time>
  );
}
