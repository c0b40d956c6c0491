/**
 * Imported before anything that makes a schema. A new schema tries out whether it can compile code,
 * which breaks the policy of the page.
 */
import { z } from 'zod';

z.config({ jitless: true });
