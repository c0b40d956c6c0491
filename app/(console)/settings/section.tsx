import { type ReactNode, useId } from 'react';

/** A titled part of a settings page. */
export function Section(props: { title: string; about?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-base font-semibold">
          {props.title}
        </h2>
        {props.about && <p className="text-ink-2">{props.about}</p>}
      </div>
      {props.children}
    </section>
  );
}
