/** An ISO date; browsers would break lines at its hyphens. */
const DAY = /(\d{4}-\d{2}-\d{2})/;

/** The engine's rationale, with every date kept on one line. */
export const Rationale = ({ children }: { children: string }) =>
  children.split(DAY).map((part, index) =>
    // `split` with a capturing group puts the dates at the odd positions.
    index % 2 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
