/** Which part of the traces is recorded, as OpenTelemetry names it. */
import { notValid, type Kind } from './values.ts';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/** One of {@link SAMPLERS}, and whether the caller's decision counts where it sent one. */
export const sampler: Kind<{ kind: string; isParentBased: boolean }> = ({ name, value }) => {
  const kind = value.replace(/^parentbased_/, '');
  if (SAMPLERS.includes(kind)) return { kind, isParentBased: kind !== value };
  const known = [...SAMPLERS, ...SAMPLERS.map((one) => `parentbased_${one}`)].join(', ');
  throw notValid(name, `be one of ${known}`, value);
};

export const ratio: Kind<number> = ({ name, value }) => {
  const part = /^\d*\.?\d+$/.test(value) ? Number(value) : NaN;
  if (part >= 0 && part <= 1) return part;
  throw notValid(name, 'be a number from 0 to 1', value);
};
