'use client';

import { useState } from 'react';
import {
  type ConnectionReport,
  testIssuer,
} from '#app/(console)/groups/[group]/providers/issuer-report.ts';
import { OwnProblem } from '#components/frame/problem.ts';
import { ApiRequestError } from '#lib/client/api.ts';

export interface IssuerTest {
  /** The issuer that did not pass, if the last attempt to save stopped at it. */
  failed: string | null;
  isAnyway: boolean;
  setAnyway: (isAnyway: boolean) => void;
  /**
   * Tests an issuer before it is saved, unless it is to be saved anyway.
   *
   * @throws OwnProblem if nobody could sign in through it.
   */
  check: (issuer: string | undefined) => Promise<void>;
}

/** Null where the server refuses the test, because saving says why. */
async function reportOn(group: string, issuer: string): Promise<ConnectionReport | null> {
  try {
    return await testIssuer(group, issuer);
  } catch (error) {
    if (error instanceof ApiRequestError) return null;
    throw error;
  }
}

/** Keeps a provider that nobody can sign in through off the sign-in page, unless somebody wants it. */
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
