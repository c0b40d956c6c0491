/** Sets the pace of the tests. A process must import this file first. */
import { PACE } from '#lib/settings/pace.ts';
import { CHEAP } from './pace.ts';

Object.assign(PACE, CHEAP);
