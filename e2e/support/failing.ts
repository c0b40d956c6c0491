/** Failures of the server, for `page.route`. */
import type { Route } from '@playwright/test';

export const FAILURE = 'the disk is full';

export const failing = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 13, message: FAILURE } });
