/** A description of the document: plain text, in which names stand between backticks. */
export function PlainWords({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts never move.
      <code key={index} className="font-mono text-[0.93em] text-ink">
        {part}
      </code>
    ),
  );
}
