'use client';

import { Section } from '#app/(console)/settings/section.tsx';
import { DENSITIES, useDensity } from '#components/frame/preferences/density.ts';
import { useTheme } from '#components/frame/preferences/theme.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';

const THEMES = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;

/** The appearance of the console in this browser. Each choice applies at once. */
export function AppearanceForm() {
  const { theme, setTheme } = useTheme();
  const [density, setDensity] = useDensity();
  return (
    <>
      <Section title="Theme" about="System follows the setting of this device.">
        <Segmented
          label="Theme"
          options={THEMES}
          value={theme}
          onChange={setTheme}
          className="self-start"
        />
      </Section>
      <Section title="Table rows" about="Compact shows more rows at once.">
        <Segmented
          label="Table rows"
          options={DENSITIES}
          value={density}
          onChange={setDensity}
          className="self-start"
        />
      </Section>
      <p className="text-ink-2">Saved in this browser only.</p>
    </>
  );
}
