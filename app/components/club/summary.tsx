import { clsx } from "clsx";
import { SampleBadge } from "~/components/recommendations/sample-badge";
import { Card } from "~/components/ui/card";
import { Section } from "~/components/ui/page";
import { useViewer } from "~/utils/root-data";

export interface Figure {
  label: string;
  value: string;
  note: string;
}

/** Totals of the sample history, for signed-in users. */
export const Summary = ({ figures }: { figures: readonly Figure[] }) =>
  useViewer() === null ? null : (
    <Section
      id="performance"
      title="Performance Summary"
      standfirst="Totals of the sample history. The track records of the two engines are not included."
      actions={<SampleBadge>Sample figures</SampleBadge>}
    >
      <Figures figures={figures} />
    </Section>
  );

/** A row of key figures. */
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
