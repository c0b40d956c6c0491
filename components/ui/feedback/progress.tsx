/** The progress of a task; `max` is undefined if it is unknown. */
export function Progress(props: { label: string; value: number; max: number | undefined }) {
  const { label, value, max } = props;
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="tabular-nums">
        {label}
      </p>
      <progress
        aria-label={label}
        value={max === undefined ? undefined : value}
        max={max === undefined || max === 0 ? 1 : max}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-paper-3 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-paper-3 [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-160 forced-color-adjust-none forced-colors:border"
      />
    </div>
  );
}
