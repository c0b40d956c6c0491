/** Makes the process that imports it first cheap. */
import { PACE } from '#lib/settings/pace.ts';
import { CHEAP } from './pace.ts';

Object.assign(PACE, CHEAP);
