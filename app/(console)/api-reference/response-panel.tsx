'use client';

import { Braces, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Badge, type BadgeTone } from '#components/ui/text/badge.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { sizeText } from '#components/ui/text/size-text.ts';
import type { AnsweredFile, SentAnswer } from '#lib/client/api-reference/send.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

/** The server's response. Scrolls into view when it appears. */
export function ResponsePanel({ answer }: { answer: SentAnswer }) {
  const { status, statusText, milliseconds, headers, text, file } = answer;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    void section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={section} aria-labelledby="answer" className="flex scroll-my-4 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id="answer" className="text-base font-semibold">
            Answer
          </h3>
          <p role="status" className="flex items-center gap-x-3">
            <Badge tone={toneOf(status)}>{`${status} ${statusText}`.trim()}</Badge>
            <span className="text-sm text-ink-2 tabular-nums">{milliseconds} ms</span>
          </p>
        </div>
        {text !== '' && (
          <CopyButton size="sm" icon={Braces} text={() => text}>
            Copy response
          </CopyButton>
        )}
        {file && (
          <Button size="sm" icon={Download} onPress={() => save(file)}>
            Save {file.name}, {sizeText(file.content.size)}
          </Button>
        )}
      </div>
      {headers.length > 0 && (
        <dl className="flex flex-col gap-0.5 font-mono text-sm">
          {headers.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {text !== '' && (
        <CodeBox aria-labelledby="answer" className="max-h-140">
          {text}
        </CodeBox>
      )}
      {text === '' && !file && <p className="text-ink-2">The body is empty.</p>}
    </section>
  );
}

function toneOf(status: number): BadgeTone {
  if (status < 400) return 'accent';
  return status < 500 ? 'warn' : 'danger';
}

function save({ name, content }: AnsweredFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
