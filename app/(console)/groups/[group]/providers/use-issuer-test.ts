'use client';

import { useState } from 'react';
import {
  type ConnectionReport,
  testIssuer,
} from '#app/(console)/groups/[group]/providers/issuer-report.ts';
import { OwnProblem } from '#components/frame/problem.ts';
import { ApiRequestError } from '#lib/client/api.ts';

export interface IssuerTest {
  /** The issuer that failed the test, if that stopped the last attempt to save. */
  failed: string | null;
  isAnyway: boolean;
  setAnyway: (isAnyway: boolean) => void;
  /**
   * Tests an issuer before it is saved, unless the person chose to save it anyway.
   *
   * @throws OwnProblem if nobody could sign in through it.
   */
  check: (issuer: string | undefined) => Promise<void>;
}

/** The result of the test; null if the server refuses the test, because saving then shows the reason. */
async function reportOn(group: string, issuer: string): Promise<ConnectionReport | null> {
  try {
    return await testIssuer(group, issuer);
  } catch (error) {
    if (error instanceof ApiRequestError) return null;
    throw error;
  }
}

/** Stops a provider from being saved if its issuer fails the test, unless the person saves it anyway. */
export function useIssuerTest(group: string): IssuerTest {
  const [failed, setFailed] = useState<string | null>(null);
  const [isAnyway, setAnyway] = useState(false);
  const check = async (issuer = '') => {
    if (issuer === '' || (isAnyway && issuer === failed)) return;
    const report = await reportOn(group, issuer);
    if (report === null || report.outcome === 'OK') return setFailed(null);
    setFailed(issuer);
    setAnyway(false);
    throw new OwnProblem({
      why: report.description,
      remedy: 'Correct the issuer, or choose “Save anyway” below it.',
    });
  };
  return { failed, isAnyway, setAnyway, check };
}
