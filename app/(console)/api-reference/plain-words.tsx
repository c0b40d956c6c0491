/** A description from the OpenAPI document: plain text with names in backticks. */
export function PlainWords({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts never change order, so the index is a stable key.
      <code key={index} className="font-mono text-[0.93em] text-ink">
        {part}
      </code>
    ),
  );
}
