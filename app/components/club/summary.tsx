import { clsx } from "clsx";
import { SampleBadge } from "~/components/recommendations/sample-badge";
import { Card } from "~/components/ui/card";
import { Section } from "~/components/ui/section";
import { useViewer } from "~/utils/root-data";

export interface Figure {
  label: string;
  value: string;
  note: string;
}

/** What the sample history comes to, for those who are signed in. */
export const Summary = ({ figures }: { figures: readonly Figure[] }) =>
  useViewer() === null ? null : (
    <Section
      id="performance"
      title="Performance Summary"
      standfirst="What the sample history comes to. The record of the engines is not part of it."
      actions={<SampleBadge>Sample figures</SampleBadge>}
    >
      <Figures figures={figures} />
    </Section>
  );

/** A few figures side by side. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-1 gap-5 sm:grid-cols-3">
    {figures.map(({ label, value, note }) => (
      <Card key={label} className="gap-1">
        <dt className="text-base text-muted">{label}</dt>
        <dd
          className={clsx(
            "font-display text-3xl font-medium tabular-nums",
            value.startsWith("+") && "text-positive",
          )}
        >
          {value}
        </dd>
        <dd className="text-sm text-muted">{note}</dd>
      </Card>
    ))}
  </dl>
);
