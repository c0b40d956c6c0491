'use client';

import { Fragment } from 'react';
import { GROUP_TABS } from '#lib/client/group-tabs.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Kbd } from '#components/ui/text/kbd.tsx';

interface Section {
  title: string;
  keys: readonly [keys: readonly string[], what: string][];
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Anywhere',
    keys: [
      [['⌘ or Ctrl', 'K'], 'Command palette'],
      ...GROUP_TABS.map(({ key, label }) => [['g', key], `Go to ${label.toLowerCase()}`] as const),
      [['z'], 'Undo the last change'],
      [['⌘ or Ctrl', 'Enter'], 'Save a form'],
      [['?'], 'Show these keys'],
      [['Esc'], 'Go back one level'],
    ] as Section['keys'],
  },
  {
    title: 'In a list',
    keys: [
      [['/'], 'Filter'],
      [['n'], 'New'],
      [['j'], 'Next row'],
      [['k'], 'Previous row'],
      [['Enter'], 'Open'],
      [['e'], 'Edit'],
      [['x'], 'Select'],
    ],
  },
  {
    title: 'In the tree',
    keys: [
      [['↑', '↓'], 'Move'],
      [['→'], 'Expand, then go inside'],
      [['←'], 'Collapse, then go up'],
      [['Home', 'End'], 'First and last'],
      [['*'], 'Expand all siblings'],
      [['a–z'], 'Go to a name by typing'],
      [['Enter'], 'Open'],
    ],
  },
];

/** The list of keyboard shortcuts. */
export default function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard" size="lg" isText>
      <div className="gap-x-10 pt-2 sm:columns-2">
        {SECTIONS.map((section) => (
          <section key={section.title} className="mb-6 break-inside-avoid last:mb-0">
            <h3 className="pb-1.5 text-base font-semibold">{section.title}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
              {section.keys.map(([keys, what]) => (
                <Fragment key={what}>
                  <dt className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{what}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
